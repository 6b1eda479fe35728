# ternion.exe, the engine for Windows: from the same lists of sources as the native program; the
# calls of the system are its own. tools/release.sh makes it.
EXTRA_DIST += src/prompt_plain.c src/system/windows/README.md src/system/windows/build.mk src/system/windows/endian.h \
	src/system/windows/posix.h src/system/windows/sys/mman.h src/system/windows/system.c
windows_sources = $(libternion_a_SOURCES) $(nodist_libternion_a_SOURCES) $(libengine_a_SOURCES) $(ternion_SOURCES) \
	src/prompt_plain.c src/system/windows/system.c
windows_without = src/prompt.c src/remote.c src/remote_state.c src/draughts/egtb_build.c src/system/file.c \
	src/system/random.c src/system/standard.c src/system/thread.c src/system/wait.c src/system/wakeup.c
ternion.exe: $(nodist_libternion_a_SOURCES)
	@$(MAKE) -f $(srcdir)/src/system/windows/build.mk srcdir='$(srcdir)' VERSION='$(PACKAGE_VERSION)' \
	  SOURCES='$(windows_sources)' WITHOUT='$(windows_without)' $@
clean-local: windows-clean
windows-clean:
	rm -rf windows ternion.exe
.PHONY: windows-clean
