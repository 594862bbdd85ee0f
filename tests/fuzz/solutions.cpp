/// All poses of arms of hinges, whose axes are often parallel or meet. Laws: each meets the goals, within the limits,
/// the nearest first; the state stays as it was; where a pose that is not nearly singular meets the goals, there is
/// one; the same input gives the same bits twice.
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "bytes.h"
#include "demand.h"
#include "fixed.h"
#include "limber/limber.h"

namespace limber::fuzz {
namespace {

/// Of the size, and radians.
constexpr double met = 1e-8;

double number(Bytes& bytes) { return bytes.evenly(-2, 2); }
Vec3 vector(Bytes& bytes) { return {number(bytes), number(bytes), number(bytes)}; }

/// An axis of the world, one that was there before, the other way round, or any.
Vec3 axis(Bytes& bytes, const std::vector<Vec3>& before) {
  const int kind = bytes.below(4);
  if (kind == 0 && !before.empty()) return (bytes.oneIn(2) ? 1.0 : -1.0) * bytes.pick(before);
  if (kind == 1) return unit(Vec3(vector(bytes) + Vec3(0, 0, 1e-3)));
  return Vec3::Unit(bytes.below(3));
}

ModelDescription arm(Bytes& bytes, int hinges) {
  ModelDescription made;
  std::vector<Vec3> axes;
  for (int i = 0; i <= hinges; ++i) {
    LinkDescription link;
    link.name = std::string("link ").append(std::to_string(i));
    if (i > 0) link.parent = made.links.back().name;
    switch (bytes.below(4)) {
      case 0:
        break;
      case 1:
        // Along the axis before, or across it.
        if (!axes.empty()) link.origin.p = number(bytes) * axes.back();
        break;
      case 2:
        link.origin.p = number(bytes) * Vec3::Unit(bytes.below(3));
        break;
      default:
        link.origin.p = vector(bytes);
    }
    if (i < hinges) {
      axes.push_back(axis(bytes, axes));
      link.joint.type = "revolute";
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
  int hinges;
  bool isFreeAboutZ;
};
constexpr std::array asked = {Asked{"pose", 6, false}, Asked{"pose", 5, true}, Asked{"position", 3, false},
                              Asked{"orientation", 3, false}};

std::vector<double> angles(Bytes& bytes, int count) {
  static constexpr std::array special = {0.0, pi / 2, pi, -pi / 2};
  std::vector<double> q;
  for (int i = 0; i < count; ++i) q.push_back(bytes.oneIn(3) ? bytes.pick(special) : bytes.evenly(-pi, pi));
  return q;
}

std::vector<std::uint64_t> play(Bytes bytes) {
  const auto [type, hinges, isFreeAboutZ] = bytes.pick(asked);
  const auto model = buildModel(arm(bytes, hinges));
  if (!model) return {};
  Problem problem(*model);
  const std::vector<double> start = angles(bytes, hinges), wanted = angles(bytes, hinges);
  problem.state.q = wanted;
  sweep(problem.state);
  GoalOptions options;
  if (isFreeAboutZ) options.parameters = {{"free", {0, 0, 0, 0, 0, 1}}};
  Goal& goal = *problem.addGoal(type, (*model)->links.back().name, options).value();
  if (bytes.oneIn(4)) goal.target[0] += number(bytes);
  problem.state.q = start;
  sweep(problem.state);

  const SolutionOptions given{.limits = bytes.oneIn(2), .most = 1 + bytes.below(100)};
  Solutions solutions;
  findSolutions(problem, given, solutions);
  demand(problem.state.q == start, "the state stays as it was");
  std::vector<std::uint64_t> seen;
  double last = 0;
  for (int i = 0; i < solutions.count; ++i) {
    const double* q = &solutions.q[static_cast<std::size_t>(i * hinges)];
    problem.state.q.assign(q, q + hinges);
    for (const double each : problem.state.q) seen.push_back(std::bit_cast<std::uint64_t>(each));
    demand(allFinite(problem.state.q), "q is finite");
    sweep(problem.state);
    const Residual left = problem.residual(goal);
    demand(left.distance <= met * (*model)->size && left.angle <= met, "a solution meets the goal");
    std::vector<double> projected = problem.state.q;
    if (given.limits) demand(!projectOntoLimits(**model, projected.data()), "limits are kept");
    double way = 0;
    for (int k = 0; k < hinges; ++k) way += (q[k] - start[k]) * (q[k] - start[k]);
    demand(way >= last - 1e-9, "the nearest come first");
    last = way;
  }
  problem.state.q = wanted;
  sweep(problem.state);
  const Residual left = problem.residual(goal);
  const bool isMet = left.distance <= 1e-14 && left.angle <= 1e-14;
  // Where a pose is nearly singular in some other way than its family knows, it may be lost.
  const bool isSingular = problem.conditioning().smallestSingularValue < 0.01;
  if (isMet && !isSingular && !given.limits && solutions.complete)
    demand(solutions.count > 0, "what is there is found");
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
