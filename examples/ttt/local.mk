libternion_a_SOURCES += src/ttt/ttt.c src/ttt/ttt.h
nobase_dist_pkgdata_DATA += web/games/ttt.js
