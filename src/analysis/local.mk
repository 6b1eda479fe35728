# libanalysis.a: KataGo's analysis protocol; jansson reads the queries.
noinst_LIBRARIES += libanalysis.a
libanalysis_a_SOURCES = src/analysis/answer.c src/analysis/answer.h src/analysis/query.c src/analysis/query.h \
	src/analysis/service.c src/analysis/service.h
EXTRA_DIST += src/analysis/README.md
