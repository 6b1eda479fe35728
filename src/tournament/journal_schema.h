/* The tables of an arena's journal (docs/journal.md), which the server writes as well. */
#ifndef TERNION_JOURNAL_SCHEMA_H
#define TERNION_JOURNAL_SCHEMA_H

enum { JOURNAL_APPLICATION = 0x5445524e, JOURNAL_VERSION = 4 };

#define JOURNAL_SCHEMA                                                                             \
    "CREATE TABLE manifest(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"             \
    "CREATE TABLE engine(number INTEGER PRIMARY KEY, name TEXT NOT NULL, command TEXT NOT NULL,"   \
    " directory TEXT, variables TEXT, startup TEXT, path TEXT, sha256 TEXT, depends TEXT,"         \
    " program TEXT, version TEXT);"                                                                \
    "CREATE TABLE game(number INTEGER PRIMARY KEY, pair INTEGER NOT NULL,"                         \
    " engine0 INTEGER NOT NULL, engine1 INTEGER NOT NULL, opening_number INTEGER NOT NULL,"        \
    " opening TEXT NOT NULL, seed TEXT NOT NULL,"                                                  \
    " result TEXT NOT NULL, counted INTEGER NOT NULL, winner INTEGER NOT NULL,"                    \
    " margin REAL NOT NULL, ending TEXT NOT NULL, fault TEXT, fault_side INTEGER, detail TEXT,"    \
    " late REAL, plies INTEGER NOT NULL, moves TEXT NOT NULL, times TEXT NOT NULL,"                \
    " plies0 INTEGER, plies1 INTEGER, time0 REAL, time1 REAL, slow0 REAL, slow1 REAL,"             \
    " claim0 TEXT, claim1 TEXT, dispute INTEGER, began REAL, seconds REAL,"                        \
    " overruns0 INTEGER, overruns1 INTEGER, evaluations TEXT, dead0 TEXT, dead1 TEXT);"            \
    "CREATE TABLE dialogue(game INTEGER PRIMARY KEY, text TEXT NOT NULL);"                         \
    "CREATE TABLE event(number INTEGER PRIMARY KEY, time REAL NOT NULL, words TEXT NOT NULL);"

#endif
