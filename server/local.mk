# The server program. Everything but main is a library, so that tests can link it.
noinst_LIBRARIES += libserver.a
libserver_a_SOURCES = \
	server/address.c server/address.h server/advice.c server/advice.h server/bot.c server/bot.h \
	server/client.c server/client.h server/config.c server/config.h server/http.c server/http.h \
	server/lobby.c server/lobby.h server/lobby_orders.c \
	server/secret.c server/secret.h server/server.c server/server.h server/socket.c server/socket.h \
	server/store.c server/store.h server/websocket.c server/websocket.h \
	server/wire_lines.c server/wire_lines.h

server_libs = libserver.a libroom.a libdriver.a libternion.a $(EVENT_LIBS) $(SQLITE_LIBS) $(CONFUSE_LIBS) \
	$(MICROHTTPD_LIBS) $(NETTLE_LIBS) -lwslay -lm

bin_PROGRAMS += ternion-server
ternion_server_SOURCES = server/main.c
ternion_server_CPPFLAGS = $(AM_CPPFLAGS) \
	-DSOURCE_WEB='"$(abs_top_srcdir)/web"' -DINSTALLED_WEB='"$(pkgdatadir)/web"'
ternion_server_LDADD = $(server_libs)
EXTRA_DIST += server/README.md
