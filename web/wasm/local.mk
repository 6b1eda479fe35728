# ternion.wasm: the engine, the room and what a page without a server needs of one. Compiled from
# the same lists of sources as the native programs; the calls of the system are its own.
EXTRA_DIST += web/wasm/README.md web/wasm/build.mk web/wasm/engine.js web/wasm/manifest.webmanifest \
	web/wasm/module.c web/wasm/service.js web/wasm/worker.js
wasm_sources = $(libternion_a_SOURCES) $(nodist_libternion_a_SOURCES) $(libroom_a_SOURCES) $(liblocal_a_SOURCES) \
	$(libengine_a_SOURCES) 	src/system/wasm/system.c web/wasm/module.c
# What belongs to a terminal or to Linux.
wasm_without = src/console.c src/input.c src/prompt.c src/remote.c src/remote_state.c src/review_file.c \
	src/terminal.c src/system/file.c src/system/random.c src/system/standard.c src/system/thread.c src/system/wait.c src/system/wakeup.c

if WASM
# Its own makefile knows what depends on what.
ternion.wasm: wasm-always
	@$(MAKE) -s -f $(srcdir)/web/wasm/build.mk srcdir='$(srcdir)' WASM_CC='$(WASM_CC)' VERSION='$(PACKAGE_VERSION)' \
	  SOURCES='$(wasm_sources)' WITHOUT='$(wasm_without)' $@
wasm-always: $(nodist_libternion_a_SOURCES)
endif

# The page without a server: ternion.html is all of it in one file; the folder is for web servers,
# where a browser can install it.
web_files = $(nobase_dist_pkgdata_DATA)
if WASM
site: site/ternion.html site/service.js
site/worker.js: $(srcdir)/web/wasm/engine.js $(srcdir)/web/wasm/worker.js
	$(AM_V_GEN)$(MKDIR_P) site && cat $^ >$@
site/ternion.html: $(web_files) $(srcdir)/tools/page.awk site/worker.js ternion.wasm
	$(AM_V_GEN)$(AWK) -v page=yes -v parts="worker=site/worker.js wasm=ternion.wasm \
	  i18n-en=$(srcdir)/web/i18n/en.json i18n-pl=$(srcdir)/web/i18n/pl.json i18n-ru=$(srcdir)/web/i18n/ru.json" \
	  -f $(srcdir)/tools/page.awk $(srcdir)/web/index.html >$@.new && mv $@.new $@
# Everything that a browser is to keep, by a name that changes with it.
site/service.js: $(web_files) $(srcdir)/web/wasm/service.js $(srcdir)/web/wasm/manifest.webmanifest site/worker.js ternion.wasm
	$(AM_V_GEN)for file in $(web_files); do \
	    to=site/$${file#web/}; $(MKDIR_P) $${to%/*} && cp "$(srcdir)/$$file" $$to || exit 1; done; \
	  cp $(srcdir)/web/wasm/manifest.webmanifest ternion.wasm site && chmod a-x site/ternion.wasm && \
	  sed -e 's/<html /<html data-backend="local" /' \
	    -e 's/<title>/<link rel="manifest" href="manifest.webmanifest">\n  &/' $(srcdir)/web/index.html >site/index.html && \
	  files="$(web_files:web/%=%) manifest.webmanifest ternion.wasm worker.js" && cd site && \
	  { echo "const VERSION = '$$(cat $$files | cksum | tr ' ' '-')';" && \
	    echo "const FILES = ['./'$$(printf ", '%s'" $$files)];" && cat "$(abs_srcdir)/web/wasm/service.js"; } >service.js
all-local: site
else
site:
	@echo "make site: left out: configure has found no compiler of WebAssembly (./bootstrap --with-wasm)"
endif
clean-local: wasm-clean
wasm-clean:
	rm -rf wasm ternion.wasm site
.PHONY: site wasm-always wasm-clean
