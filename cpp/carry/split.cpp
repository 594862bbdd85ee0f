// Splits a module into streams, for scripts/carry.mjs.
#include "streams.h"

extern "C" int streamCount() { return streams::count; }

/// Writes stream i from `to[i]` on, and its end to `to[i]`. False if an instruction is not known.
extern "C" bool split(streams::Byte* module, const streams::Byte* end, streams::Byte** to) {
  static streams::Walk<true> walk;
  walk.module = module;
  for (int i = 0; i < streams::count; ++i) walk.streams[i] = to[i];
  walk.run(end);
  for (int i = 0; i < streams::count; ++i) to[i] = walk.streams[i];
  return walk.isKnown && walk.module == end;
}
