/* Windows runs on machines with the low byte first. */
#ifndef TERNION_WINDOWS_ENDIAN_H
#define TERNION_WINDOWS_ENDIAN_H

#define htole32(number) (number)
#define htole64(number) (number)
#define le32toh(number) (number)
#define le64toh(number) (number)

#endif
