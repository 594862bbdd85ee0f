/// Arms of six joints, from lines in space.
#pragma once

#include "decompositions.h"
#include "fixtures.h"
#include "random_model.h"

namespace limber::test {

/// Joint i turns about h[i] through o[i], or slides along h[i] if slides[i] is 'S'. h, o and `tool` are given at q = 0.
inline ModelPtr armOf(const std::vector<Vec3>& h, const std::vector<Vec3>& o, const Pose& tool = {},
                      std::string_view slides = {}) {
  std::vector<LinkDescription> links;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const Vec3 before = i ? o[i - 1] : Vec3(Vec3::Zero());
    const bool isSlide = i < slides.size() && slides[i] == 'S';
    links.push_back(link("link" + std::to_string(i), i ? links.back().name : "", o[i] - before,
                         isSlide ? joint("prismatic", h[i]) : hinge(h[i])));
  }
  links.push_back(link("tool", links.back().name, tool.p - o.back()));
  links.back().origin.r = tool.r;
  return build(std::move(links));
}

/// Families of arms with six joints. Everything the family does not fix is random.
struct ArmFamily {
  std::string_view name;
  void (*shape)(std::vector<Vec3>& h, std::vector<Vec3>& o);
  std::string_view slides = {};  ///< as in armOf
};

/// Makes three axes, starting with `first`, meet in one point.
inline void meet(std::vector<Vec3>& h, std::vector<Vec3>& o, int first) {
  for (int i = first + 1; i < first + 3; ++i) o[i] = o[first] + 0.3 * (i - first) * h[i];
}
/// Makes axis i meet the one before. Returns o.
inline std::vector<Vec3>& touch(std::vector<Vec3>& h, std::vector<Vec3>& o, int i) {
  o[i] = o[i - 1] + 0.4 * h[i];
  return o;
}
/// Makes `count` axes, starting with `first`, parallel; the third one points the other way. Returns h.
inline std::vector<Vec3>& align(std::vector<Vec3>& h, int first, int count) {
  for (int i = first + 1; i < first + count; ++i) h[i] = i == first + 2 ? Vec3(-h[first]) : h[first];
  return h;
}

inline const std::vector<ArmFamily>& armFamilies() {
  static const std::vector<ArmFamily> families = {
      {"a wrist at the end", [](auto& h, auto& o) { meet(h, o, 3); }},
      {"a wrist at the base", [](auto& h, auto& o) { meet(h, o, 0); }},
      {"a wrist in the middle", [](auto& h, auto& o) { meet(h, o, 1); }},
      {"a wrist before the last", [](auto& h, auto& o) { meet(h, o, 2); }},
      {"a wrist, axes 2 and 3 parallel", [](auto& h, auto& o) { meet(align(h, 1, 2), o, 3); }},
      {"a wrist, axes 1 and 2 parallel", [](auto& h, auto& o) { meet(align(h, 0, 2), o, 3); }},
      {"a wrist, axes 1 and 2 meet", [](auto& h, auto& o) { meet(h, touch(h, o, 1), 3); }},
      {"a wrist, axes 2 and 3 meet", [](auto& h, auto& o) { meet(h, touch(h, o, 2), 3); }},
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
      {"a slide before a wrist", [](auto& h, auto& o) { meet(h, o, 3); }, "HHSHHH"},
      {"a slide between, and a wrist", [](auto& h, auto& o) { meet(h, o, 3); }, "HSHHHH"},
      {"a slide at the base, and a wrist", [](auto& h, auto& o) { meet(h, o, 3); }, "SHHHHH"},
      {"a slide across its hinge, and a wrist",
       [](auto& h, auto& o) {
         meet(h, o, 3);
         h[2] = h[1].cross(h[2]).normalized();
       },
       "HHSHHH"},
      {"a Stanford arm",
       [](auto& h, auto& o) {
         h[0] = h[2] = h[3] = h[5] = Vec3::UnitZ();
         h[1] = h[4] = Vec3::UnitY();
         meet(h, o, 3);
       },
       "HHSHHH"},
      {"two slides and a wrist", [](auto& h, auto& o) { meet(h, o, 3); }, "SSHHHH"},
      {"a hinge between slides, and a wrist", [](auto& h, auto& o) { meet(h, o, 3); }, "SHSHHH"},
      {"two slides before a wrist", [](auto& h, auto& o) { meet(h, o, 3); }, "HSSHHH"},
      {"a wrist at the base, and a slide", [](auto& h, auto& o) { meet(h, o, 0); }, "HHHHSH"},
      {"three slides", [](auto&, auto&) {}, "SSSHHH"},
      {"hinges and slides in turn", [](auto&, auto&) {}, "HSHSHS"},
      {"three parallel, and a slide", [](auto& h, auto&) { align(h, 0, 3); }, "HHHSHH"},
      {"three parallel, and a slide at the end", [](auto& h, auto&) { align(h, 1, 3); }, "HHHHHS"},
      {"a slide at the base, and three parallel", [](auto& h, auto&) { align(h, 2, 3); }, "SHHHHH"},
      {"a slide among three parallel", [](auto& h, auto&) { align(h, 1, 4); }, "HHSHHH"},
      {"two parallel", [](auto& h, auto&) { align(h, 1, 2); }},
      {"two that meet", [](auto& h, auto& o) { touch(h, o, 4); }},
      {"nothing special", [](auto&, auto&) {}},
  };
  return families;
}

/// A typical industrial arm with right angles: shoulder, elbow, and a wrist of three axes through (0.8, 0, 0.5).
inline ModelPtr factoryArm() {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ(), x = Vec3::UnitX();
  return armOf({z, y, y, x, y, x},
               {{0, 0, 0.5}, {0, 0, 0.5}, {0.4, 0, 0.5}, {0.8, 0, 0.5}, {0.8, 0, 0.5}, {0.8, 0, 0.5}},
               {{0.9, 0, 0.5}, Quat::Identity()});
}

/// Arguments of `armOf`.
struct ArmLines {
  std::vector<Vec3> h, o;
  Pose tool;
  std::string_view slides = {};
};
inline ModelPtr armOf(const ArmLines& arm) { return armOf(arm.h, arm.o, arm.tool, arm.slides); }

/// Random lines for `joints` joints, adjusted to fit the family if one is given.
inline ArmLines randomLines(Maker& make, int joints, const ArmFamily* family = nullptr) {
  ArmLines arm;
  auto& [h, o, tool, slides] = arm;
  if (family) slides = family->slides;
  for (int i = 0; i < joints; ++i) {
    h.push_back(make.unitVector());
    o.push_back((i ? o.back() : Vec3(Vec3::Zero())) + 0.5 * make.vector());
  }
  if (family) family->shape(h, o);
  tool = {Vec3(o.back() + 0.5 * make.vector()), make.pose(1).r};
  return arm;
}

inline ModelPtr randomArm(Maker& make, int joints, const ArmFamily* family = nullptr) {
  return armOf(randomLines(make, joints, family));
}
inline ModelPtr randomArm(Maker& make, const ArmFamily& family) { return randomArm(make, 6, &family); }

/// An arm with just as many joints as its goal needs.
struct ArmKind {
  std::string_view name;
  const char* goal;
  int joints;
  std::array<bool, 6> free = {};  ///< free axes of a pose goal
  ArmFamily family = {"", [](auto&, auto&) {}};
  bool isUpright = false;  ///< whether the tool's z is parallel to the axes

  std::unique_ptr<Problem> make(Maker& make) const {
    ArmLines lines = randomLines(make, joints, &family);
    if (isUpright) lines.tool.r = Quat::Identity();
    auto problem = std::make_unique<Problem>(armOf(lines));
    Pose tool = make.pose(0.2);
    if (isUpright) tool.r = Quat::Identity();
    Goal& goal = addGoal(*problem, this->goal, "tool", {.linkFromTool = tool});
    if (std::string_view(this->goal) == "pose") setFree(goal, free);
    return problem;
  }
};

inline const std::vector<ArmKind>& smallArms() {
  static constexpr auto alongZ = [](auto& h, auto&) { h.assign(h.size(), Vec3::UnitZ()); };
  static constexpr std::array tilts = {false, false, false, true, true, false},
                              flat = {false, false, true, true, true, false};
  static const std::vector<ArmKind> arms = {
      {"a position by three hinges", "position", 3},
      {"an orientation by three hinges", "orientation", 3},
      {"a pose with a free rotation by five hinges", "pose", 5, {false, false, false, false, false, true}},
      {"a position by two hinges and a slide", "position", 3, {}, {"", [](auto&, auto&) {}, "HHS"}},
      {"a position by a slide between hinges", "position", 3, {}, {"", [](auto&, auto&) {}, "HSH"}},
      {"a position by a slide and two hinges", "position", 3, {}, {"", [](auto&, auto&) {}, "SHH"}},
      {"a position by three slides", "position", 3, {}, {"", [](auto&, auto&) {}, "SSS"}},
      {"a position on a plane by two hinges", "pose", 2, {false, false, true, true, true, true}},
      {"a pose in a plane by three hinges", "pose", 3, flat, {"", alongZ}, true},
      {"a SCARA", "pose", 4, tilts, {"", alongZ, "HHSH"}, true},
      {"a SCARA on a pillar", "pose", 4, tilts, {"", alongZ, "SHHH"}, true},
      {"a SCARA whose slide is last", "pose", 4, tilts, {"", alongZ, "HHHS"}, true},
      {"a gantry with a hinge", "pose", 4, tilts, {"", [](auto& h, auto&) { h[3] = Vec3::UnitZ(); }, "SSSH"}, true},
  };
  return arms;
}

inline Solutions solutionsOf(Problem& problem, const SolutionOptions& options = {}) {
  Solutions solutions;
  findSolutions(problem, options, solutions);
  return solutions;
}

/// Kinds of arms that meet their goals in a finite number of poses.
inline std::vector<ArmKind> kinds() {
  std::vector<ArmKind> all;
  for (const ArmFamily& family : armFamilies()) all.push_back({family.name, "pose", 6, {}, family});
  for (const ArmKind& arm : smallArms()) all.push_back(arm);
  return all;
}

/// Sets every goal's target to the tool's pose at q.
inline void aimAll(Problem& problem, const std::vector<double>& q) {
  for (const auto& goal : problem.goals()) aimAt(problem, *goal, q);
}

/// Replaces a pose's target by what is read from its print. Digits after the point; −1: as 32-bit numbers.
inline void print(Goal& goal, int digits) {
  const double tenths = std::pow(10, digits);
  for (double& each : std::span(goal.target).first(7))
    each = digits < 0 ? static_cast<double>(static_cast<float>(each)) : std::round(each * tenths) / tenths;
  writeQuat(limber::unit(readQuat(goal.target.data() + 3)), goal.target.data() + 3);
}

/// Square of the weighted way to q.
inline double costOf(const Problem& problem, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i)
    sum += (q[i] - problem.state.q[i]) * (q[i] - problem.state.q[i]) / problem.jointWeights[i];
  return sum;
}

inline std::vector<double> row(const Problem& problem, const Solutions& solutions, int i) {
  const auto first = solutions.q.begin() + static_cast<std::ptrdiff_t>(i) * problem.model().nq;
  return {first, first + problem.model().nq};
}

inline void expectLimits(const Problem& problem, const Solutions& solutions) {
  for (int i = 0; i < solutions.count; ++i)
    EXPECT_EQ(brokenLimit(problem.model(), row(problem, solutions, i), 0), "") << i;
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

/// Smallest singular value of the tool's Jacobian (metres, radians), without the joint `held`, if any.
inline double leastSingularValue(const ModelPtr& model, const std::vector<double>& q, int held = -1) {
  Problem problem(model);
  start(problem, q);
  const Vec3 tool = problem.state.poses.back().p;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6, model->nv);
  for (const Motion& motion : model->motions) {
    const Axis& axis = problem.state.axes[motion.axisIndex];
    if (motion.qIndex != held) J.col(motion.vIndex) << axis.velocityOf(tool), axis.w;
  }
  return Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues()[5];
}

/// Largest error of all solutions by the library's forward kinematics, which the closed forms do not use.
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

/// Solutions from the pose `from` for targets taken from q. Each meets the goals.
inline Solutions solutionsFor(Problem& problem, const std::vector<double>& q, const std::vector<double>& from,
                              const SolutionOptions& options = {}, double room = 1e-10) {
  start(problem, from);
  aimAll(problem, q);
  const Solutions solutions = solutionsOf(problem, options);
  EXPECT_LE(worstError(problem, solutions), room);
  return solutions;
}

/// Expects that there is no pose, for certain.
inline void expectNone(const Solutions& solutions) {
  EXPECT_EQ(solutions.reason, nullptr);
  EXPECT_EQ(solutions.count, 0);
  EXPECT_TRUE(solutions.complete);
  EXPECT_TRUE(solutions.intervals.empty());
}

}  // namespace limber::test
