// Decodes LZMA after Igor Pavlov's "LZMA specification" (draft of 2015), without a header and with lc = 1,
// lp = 0, pb = 0, as encoded by scripts/carry.mjs. A separate module, which the package carries beside the
// core: no library, no allocation.

using Byte = unsigned char;
using Probability = unsigned short;

namespace {

constexpr int literalContextBits = 1;
constexpr int states = 12;
/// Earlier states follow a literal.
constexpr int firstStateAfterMatch = 7;
constexpr unsigned endMark = 0xFFFFFFFF;

struct Lengths {
  Probability isNotLow, isHigh, low[8], mid[8], high[256];
};

/// Probabilities of a 0, in units of 2^-11.
struct Probabilities {
  Probability isMatch[states], isRepeat[states];
  Probability isNotLatest[states], isLong[states], isNotSecond[states], isNotThird[states];
  Lengths match, repeat;
  /// By length: two bits of it and the rest.
  Probability slots[4][64];
  /// Lower bits of distances: one tree per slot from 4 to 13, in sequence.
  Probability distances[115], aligned[16];
  Probability literals[1 << literalContextBits][3][256];
};

Probabilities p;
const Byte* next;
const Byte* last;
unsigned range, code;

/// Returns 0 past the end; decode() checks for that when it is done.
unsigned readByte() {
  const unsigned byte = next < last ? *next : 0;
  ++next;
  return byte;
}

void normalise() {
  if (range >> 24) return;
  range <<= 8;
  code = code << 8 | readByte();
}

/// Decodes one bit. 0 has the lower part of the range, in proportion to its probability.
unsigned bit(Probability& ofZero) {
  normalise();
  const unsigned bound = (range >> 11) * ofZero;
  const bool isOne = code >= bound;
  if (isOne) {
    code -= bound;
    range -= bound;
    ofZero -= ofZero >> 5;
  } else {
    range = bound;
    ofZero += (2048 - ofZero) >> 5;
  }
  return isOne;
}

/// Decodes bits of equal probability, highest first.
unsigned evenBits(int count) {
  unsigned value = 0;
  for (; count > 0; --count) {
    normalise();
    range >>= 1;
    const bool isOne = code >= range;
    if (isOne) code -= range;
    value = value << 1 | isOne;
  }
  return value;
}

/// Decodes bits highest first. Each has its own probability per value of the bits before it.
unsigned tree(Probability* at, int bits) {
  unsigned node = 1;
  for (int i = 0; i < bits; ++i) node = node << 1 | bit(at[node]);
  return node - (1u << bits);
}

/// The same with the lowest bit first.
unsigned reverseTree(Probability* at, int bits) {
  unsigned node = 1, value = 0;
  for (int i = 0; i < bits; ++i) {
    const unsigned one = bit(at[node]);
    node = node << 1 | one;
    value |= one << i;
  }
  return value;
}

/// Length less the shortest, which is 2.
unsigned length(Lengths& of) {
  if (!bit(of.isNotLow)) return tree(of.low, 3);
  if (!bit(of.isHigh)) return 8 + tree(of.mid, 3);
  return 16 + tree(of.high, 8);
}

/// Distance less 1, so that 0 means the previous byte.
unsigned distance(unsigned length) {
  const unsigned slot = tree(p.slots[length < 3 ? length : 3], 6);
  if (slot < 4) return slot;
  // The slot's parity and the bit before it are the highest bits.
  const int lower = static_cast<int>(slot >> 1) - 1;
  const unsigned value = (2 | (slot & 1)) << lower;
  if (slot < 14) return value + reverseTree(p.distances + value - slot, lower);
  const unsigned middle = evenBits(lower - 4) << 4;
  return value + middle + reverseTree(p.aligned, 4);
}

/// `expected` is the byte at the latest distance; after a match it predicts the literal, until a bit differs.
Byte literal(Byte before, bool afterMatch, unsigned expected) {
  Probability(&of)[3][256] = p.literals[before >> (8 - literalContextBits)];
  unsigned symbol = 1;
  while (symbol < 256) {
    const unsigned foretold = expected >> 7 & 1;
    expected <<= 1;
    const unsigned one = bit(of[afterMatch ? 1 + foretold : 0][symbol]);
    symbol = symbol << 1 | one;
    if (one != foretold) afterMatch = false;
  }
  return static_cast<Byte>(symbol);
}

}  // namespace

/// Decodes the bytes from `from` to `to`, and writes the result from `to` on. False unless it ends at `end`,
/// with an end mark, nothing left over and the coder at rest, which is as good as a 32-bit checksum.
extern "C" bool decode(const Byte* from, const Byte* to, const Byte* end) {
  for (Probability* each = &p.isMatch[0]; each < &p.literals[0][0][0] + sizeof p.literals / sizeof *each; ++each)
    *each = 1024;
  next = from;
  last = to;
  range = endMark;
  if (readByte() != 0) return false;
  code = 0;
  for (int i = 0; i < 4; ++i) code = code << 8 | readByte();

  Byte* const begin = const_cast<Byte*>(to);
  Byte* out = begin;
  unsigned latest = 0, second = 0, third = 0, fourth = 0;
  int state = 0;
  for (;;) {
    const bool afterMatch = state >= firstStateAfterMatch;
    if (!bit(p.isMatch[state])) {
      if (out == end) return false;
      const Byte before = out == begin ? 0 : out[-1];
      *out = literal(before, afterMatch, afterMatch ? out[-1 - static_cast<int>(latest)] : 0);
      ++out;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    unsigned count = 1;
    if (!bit(p.isRepeat[state])) {
      fourth = third;
      third = second;
      second = latest;
      count = length(p.match);
      latest = distance(count);
      if (latest == endMark) break;
      count += 2;
      state = afterMatch ? 10 : 7;
    } else if (bit(p.isNotLatest[state])) {
      unsigned chosen = second;
      if (bit(p.isNotSecond[state])) {
        chosen = third;
        if (bit(p.isNotThird[state])) {
          chosen = fourth;
          fourth = third;
        }
        third = second;
      }
      second = latest;
      latest = chosen;
      count = 2 + length(p.repeat);
      state = afterMatch ? 11 : 8;
    } else if (bit(p.isLong[state])) {
      count = 2 + length(p.repeat);
      state = afterMatch ? 11 : 8;
    } else {
      state = afterMatch ? 11 : 9;
    }
    if (latest >= static_cast<unsigned>(out - begin) || count > static_cast<unsigned>(end - out)) return false;
    for (; count > 0; --count, ++out) *out = out[-1 - static_cast<int>(latest)];
  }
  normalise();
  return code == 0 && next == last && out == end;
}
