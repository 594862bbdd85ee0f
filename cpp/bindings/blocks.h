/// Memory that JavaScript sees through views, which may outlive the block's owner. A view cannot be revoked,
/// so such a block is freed only once none of its views can be reached any more.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

namespace limber::bindings {

/// Blocks that the next deletes must not free. Only used while an object is disposed of.
inline std::vector<void*> keptBlocks;

inline void* blockAt(double address) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)); }

/// The next delete of this block keeps its memory; freeBlock() has to follow.
inline void keepBlock(double address) { keptBlocks.push_back(blockAt(address)); }
inline void freeBlock(double address) { std::free(blockAt(address)); }

/// Whether the block is to be kept. Removes it from the list.
inline bool takeKept(void* block) {
  if (keptBlocks.empty()) return false;
  const auto found = std::ranges::find(keptBlocks, block);
  if (found == keptBlocks.end()) return false;
  keptBlocks.erase(found);
  return true;
}

}  // namespace limber::bindings

void operator delete(void* block) noexcept {
  if (!limber::bindings::takeKept(block)) std::free(block);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
