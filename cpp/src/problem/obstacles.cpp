/// Problem's functions for obstacles and collision pairs.
#include <algorithm>

#include "collision/bodies.h"
#include "limber/problem.h"
#include "model/checks.h"
#include "model/random_pose.h"
#include "model/read_shape.h"
#include "numbers/random.h"

namespace limber {
namespace {

double distanceOf(const NearPair& pair) { return pair.at.distance; }

std::size_t countOf(const Obstacle& obstacle) { return std::max(std::size_t{1}, obstacle.parts.size()); }

}  // namespace

void Problem::listBodies() {
  std::vector<LinkPair> joined;
  for (const auto& loop : loops_) joined.push_back({loop->goal.link, loop->goal.targetLink});
  bodies_->list(obstacles_, joined);
}

Expected<Obstacle*> Problem::addObstacle(const ObstacleDescription& description) {
  auto shape = shapeOf(description.shape, {"the obstacle"});
  if (!shape) return std::unexpected(shape.error());
  const Pose& pose = description.shape.pose;
  if (auto error = checkPose(pose, {"the obstacle's pose"})) return std::unexpected(*error);
  auto obstacle = std::make_shared<Obstacle>(Obstacle{std::move(*shape), {pose.p, pose.r.normalized()}});
  obstacle->parts = partsOf(obstacle->shape);
  std::size_t count = countOf(*obstacle);
  for (const auto& each : obstacles_) count += countOf(*each);
  if (auto error = checkSize(count, maxShapes, "obstacles")) return std::unexpected(*error);
  if (!description.link.empty()) {
    const auto link = linkNamed(model(), description.link);
    if (!link) return std::unexpected(link.error());
    obstacle->link = *link;
  }
  for (const std::string& name : description.ignored) {
    const auto link = linkNamed(model(), name);
    if (!link) return std::unexpected(link.error());
    obstacle->ignored.push_back(*link);
  }
  // Solvers of a problem without shapes have allocated no memory for them.
  if (!hasBodies()) dropMemory();
  obstacles_.push_back(std::move(obstacle));
  listBodies();
  return obstacles_.back().get();
}

void Problem::removeObstacle(const Obstacle* obstacle) {
  std::erase_if(obstacles_, [&](const auto& each) { return each.get() == obstacle; });
  listBodies();
}

std::vector<LinkPair> Problem::collisionPairs() { return bodies_->pairs(); }

std::optional<Error> Problem::setCollisionPairs(std::span<const LinkPair> pairs) {
  std::vector<LinkPair> sorted;
  const int links = static_cast<int>(model().links.size());
  for (auto [a, b] : pairs) {
    if (std::min(a, b) < 0 || std::max(a, b) >= links) {
      return makeError(ErrorCode::unknownLink, {"a collision pair names link ", text(a < 0 || a >= links ? a : b),
                                                "; give indices below ", text(links)});
    }
    sorted.push_back({std::min(a, b), std::max(a, b)});
  }
  std::ranges::make_heap(sorted);
  std::ranges::sort_heap(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  bodies_->setPairs(sorted);
  return std::nullopt;
}

double Problem::clearance() {
  if (bodies_->read()) return Goal::unknown;
  // Ever farther until a pair is found: most pairs are far.
  for (double within = 0.1 * model().size; within < 1e6 * model().reach; within *= 8) {
    bodies_->find(state, within);
    const auto nearest = std::ranges::min_element(bodies_->found(), {}, distanceOf);
    if (nearest != bodies_->found().end()) return nearest->at.distance;
  }
  return infinity;
}

std::span<const NearPair> Problem::nearestPairs(int most) {
  if (bodies_->read()) return {};
  for (double within = 0.1 * model().size; within < 1e6 * model().reach; within *= 8) {
    bodies_->find(state, within);
    if (std::ssize(bodies_->found()) >= most) break;
  }
  return bodies_->nearest(most);
}

std::vector<LinkPair> findCollisionPairs(Problem& problem, const CollisionSampling& sampling) {
  Problem trial(problem.state.model);
  Bodies& bodies = trial.bodies();
  bodies.read();
  const std::vector<LinkPair> all = problem.collisionPairs();
  (void)trial.setCollisionPairs(all);
  std::vector<int> touches(all.size());
  std::vector<char> isTouching(all.size());
  Random random(static_cast<std::uint64_t>(sampling.seed));
  for (int i = 0; i < sampling.samples; ++i) {
    drawPose(trial.model(), trial.jointWeights, true, random, trial.state.q.data());
    sweep(trial.state);
    bodies.find(trial.state, 0);
    std::ranges::fill(isTouching, 0);
    for (const NearPair& pair : bodies.found()) {
      const LinkPair links = {std::min(pair.linkA, pair.linkB), std::max(pair.linkA, pair.linkB)};
      isTouching[std::ranges::find(all, links) - all.begin()] = 1;
    }
    for (std::size_t k = 0; k < all.size(); ++k) touches[k] += isTouching[k];
  }
  std::vector<LinkPair> pairs;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (touches[k] > 0 && touches[k] < sampling.samples) pairs.push_back(all[k]);
  }
  return pairs;
}

}  // namespace limber
