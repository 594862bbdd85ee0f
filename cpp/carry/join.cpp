// Joins streams to a module.
#include "streams.h"

/// Reads the length of each stream, four bytes each, lowest first, and then the streams in turn. Returns the end of
/// the module.
extern "C" streams::Byte* join(streams::Byte* from, streams::Byte* to) {
  static streams::Walk<false> walk;
  walk.module = to;
  streams::Byte* at = from + 4 * streams::count;
  for (int i = 0; i < streams::count; ++i) {
    walk.streams[i] = at;
    unsigned length;
    __builtin_memcpy(&length, from + 4 * i, 4);
    at += length;
  }
  walk.run(walk.streams[1]);
  return walk.module;
}
