#include "closed_form/row/closure.h"

#include "numbers/frame.h"

namespace limber::analytic {
namespace {

using Vec = Vec3T<Lanes>;

/// A turn of a frame about a line, which the frame takes to (h, o).
void turn(Frame<Lanes>& at, const Line& line, const Vec& h, const Vec& o, Lanes q) {
  const auto [cosine, sine] = cosSin(q);
  const Vec rest = (Lanes(1) - cosine) * h, along = sine * h;
  at.X = cosine * at.X + Lanes(line.h.x()) * rest + along.cross(at.X);
  at.Y = cosine * at.Y + Lanes(line.h.y()) * rest + along.cross(at.Y);
  at.Z = cosine * at.Z + Lanes(line.h.z()) * rest + along.cross(at.Z);
  at.p = o - at.turned(line.o);
}

/// Determinants of all three of six columns, in the order 012, 013, …, 345. Index 19 − i has the other three.
std::array<Lanes, 20> minors(const std::array<Vec, 6>& columns) {
  std::array<Lanes, 20> all;
  Lanes* to = all.data();
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 5; ++j) {
      const Vec across = columns[i].cross(columns[j]);
      for (int k = j + 1; k < 6; ++k) *to++ = across.dot(columns[k]);
    }
  }
  return all;
}

/// Laplace's expansion by three rows: unlike an elimination, the same steps for all numbers.
Lanes determinantOf(const std::array<Vec, 6>& above, const std::array<Vec, 6>& below) {
  const auto a = minors(above), b = minors(below);
  Lanes sum = 0;
  int at = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 5; ++j) {
      for (int k = j + 1; k < 6; ++k, ++at) sum += Lanes((i + j + k) % 2 ? 1 : -1) * a[at] * b[19 - at];
    }
  }
  return sum;
}

Lanes largest(const Vec& v) { return larger(larger(abs(v.x()), abs(v.y())), abs(v.z())); }

}  // namespace

Closure::Closure(const Arm& arm, const Six& first, const Six& second) : loop_(arm.loop), by_(1 / arm.loop.size) {
  // Frame of the joints so far; identity at zero.
  Frame<Lanes> frame = {Vec::UnitX(), Vec::UnitY(), Vec::UnitZ(), Vec::Zero()};
  for (int i = 0; i < 6; ++i) {
    const Line& line = loop_.lines[i];
    const Lanes q(first[i], second[i]);
    const Vec h = axes_[i] = frame.turned(line.h);
    if (line.slides) {
      frame.p += q * h;
    } else {
      levers_[i] = frame.moved(line.o);
      turn(frame, line, h, levers_[i], q);
    }
  }
  const Vec tip = frame.moved(arm.tip());
  for (int i = 0; i < 6; ++i) levers_[i] = loop_.lines[i].slides ? Vec(Vec::Zero()) : Vec(by_ * (tip - levers_[i]));
  X_ = frame.X;
  Y_ = frame.Y;
  Z_ = frame.Z;
  gap_ = by_ * (tip - (loop_.G * arm.tip()).cast<Lanes>());
}

Lanes Closure::gap() const {
  const auto off = [&](const Vec& x, int i) { return largest(x - loop_.G.R.col(i).cast<Lanes>()); };
  return larger(largest(gap_), larger(off(X_, 0), larger(off(Y_, 1), off(Z_, 2))));
}

Lanes Closure::determinant() const {
  std::array<Vec, 6> turns = axes_, shifts = axes_;
  for (int i = 0; i < 6; ++i) {
    if (loop_.lines[i].slides) {
      turns[i].setZero();
    } else {
      shifts[i] = axes_[i].cross(levers_[i]);
    }
  }
  return determinantOf(turns, shifts);
}

Mask Closure::isRegular(double least) const {
  Lanes squares = 6;
  for (const Vec& lever : levers_) squares += lever.squaredNorm();
  const Lanes det = determinant();
  return det * det > leastSquare(squares, least);
}

}  // namespace limber::analytic
