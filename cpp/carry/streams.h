// A WebAssembly module as streams of bytes of one kind, which LZMA shortens by a tenth more than the module as it
// is. The same walk splits a module into streams at build time and joins them where it is unpacked.
#pragma once

namespace streams {

using Byte = unsigned char;

/// Numbers of locals are ranks: 0 for the one that the function used last. Sizes of functions are left out.
enum Stream { rest, heads, codes, locals, offsets, constants, count };

/// A build fails if a function has more.
constexpr unsigned mostLocals = 1024;

template <bool splits>
class Walk {
 public:
  Byte* module;
  Byte* streams[count];
  /// Whether all instructions were known, which only a build asks.
  bool isKnown = true;

  /// Ends with the module, or the last of its sections' bytes.
  void run(const Byte* end) {
    for (int i = 0; i < 8; ++i) take(rest);
    while (source(rest) < end) {
      const bool isCode = take(rest) == 10;
      unsigned size = number(rest);
      if (isCode)
        for (size = number(rest); size > 0; --size) function();
      else
        take(rest, size);
    }
  }

 private:
  unsigned short order_[mostLocals];
  int depth_;

  void expect(bool known) {
    if (splits && !known) isKnown = false;
  }

  Byte*& source(Stream of) { return splits ? module : streams[of]; }
  Byte*& sink(Stream of) { return splits ? streams[of] : module; }

  Byte take(Stream of) { return *sink(of)++ = *source(of)++; }
  void take(Stream of, unsigned bytes) {
    for (; bytes > 0; --bytes) take(of);
  }

  /// LEB128
  static unsigned read(Byte*& at) {
    unsigned value = 0;
    for (int shift = 0;; shift += 7) {
      const Byte byte = *at++;
      value |= (byte & 127u) << shift;
      if (byte < 128) return value;
    }
  }
  static void write(Byte*& at, unsigned value) {
    for (; value > 127; value >>= 7) *at++ = static_cast<Byte>(value | 128);
    *at++ = static_cast<Byte>(value);
  }
  unsigned number(Stream of) {
    Byte* at = source(of);
    const unsigned value = read(at);
    take(of, static_cast<unsigned>(at - source(of)));
    return value;
  }
  void numbers(Stream of, unsigned many) {
    for (; many > 0; --many) number(of);
  }

  void function() {
    constexpr unsigned mostSizeBytes = 5;
    Byte* const start = module;
    if (splits)
      read(module);
    else
      module += mostSizeBytes;
    for (unsigned groups = number(heads); groups > 0; --groups) {
      number(heads);
      take(heads);
    }
    for (unsigned i = 0; i < mostLocals; ++i) order_[i] = static_cast<unsigned short>(i);
    for (depth_ = 1; depth_ > 0;) instruction();
    if (splits) return;
    const auto size = static_cast<unsigned>(module - start) - mostSizeBytes;
    module = start;
    write(module, size);
    __builtin_memmove(module, start + mostSizeBytes, size);
    module += size;
  }

  void local() {
    const unsigned given = read(source(locals));
    unsigned rank = splits ? 0 : given;
    if (splits)
      while (rank + 1 < mostLocals && order_[rank] != given) ++rank;
    const unsigned short used = order_[rank];
    expect(!splits || used == given);
    for (unsigned i = rank; i > 0; --i) order_[i] = order_[i - 1];
    order_[0] = used;
    write(sink(locals), splits ? rank : used);
  }

  void access() {
    number(codes);
    number(offsets);
  }

  void instruction() {
    const Byte code = take(codes);
    if (code >= 0x28 && code <= 0x3e) return access();
    switch (code) {
      case 0x02:  // block, loop, if
      case 0x03:
      case 0x04:
        ++depth_;
        [[fallthrough]];
      case 0x0c:  // br, br_if, call, global.get, global.set, memory.size, memory.grow, i32.const, i64.const
      case 0x0d:
      case 0x10:
      case 0x23:
      case 0x24:
      case 0x3f:
      case 0x40:
      case 0x41:
      case 0x42:
        return numbers(codes, 1);
      case 0x0b:  // end
        --depth_;
        return;
      case 0x0e:  // br_table
        return numbers(codes, number(codes) + 1);
      case 0x11:  // call_indirect
        return numbers(codes, 2);
      case 0x20:  // local.get, local.set, local.tee
      case 0x21:
      case 0x22:
        return local();
      case 0x43:  // f32.const
        return take(constants, 4);
      case 0x44:  // f64.const
        return take(constants, 8);
      case 0xfc:
        return bulk(number(codes));
      case 0xfd:
        return vector(number(codes));
      default:  // without immediates: unreachable, nop, else, return, drop, select, and from i32.eqz on
        expect(code <= 0x01 || code == 0x05 || code == 0x0f || code == 0x1a || code == 0x1b ||
               (code > 0x44 && code < 0xc5));
    }
  }

  /// Conversions that saturate; memory.copy, memory.fill
  void bulk(unsigned code) {
    expect(code < 8 || code == 10 || code == 11);
    if (code > 7) numbers(codes, code == 10 ? 2 : 1);
  }

  void vector(unsigned code) {
    if (code == 12) return take(constants, 16);  // v128.const
    if (code == 13) return take(codes, 16);      // i8x16.shuffle
    const bool isLaneOfMemory = code >= 84 && code <= 91;
    if (code < 12 || isLaneOfMemory || code == 92 || code == 93) access();
    if (isLaneOfMemory || (code >= 21 && code <= 34)) take(codes);
  }
};

}  // namespace streams
