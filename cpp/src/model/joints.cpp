#include "model/joints.h"

#include <algorithm>

namespace limber {
namespace {

using Joint = JointDescription;
using Motions = std::vector<Motion>;

Motion turn(const Vec3& axis) { return Motion::screw(axis, Vec3::Zero()); }
Motion slide(const Vec3& axis) { return Motion::screw(Vec3::Zero(), axis); }
Motion slideAlong(int k) { return slide(Vec3::Unit(k)); }

/// A frame whose Z is `axis`, by the smallest rotation.
Quat frameOf(const Vec3& axis) { return rotationBetween(Vec3::UnitZ(), axis); }

/// A slide along X (0) or Y (1) of the frame whose Z is the joint's axis.
Motion slideAcross(const Joint& joint, int k) { return slide(frameOf(joint.axis) * Vec3::Unit(k)); }

Motion ball(const Joint& joint) { return Motion::ball(frameOf(joint.axis), {joint.swing, joint.twist}); }

struct JointType {
  std::string_view name;
  bool takesLimits;  ///< intervals for its screws
  Motions (*motions)(const Joint&);
};

// A joint type is one line: its motions in the order in which they act, axes of unit length.
// clang-format off
constexpr JointType catalogue[] = {
    {"fixed", false, [](const Joint&) { return Motions{}; }},
    {"revolute", true, [](const Joint& j) { return Motions{turn(j.axis)}; }},
    {"continuous", false, [](const Joint& j) { return Motions{turn(j.axis)}; }},
    {"prismatic", true, [](const Joint& j) { return Motions{slide(j.axis)}; }},
    {"helical", true, [](const Joint& j) { return Motions{Motion::screw(j.axis, j.pitch * j.axis)}; }},
    {"universal", true, [](const Joint& j) { return Motions{turn(j.axis), turn(j.axis2)}; }},
    {"cylindrical", true, [](const Joint& j) { return Motions{slide(j.axis), turn(j.axis)}; }},
    {"planar", true, [](const Joint& j) { return Motions{slideAcross(j, 0), slideAcross(j, 1), turn(j.axis)}; }},
    {"ball", false, [](const Joint& j) { return Motions{ball(j)}; }},
    {"free", true, [](const Joint& j) { return Motions{slideAlong(0), slideAlong(1), slideAlong(2), ball(j)}; }},
};
// clang-format on

const JointType* findType(std::string_view name) {
  const auto* found = std::ranges::find(catalogue, name, &JointType::name);
  return found == std::end(catalogue) ? nullptr : found;
}

std::optional<Error> normaliseAxis(Vec3& axis, std::string_view which) {
  if (!axis.allFinite()) return makeError(ErrorCode::notFinite, {which, " is not finite; give three numbers"});
  if (axis.isZero(0)) return makeError(ErrorCode::zeroAxis, {which, " is zero; give a direction"});
  axis = unit(axis);
  return std::nullopt;
}

std::optional<Error> checkInterval(const Interval& interval, std::string_view which) {
  if (std::isnan(interval.min) || std::isnan(interval.max))
    return makeError(ErrorCode::notFinite, {which, " ", intervalText(interval), " must be numbers; give min and max"});
  if (interval.min > interval.max || interval.min == infinity || interval.max == -infinity)
    return makeError(ErrorCode::badLimits, {which, " ", intervalText(interval), " is empty; min must not exceed max"});
  return std::nullopt;
}

std::optional<Error> checkBound(const Interval& bound, std::string_view which) {
  if (auto error = checkInterval(bound, which)) return error;
  if (bound.min < -pi - 1e-9 || bound.min > 0 || bound.max < 0 || bound.max > pi + 1e-9)
    return makeError(ErrorCode::badLimits,
                     {which, " ", intervalText(bound), " must hold -pi <= min <= 0 <= max <= pi"});
  return std::nullopt;
}

std::optional<Error> checkBallLimits(const Joint& joint) {
  if (joint.swing) {
    if (auto error = checkBound(joint.swing->x, "swing.x")) return error;
    if (auto error = checkBound(joint.swing->y, "swing.y")) return error;
  }
  if (joint.twist) {
    if (auto error = checkInterval(*joint.twist, "twist")) return error;
    if (joint.twist->min < -pi - 1e-9 || joint.twist->max > pi + 1e-9)
      return makeError(ErrorCode::badLimits, {"twist ", intervalText(*joint.twist), " must lie within [-pi, pi]"});
  }
  return std::nullopt;
}

std::optional<Error> checkLimits(const Joint& joint, const JointType& type, const Motions& motions) {
  const bool hasBall = std::ranges::count(motions, Motion::Kind::ball, &Motion::kind) > 0;
  if (!hasBall && (joint.swing || joint.twist)) {
    return makeError(ErrorCode::badLimits,
                     {"swing and twist belong to ball and free joints, not to '", joint.type, "'"});
  }
  const auto screws = static_cast<std::size_t>(std::ranges::count(motions, Motion::Kind::screw, &Motion::kind));
  const std::size_t most = type.takesLimits ? screws : 0;
  if (joint.limits.size() > most) {
    return makeError(ErrorCode::badLimits, {text(static_cast<double>(joint.limits.size())), " intervals of limits; a '",
                                            joint.type, "' joint takes at most ", text(static_cast<double>(most)),
                                            hasBall ? " (a ball has swing and twist)" : ""});
  }
  for (const Interval& interval : joint.limits) {
    if (auto error = checkInterval(interval, "limits")) return error;
  }
  return checkBallLimits(joint);
}

/// Readers give a fixed joint any axis, or zero: it means nothing.
std::optional<Error> checkAxes(Joint& joint) {
  if (joint.type == "fixed") return std::nullopt;
  if (auto error = normaliseAxis(joint.axis, "axis")) return error;
  if (joint.type != "universal") return std::nullopt;
  if (auto error = normaliseAxis(joint.axis2, "axis2")) return error;
  if (joint.axis.cross(joint.axis2).norm() < 1e-6)
    return makeError(ErrorCode::parallelAxes, {"axis and axis2 are parallel; give two directions"});
  return std::nullopt;
}

}  // namespace

std::string intervalText(const Interval& i) { return join({"[", text(i.min), ", ", text(i.max), "]"}); }

std::vector<std::string_view> jointTypes() {
  std::vector<std::string_view> names;
  for (const JointType& type : catalogue) names.push_back(type.name);
  return names;
}

Expected<Motions> motionsOf(const JointDescription& description, ModelOptions options) {
  Joint joint = description;
  const JointType* type = findType(joint.type);
  if (!type) {
    return fail(ErrorCode::unknownJointType,
                {"joint type '", joint.type, "' is unknown; known: ", listNames(jointTypes())});
  }
  if (auto error = checkAxes(joint)) return std::unexpected(*error);
  Motions motions = type->motions(joint);
  if (!std::ranges::all_of(motions, [](const Motion& each) { return each.v.allFinite(); }))
    return fail(ErrorCode::notFinite, {"pitch is not finite; give metres per radian"});
  if (auto error = checkLimits(joint, *type, motions)) return std::unexpected(*error);
  for (std::size_t i = 0; i < joint.limits.size(); ++i) motions[i].limits = joint.limits[i];

  const bool isHinge = joint.type == "revolute" || joint.type == "continuous";
  if (isHinge && !options.hinges) return Motions{ball(joint)};
  return motions;
}

}  // namespace limber
