/// All poses of arms of hinges and slides, whose axes are often parallel or meet. Laws: each pose meets the
/// goals within the limits, exactly or with a reason, the nearest comes first; the state is unchanged; if a
/// pose that is not nearly singular meets the goals, the list is not empty, and for a real arm it contains
/// that pose, singular or not; the solver `analytic` ends within the limits, and converges only if it meets
/// the goals; the same input gives the same bits twice.
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "bytes.h"
#include "demand.h"
#include "fixed.h"
#include "limber/limber.h"
#include "listed.h"
#include "real_arms.h"

namespace limber::fuzz {
namespace {

/// Tolerances relative to the size, and in radians: of exact poses, and the default ones of those listed with the
/// reason that none is exact.
constexpr Residual exact = {1e-8, 1e-8}, near = {1e-4, 1e-3};

double number(Bytes& bytes) { return bytes.evenly(-2, 2); }
Vec3 vector(Bytes& bytes) { return {number(bytes), number(bytes), number(bytes)}; }

/// A world axis, an earlier axis in either direction, or a random one.
Vec3 axis(Bytes& bytes, const std::vector<Vec3>& before) {
  const int kind = bytes.below(4);
  if (kind == 0 && !before.empty()) return (bytes.oneIn(2) ? 1.0 : -1.0) * bytes.pick(before);
  if (kind == 1) return unit(Vec3(vector(bytes) + Vec3(0, 0, 1e-3)));
  return Vec3::Unit(bytes.below(3));
}

ModelDescription arm(Bytes& bytes, int joints) {
  ModelDescription made;
  std::vector<Vec3> axes;
  const bool slides = bytes.oneIn(3);
  for (int i = 0; i <= joints; ++i) {
    LinkDescription link;
    link.name = std::string("link ").append(std::to_string(i));
    if (i > 0) link.parent = made.links.back().name;
    switch (bytes.below(4)) {
      case 0:
        break;
      case 1:
        // Along the previous axis.
        if (!axes.empty()) link.origin.p = number(bytes) * axes.back();
        break;
      case 2:
        link.origin.p = number(bytes) * Vec3::Unit(bytes.below(3));
        break;
      default:
        link.origin.p = vector(bytes);
    }
    if (i < joints) {
      axes.push_back(axis(bytes, axes));
      link.joint.type = slides && bytes.oneIn(3) ? "prismatic" : "revolute";
      link.joint.axis = axes.back();
      const double a = bytes.evenly(-7, 7), b = bytes.evenly(-7, 7);
      if (bytes.oneIn(3)) link.joint.limits = {{std::min(a, b), std::max(a, b)}};
    }
    made.links.push_back(std::move(link));
  }
  return made;
}

struct Asked {
  const char* type;
  int joints;
  std::vector<double> free = {};
};
const std::array asked = {Asked{"pose", 6},
                          Asked{"pose", 5, {0, 0, 0, 0, 0, 1}},
                          Asked{"pose", 4, {0, 0, 0, 1, 1, 0}},
                          Asked{"pose", 3, {0, 0, 1, 1, 1, 0}},
                          Asked{"pose", 4, {0, 1, 1, 0, 0, 0}},
                          Asked{"position", 3},
                          Asked{"orientation", 3},
                          Asked{"pose", 7}};

std::vector<double> angles(Bytes& bytes, int count) {
  static constexpr std::array special = {0.0, pi / 2, pi, -pi / 2};
  std::vector<double> q;
  for (int i = 0; i < count; ++i) {
    const double off = bytes.oneIn(4) ? std::pow(10, -2 - bytes.below(11)) : 0;
    q.push_back(bytes.oneIn(3) ? bytes.pick(special) + off : bytes.evenly(-pi, pi));
  }
  return q;
}

void solveBy(Problem& problem, const Goal& goal, const std::vector<double>& start, Mode mode,
             std::vector<std::uint64_t>& seen) {
  problem.state.q = start;
  sweep(problem.state);
  const Result result = solve(problem, "analytic", {.mode = mode});
  if (result.status == Status::unsupported) return;
  demand(allFinite(problem.state.q), "q is finite after a solve");
  for (const double each : problem.state.q) seen.push_back(std::bit_cast<std::uint64_t>(each));
  std::vector<double> projected = problem.state.q;
  demand(!projectOntoLimits(problem.model(), projected.data()), "a solve keeps limits");
  const Residual left = problem.residual(goal);
  const bool isMet = left.distance <= 1e-3 * problem.model().size && left.angle <= 1e-2;
  if (result.status == Status::converged) demand(isMet, "converged is where the goal is met");
}

std::vector<std::uint64_t> play(Bytes bytes) {
  const auto& [type, joints, free] = bytes.pick(asked);
  const bool isReal = joints == 6 && bytes.oneIn(3);
  const auto model = buildModel(isReal ? test::describe(bytes.pick(test::realArms())) : arm(bytes, joints));
  if (!model) return {};
  Problem problem(*model);
  const std::vector<double> start = angles(bytes, joints), wanted = angles(bytes, joints);
  problem.state.q = wanted;
  sweep(problem.state);
  GoalOptions options;
  if (!free.empty()) options.parameters = {{"free", free}};
  Goal& goal = *problem.addGoal(type, (*model)->links.back().name, options).value();
  if (bytes.oneIn(4)) goal.target[0] += number(bytes);
  problem.state.q = start;
  sweep(problem.state);

  SolutionOptions given{.limits = bytes.oneIn(2), .most = 1 + bytes.below(100), .intervals = bytes.oneIn(4)};
  if (bytes.oneIn(4)) given.redundancy = Redundancy{bytes.below(8) - 1, number(bytes)};
  Solutions solutions;
  findSolutions(problem, given, solutions);
  demand(problem.state.q == start, "the state stays as it was");
  std::vector<std::uint64_t> seen;
  double last = 0;
  for (int i = 0; i < solutions.count; ++i) {
    const double* q = &solutions.q[static_cast<std::size_t>(i * joints)];
    problem.state.q = std::span(q, joints);
    for (const double each : problem.state.q) seen.push_back(std::bit_cast<std::uint64_t>(each));
    demand(allFinite(problem.state.q), "q is finite");
    sweep(problem.state);
    const Residual left = problem.residual(goal);
    const Residual& met = solutions.reason ? near : exact;
    demand(left.distance <= met.distance * (*model)->size && left.angle <= met.angle, "a solution meets the goal");
    std::vector<double> projected = problem.state.q;
    if (given.limits) demand(!projectOntoLimits(**model, projected.data()), "limits are kept");
    double way = 0;
    for (int k = 0; k < joints; ++k) way += (q[k] - start[k]) * (q[k] - start[k]);
    demand(way >= last - 1e-9, "the nearest come first");
    last = way;
  }
  solveBy(problem, goal, start, bytes.oneIn(2) ? Mode::find : Mode::track, seen);
  problem.state.q = wanted;
  sweep(problem.state);
  const Residual left = problem.residual(goal);
  const bool isMet = left.distance <= 1e-14 && left.angle <= 1e-14;
  // A pose that is nearly singular in a way outside its family may be lost.
  const bool isSingular = problem.conditioning().smallestSingularValue < 0.01;
  if (isMet && !isSingular && !given.limits && solutions.complete && !given.redundancy)
    demand(solutions.count > 0, "what is there is found");
  const bool isAllowed = !given.limits || !projectOntoLimits(**model, problem.state.q.data());
  if (isReal && isMet && isAllowed && solutions.complete)
    demand(test::Listed(problem, goal).isIn(solutions), "the pose that a target comes from is listed");
  return seen;
}

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using limber::fuzz::Bytes;
  const auto first = limber::fuzz::play(Bytes(data, size));
  limber::fuzz::demand(first == limber::fuzz::play(Bytes(data, size)), "the same input gives the same bits");
  return 0;
}
