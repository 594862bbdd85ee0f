/// Arms of six hinges, from lines in space.
#pragma once

#include "fixtures.h"
#include "random_model.h"

namespace limber::test {

/// Hinge i turns about h[i] through o[i], where all are at zero; the tool is at `tool` then.
inline ModelPtr armOf(const std::vector<Vec3>& h, const std::vector<Vec3>& o, const Pose& tool = {}) {
  std::vector<LinkDescription> links;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const Vec3 before = i ? o[i - 1] : Vec3(Vec3::Zero());
    links.push_back(link("link" + std::to_string(i), i ? links.back().name : "", o[i] - before, hinge(h[i])));
  }
  links.push_back(link("tool", links.back().name, tool.p - o.back()));
  links.back().origin.r = tool.r;
  return build(std::move(links));
}

/// Families of arms with six hinges, random otherwise.
struct ArmFamily {
  std::string_view name;
  void (*shape)(std::vector<Vec3>& h, std::vector<Vec3>& o);
};

/// Three from `first` on pass through one point.
inline void meet(std::vector<Vec3>& h, std::vector<Vec3>& o, int first) {
  for (int i = first + 1; i < first + 3; ++i) o[i] = o[first] + 0.3 * (i - first) * h[i];
}
/// `count` from `first` on are parallel, one of them turned round.
inline void align(std::vector<Vec3>& h, int first, int count) {
  for (int i = first + 1; i < first + count; ++i) h[i] = i == first + 2 ? Vec3(-h[first]) : h[first];
}

inline const std::vector<ArmFamily>& armFamilies() {
  static const std::vector<ArmFamily> families = {
      {"a wrist at the end", [](auto& h, auto& o) { meet(h, o, 3); }},
      {"a wrist at the base", [](auto& h, auto& o) { meet(h, o, 0); }},
      {"a wrist in the middle", [](auto& h, auto& o) { meet(h, o, 1); }},
      {"a wrist before the last", [](auto& h, auto& o) { meet(h, o, 2); }},
      {"a wrist, axes 2 and 3 parallel",
       [](auto& h, auto& o) {
         meet(h, o, 3);
         align(h, 1, 2);
       }},
      {"a wrist, axes 1 and 2 parallel",
       [](auto& h, auto& o) {
         meet(h, o, 3);
         align(h, 0, 2);
       }},
      {"a wrist, axes 1 and 2 meet",
       [](auto& h, auto& o) {
         meet(h, o, 3);
         o[1] = o[0] + 0.4 * h[1];
       }},
      {"a wrist, axes 2 and 3 meet",
       [](auto& h, auto& o) {
         meet(h, o, 3);
         o[2] = o[1] + 0.4 * h[2];
       }},
      {"a wrist of right angles",
       [](auto& h, auto& o) {
         h[0] = h[3] = h[5] = Vec3::UnitZ();
         h[1] = h[2] = h[4] = Vec3::UnitY();
         meet(h, o, 3);
       }},
      {"three parallel at the base", [](auto& h, auto&) { align(h, 0, 3); }},
      {"three parallel after the first", [](auto& h, auto&) { align(h, 1, 3); }},
      {"three parallel before the last", [](auto& h, auto&) { align(h, 2, 3); }},
      {"three parallel at the end", [](auto& h, auto&) { align(h, 3, 3); }},
      {"three parallel, all at right angles",
       [](auto& h, auto&) {
         h[0] = h[4] = Vec3::UnitZ();
         h[1] = h[2] = h[3] = h[5] = Vec3::UnitY();
       }},
      {"two parallel", [](auto& h, auto&) { align(h, 1, 2); }},
      {"two that meet", [](auto& h, auto& o) { o[4] = o[3] + 0.4 * h[4]; }},
      {"nothing special", [](auto&, auto&) {}},
  };
  return families;
}

/// What `armOf` takes.
struct ArmLines {
  std::vector<Vec3> h, o;
  Pose tool;
};
inline ModelPtr armOf(const ArmLines& arm) { return armOf(arm.h, arm.o, arm.tool); }

/// Any so many, brought into shape by a family if there is one.
inline ArmLines randomLines(Maker& make, int hinges, const ArmFamily* family = nullptr) {
  ArmLines arm;
  auto& [h, o, tool] = arm;
  for (int i = 0; i < hinges; ++i) {
    h.push_back(make.unitVector());
    o.push_back((i ? o.back() : Vec3(Vec3::Zero())) + 0.5 * make.vector());
  }
  if (family) family->shape(h, o);
  tool = {Vec3(o.back() + 0.5 * make.vector()), make.pose(1).r};
  return arm;
}

inline ModelPtr randomArm(Maker& make, int hinges, const ArmFamily* family = nullptr) {
  return armOf(randomLines(make, hinges, family));
}
inline ModelPtr randomArm(Maker& make, const ArmFamily& family) { return randomArm(make, 6, &family); }

/// Sets the goals to what they are where joints have the values q.
inline void aimAll(Problem& problem, const std::vector<double>& q) {
  for (const auto& goal : problem.goals()) aimAt(problem, *goal, q);
}

inline std::vector<double> row(const Problem& problem, const Solutions& solutions, int i) {
  const auto first = solutions.q.begin() + static_cast<std::ptrdiff_t>(i) * problem.model().nq;
  return {first, first + problem.model().nq};
}

inline double gap(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(std::remainder(a[i] - b[i], 2 * pi)));
  return most;
}

inline bool has(const Problem& problem, const Solutions& solutions, const std::vector<double>& q,
                double tolerance = 1e-6) {
  for (int i = 0; i < solutions.count; ++i) {
    if (gap(row(problem, solutions, i), q) < tolerance) return true;
  }
  return false;
}

/// Largest error of any solution, by the library's forward kinematics, which closed forms do not use.
inline double worstError(Problem& problem, const Solutions& solutions) {
  double worst = 0;
  const std::vector<double> before = problem.state.q;
  for (int i = 0; i < solutions.count; ++i) {
    start(problem, row(problem, solutions, i));
    for (const auto& goal : problem.goals()) {
      const Residual left = problem.residual(*goal);
      worst = std::max({worst, left.distance / problem.model().size, left.angle});
    }
  }
  start(problem, before);
  return worst;
}

}  // namespace limber::test
