/// Linkages with closed loops, from plain numbers.
#pragma once

#include "fixtures.h"

namespace limber::test {

inline constexpr std::array<bool, 6> hingeFree{false, false, false, false, false, true};
inline constexpr std::array<bool, 6> ballFree{false, false, false, true, true, true};

inline Pose at(const Vec3& p, const Quat& r = Quat::Identity()) { return {p, r}; }

// --- Four-bar: crank a, coupler b, rocker c, ground d along X, in the plane z = 0 -----------------

struct FourBar {
  double a = 1, b = 3, c = 2.5, d = 3.2;
};

inline ModelDescription describe(const FourBar& bars, double weight = 1) {
  const JointDescription turning = joint("continuous");
  return {"",
          {link("crank", "", {0, 0, 0}, turning), link("coupler", "crank", {bars.a, 0, 0}, turning),
           link("rocker", "", {bars.d, 0, 0}, turning)},
          {{"closure", {"coupler", at({bars.b, 0, 0})}, {"rocker", at({bars.c, 0, 0})}, hingeFree, weight}}};
}
inline ModelPtr fourBar(const FourBar& bars = {}, double weight = 1) { return build(describe(bars, weight)); }

/// The rocker's angle from the crank's by Freudenstein's equation, k₁ cos ψ − k₂ cos φ + k₃ = cos(φ − ψ), solved by
/// half tangents; `side` is the assembly's ±1.
inline double freudenstein(const FourBar& bars, double crank, int side) {
  const double k1 = bars.d / bars.a;
  const double k2 = bars.d / bars.c;
  const double k3 = (bars.a * bars.a - bars.b * bars.b + bars.c * bars.c + bars.d * bars.d) / (2 * bars.a * bars.c);
  const double A = std::cos(crank) - k1 - k2 * std::cos(crank) + k3;
  const double B = -2 * std::sin(crank);
  const double C = k1 - (k2 + 1) * std::cos(crank) + k3;
  return 2 * std::atan2(-B - side * std::sqrt(B * B - 4 * A * C), 2 * A);
}

/// Residual of Freudenstein's equation for two angles.
inline double freudensteinError(const FourBar& bars, double crank, double rocker) {
  const double k3 = (bars.a * bars.a - bars.b * bars.b + bars.c * bars.c + bars.d * bars.d) / (2 * bars.a * bars.c);
  return bars.d / bars.a * std::cos(rocker) - bars.d / bars.c * std::cos(crank) + k3 - std::cos(crank - rocker);
}

// --- Slider-crank: crank r, rod l, the slider on the X axis ---------------------------------------

inline ModelPtr sliderCrank(double r, double l) {
  const JointDescription turn = joint("continuous");
  return build({"",
                {link("crank", "", {0, 0, 0}, turn), link("rod", "crank", {r, 0, 0}, turn),
                 link("slider", "", {0, 0, 0}, joint("prismatic", Vec3::UnitX()))},
                {{"pin", {"rod", at({l, 0, 0})}, {"slider", at({0, 0, 0})}, hingeFree, 1}}});
}

// --- Stewart platform: six legs, each a universal joint, a slide, and a ball at the platform ------

struct Stewart {
  double base = 1, platform = 0.6, height = 1.2;

  /// Where leg i stands on the ground, and where it holds the platform, in the platform's frame.
  Vec3 foot(int i) const { return onCircle(base, i, 0.25); }
  Vec3 head(int i) const { return onCircle(platform, i, 0.75); }

  static Vec3 onCircle(double radius, int i, double spread) {
    const double angle = (i / 2) * 2 * pi / 3 + (i % 2 == 0 ? -spread : spread) * pi / 3;
    return {radius * std::cos(angle), radius * std::sin(angle), 0};
  }
};

/// The platform floats in the world. Leg i is "leg i" (swings) and "rod i" (slides by its length).
inline ModelPtr stewart(const Stewart& size = {}) {
  std::vector<LinkDescription> links = {link("platform", "", {0, 0, size.height}, joint("free"))};
  std::vector<LoopDescription> loops;
  for (int i = 0; i < 6; ++i) {
    JointDescription swing = joint("universal", Vec3::UnitX());
    swing.axis2 = Vec3::UnitY();
    const std::string leg = numbered("leg ", i);
    const std::string rod = numbered("rod ", i);
    links.push_back(link(leg, "", size.foot(i), swing));
    links.push_back(link(rod, leg, {0, 0, 0}, joint("prismatic", Vec3::UnitZ(), {{0.5, 3}})));
    loops.push_back({numbered("ball ", i), {"platform", at(size.head(i))}, {rod, Pose()}, ballFree, 1});
  }
  return build({"", std::move(links), std::move(loops)});
}

// --- Bennett: four skew hinges, opposite links equal, sin α / a = sin β / b -----------------------

struct Bennett {
  double a = 1, alpha = 0.6;
  double beta = 1.1;
  double b() const { return a * std::sin(beta) / std::sin(alpha); }
};

/// Links "0" (turns in the world), "1", "2"; the fourth is the world. Each hinge's axis is z; the next frame
/// follows by a slide along x and a rotation about it.
inline ModelDescription describe(const Bennett& shape) {
  const auto next = [](double length, double twist) {
    return at({length, 0, 0}, Quat(Eigen::AngleAxisd(twist, Vec3::UnitX())));
  };
  const JointDescription turn = joint("continuous");
  const Pose first = next(shape.a, shape.alpha);
  const Pose second = next(shape.b(), shape.beta);
  return {"",
          {{"0", "", Pose(), turn}, {"1", "0", first, turn}, {"2", "1", second, turn}},
          {{"closure", {"2", first}, {"", second.inverse()}, hingeFree, 1}}};
}
inline ModelPtr bennett(const Bennett& shape = {}) { return build(describe(shape)); }

// --- Chain of n balls, whose last link is closed to the world --------------------------------------

/// A hanging chain of n links of length `slack`/n with balls at every end. Its ends are fixed in the world
/// one metre apart.
inline ModelPtr hangingChain(int n, double slack = 1.3) {
  const double length = slack / n;
  std::vector<LinkDescription> links;
  for (int i = 0; i < n; ++i) {
    const std::string parent = i == 0 ? "" : numbered("link ", i - 1);
    links.push_back(link(numbered("link ", i), parent, {i == 0 ? 0 : length, 0, 0}, joint("ball")));
  }
  return build({"",
                std::move(links),
                {{"end", {numbered("link ", n - 1), at({length, 0, 0})}, {"", at({1, 0, 0})}, ballFree, 1}}});
}

}  // namespace limber::test
