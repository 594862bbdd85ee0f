#include "collision/bodies.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "collision/separation.h"
#include "limber/model.h"

namespace limber {
namespace {

/// Fraction of the size: how far a link may move before pairs are listed again, and how much larger a later
/// `within` may be.
constexpr double slack = 0.03;
/// Fraction of the size: a list made for a distance larger by this is too long to read each time.
constexpr double farWithin = 0.3;
/// Fraction of the size: a bound on a distance may be too large by this, through rounding.
constexpr double rounding = 1e-9;
/// Initial room for pairs that may come near; more of them allocate.
constexpr std::size_t roomForListed = 8192;

std::array<double, 11> numbersOf(const Shape& shape, const Pose& pose) {
  std::array<double, 11> numbers;
  std::ranges::copy(shape.size, numbers.begin());
  std::copy_n(pose.p.data(), 7, numbers.begin() + 4);
  return numbers;
}

/// Differing bits; 0: equal. Without a branch per number, because every solve compares every obstacle.
std::uint64_t difference(const double* a, const double* b, int count) {
  std::uint64_t bits = 0;
  for (int i = 0; i < count; ++i) bits |= std::bit_cast<std::uint64_t>(a[i]) ^ std::bit_cast<std::uint64_t>(b[i]);
  return bits;
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

/// How far points up to the lever from a link's frame go at most.
double wayBetween(const Pose& from, const Pose& to, double lever) {
  return norm(to.p - from.p) + 2 * norm((from.r.conjugate() * to.r).vec()) * lever;
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

void Bodies::list(std::span<const std::shared_ptr<Obstacle>> obstacles, std::span<const LinkPair> joined) {
  joined_.assign(joined.begin(), joined.end());
  isFound_ = false;
  wrong_ = nullptr;
  sources_.clear();
  bodies_.clear();
  groups_.clear();
  extents_.assign(model_.links.size(), 0);
  for (const LinkShape& each : model_.collision) addSource(each.shape, each.pose, each.link, nullptr);
  for (const auto& each : obstacles) addSource(each->shape, each->pose, each->link, each.get());
  for (Group& group : groups_) group.balls.resize(group.bodies.size());
  listPairs();
  found_.clear();
  if (bodies_.empty()) return;
  found_.reserve(mostPairs);
  listed_.reserve(std::min(bodies_.size() * bodies_.size() / 2, roomForListed));
}

int Bodies::groupOf(int link) {
  const auto at = std::ranges::find(groups_, link, &Group::link);
  const int group = static_cast<int>(at - groups_.begin());
  if (at == groups_.end()) groups_.push_back({link, {}, {}, {}, {}});
  return group;
}

void Bodies::addSource(const Shape& shape, const Pose& pose, int link, Obstacle* obstacle) {
  const int group = groupOf(link);
  std::vector<int>& own = shape.type->isPlane() ? groups_[group].planes : groups_[group].bodies;
  const int first = static_cast<int>(bodies_.size());
  const int source = static_cast<int>(sources_.size());
  const auto addBody = [&](const Shape& convex) {
    own.push_back(static_cast<int>(bodies_.size()));
    bodies_.push_back({&convex, obstacle, link, source, pose, Vec3::Zero(), Mat3::Identity()});
  };
  const int inGroup = static_cast<int>(own.size());
  if (obstacle)
    for (const ObstaclePart& part : obstacle->parts) addBody(part.shape);
  if (std::ssize(bodies_) == first) addBody(shape);
  sources_.push_back({&shape, &pose, obstacle, first, static_cast<int>(bodies_.size()), group, inGroup});
}

void Bodies::setPairs(std::span<const LinkPair> pairs) {
  chosen_.emplace(pairs.begin(), pairs.end());
  listPairs();
}

/// Whether one moving joint or a loop connects the rigid groups of a and b.
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
  listedWithin_ = -infinity;
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

/// Checks the numbers last read.
const char* Bodies::whatIsWrong(const Source& source) {
  if (!std::ranges::all_of(source.read, [](double each) { return std::isfinite(each); }))
    return "an obstacle's pose or size is not finite";
  if (source.given->r.coeffs().isZero(0)) return "an obstacle's quaternion is zero";
  if (checkShape(*source.shape)) return "an obstacle's size is out of range; checkShape() says which";
  return nullptr;
}

void Bodies::readSource(Source& source) {
  source.read = numbersOf(*source.shape, *source.given);
  source.wrong = source.obstacle ? whatIsWrong(source) : nullptr;
  isFound_ = false;
  listedWithin_ = -infinity;
  Group& group = groups_[source.group];
  group.isChanged = true;
  const Pose pose = {source.given->p, unit(source.given->r)};
  for (int i = source.first; i < source.last; ++i) {
    Body& body = bodies_[i];
    body.pose = pose;
    if (body.shape != source.shape) {
      ObstaclePart& part = source.obstacle->parts[i - source.first];
      part.shape.size = source.shape->size;
      body.pose.p = pose * part.centre;
    }
    body.radius = body.shape->type->extent(*body.shape) + radiusOf(*body.shape);
    if (!body.shape->type->isPlane()) group.balls[source.inGroup + i - source.first] = {body.pose.p, body.radius};
  }
}

const char* Bodies::read() {
  bool isAnyNew = false;
  for (Source& source : sources_) {
    const bool isNew = difference(source.shape->size.data(), source.read.data(), 4) |
                       difference(source.given->p.data(), source.read.data() + 4, 7);
    if (!isNew) continue;
    readSource(source);
    isAnyNew = true;
  }
  if (!isAnyNew) return wrong_;
  for (Group& group : groups_) {
    if (group.isChanged) fit(group);
    group.isChanged = false;
  }
  const auto isWrong = [](const Source& source) { return source.wrong != nullptr; };
  const auto wrong = std::ranges::find_if(sources_, isWrong);
  wrong_ = wrong == sources_.end() ? nullptr : wrong->wrong;
  return wrong_;
}

void Bodies::fit(Group& group) {
  group.tree.fit(group.balls);
  if (group.link < 0) {
    group.tree.place({});
    for (const int body : group.bodies) place(bodies_[body], {});
    for (const int plane : group.planes) place(bodies_[plane], {});
    return;
  }
  double& extent = extents_[group.link];
  extent = 0;
  for (const Ball& ball : group.balls) extent = std::max(extent, norm(ball.centre) + ball.radius);
}

void Bodies::place(Body& body, const Pose& worldFromLink) {
  body.at = worldFromLink * body.pose.p;
  if (!isSphere(*body.shape)) body.turn = (worldFromLink.r * body.pose.r).toRotationMatrix();
}

void Bodies::find(const State& state, double within) {
  if (isFound_ && within <= foundWithin_ && std::ranges::equal(state.q, foundQ_)) return;
  findAhead(state, within, {});
}

const Bodies::Body& Bodies::placed(int i, const State& state) {
  Body& body = bodies_[i];
  if (body.link >= 0 && body.placedIn != searches_) {
    place(body, state.poses[body.link]);
    body.placedIn = searches_;
  }
  return body;
}

void Bodies::findAhead(const State& state, double least, std::span<const double> ways) {
  isFound_ = true;
  foundWithin_ = least;
  std::ranges::copy(state.q, foundQ_.begin());
  found_.clear();
  ++searches_;
  const double farthest = ways.empty() ? least : least + 2 * *std::ranges::max_element(ways);
  listIfNeeded(state, farthest, go(state, ways));
  const double sure = least + rounding * model_.size;
  for (Listed& pair : listed_) {
    const Group& a = groups_[pair.groupA];
    const Group& b = groups_[pair.groupB];
    if (pair.bound < sure + (a.spent + b.spent)) measure(pair, state, least + (a.spent - a.gone) + (b.spent - b.gone));
  }
}

void Bodies::measure(Listed& pair, const State& state, double within) {
  const Body& a = placed(pair.a, state);
  const Body& b = placed(pair.b, state);
  // A list for this pose and distance alone has compared their balls.
  double apart = within < listedWithin_ ? norm(a.at - b.at) - a.radius - b.radius : -infinity;
  if (apart < within) {
    const NearPair near = compare(pair.a, pair.b);
    apart = near.at.distance;
    if (apart < within) keep(near);
  }
  pair.bound = apart + groups_[pair.groupA].gone + groups_[pair.groupB].gone;
}

/// How far from the frame of a group's link its shapes may meet another; with a half-space, as far
/// as any shape is.
double Bodies::leverOf(const Group& group, const State& state) const {
  double lever = extents_[group.link];
  if (group.planes.empty()) return lever;
  const auto include = [&](const Vec3& at, double radius) {
    lever = std::max(lever, norm(at - state.poses[group.link].p) + radius);
  };
  for (const Group& other : groups_) {
    if (other.link >= 0) {
      include(state.poses[other.link].p, extents_[other.link]);
    } else {
      for (const int body : other.bodies) include(bodies_[body].at, bodies_[body].radius);
    }
  }
  return lever;
}

/// Notes how far links have gone since the last search, and may go next. Returns how far any point of a link where it
/// may meet another can be from where it was when pairs were last listed.
double Bodies::go(const State& state, std::span<const double> ways) {
  double most = 0;
  for (Group& group : groups_) {
    if (group.link < 0) continue;
    const Pose& now = state.poses[group.link];
    const double lever = leverOf(group, state);
    most = std::max(most, wayBetween(group.listedAt, now, lever));
    group.gone += wayBetween(group.seenAt, now, lever);
    group.spent = group.gone + (ways.empty() ? 0 : ways[group.link]);
    group.seenAt = now;
  }
  return most;
}

/// A longer list for later pays off if links do not leap.
void Bodies::listIfNeeded(const State& state, double within, double way) {
  const bool isWideEnough = within <= listedWithin_ && listedWithin_ <= within + farWithin * model_.size;
  if (isWideEnough && way <= slack_) {
    ++uses_;
    return;
  }
  slack_ = uses_ > 1 || way <= slack * model_.size ? slack * model_.size : 0;
  uses_ = 0;
  listNear(state, within + slack_);
}

void Bodies::listNear(const State& state, double least) {
  listed_.clear();
  listedWithin_ = least;
  for (Group& group : groups_) {
    if (group.link < 0) continue;
    group.spent -= std::exchange(group.gone, 0);
    for (const int body : group.bodies)
      if (bodies_[body].shape->type->toPoint) placed(body, state);
    for (const int plane : group.planes) placed(plane, state);
    group.listedAt = state.poses[group.link];
    group.tree.place(group.listedAt);
  }
  const auto wayOf = [&](const Group& group) { return group.link < 0 ? 0 : slack_; };
  for (const auto& [k, i] : compared_) {
    const Group& a = groups_[k];
    const Group& b = groups_[i];
    const double within = least + wayOf(a) + wayOf(b);
    if (!a.tree.isEmpty() && !b.tree.isEmpty()) descend(a, 0, b, 0, within);
    if (!b.tree.isEmpty())
      for (const int plane : a.planes) descendBelow(plane, b, 0, within);
    if (!a.tree.isEmpty())
      for (const int plane : b.planes) descendBelow(plane, a, 0, within);
  }
}

/// A ball about a plate is far wider than the plate: if there is a closed form, balls are compared with the
/// body itself.
bool Bodies::isFar(const Body& body, const Vec3& centre, double radius, double within) const {
  if (!body.shape->type->toPoint) return false;
  Vec3 nearest;
  Vec3 normal;
  const Vec3 point = body.turn.transpose() * (centre - body.at);
  return body.shape->type->toPoint(*body.shape, point, nearest, normal) - radiusOf(*body.shape) - radius >= within;
}

void Bodies::descend(const Group& a, int i, const Group& b, int k, double within) {
  const BallTree::Node& nodeA = a.tree[i];
  const BallTree::Node& nodeB = b.tree[k];
  const double most = within + nodeA.ball.radius + nodeB.ball.radius;
  if ((nodeA.centre - nodeB.centre).squaredNorm() >= most * most) return;
  const Body* bodyA = nodeA.leaf >= 0 ? &bodies_[a.bodies[nodeA.leaf]] : nullptr;
  const Body* bodyB = nodeB.leaf >= 0 ? &bodies_[b.bodies[nodeB.leaf]] : nullptr;
  if (bodyB && isFar(*bodyB, nodeA.centre, nodeA.ball.radius, within)) return;
  if (bodyA && isFar(*bodyA, nodeB.centre, nodeB.ball.radius, within)) return;
  if (bodyA && bodyB) {
    add(a.bodies[nodeA.leaf], b.bodies[nodeB.leaf]);
  } else if (nodeB.leaf >= 0 || (nodeA.leaf < 0 && nodeA.ball.radius > nodeB.ball.radius)) {
    descend(a, i + 1, b, k, within);
    descend(a, nodeA.right, b, k, within);
  } else {
    descend(a, i, b, k + 1, within);
    descend(a, i, b, nodeB.right, within);
  }
}

void Bodies::descendBelow(int plane, const Group& group, int i, double within) {
  const BallTree::Node& node = group.tree[i];
  const double height = bodies_[plane].turn.col(2).dot(node.centre - bodies_[plane].at);
  if (height - node.ball.radius - radiusOf(*bodies_[plane].shape) >= within) return;
  if (node.leaf >= 0) {
    add(plane, group.bodies[node.leaf]);
    return;
  }
  descendBelow(plane, group, i + 1, within);
  descendBelow(plane, group, node.right, within);
}

void Bodies::add(int first, int second) {
  const int a = std::min(first, second);
  const int b = std::max(first, second);
  const auto ignores = [](const Body& body, int link) {
    return body.obstacle && std::ranges::find(body.obstacle->ignored, link) != body.obstacle->ignored.end();
  };
  if (!ignores(bodies_[a], bodies_[b].link) && !ignores(bodies_[b], bodies_[a].link))
    listed_.push_back({a, b, sources_[bodies_[a].source].group, sources_[bodies_[b].source].group, -infinity});
}

NearPair Bodies::compare(int a, int b) const {
  const Body& bodyA = bodies_[a];
  const Body& bodyB = bodies_[b];
  NearPair pair{a, b, bodyA.link, bodyB.link, {}};
  if (isSphere(*bodyA.shape) && isSphere(*bodyB.shape)) {
    pair.at = betweenSpheres(bodyA.at, radiusOf(*bodyA.shape), bodyB.at, radiusOf(*bodyB.shape));
  } else {
    pair.at = separation(*bodyA.shape, bodyA.at, bodyA.turn, *bodyB.shape, bodyB.at, bodyB.turn);
  }
  return pair;
}

/// If there is no room for another pair, replaces the farthest.
void Bodies::keep(const NearPair& pair) {
  if (found_.size() < mostPairs) {
    found_.push_back(pair);
    return;
  }
  const auto farthest = std::ranges::max_element(found_, {}, [](const NearPair& each) { return each.at.distance; });
  if (pair.at.distance < farthest->at.distance) *farthest = pair;
}

void bringNearest(std::span<NearPair> pairs) {
  const auto isNearer = [](const NearPair& a, const NearPair& b) {
    if (a.at.distance != b.at.distance) return a.at.distance < b.at.distance;
    return a.a != b.a ? a.a < b.a : a.b < b.b;
  };
  std::swap(pairs.front(), *std::ranges::min_element(pairs, isNearer));
}

std::span<const NearPair> Bodies::nearest(int most) {
  // Later results must not depend on this order.
  isFound_ = false;
  const std::size_t count = std::min(found_.size(), static_cast<std::size_t>(std::max(most, 0)));
  for (std::size_t i = 0; i < count; ++i) {
    bringNearest(std::span(found_).subspan(i));
    NearPair& pair = found_[i];
    pair.a = bodies_[pair.a].source;
    pair.b = bodies_[pair.b].source;
  }
  return std::span(found_).first(count);
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
