# The WebAssembly module: the sources given in SOURCES, by clang and wasi-libc. GNU make; local.mk
# calls it with srcdir, SOURCES, those of them to do WITHOUT, WASM_CC and VERSION.
WASM_CFLAGS = -O2 -msimd128
flags = --target=wasm32-wasi -std=gnu17 -D_GNU_SOURCE -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS \
	-DPACKAGE_VERSION='"$(VERSION)"' -I. -I$(srcdir) -isystem $(srcdir)/src/system/wasm \
	-Wall -Wno-unneeded-internal-declaration -ffp-contract=off $(WASM_CFLAGS)
# The main stack has the size that thread_start gives everywhere else.
link = --target=wasm32-wasi -mexec-model=reactor -Wl,-z,stack-size=8388608 -Wl,--strip-all \
	-lwasi-emulated-mman -lwasi-emulated-process-clocks
objects = $(patsubst %.c,wasm/%.o,$(filter-out $(WITHOUT),$(filter %.c,$(SOURCES))))
vpath %.c $(srcdir)

ternion.wasm: $(objects)
	@echo "  WASM     $@"
	@$(WASM_CC) $(objects) $(link) -o $@
wasm/%.o: %.c
	@mkdir -p $(@D)
	@$(WASM_CC) $(flags) -MMD -MP -c $< -o $@
-include $(objects:.o=.d)
