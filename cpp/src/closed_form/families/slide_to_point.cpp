// E₁E₂E₃ d = c where one or two of the joints slide by t along n. Hinges turn about h through o.

#include <algorithm>

#include "closed_form/families/three_hinges.h"
#include "closed_form/families/wave.h"

namespace limber::analytic {
namespace {

/// Below this slope, a slide counts as perpendicular to a hinge.
constexpr double leastSlope = 1e-5;

struct SlideProblem {
  std::array<Line, 3> lines;
  Vec3 d, c;
  std::array<double, 3> free;
  double size = d.norm() + c.norm() + lines[0].o.norm() + lines[1].o.norm() + lines[2].o.norm();
  Triples found = {};

  const Vec3& axis(int i) const { return lines[i].h; }
  const Vec3& place(int i) const { return lines[i].o; }
  Vec3 turned(int i, double q, const Vec3& point) const { return place(i) + rotation(axis(i), q) * (point - place(i)); }

  /// t₁n₁ + t₂n₂ + E₃d = c: perpendicular to both slides, m · E₃d = m · c.
  void slideTwiceAndTurn() {
    const Vec3 m = axis(0).cross(axis(1));
    if (m.norm() < same) return;
    bool isOpen = false;
    const Wave height = dotTurned(m, axis(2), d - place(2)).plus(m.dot(place(2) - c));
    const WaveRoots q3 = rootsOf(height, size * m.norm(), free[2], isOpen);
    for (int i = 0; i < q3.count; ++i) {
      const Vec3 w = c - turned(2, q3.q[i], d);
      const double by = 1 / m.squaredNorm();
      found.add(by * w.cross(axis(1)).dot(m), by * axis(0).cross(w).dot(m), q3.q[i], isOpen);
    }
  }

  /// E₂(d + t₃n₃) = c − t₁n₁. A turn about h₂ keeps heights along it and distances from o₂; with u = c − o₂
  /// and v = d − o₂, h₂ · (u − t₁n₁) = h₂ · (v + t₃n₃) is a line of (t₁, t₃), and |u − t₁n₁|² = |v + t₃n₃|²
  /// is quadratic in s along it.
  void turnBetweenSlides() {
    const Vec3 &n1 = axis(0), &h = axis(1), &n3 = axis(2);
    const Vec3 u = c - place(1), v = d - place(1);
    const double a1 = h.dot(n1), a3 = h.dot(n3), square = a1 * a1 + a3 * a3;
    if (square < same) return;
    const double part = h.dot(u - v) / square, b1 = a1 * part, b3 = a3 * part;
    const Vec3 from = u - b1 * n1, to = v + b3 * n3;  // t₁ = b₁ + s a₃, t₃ = b₃ − s a₁
    const TwoNumbers s =
        squareRoots(a3 * a3 - a1 * a1, a1 * to.dot(n3) - a3 * from.dot(n1), from.squaredNorm() - to.squaredNorm());
    for (int i = 0; i < s.count; ++i) {
      const double t1 = b1 + s.x[i] * a3, t3 = b3 - s.x[i] * a1;
      const Vec3 y = v + t3 * n3, x = u - t1 * n1;
      const Angles q2 = anglesAbout(h, y, x, size, free[1], y, x);
      for (const double q : q2) found.add(t1, q, t3, q2.isOpen);
    }
  }

  /// E₁ (t n) E₃d = c: perpendicular to n, two equations for q₁ and q₃.
  void slideBetweenTurns() {
    const Vec3& n = axis(1);
    const Vec3 e1 = anyPerpendicular(n), e2 = n.cross(e1);
    const auto across = [&](const Vec3& e) {
      const Wave back = dotTurned(e, axis(0), c - place(0)).mirrored().plus(e.dot(place(0)));
      const Wave there = dotTurned(e, axis(2), d - place(2)).plus(e.dot(place(2)));
      return EqualWaves{back * (1 / size), there * (1 / size)};
    };
    const AnglePairs pairs = solvePair(across(e1), across(e2), free[0], free[2]);
    for (int i = 0; i < pairs.count; ++i) {
      const auto [q1, q3, isOpen] = pairs.each[i];
      found.add(q1, n.dot(turned(0, -q1, c) - turned(2, q3, d)), q3, isOpen);
    }
  }

  /// E₂(d + t n) = E₁⁻¹c, with a = d − o₂ and y(q₁) = E₁⁻¹c − o₂. A turn about h₂ keeps heights and
  /// distances: η t = W, η = h₂ · n, W = h₂ · (y − a), and t² + 2 (a · n) t = S, S = |y|² − |a|².
  /// Eliminating t: W² + 2 (a · n) η W = η² S.
  void turnTwiceAndSlide() {
    const Vec3 &h1 = axis(0), &h2 = axis(1), &n = axis(2);
    const Vec3 x = c - place(0), w = place(0) - place(1), a = d - place(1);
    const double eta = h2.dot(n), an = a.dot(n);
    const Wave W = dotTurned(h2, h1, x).mirrored().plus(h2.dot(w - a));
    const Wave S = (dotTurned(w, h1, x).mirrored() * 2).plus(x.squaredNorm() + w.squaredNorm() - a.squaredNorm());
    const auto take = [&](double q1, double t, bool isOpen) {
      const Vec3 from = a + t * n, to = rotation(h1, -q1) * x + w;
      const Angles q2 = anglesAbout(h2, from, to, size, free[1], from, to);
      for (const double q : q2) found.add(q1, q, t, isOpen || q2.isOpen);
    };
    if (std::abs(eta) > leastSlope) {
      TrigPolynomial<2> left = product(W, W);
      left += polynomial(W * (2 * an * eta) - S * (eta * eta));
      const bool isAny = std::ranges::all_of(left.c, [&](auto each) { return std::abs(each) < same * size * size; });
      if (isAny) return take(free[0], W.at(free[0]) / eta, true);
      const auto [q1, count] = rootsOf(left);
      for (int i = 0; i < count; ++i) take(q1[i], W.at(q1[i]) / eta, false);
      return;
    }
    bool isOpen = false;
    const WaveRoots q1 = rootsOf(W, size, free[0], isOpen);
    for (int i = 0; i < q1.count; ++i) {
      const TwoNumbers t = squareRoots(1, an, -S.at(q1.q[i]));
      for (int j = 0; j < t.count; ++j) take(q1.q[i], t.x[j], isOpen);
    }
  }

  struct TwoNumbers {
    std::array<double, 2> x;
    int count = 0;
  };
  /// a x² + 2b x + c = 0, also if nearly linear. Roots that are only missed by rounding count as double.
  TwoNumbers squareRoots(double a, double b, double c) const {
    const double inside = b * b - a * c;
    if (inside < -same * size * size) return {};
    const double far = b + std::copysign(std::sqrt(std::max(0.0, inside)), b);
    if (std::abs(far) < same * size) return {{0, 0}, std::abs(c) < same * size * size};
    if (std::abs(a) < same) return {{-c / far, 0}, 1};
    return {{-far / a, -c / far}, 2};
  }

  void solve() {
    switch (lines[0].slides + 2 * lines[1].slides + 4 * lines[2].slides) {
      case 2:
        return slideBetweenTurns();
      case 3:
        return slideTwiceAndTurn();
      case 4:
        return turnTwiceAndSlide();
      default:
        return turnBetweenSlides();
    }
  }
};

}  // namespace

Triples slideToPoint(const Line* lines, const Vec3& from, const Vec3& to, const double* free) {
  // E₃⁻¹E₂⁻¹E₁⁻¹ c = d is the same kind of problem in reverse, with the slides last.
  const bool isTurned = lines[0].slides ? !lines[1].slides && !lines[2].slides : lines[1].slides && lines[2].slides;
  SlideProblem problem{{lines[0], lines[1], lines[2]}, from, to, {free[0], free[1], free[2]}};
  if (isTurned) {
    for (int i = 0; i < 3; ++i) {
      problem.lines[i] = lines[2 - i];
      problem.lines[i].h = -lines[2 - i].h;
      problem.free[i] = free[2 - i];
    }
    std::swap(problem.d, problem.c);
  }
  problem.solve();
  for (int i = 0; isTurned && i < problem.found.count; ++i)
    std::swap(problem.found.each[i].q[0], problem.found.each[i].q[2]);
  return problem.found;
}

}  // namespace limber::analytic
