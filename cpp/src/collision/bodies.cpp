#include "bodies.h"

#include <algorithm>

#include "limber/model.h"

namespace limber {
namespace {

double radiusOf(const Shape& shape) { return shape.size[shape.type->roundingAt]; }

bool isSphere(const Shape& shape) { return shape.type->halfLength && shape.type->halfLength(shape) == 0; }

std::array<double, 11> numbersOf(const Shape& shape, const Pose& pose) {
  std::array<double, 11> numbers;
  std::ranges::copy(shape.size, numbers.begin());
  std::copy_n(pose.p.data(), 7, numbers.begin() + 4);
  return numbers;
}

Separation betweenSpheres(const Vec3& a, double radiusA, const Vec3& b, double radiusB) {
  Separation found;
  const Vec3 way = a - b;
  const double length = norm(way);
  if (length > 0) found.normal = way / length;
  found.distance = length - radiusA - radiusB;
  found.onA = a - radiusA * found.normal;
  found.onB = b + radiusB * found.normal;
  return found;
}

}  // namespace

Bodies::Bodies(const Model& model) : model_(model), foundQ_(static_cast<std::size_t>(model.nq)) {
  for (const Link& link : model.links) {
    const bool isFixed = link.firstMotion == link.lastMotion;
    const int self = static_cast<int>(rigid_.size());
    rigid_.push_back(!isFixed ? self : link.parent < 0 ? -1 : rigid_[link.parent]);
  }
  list({}, {});
}

int Bodies::rigidOf(int link) const { return link < 0 ? -1 : rigid_[link]; }

void Bodies::list(std::span<const std::unique_ptr<Obstacle>> obstacles, std::span<const LinkPair> joined) {
  joined_.assign(joined.begin(), joined.end());
  isFound_ = false;
  bodies_.clear();
  const auto add = [&](const Shape& shape, const Pose& pose, int link, const Obstacle* obstacle) {
    bodies_.push_back({&shape, &pose, obstacle, link, pose, Vec3::Zero(), {}});
    bodies_.back().read[0] = -1;
  };
  for (const LinkShape& each : model_.collision) add(each.shape, each.pose, each.link, nullptr);
  for (const auto& each : obstacles) add(each->shape, each->pose, each->link, each.get());
  listGroups();
  listPairs();
  found_.clear();
  if (!bodies_.empty()) found_.reserve(mostPairs);
}

void Bodies::listGroups() {
  groups_.clear();
  extents_.assign(model_.links.size(), 0);
  for (int i = 0; i < std::ssize(bodies_); ++i) {
    const Body& body = bodies_[i];
    auto at = std::ranges::find(groups_, body.link, &Group::link);
    if (at == groups_.end()) at = groups_.insert(at, {body.link, {}, {}, {}, {}});
    (body.shape->type->isPlane() ? at->planes : at->bodies).push_back(i);
  }
  for (Group& group : groups_) group.balls.resize(group.bodies.size());
}

void Bodies::setPairs(std::span<const LinkPair> pairs) {
  chosen_.emplace(pairs.begin(), pairs.end());
  listPairs();
}

/// Whether one moving joint, or a loop, connects what is rigid with a and what is rigid with b.
bool Bodies::areNeighbours(int a, int b) const {
  const auto parentOf = [&](int link) { return link < 0 ? -2 : rigidOf(model_.links[link].parent); };
  if (parentOf(a) == b || parentOf(b) == a) return true;
  return std::ranges::any_of(joined_, [&](const LinkPair& pair) {
    const int c = rigidOf(pair[0]);
    const int d = rigidOf(pair[1]);
    return (a == c && b == d) || (a == d && b == c);
  });
}

void Bodies::listPairs() {
  compared_.clear();
  isFound_ = false;
  const auto isCompared = [&](int a, int b) {
    const int rigidA = rigidOf(a);
    const int rigidB = rigidOf(b);
    if (rigidA == rigidB) return false;
    if (a < 0 || b < 0) return true;
    if (!chosen_) return !areNeighbours(rigidA, rigidB);
    const LinkPair pair = {std::min(a, b), std::max(a, b)};
    return std::ranges::find(*chosen_, pair) != chosen_->end();
  };
  for (int i = 0; i < std::ssize(groups_); ++i) {
    for (int k = 0; k < i; ++k) {
      if (isCompared(groups_[k].link, groups_[i].link)) compared_.push_back({k, i});
    }
  }
}

std::vector<LinkPair> Bodies::pairs() const {
  if (chosen_) return *chosen_;
  std::vector<LinkPair> pairs;
  for (const auto& [k, i] : compared_) {
    const int a = groups_[k].link;
    const int b = groups_[i].link;
    if (a >= 0 && b >= 0) pairs.push_back({std::min(a, b), std::max(a, b)});
  }
  return pairs;
}

bool Bodies::readBody(Body& body) {
  const auto numbers = numbersOf(*body.shape, *body.given);
  if (numbers == body.read) return false;
  body.read = numbers;
  body.pose = {body.given->p, unit(body.given->r)};
  isFound_ = false;
  return true;
}

Ball Bodies::ballOf(const Body& body) const {
  return {body.pose.p, body.shape->type->extent(*body.shape) + radiusOf(*body.shape)};
}

const char* Bodies::read() {
  const char* wrong = nullptr;
  for (Group& group : groups_) {
    bool isNew = false;
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      Body& body = bodies_[group.bodies[i]];
      if (!readBody(body)) continue;
      isNew = true;
      group.balls[i] = ballOf(body);
    }
    for (const int plane : group.planes) readBody(bodies_[plane]);
    if (!isNew) continue;
    group.tree.fit(group.balls);
    if (group.link < 0) {
      group.tree.place({});
    } else {
      double& extent = extents_[group.link];
      extent = 0;
      for (const Ball& ball : group.balls) extent = std::max(extent, norm(ball.centre) + ball.radius);
    }
  }
  for (const Body& body : bodies_) {
    if (!body.obstacle) continue;
    if (!std::ranges::all_of(body.read, [](double each) { return std::isfinite(each); }))
      wrong = "an obstacle's pose or size is not finite";
    else if (body.given->r.coeffs().isZero(0))
      wrong = "an obstacle's quaternion is zero";
    else if (checkShape(*body.shape))
      wrong = "an obstacle's size is out of range; checkShape() says which";
  }
  return wrong;
}

Pose Bodies::worldPose(const State& state, const Body& body) const {
  return body.link < 0 ? body.pose : state.poses[body.link] * body.pose;
}

void Bodies::find(const State& state, double within) {
  if (isFound_ && within <= foundWithin_ && std::ranges::equal(state.q, foundQ_)) return;
  isFound_ = true;
  foundWithin_ = within;
  std::ranges::copy(state.q, foundQ_.begin());
  found_.clear();
  for (Group& group : groups_) {
    if (group.link >= 0) group.tree.place(state.poses[group.link]);
  }
  for (const auto& [k, i] : compared_) {
    const Group& a = groups_[k];
    const Group& b = groups_[i];
    if (!a.tree.isEmpty() && !b.tree.isEmpty()) descend(state, a, 0, b, 0, within);
    if (!b.tree.isEmpty())
      for (const int plane : a.planes) descendBelow(state, plane, b, 0, within);
    if (!a.tree.isEmpty())
      for (const int plane : b.planes) descendBelow(state, plane, a, 0, within);
  }
}

void Bodies::descend(const State& state, const Group& a, int i, const Group& b, int k, double within) {
  const BallTree::Node& nodeA = a.tree[i];
  const BallTree::Node& nodeB = b.tree[k];
  const double most = within + nodeA.ball.radius + nodeB.ball.radius;
  if ((nodeA.centre - nodeB.centre).squaredNorm() >= most * most) return;
  if (nodeA.leaf >= 0 && nodeB.leaf >= 0) {
    Body& bodyA = bodies_[a.bodies[nodeA.leaf]];
    Body& bodyB = bodies_[b.bodies[nodeB.leaf]];
    bodyA.centre = nodeA.centre;
    bodyB.centre = nodeB.centre;
    compare(state, a.bodies[nodeA.leaf], b.bodies[nodeB.leaf], within);
  } else if (nodeB.leaf >= 0 || (nodeA.leaf < 0 && nodeA.ball.radius > nodeB.ball.radius)) {
    descend(state, a, i + 1, b, k, within);
    descend(state, a, nodeA.right, b, k, within);
  } else {
    descend(state, a, i, b, k + 1, within);
    descend(state, a, i, b, nodeB.right, within);
  }
}

void Bodies::descendBelow(const State& state, int plane, const Group& group, int i, double within) {
  const BallTree::Node& node = group.tree[i];
  const Pose pose = worldPose(state, bodies_[plane]);
  const double height = (pose.r * Vec3::UnitZ()).dot(node.centre - pose.p);
  if (height - node.ball.radius - radiusOf(*bodies_[plane].shape) >= within) return;
  if (node.leaf >= 0) {
    bodies_[group.bodies[node.leaf]].centre = node.centre;
    compare(state, plane, group.bodies[node.leaf], within);
    return;
  }
  descendBelow(state, plane, group, i + 1, within);
  descendBelow(state, plane, group, node.right, within);
}

void Bodies::compare(const State& state, int first, int second, double within) {
  const int a = std::min(first, second);
  const int b = std::max(first, second);
  const Body& bodyA = bodies_[a];
  const Body& bodyB = bodies_[b];
  const auto ignores = [](const Body& body, int link) {
    return body.obstacle && std::ranges::find(body.obstacle->ignored, link) != body.obstacle->ignored.end();
  };
  if (ignores(bodyA, bodyB.link) || ignores(bodyB, bodyA.link)) return;
  const bool isRoundA = isSphere(*bodyA.shape);
  const bool isRoundB = isSphere(*bodyB.shape);
  NearPair pair{a, b, bodyA.link, bodyB.link, {}};
  if (isRoundA && isRoundB) {
    pair.at = betweenSpheres(bodyA.centre, radiusOf(*bodyA.shape), bodyB.centre, radiusOf(*bodyB.shape));
  } else {
    const Pose poseA = isRoundA ? Pose{bodyA.centre, Quat::Identity()} : worldPose(state, bodyA);
    const Pose poseB = isRoundB ? Pose{bodyB.centre, Quat::Identity()} : worldPose(state, bodyB);
    pair.at = separation(*bodyA.shape, poseA, *bodyB.shape, poseB);
  }
  if (pair.at.distance < within) keep(pair);
}

/// Where there is no room for more, the farthest gives way.
void Bodies::keep(const NearPair& pair) {
  if (found_.size() < mostPairs) {
    found_.push_back(pair);
    return;
  }
  const auto farthest = std::ranges::max_element(found_, {}, [](const NearPair& each) { return each.at.distance; });
  if (pair.at.distance < farthest->at.distance) *farthest = pair;
}

std::span<const NearPair> Bodies::nearest(int most) {
  std::ranges::sort(found_, [](const NearPair& a, const NearPair& b) {
    if (a.at.distance != b.at.distance) return a.at.distance < b.at.distance;
    return a.a != b.a ? a.a < b.a : a.b < b.b;
  });
  return std::span(found_).first(std::min(found_.size(), static_cast<std::size_t>(std::max(most, 0))));
}

double Bodies::shortfall(double clearance, double rounding) const {
  double sum = 0;
  for (const NearPair& pair : found_) {
    const double missing = clearance - pair.at.distance;
    if (missing > rounding) sum += missing * missing;
  }
  return sum;
}

}  // namespace limber
