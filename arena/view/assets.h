/* assets: what a report needs besides data, as text. assets.c is made by the build
 * (tools/page.awk). */
#ifndef TERNION_ASSETS_H
#define TERNION_ASSETS_H

extern const char report_style[];
extern const char report_script[];

#endif
