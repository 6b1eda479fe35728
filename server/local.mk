# The server program. Everything but main is a library, so that tests can link it.
noinst_LIBRARIES += libserver.a
libserver_a_SOURCES = \
	server/bans.c server/bans.h server/log.c server/log.h server/password.c server/password.h \
	server/status.c server/status.h \
	server/address.c server/address.h server/advice.c server/advice.h server/bot.c server/bot.h \
	server/contest_journal.c server/contests.c server/contests.h server/store_contest.c \
	server/client.c server/client.h server/config.c server/config.h \
	server/engine_queue.c server/engine_queue.h server/frames.c server/frames.h server/http.c server/http.h server/links.c server/links.h \
	server/lobby.c server/lobby.h server/lobby_orders.c \
	server/secret.c server/secret.h server/server.c server/server.h server/socket.c server/socket.h \
	server/static_file.c server/static_file.h server/store.c server/store.h server/store_keep.c server/store_log.c server/store_open.c \
	server/store_private.h server/websocket.c server/websocket.h \
	server/wire_lines.c server/wire_lines.h

server_libs = libserver.a libcontest.a libroom.a libtournament.a libdriver.a libternion.a $(EVENT_LIBS) $(SQLITE_LIBS) $(CONFUSE_LIBS) \
	$(MICROHTTPD_LIBS) $(NETTLE_LIBS) $(QRENCODE_LIBS) -lwslay -lm

bin_PROGRAMS += ternion-server
ternion_server_SOURCES = server/main.c
ternion_server_CPPFLAGS = $(AM_CPPFLAGS) \
	-DBUILT_WEB='"$(abs_top_builddir)/page"' -DINSTALLED_WEB='"$(pkgdatadir)/web"'
ternion_server_LDADD = $(server_libs)
EXTRA_DIST += server/README.md

# The service, with the folder of the program in it.
unitdir = $(prefix)/lib/systemd/system
nodist_unit_DATA = server/ternion-server.service
server/ternion-server.service: server/examples/ternion-server.service.in
	$(AM_V_GEN)mkdir -p server && sed 's|[@]bindir[@]|$(bindir)|' $(srcdir)/server/examples/ternion-server.service.in >$@
CLEANFILES += server/ternion-server.service
EXTRA_DIST += server/examples/ternion-server.service.in
