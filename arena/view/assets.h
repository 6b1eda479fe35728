/* assets: what a report, and the page of a run that goes on, need besides data, as text. assets.c
 * is made by the build (tools/page.awk). */
#ifndef TERNION_ASSETS_H
#define TERNION_ASSETS_H

extern const char report_style[];
extern const char report_script[];
extern const char live_style[];
extern const char live_script[];

#endif
