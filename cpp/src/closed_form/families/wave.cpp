#include "closed_form/families/wave.h"

#include <algorithm>

#include "closed_form/row/lines.h"

namespace limber::analytic {
namespace {

/// Coefficients below this fraction of the largest are rounding.
constexpr double rounding = 1e-13;
constexpr int mostRounds = 60;
/// Fraction of the amplitude: a wave that misses zero by less touches it.
constexpr double leastBeyond = 1e-13;
/// Radians within which up to four roots may be one; determinant below which two equations are nearly one.
constexpr double merged = 5e-3, nearlyOne = 1e-4;

Complex inverse(Complex a) {
  const double square = std::norm(a);
  return {a.real() / square, -a.imag() / square};
}
/// At most √2 times |a|, at least |a|.
double sizeOf(Complex a) { return std::abs(a.real()) + std::abs(a.imag()); }

/// a(z) and a'(z), and a bound on |a(z)| from rounding alone.
struct Value {
  Complex a;
  Complex derivative = 0;
  double bound;

  Value(const Complex* c, int degree, Complex z) : a(c[degree]), bound(sizeOf(c[degree])) {
    const double r = std::sqrt(std::norm(z));
    for (int k = degree - 1; k >= 0; --k) {
      derivative = times(derivative, z) + a;
      a = times(a, z) + c[k];
      bound = bound * r + sizeOf(a);
    }
    bound *= 1e-15;
  }
};

/// Aberth (1973): each root moves by Newton's step, repelled by the others: w = p / (p' − p Σ 1/(zᵢ − zⱼ)).
/// Starts are near the circle, where the relevant roots lie.
template <int most>
void findRoots(const Complex* c, Complex* z, int count) {
  for (int i = 0; i < count; ++i) {
    const auto [cosine, sine] = cosSin(2 * pi * (i + 0.25) / count);
    z[i] = (i % 2 ? 1.03 : 0.97) * Complex(cosine, sine);
  }
  std::array<bool, most> done{};
  int left = count;
  for (int round = 0; round < mostRounds && left > 0; ++round) {
    for (int i = 0; i < count; ++i) {
      if (done[i]) continue;
      const Value p(c, count, z[i]);
      Complex step = 0;
      if (sizeOf(p.a) >= p.bound) {
        Complex others = 0;
        for (int j = 0; j < count; ++j) {
          if (j != i) others += inverse(z[i] - z[j]);
        }
        step = times(p.a, inverse(p.derivative - times(p.a, others)));
        z[i] -= step;
      }
      done[i] = sizeOf(step) < 1e-15;
      left -= done[i];
    }
  }
}

template <int n>
CircleRoots<n> findAngles(const TrigPolynomial<n>& polynomial, double near) {
  double most = 0;
  for (const Complex& each : polynomial.c) most = std::max(most, sizeOf(each));
  int m = n;
  while (m > 0 && sizeOf(polynomial.c[m]) <= rounding * most) --m;
  std::array<Complex, 2 * n + 1> c;
  for (int k = 0; k <= 2 * m; ++k) c[k] = k < m ? std::conj(polynomial.c[m - k]) : polynomial.c[k - m];
  std::array<Complex, 2 * n> z;
  findRoots<2 * n>(c.data(), z.data(), 2 * m);
  CircleRoots<n> found;
  for (int i = 0; i < 2 * m; ++i) {
    const double off = std::abs(0.5 * std::log(std::norm(z[i])));
    if (!(off < near)) continue;
    found.q[found.count] = std::arg(z[i]);
    found.off[found.count++] = off;
  }
  return found;
}

}  // namespace

Wave dotTurned(const Vec3& a, const Vec3& h, const Vec3& b) {
  const double along = a.dot(h) * h.dot(b);
  return {a.dot(b) - along, a.dot(h.cross(b)), along};
}

WaveRoots rootsOf(const Wave& wave, double missed) {
  const double amplitude = wave.amplitude(), x = -wave.k / amplitude, beyond = std::abs(x) - 1;
  if (!(beyond * amplitude <= std::max(justMissed * amplitude, missed)) || amplitude == 0) return {};
  const double middle = std::atan2(wave.s, wave.c);
  if (beyond < 0) {
    const double half = std::acos(x);
    return {{middle + half, middle - half}, 2};
  }
  const double touching = x > 0 ? middle : middle + pi, half = std::acos(1 / (1 + beyond));
  return {{touching, touching + half, touching - half}, beyond > leastBeyond ? 3 : 1};
}

WaveRoots rootsOf(const Wave& wave, double scale, double any, bool& isOpen) {
  WaveRoots roots = rootsOf(wave, justMissed * scale);
  if (wave.amplitude() >= same * scale || std::abs(wave.k) >= same * scale) return roots;
  isOpen = true;
  if (wave.amplitude() < leastBeyond * scale) return {{any}, 1};
  if (roots.count == 3) roots.count = 1;
  roots.q[roots.count++] = any;
  return roots;
}

namespace {

/// (cos f₁, sin f₁) from both equations; their squares add up to one.
AnglePairs byBoth(const EqualWaves& a, const EqualWaves& b, double det, double any3) {
  const Wave cosine = (a.right * b.left.s - b.right * a.left.s) * (1 / det);
  const Wave sine = (b.right * a.left.c - a.right * b.left.c) * (1 / det);
  TrigPolynomial<2> left = product(cosine, cosine);
  left += product(sine, sine);
  left.c[0] -= 1;
  AnglePairs found;
  found.isRough = true;
  const bool isAny = std::ranges::all_of(left.c, [](Complex each) { return sizeOf(each) < same; });
  const auto [f3, count] = isAny ? Angles8{{any3}, 1} : rootsOf(left);
  for (int i = 0; i < count; ++i)
    found.each[found.count++] = {std::atan2(sine.at(f3[i]), cosine.at(f3[i])), f3[i], isAny};
  return found;
}

/// Both equations involve the same part of (cos f₁, sin f₁): they only agree for some f₃.
AnglePairs byOne(const EqualWaves& a, const EqualWaves& b, double any1, double any3) {
  AnglePairs found;
  const Wave& longer = a.left.amplitude() > b.left.amplitude() ? a.left : b.left;
  const double length = longer.amplitude();
  if (length < same) {
    bool isAny = false;
    const WaveRoots f3 = rootsOf(a.right.amplitude() > b.right.amplitude() ? a.right : b.right, 1, any3, isAny);
    for (int i = 0; i < f3.count; ++i) found.each[found.count++] = {any1, f3.q[i], true};
    return found;
  }
  const double x = longer.c / length, y = longer.s / length;
  const double onA = a.left.c * x + a.left.s * y, onB = b.left.c * x + b.left.s * y;
  const Wave agree = a.right * onB - b.right * onA;
  bool isOpen = false;
  const WaveRoots f3 = rootsOf(agree, 1, any3, isOpen);
  for (int i = 0; i < f3.count; ++i) {
    const double part = (onA * a.right.at(f3.q[i]) + onB * b.right.at(f3.q[i])) / (onA * onA + onB * onB);
    const WaveRoots f1 = rootsOf(Wave{x, y, -part}, nearlyReached);
    for (int j = 0; j < f1.count; ++j) found.each[found.count++] = {f1.q[j], f3.q[i], isOpen};
  }
  return found;
}

/// Moves the left side's constant to the right.
EqualWaves sorted(const EqualWaves& row) { return {{row.left.c, row.left.s, 0}, row.right.plus(-row.left.k)}; }

}  // namespace

AnglePairs solvePair(EqualWaves a, EqualWaves b, double any1, double any3) {
  a = sorted(a);
  b = sorted(b);
  const double det = a.left.c * b.left.s - a.left.s * b.left.c;
  if (std::abs(det) < same) return byOne(a, b, any1, any3);
  AnglePairs found = byBoth(a, b, det, any3);
  if (std::abs(det) > nearlyOne) return found;
  const AnglePairs others = byOne(a, b, any1, any3);
  for (int i = 0; i < others.count; ++i) found.each[found.count++] = others.each[i];
  return found;
}

TrigPolynomial<2> product(const Wave& a, const Wave& b) {
  // a = ½ A z + ½ conj(A) / z + k.
  const Complex A(a.c, -a.s), B(b.c, -b.s);
  return {{a.k * b.k + 0.5 * (A * std::conj(B)).real(), 0.5 * (A * b.k + B * a.k), 0.25 * A * B}};
}

TrigPolynomial<2> polynomial(const Wave& a) { return {{a.k, Complex(0.5 * a.c, -0.5 * a.s), 0}}; }

CircleRoots<16> rootsOf(const TrigPolynomial<16>& polynomial, double near) { return findAngles(polynomial, near); }

Angles8 rootsOf(const TrigPolynomial<2>& polynomial) {
  const CircleRoots<2> roots = findAngles(polynomial, perhapsOnCircle);
  Angles8 found;
  for (int i = 0; i < roots.count; ++i) {
    double sum = 0;
    int count = 0;
    for (int j = 0; j < roots.count; ++j) {
      const double way = wrapped(roots.q[j] - roots.q[i]);
      if (std::abs(way) > merged) continue;
      sum += way;
      ++count;
    }
    found.q[found.count++] = roots.q[i];
    if (count > 1) found.q[found.count++] = roots.q[i] + sum / count;
  }
  return found;
}

}  // namespace limber::analytic
