# ternion.exe by mingw-w64. GNU make; local.mk calls it with srcdir, SOURCES, those of them to do
# WITHOUT, and VERSION.
WINDOWS_CC = x86_64-w64-mingw32-gcc-posix
WINDOWS_CFLAGS = -O2
here = $(srcdir)/src/system/windows
flags = -std=gnu17 -D_GNU_SOURCE -D__USE_MINGW_ANSI_STDIO=1 -DPACKAGE_VERSION='"$(VERSION)"' -I. -I$(srcdir) \
	-isystem $(here) -include $(here)/posix.h -Wall -Wextra -Wshadow -ffp-contract=off -pthread
# Its printf attribute knows Microsoft's formats only; other compilers check ours.
flags += -Wno-format -Wno-format-extra-args
# The main stack has the size that thread_start gives everywhere else.
link = -static -s -pthread -Wl,--stack,8388608 -Wl,--no-insert-timestamp -lbcrypt
objects = $(patsubst %.c,windows/%.o,$(filter-out $(WITHOUT),$(filter %.c,$(SOURCES))))
vpath %.c $(srcdir)

ternion.exe: $(objects)
	@echo "  WINDOWS  $@"
	@$(WINDOWS_CC) $(objects) $(link) -o $@
windows/%.o: %.c
	@mkdir -p $(@D)
	@$(WINDOWS_CC) $(flags) $(WINDOWS_CFLAGS) -MMD -MP -c $< -o $@
-include $(objects:.o=.d)
