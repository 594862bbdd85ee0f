/// Bindings of shapes, obstacles and pairs.
#pragma once

#include "problem.h"

namespace limber::bindings {

/// Number of pairs, then two link indices per pair; valid until the next call.
inline const double* pairNumbers(const std::vector<LinkPair>& pairs) {
  static std::vector<double> numbers;
  numbers.assign(1, double(pairs.size()));
  for (const auto& [a, b] : pairs) numbers.insert(numbers.end(), {double(a), double(b)});
  return numbers.data();
}

/// Number of pairs, then 14 numbers per pair: a, b, both links, distance, point on a, point on b, normal;
/// valid until the next call.
inline const double* nearestNumbers(Problem& problem, int most) {
  static std::vector<double> numbers;
  const auto pairs = problem.nearestPairs(most);
  numbers.assign(1, double(pairs.size()));
  for (const NearPair& pair : pairs) {
    numbers.insert(numbers.end(),
                   {double(pair.a), double(pair.b), double(pair.linkA), double(pair.linkB), pair.at.distance});
    for (const Vec3& each : {pair.at.onA, pair.at.onB, pair.at.normal})
      numbers.insert(numbers.end(), each.begin(), each.end());
  }
  return numbers.data();
}

// clang-format off
inline void bindObstacles(emscripten::class_<ProblemHandle>& problem) {
  using namespace emscripten;
  problem
      .function("addObstacle", +[](ProblemHandle& p) {
        return p.keeps(p.problem().addObstacle(readBlock<ObstacleDescription>()));
      })
      .function("removeObstacle", +[](ProblemHandle& p, int i) {
        p.problem().removeObstacle(p.problem().obstacles()[i].get());
      })
      .function("shareObstacle", +[](ProblemHandle& p, int i) { return new Share{p.problem().obstacles()[i]}; },
                allow_raw_pointers())
      .function("obstaclePose", +[](ProblemHandle& p, int i) { return address(p.problem().obstacles()[i]->pose.p.data()); })
      .function("obstacleSize", +[](ProblemHandle& p, int i) { return address(p.problem().obstacles()[i]->shape.size.data()); })
      .function("clearance", +[](ProblemHandle& p) { return p.problem().clearance(); })
      .function("nearestPairs", +[](ProblemHandle& p, int most) { return address(nearestNumbers(p.problem(), most)); })
      .function("collisionPairs", +[](ProblemHandle& p) { return address(pairNumbers(p.problem().collisionPairs())); })
      .function("sampleCollisionPairs", +[](ProblemHandle& p, int samples, int seed) {
        return address(pairNumbers(findCollisionPairs(p.problem(), {samples, seed})));
      })
      // The block has a count, and two indices per pair.
      .function("setCollisionPairs", +[](ProblemHandle& p) {
        return passes(p.problem().setCollisionPairs(readBlock<std::vector<LinkPair>>()));
      });
}
// clang-format on

}  // namespace limber::bindings
