#include "closed_form/families/three_hinges.h"

#include "closed_form/families/wave.h"

namespace limber::analytic {
namespace {

/// Below this, two equations for w are nearly one, and w is read from one of them. The error is about this
/// large; so is that of the other method at a double root, rounding's square root over this. Newton's method
/// needs a better start than 1e-3.
constexpr double leastSystemDeterminant = 1e-5;

/// E₁E₂E₃ d = c, written with x = c − o₁, P = o₂ − o₁, a = o₃ − o₂, b = d − o₃ as R₁(P + R₂ v(q₃)) = x, where
/// v = a + R₃ b.
struct PointProblem {
  Vec3 h1, h2, h3;
  Vec3 x, P, a, b;
  const double* free;
  double size;
  Triples found;
  bool isOpen = false;

  PointProblem(const Line* lines, const Vec3& d, const Vec3& c, const double* free)
      : h1(lines[0].h),
        h2(lines[1].h),
        h3(lines[2].h),
        x(c - lines[0].o),
        P(lines[1].o - lines[0].o),
        a(lines[2].o - lines[1].o),
        b(d - lines[2].o),
        free(free),
        size(x.norm() + P.norm() + a.norm() + b.norm()) {}

  Vec3 v(double q3) const { return a + turned(h3, q3, b); }

  /// q₁ follows from the others.
  void finish(Angle q2, double q3) {
    const Vec3 y = P + turned(h2, q2.q, v(q3));
    const Angles q1 = anglesAbout(h1, y, x, size, free[0], y, x);
    for (const double q : q1) found.add(q, q2.q, q3, isOpen || q1.isOpen || q2.isOpen);
  }

  /// h₂ ∥ h₃: along h₂ nothing changes after q₁, so h₂ · R₁ᵀx = h₂ · (P + a + b). The rest is two links in a
  /// plane.
  void solveParallel() {
    const Wave height = dotTurned(h2, h1, x).mirrored().plus(-h2.dot(P + a + b));
    // Constant if x is on the first axis, or if all three are parallel.
    const WaveRoots q1 = rootsOf(height, size, free[0], isOpen);
    const auto across = [&](const Vec3& y) { return Vec3(y - h2 * h2.dot(y)); };
    const Vec3 flatA = across(a), flatB = across(b);
    for (int i = 0; i < q1.count; ++i) {
      const Vec3 y = across(turned(h1, -q1.q[i], x) - P);
      // |y|² = |a|² + |b|² + 2 a · R₃b.
      const Wave twice = dotTurned(flatA, h3, flatB) * 2;
      const double k = flatA.squaredNorm() + flatB.squaredNorm() - y.squaredNorm();
      const WaveRoots q3 = rootsOf(twice.plus(k), size * size, free[2], isOpen);
      for (int j = 0; j < q3.count; ++j) {
        const Vec3 w = turned(h3, q3.q[j], flatB);
        const Angles q2 = anglesAbout(h2, flatA + w, y, size, free[1], h2.cross(w), y);
        for (const double q : q2) found.add(q1.q[i], q, q3.q[j], isOpen || q2.isOpen);
      }
    }
  }

  /// With w = R₂v: |P + w| = |x| and h₁ · (P + w) = h₁ · x give 2P · w = |x|² − |P|² − |v|² and
  /// h₁ · w = h₁ · (x − P). Only the part of w perpendicular to h₂ is unknown, a complex number in that
  /// plane; h₂ · w = h₂ · v.
  void solveGeneral() {
    const Vec3 e1 = anyPerpendicular(h2), e2 = h2.cross(e1);
    const auto flat = [&](const Vec3& y) { return Complex(y.dot(e1), y.dot(e2)); };
    const Wave square = dotTurned(a, h3, b) * 2;  // |v|² less its constant
    const double constant = a.squaredNorm() + b.squaredNorm();
    const Wave along = dotTurned(h2, h3, b).plus(h2.dot(a));
    // Re(conj(p) w) = dP and Re(conj(n) w) = dN, both divided by lengths.
    const Complex p = 2.0 / size * flat(P), n = flat(h1);
    const Wave dP =
        (square * -1 - along * (2 * P.dot(h2))).plus(x.squaredNorm() - P.squaredNorm() - constant) * (1 / size);
    const Wave dN = (along * -h1.dot(h2)).plus(h1.dot(x - P));
    const double det = p.real() * n.imag() - p.imag() * n.real();
    if (std::abs(det) > same) {
      byBoth(p, n, dP, dN, det, square.plus(constant), along, flat);
    } else {
      byOne(p, n, dP, dN, flat);
    }
  }

  /// w from both equations; |w|² + (h₂ · v)² = |v|² is quadratic in exp(iq₃).
  template <class F>
  void byBoth(Complex p, Complex n, const Wave& dP, const Wave& dN, double det, const Wave& square, const Wave& along,
              F&& flat) {
    const Wave wx = (dP * n.imag() - dN * p.imag()) * (1 / det);
    const Wave wy = (dN * p.real() - dP * n.real()) * (1 / det);
    TrigPolynomial<2> left = product(wx, wx);
    left += product(wy, wy);
    left += product(along, along);
    left += polynomial(square * -1);
    // If d is on the third axis.
    const bool isAny = std::ranges::all_of(left.c, [&](Complex each) { return std::abs(each) < same * size * size; });
    isOpen |= isAny;
    const auto [q3, count] = isAny ? Angles8{{free[2]}, 1} : rootsOf(left);
    for (int i = 0; i < count; ++i) {
      if (std::abs(det) < leastSystemDeterminant) {
        byLength(p, n, dP, dN, q3[i], flat);
      } else {
        finish(turnBetween(flat(v(q3[i])), {wx.at(q3[i]), wy.at(q3[i])}), q3[i]);
      }
    }
  }

  /// Both equations involve the same part of w: they only agree for some q₃.
  template <class F>
  void byOne(Complex p, Complex n, const Wave& dP, const Wave& dN, F&& flat) {
    const double length = std::hypot(std::abs(p), std::abs(n));
    if (!(length > same)) return byNeither(dP);
    const auto [along, onP, onN] = partOf(p, n);
    const Wave agree = (dP * onN - dN * onP) * (1 / length);
    const WaveRoots q3 = rootsOf(agree, size, free[2], isOpen);
    for (int i = 0; i < q3.count; ++i) byLength(p, n, dP, dN, q3.q[i], flat);
  }

  /// The direction of the longer of p and n, and the components of both along it.
  struct Part {
    Complex along;
    double onP, onN;
  };
  static Part partOf(Complex p, Complex n) {
    const Complex along = std::abs(n) > std::abs(p) ? n / std::abs(n) : p / std::abs(p);
    return {along, times(std::conj(along), p).real(), times(std::conj(along), n).real()};
  }

  /// One part of w from the equations, the other from its length, with either sign.
  template <class F>
  void byLength(Complex p, Complex n, const Wave& dP, const Wave& dN, double q3, F&& flat) {
    const auto [along, onP, onN] = partOf(p, n);
    const double t = (onP * dP.at(q3) + onN * dN.at(q3)) / (onP * onP + onN * onN);
    const Complex from = flat(v(q3));
    const double rest = std::norm(from) - t * t;
    if (rest < -nearlyReached * size * size) return;
    const double s = std::sqrt(std::max(0.0, rest));
    finish(turnBetween(from, times(along, Complex(t, s))), q3);
    if (s > 0) finish(turnBetween(from, times(along, Complex(t, -s))), q3);
  }

  /// The first two axes are the same line, so any q₂ will do.
  void byNeither(const Wave& dP) {
    const WaveRoots q3 = rootsOf(dP);
    for (int i = 0; i < q3.count; ++i) finish({free[1], true}, q3.q[i]);
  }

  Angle turnBetween(Complex from, Complex to) const {
    const double length = std::abs(from) * std::abs(to) / (size * size);
    return {length > same ? std::arg(times(to, std::conj(from))) : free[1], length < nearlyNone};
  }
};

}  // namespace

Triples reachPoint(const Line* lines, const Vec3& from, const Vec3& to, const double* free) {
  if (!areHinges(lines)) return slideToPoint(lines, from, to, free);
  PointProblem problem(lines, from, to, free);
  if (areParallel(lines[1], lines[2])) {
    problem.solveParallel();
  } else {
    problem.solveGeneral();
  }
  return problem.found;
}

/// h₁ · R₂h₃ = h₁ · Rh₃ gives q₂. R₁ takes R₂h₃ to Rh₃, and R₃ takes Rᵀh₁ to R₂ᵀh₁. If the first and third axes are
/// nearly in line, only the sum of q₁ and q₃ is certain: then q₃ follows from q₁.
Triples makeRotation(const Line* lines, const Mat3& R, const double* free) {
  constexpr double inLine = 1e-4;
  const Vec3 &h1 = lines[0].h, &h2 = lines[1].h, &h3 = lines[2].h;
  const Vec3 to = R * h3, from = R.transpose() * h1;
  const bool isClear = h1.cross(to).squaredNorm() > inLine;
  Triples found;
  const WaveRoots q2 = rootsOf(dotTurned(h1, h2, h3).plus(-h1.dot(to)));
  for (int i = 0; i < q2.count; ++i) {
    const auto [cosine, sine] = cosSin(q2.q[i]);
    const Vec3 y = turned(h2, cosine, sine, h3);
    if (isClear) {
      const Angle q1 = angleAbout(h1, y, to, 1, free[0]);
      const Angle q3 = angleAbout(h3, from, turned(h2, cosine, -sine, h1), 1, free[2]);
      found.add(q1.q, q2.q[i], q3.q, false);
      continue;
    }
    const Angles q1 = anglesAbout(h1, y, to, 1, free[0], h2.cross(y), to);
    for (const double q : q1) {
      const Vec3 across = anyPerpendicular(h3);
      const Vec3 back = turned(h1, -q, R * across);
      const Angle q3 = angleAbout(h3, across, turned(h2, cosine, -sine, back), 1, free[2]);
      found.add(q, q2.q[i], q3.q, q1.isOpen);
    }
  }
  return found;
}

}  // namespace limber::analytic
