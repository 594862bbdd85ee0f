#include "families.h"
#include "wave.h"

namespace limber::analytic {
namespace {

std::optional<int> find(const Loop& loop) {
  for (int k = 0; k < 4; ++k) {
    if (areParallel(loop.lines[k], loop.lines[k + 1]) && areParallel(loop.lines[k], loop.lines[k + 2])) return k;
  }
  return std::nullopt;
}

/// The lines turn to the direction of the middle one.
bool bring(Loop& loop) {
  for (int k = 0; k < 4; ++k) {
    Line* lines = &loop.lines[k];
    const Vec3& h = lines[1].h;
    const auto isFar = [&](const Line& line) { return line.h.cross(h).norm() > almost; };
    if (isFar(lines[0]) || isFar(lines[2])) continue;
    for (Line* line : {&lines[0], &lines[2]}) line->h = line->h.dot(h) < 0 ? Vec3(-h) : h;
    return true;
  }
  return false;
}

/// P₁P₂P₃F₁F₂F₃ = G, the first three along h. They leave directions and heights along h as they are: h·Gx = h·F₁F₂F₃x
/// for every x.
struct Solver {
  Loop loop;
  int k;
  Found& found;
  const Line *P = loop.lines.data(), *F = P + 3;
  Vec3 h = P[0].h;
  Vec3 g = loop.G.R.transpose() * h;

  /// Two equations a·(cos f₁, sin f₁) = right(f₃): f₂ · F₁ᵀh = f₂ · F₃g, and the height of a point on the axis f₂,
  /// h · F₁o = h · G F₃⁻¹ o.
  struct Row {
    Wave left, right;  ///< of f₁ and f₃; left without its constant
  };
  Row direction() const {
    const Wave left = dotTurned(F[1].h, F[0].h, h).mirrored();
    return rowOf(left, dotTurned(F[1].h, F[2].h, g));
  }
  Row height() const {
    const double by = 1 / loop.size;
    const Wave left = dotTurned(h, F[0].h, F[1].o - F[0].o).plus(h.dot(F[0].o));
    const Wave right = dotTurned(g, F[2].h, F[1].o - F[2].o).mirrored().plus(h.dot(loop.G * F[2].o));
    return rowOf(left * by, right * by);
  }
  static Row rowOf(const Wave& left, const Wave& right) { return {{left.c, left.s, 0}, right.plus(-left.k)}; }

  void solve() {
    const Row a = direction(), b = height();
    const double det = a.left.c * b.left.s - a.left.s * b.left.c;
    if (std::abs(det) > same) {
      byBoth(a, b, det);
    } else {
      byOne(a, b);
    }
  }

  /// cos f₁ and sin f₁ from both; their squares add to one.
  void byBoth(const Row& a, const Row& b, double det) {
    const Wave cosine = (a.right * b.left.s - b.right * a.left.s) * (1 / det);
    const Wave sine = (b.right * a.left.c - a.right * b.left.c) * (1 / det);
    TrigPolynomial<2> left = product(cosine, cosine);
    left += product(sine, sine);
    left.c[0] -= 1;
    const auto [f3, off, count] = rootsOf(left, onCircle);
    for (int i = 0; i < count; ++i) finish(std::atan2(sine.at(f3[i]), cosine.at(f3[i])), f3[i], false);
  }

  /// Both are about the same part of (cos f₁, sin f₁): they agree for some f₃.
  void byOne(const Row& a, const Row& b) {
    const Wave& longer = a.left.amplitude() > b.left.amplitude() ? a.left : b.left;
    const double length = longer.amplitude();
    if (length < same) return;
    const double x = longer.c / length, y = longer.s / length;
    const double onA = a.left.c * x + a.left.s * y, onB = b.left.c * x + b.left.s * y;
    const Wave agree = a.right * onB - b.right * onA;
    bool isOpen = false;
    const TwoAngles f3 = rootsOf(agree, 1, loop.free[5], isOpen);
    for (int i = 0; i < f3.count; ++i) {
      const double part = (onA * a.right.at(f3.q[i]) + onB * b.right.at(f3.q[i])) / (onA * onA + onB * onB);
      const TwoAngles f1 = rootsOf({x, y, -part});
      for (int j = 0; j < f1.count; ++j) finish(f1.q[j], f3.q[i], isOpen);
    }
  }

  /// f₂ takes F₃g to F₁ᵀh; then P₁P₂P₃ = G (F₁F₂F₃)⁻¹ is two links in the plane across h, and the angle they end at.
  void finish(double f1, double f3, bool isOpen) {
    const Angle f2 = angleAbout(F[1].h, rotation(F[2].h, f3) * g, rotation(F[0].h, -f1) * h, 1, loop.free[4]);
    const Rigid ends = loop.G * (turn(F[0], f1) * turn(F[1], f2.q) * turn(F[2], f3)).inverse();
    const auto across = [&](const Vec3& v) { return Vec3(v - h * h.dot(v)); };
    const Vec3 x = across(ends * P[2].o - P[0].o);
    const Vec3 u = across(P[1].o - P[0].o);
    const Vec3 v = across(P[2].o - P[1].o);
    const Vec3 any = anyPerpendicular(h);
    const double whole = angleAbout(h, any, ends.R * any, 1, 0).q;
    // |x|² = |u|² + |v|² + 2 u · P₂v.
    const TwoAngles p2 = rootsOf((dotTurned(u, h, v) * 2).plus(u.squaredNorm() + v.squaredNorm() - x.squaredNorm()));
    for (int j = 0; j < p2.count; ++j) {
      const Angle p1 = angleAbout(h, u + rotation(h, p2.q[j]) * v, x, loop.size, loop.free[0]);
      const double p3 = whole - p1.q - p2.q[j];
      const bool isAnyOpen = isOpen || f2.isOpen || p1.isOpen;
      found.offer({p1.q, signOf(1) * p2.q[j], signOf(2) * p3, f1, f2.q, f3}, k, isAnyOpen);
    }
  }
  double signOf(int i) const { return P[i].h.dot(h) < 0 ? -1 : 1; }
};

void solve(const Loop& loop, int k, Found& found) { Solver{loop.begunAt(k), k, found}.solve(); }

}  // namespace

Family threeParallel() { return {"three parallel axes", find, solve, bring}; }

}  // namespace limber::analytic
