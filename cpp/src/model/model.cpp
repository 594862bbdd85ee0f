#include "limber/model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <ranges>
#include <span>

#include "limber/state.h"
#include "model/checks.h"
#include "model/joints.h"
#include "model/move_joint.h"
#include "model/read_shape.h"

namespace limber {
namespace {

/// Hash table of links by name, with open addressing: std::unordered_map is three times as much code.
class Names {
 public:
  explicit Names(const std::vector<LinkDescription>& links)
      : links_(links), slots_(std::bit_ceil(2 * links.size() + 1), -1) {}

  /// −1 if the name is unknown.
  int find(std::string_view name) const { return slots_[slotOf(name)]; }

  void add(int link) { slots_[slotOf(links_[link].name)] = link; }

 private:
  /// The link's slot, or the empty one for it.
  std::size_t slotOf(std::string_view name) const {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    std::size_t slot = (hash ^ hash >> 32) & (slots_.size() - 1);
    while (slots_[slot] >= 0 && links_[slots_[slot]].name != name) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  const std::vector<LinkDescription>& links_;
  std::vector<int> slots_;
};

Expected<Names> collectNames(const ModelDescription& description) {
  Names names(description.links);
  int index = 0;
  for (const LinkDescription& link : description.links) {
    if (link.name.empty())
      return fail(ErrorCode::duplicateName, {"a link has no name; give every link a name of its own"});
    if (names.find(link.name) >= 0)
      return fail(ErrorCode::duplicateName, {"two links are named '", link.name, "'; rename one"});
    names.add(index++);
  }
  return names;
}

Expected<std::vector<int>> findParents(const ModelDescription& description, const Names& names) {
  std::vector<int> parents;
  for (const LinkDescription& link : description.links) {
    const int parent = link.parent.empty() ? -1 : names.find(link.parent);
    if (parent < 0 && !link.parent.empty()) {
      return fail(ErrorCode::unknownParent, {"link '", link.name, "': parent '", link.parent, "' is unknown; known: ",
                                             listNames(description.links, &LinkDescription::name)});
    }
    parents.push_back(parent);
  }
  return parents;
}

/// Names the links of one cycle: `a -> b -> a`.
std::string describeCycle(const ModelDescription& description, const std::vector<int>& parents,
                          const std::vector<bool>& placed) {
  auto link = static_cast<int>(std::ranges::find(placed, false) - placed.begin());
  for (std::size_t i = 0; i < parents.size(); ++i) link = parents[link];  // now certainly on the cycle
  const std::string_view first = description.links[link].name;
  std::string circle = join({"'", first, "'"});
  int count = 0;
  for (int at = parents[link]; at != link && ++count < 8; at = parents[at])
    circle = join({circle, " -> '", description.links[at].name, "'"});
  return count < 8 ? join({circle, " -> '", first, "'"}) : join({circle, " -> ..."});
}

/// Depth first, siblings and roots in the given order. Without recursion, because chains may be long.
Expected<std::vector<int>> orderDepthFirst(const ModelDescription& description, const std::vector<int>& parents) {
  const std::size_t count = parents.size();
  std::vector<std::vector<int>> children(count);
  std::vector<int> stack;
  for (std::size_t i = count; i-- > 0;) (parents[i] < 0 ? stack : children[parents[i]]).push_back(static_cast<int>(i));
  std::vector<int> order;
  std::vector<bool> placed(count, false);
  while (!stack.empty()) {
    const int link = stack.back();
    stack.pop_back();
    order.push_back(link);
    placed[link] = true;
    stack.insert(stack.end(), children[link].begin(), children[link].end());
  }
  if (order.size() == count) return order;
  return fail(ErrorCode::cycle, {"links form a cycle: ", describeCycle(description, parents, placed),
                                 "; one of them must have no parent"});
}

std::optional<Error> addShapes(Model& model, const LinkDescription& description, int link) {
  if (auto error = checkSize(model.collision.size() + description.collision.size(), maxShapes, "shapes")) return error;
  for (const ShapeDescription& each : description.collision) {
    const auto shape = shapeOf(each, {"link '", description.name, "'"});
    if (!shape) return shape.error();
    if (shape->type->mostTriangles > 0) {
      return makeError(ErrorCode::badShape, {"link '", description.name, "': a ", each.type,
                                             " can only be an obstacle; fit capsules or hulls to it"});
    }
    if (auto error = checkPose(each.pose, {"link '", description.name, "': pose of a shape"})) return error;
    model.collision.push_back({link, *shape, {each.pose.p, each.pose.r.normalized()}});
  }
  return std::nullopt;
}

/// Adds a link and its motions, which have no place in q yet.
std::optional<Error> addLink(Model& model, const LinkDescription& description, int parent, ModelOptions options) {
  if (auto error = checkPose(description.origin, {"link '", description.name, "': origin"})) return error;
  auto motions = motionsOf(description.joint, options);
  if (!motions) return makeError(motions.error().code, {"link '", description.name, "': ", motions.error().text});

  const int index = static_cast<int>(model.links.size());
  Link link;
  link.name = description.name;
  link.jointType = description.joint.type;
  link.parent = parent;
  link.parentFromJoint = description.origin;
  link.parentFromJoint.r.normalize();
  link.isTurned = !link.parentFromJoint.r.vec().isZero(0);
  link.firstMotion = static_cast<int>(model.motions.size());
  for (Motion& motion : *motions) {
    motion.link = index;
    model.motions.push_back(motion);
  }
  link.lastMotion = static_cast<int>(model.motions.size());
  model.links.push_back(link);
  return addShapes(model, description, index);
}

void findSubtrees(Model& model) {
  for (int i = static_cast<int>(model.links.size()); i-- > 0;) {
    Link& link = model.links[i];
    link.subtreeEnd = std::max(link.subtreeEnd, i + 1);
    if (link.parent < 0) continue;
    Link& parent = model.links[link.parent];
    parent.subtreeEnd = std::max(parent.subtreeEnd, link.subtreeEnd);
  }
}

/// The link's only motion, if it is a screw.
Motion* onlyScrew(Model& model, int link) {
  const Link& it = model.links[link];
  if (it.lastMotion - it.firstMotion != 1) return nullptr;
  Motion& motion = model.motions[it.firstMotion];
  return motion.kind == Motion::Kind::screw ? &motion : nullptr;
}

struct Mimic {
  int link;    ///< index of the follower
  int leader;  ///< index of its leader
  double multiplier;
  double offset;
  bool cuts;  ///< its own limits narrow its leader's
};

Expected<std::vector<Mimic>> findMimics(Model& model, const ModelDescription& description, const Names& names,
                                        const std::vector<int>& order, ModelOptions options) {
  std::vector<int> placeOf(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) placeOf[order[i]] = static_cast<int>(i);
  std::vector<Mimic> mimics;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LinkDescription& link = description.links[order[i]];
    if (!link.joint.mimic) continue;
    const MimicDescription& mimic = *link.joint.mimic;
    const int found = names.find(mimic.link);
    if (found < 0) {
      return fail(ErrorCode::badMimic, {"link '", link.name, "': mimics '", mimic.link, "', which is unknown; known: ",
                                        listNames(description.links, &LinkDescription::name)});
    }
    if (!std::isfinite(mimic.multiplier) || !std::isfinite(mimic.offset)) {
      return fail(ErrorCode::notFinite,
                  {"link '", link.name, "': mimic multiplier or offset is not finite; give two numbers"});
    }
    if (!mimic.limits.empty() && mimic.limits != "cut") {
      return fail(ErrorCode::badMimic,
                  {"link '", link.name, "': mimic limits are '", mimic.limits, "'; give 'cut', or leave them out"});
    }
    const int leader = placeOf[found];
    const int self = static_cast<int>(i);
    if (!onlyScrew(model, self) || !onlyScrew(model, leader)) {
      if (!options.hinges) continue;  // as a ball, it has no single value to follow
      return fail(ErrorCode::badMimic, {"link '", link.name, "': mimics '", mimic.link,
                                        "'; both joints must have exactly one turn or slide"});
    }
    mimics.push_back({self, leader, mimic.multiplier, mimic.offset, !mimic.limits.empty()});
  }
  return mimics;
}

/// Values of x for which ratio·x + offset lies in `limits`; empty (min > max) if there are none.
Interval pullBack(const Interval& limits, double ratio, double offset) {
  if (ratio == 0) {
    const bool inside = offset >= limits.min && offset <= limits.max;
    return inside ? Interval{} : Interval{infinity, -infinity};
  }
  const double a = (limits.min - offset) / ratio;
  const double b = (limits.max - offset) / ratio;
  return {std::min(a, b), std::max(a, b)};
}

/// The values of ratio·x + offset for x in `limits`.
Interval pushForward(const Interval& limits, double ratio, double offset) {
  if (ratio == 0) return {offset, offset};
  const double a = ratio * limits.min + offset;
  const double b = ratio * limits.max + offset;
  return {std::min(a, b), std::max(a, b)};
}

/// Narrows the limits of the joint whose coordinate the follower shares to what the follower's own allow.
std::optional<Error> cutLeader(Model& model, const Motion& motion, std::string_view follower) {
  Interval& limits = onlyScrew(model, motion.qIndex)->limits;
  const Interval pulled = pullBack(motion.limits, motion.ratio, motion.offset);
  limits = {std::max(limits.min, pulled.min), std::min(limits.max, pulled.max)};
  if (limits.min <= limits.max) return std::nullopt;
  return makeError(ErrorCode::badLimits, {"link '", follower, "' mimics '", model.links[motion.qIndex].name,
                                          "', and no value keeps the limits of both; widen one of them"});
}

/// Makes the follower a function of its leader's coordinate.
std::optional<Error> applyMimic(Model& model, const Mimic& mimic) {
  const Motion& leader = *onlyScrew(model, mimic.leader);
  Motion& motion = *onlyScrew(model, mimic.link);
  motion.ratio = mimic.multiplier * leader.ratio;
  motion.offset = mimic.multiplier * leader.offset + mimic.offset;
  motion.mimics = true;
  // The owner's link for now; placeCoordinates() replaces it by the owner's coordinate.
  motion.qIndex = leader.mimics ? leader.qIndex : mimic.leader;
  const std::string_view follower = model.links[mimic.link].name;
  if (!std::isfinite(motion.ratio) || !std::isfinite(motion.offset)) {
    return makeError(ErrorCode::notFinite, {"link '", follower,
                                            "': mimic multiplier or offset, times those of its "
                                            "leaders, is infinite; give smaller ones"});
  }
  return mimic.cuts ? cutLeader(model, motion, follower) : std::nullopt;
}

/// Replaces a follower's own limits by where its leader's take it. More than rounding beyond its own is worth a
/// warning.
void takeLeadersLimits(Model& model, const Mimic& mimic) {
  Motion& motion = *onlyScrew(model, mimic.link);
  const Interval own = motion.limits;
  const Interval& leaders = onlyScrew(model, motion.qIndex)->limits;
  motion.limits = pushForward(leaders, motion.ratio, motion.offset);
  const double rounding = 1e-6 * std::max({1.0, std::abs(motion.limits.min), std::abs(motion.limits.max)});
  const double beyond = std::isfinite(rounding) ? rounding : 0;
  if (motion.limits.min >= own.min - beyond && motion.limits.max <= own.max + beyond) return;
  model.warnings.push_back(join({"link '", model.links[mimic.link].name, "' mimics '", model.links[motion.qIndex].name,
                                 "', whose limits ", intervalText(leaders), " take it to ", intervalText(motion.limits),
                                 ", beyond its own ", intervalText(own), "; limits: 'cut' keeps those"}));
}

/// Whether a turn's limits are more than two turns to one side, or one and a half in whole numbers.
bool lookLikeDegrees(const Interval& limits) {
  double most = 0;
  bool isWhole = true;
  for (const double each : {limits.min, limits.max}) {
    if (!std::isfinite(each)) continue;
    most = std::max(most, std::abs(each));
    isWhole &= each == std::round(each);
  }
  return most > (isWhole ? 3 : 4) * pi;
}

void warnOfDegrees(Model& model) {
  for (const Motion& motion : model.motions) {
    if (!motion.turns() || motion.slides() || !lookLikeDegrees(motion.limits)) continue;
    model.warnings.push_back(join({"link '", model.links[motion.link].name, "': limits ", intervalText(motion.limits),
                                   " are several turns; if these are degrees, give radians"}));
  }
}

/// Leaders before followers: mimics may form long chains.
std::optional<Error> resolveMimics(Model& model, const std::vector<Mimic>& mimics) {
  std::vector<const Mimic*> byLink(model.links.size(), nullptr);
  for (const Mimic& mimic : mimics) byLink[mimic.link] = &mimic;
  for (const Mimic& mimic : mimics) {
    std::vector<const Mimic*> row;
    int at = mimic.link;
    while (byLink[at] && !onlyScrew(model, at)->mimics) {
      row.push_back(byLink[at]);
      at = byLink[at]->leader;
      if (row.size() <= mimics.size()) continue;
      return makeError(ErrorCode::badMimic,
                       {"link '", model.links[at].name, "': mimics form a cycle; one of them must not mimic"});
    }
    for (const Mimic* each : row | std::views::reverse) {
      if (auto error = applyMimic(model, *each)) return error;
    }
  }
  for (const Mimic& mimic : mimics) takeLeadersLimits(model, mimic);
  return std::nullopt;
}

void placeCoordinates(Model& model) {
  for (Motion& motion : model.motions) {
    motion.axisIndex = model.nAxes;
    model.nAxes += motion.nv();
    if (motion.mimics) continue;
    motion.qIndex = model.nq;
    motion.vIndex = model.nv;
    model.nq += motion.nq();
    model.nv += motion.nv();
  }
  for (Motion& motion : model.motions) {
    if (!motion.mimics) continue;
    const Motion& leader = *onlyScrew(model, motion.qIndex);
    motion.qIndex = leader.qIndex;
    motion.vIndex = leader.vIndex;
  }
}

/// The ready pose: the numbers of each joint as described, else zero.
std::optional<Error> takeRest(Model& model, const ModelDescription& description, const std::vector<int>& order,
                              bool hinges) {
  model.rest.assign(static_cast<std::size_t>(model.nq), 0.0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LinkDescription& link = description.links[order[i]];
    std::span<const double> rest = link.joint.rest;
    if (rest.empty()) continue;
    const auto first = model.motions.begin() + model.links[i].firstMotion;
    const auto last = model.motions.begin() + model.links[i].lastMotion;
    // A hinge that became a ball turns about its axis.
    std::array<double, 4> ball;
    if (!hinges && rest.size() == 1 && last - first == 1 && first->kind == Motion::Kind::ball) {
      const Quat turn = expRotation<double>(rest[0] * (first->jointFromBone * Vec3::UnitZ()));
      std::ranges::copy(turn.coeffs(), ball.begin());
      rest = ball;
    }
    int count = 0;
    for (auto each = first; each != last; ++each) count += each->mimics ? 0 : each->nq();
    if (rest.size() != static_cast<std::size_t>(count) || !allFinite(rest)) {
      return makeError(ErrorCode::badRest, {"link '", link.name, "': rest must be ", text(count), " finite numbers"});
    }
    std::ranges::copy(rest, model.rest.begin() + first->qIndex);
  }
  normalise(model, model.rest.data());
  return std::nullopt;
}

struct Slide {
  double least = 0;
  double most = 0;
};

/// How far a link's motions can slide within finite limits.
Slide slideOf(const Model& model, const Link& link) {
  Slide sum;
  for (int m = link.firstMotion; m < link.lastMotion; ++m) {
    const Motion& motion = model.motions[m];
    const auto [min, max] = motion.limits;
    if (!motion.slides() || !std::isfinite(min) || !std::isfinite(max)) continue;
    const double metres = motion.v.norm();
    sum.most += metres * std::max(std::abs(min), std::abs(max));
    sum.least += metres * std::max({0.0, min, -max});
  }
  return sum;
}

/// With a larger reach, slides would outweigh turns.
constexpr double mostReach = 10;

/// Finds reach and size, or fails if squared lengths would overflow.
std::optional<Error> measureLengths(Model& model) {
  std::vector<double> fromWorld(model.links.size(), 0);
  // 0 if nothing moves.
  std::vector<double> fromJoint(model.links.size(), 0), fromJointAtLeast(model.links.size(), 0);
  std::vector<bool> moves(model.links.size(), false);
  double reach = 0, size = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const Slide slide = slideOf(model, link);
    const double length = link.parentFromJoint.p.norm();
    const bool isCarried = link.parent >= 0 && moves[link.parent];
    fromWorld[i] = (link.parent < 0 ? 0 : fromWorld[link.parent]) + length + slide.most;
    if (!std::isfinite(fromWorld[i] * fromWorld[i])) {
      return makeError(
          ErrorCode::notFinite,
          {"link '", link.name, "': the lengths and slides up to it, squared, add up to infinity; give shorter ones"});
    }
    moves[i] = isCarried || link.firstMotion < link.lastMotion;
    fromJoint[i] = slide.most + (isCarried ? fromJoint[link.parent] + length : 0);
    fromJointAtLeast[i] = slide.least + (isCarried ? fromJointAtLeast[link.parent] + length : 0);
    reach = std::max(reach, fromJoint[i]);
    size = std::max(size, fromJointAtLeast[i]);
  }
  model.reach = size > 0 ? std::min(reach, mostReach * size) : reach > 0 ? reach : 1;
  model.size = size > 0 ? size : std::min(model.reach, 1.0);
  return std::nullopt;
}

}  // namespace

int Model::findLink(std::string_view linkName) const {
  const auto found = std::ranges::find(links, linkName, &Link::name);
  return found == links.end() ? -1 : static_cast<int>(found - links.begin());
}

Expected<std::shared_ptr<const Model>> buildModel(const ModelDescription& description, ModelOptions options) {
  const std::size_t count = description.links.size();
  if (count == 0) return fail(ErrorCode::emptyModel, {"the model has no links; give at least one"});
  if (auto error = checkSize(count, maxLinks, "links")) return std::unexpected(*error);
  const auto names = collectNames(description);
  if (!names) return std::unexpected(names.error());
  const auto parents = findParents(description, *names);
  if (!parents) return std::unexpected(parents.error());
  const auto order = orderDepthFirst(description, *parents);
  if (!order) return std::unexpected(order.error());

  auto model = std::make_shared<Model>();
  model->name = description.name;
  std::vector<int> placeOf(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int link = (*order)[i];
    placeOf[link] = static_cast<int>(i);
    const int parent = (*parents)[link] < 0 ? -1 : placeOf[(*parents)[link]];
    if (auto error = addLink(*model, description.links[link], parent, options)) return std::unexpected(*error);
  }
  findSubtrees(*model);
  const auto mimics = findMimics(*model, description, *names, *order, options);
  if (!mimics) return std::unexpected(mimics.error());
  warnOfDegrees(*model);
  if (auto error = resolveMimics(*model, *mimics)) return std::unexpected(*error);
  placeCoordinates(*model);
  if (auto error = takeRest(*model, description, *order, options.hinges)) return std::unexpected(*error);
  if (auto error = measureLengths(*model)) return std::unexpected(*error);
  if (auto error = checkRoom(*model, description.loops.size())) return std::unexpected(*error);
  for (const LoopDescription& loop : description.loops) {
    if (const auto closure = closureOf(*model, loop); !closure) return std::unexpected(closure.error());
  }
  model->loops = description.loops;
  return model;
}

void moveJoint(const Model& model, int which, const Pose& parentFromJoint, const Vec3& axis) {
  auto& moved = const_cast<Model&>(model);  // buildModel() makes no constant
  ++moved.revision;
  Link& link = moved.links[static_cast<std::size_t>(which)];
  link.parentFromJoint = parentFromJoint;
  link.isTurned = true;
  if (link.firstMotion == link.lastMotion) return;
  Motion& first = moved.motions[static_cast<std::size_t>(link.firstMotion)];
  if (first.kind == Motion::Kind::screw && first.turns()) first.w = axis;
}

}  // namespace limber
