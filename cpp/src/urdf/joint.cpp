#include "urdf/joint.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "urdf/text.h"

namespace limber::urdf {
namespace {

struct Type {
  std::string_view urdf;
  std::string_view type;
  bool hasAxis = false;
  bool needsLimits = false;
};

/// One line per joint type.
constexpr std::array types = {
    Type{"fixed", "fixed"},
    Type{"revolute", "revolute", true, true},
    Type{"continuous", "continuous", true},
    Type{"prismatic", "prismatic", true, true},
    Type{"planar", "planar", true},
    Type{"floating", "free"},
};

constexpr double boundless = 1e9;  ///< a bound as large as this means "no limit"
constexpr double hugeRange = 1000;

/// URDF's roll, pitch and yaw about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll).
Quat quaternionOf(const Vec3& rpy) {
  const auto half = [&](int i) { return rpy[i] / 2; };
  const double sr = std::sin(half(0)), cr = std::cos(half(0));
  const double sp = std::sin(half(1)), cp = std::cos(half(1));
  const double sy = std::sin(half(2)), cy = std::cos(half(2));
  return {cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
          cr * cp * sy - sr * sp * cy};
}

Vec3 readAxis(Source& source, const Element& element, const Type& type) {
  const Element* axis = source.child(element, "axis");
  const Vec3 xyz = source.numbers(axis, "xyz", Vec3::UnitX());
  if (type.hasAxis && xyz.isZero(0)) source.fail(*axis, {"xyz is zero; give a direction, as in xyz=\"0 0 1\""});
  return xyz;
}

void warnIfLocked(Source& source, const Element& limit, double lower, double upper, std::string_view orContinuous) {
  if (lower != upper) return;
  const bool noLower = !limit.attribute("lower");
  const bool noUpper = !limit.attribute("upper");
  const std::string why = noLower || noUpper
                              ? join({"without ", noLower ? "lower" : "", noLower && noUpper ? " and " : "",
                                      noUpper ? "upper" : "", ", which then count as 0, the joint cannot move"})
                              : join({"lower and upper are both ", digits(lower), ", so the joint cannot move"});
  source.warn(limit, {why, "; give its range", orContinuous});
}

Interval readLimits(Source& source, const Element& element, std::string_view type) {
  const bool turns = type == "revolute";
  const std::string_view orContinuous = turns ? ", or make it continuous" : "";
  const Element* limit = source.child(element, "limit");
  if (!limit) {
    source.fail(element,
                {"a ", type, " joint needs limits; add <limit lower= upper= effort= velocity=/>", orContinuous});
    return {};
  }
  const double lower = source.number(*limit, "lower", 0);
  const double upper = source.number(*limit, "upper", 0);
  if (lower > upper) source.fail(*limit, {"lower is ", digits(lower), ", above upper, ", digits(upper), "; swap them"});
  warnIfLocked(source, *limit, lower, upper, orContinuous);
  const Interval limits{lower <= -boundless ? -infinity : lower, upper >= boundless ? infinity : upper};
  const double range = limits.max - limits.min;
  if (range > hugeRange && range < infinity) {
    source.warn(*limit, {"the range of ", digits(range), turns ? " rad" : " m", " is huge; if there is no limit, ",
                         turns ? "make it continuous" : join({"give bounds of ", digits(boundless), " or more"})});
  }
  return limits;
}

/// Warns about limits of a joint type without limits.
void noteLimits(Source& source, const Element& element, std::string_view type) {
  const Element* limit = source.child(element, "limit");
  const std::string* lower = limit ? limit->attribute("lower") : nullptr;
  const std::string* upper = limit ? limit->attribute("upper") : nullptr;
  if (!lower || !upper || !(numberIn(*lower) < numberIn(*upper))) return;
  source.warn(*limit, {"lower and upper are ignored, because a ", type, " joint has no limits",
                       type == "continuous" ? "; make it revolute if they are meant" : ""});
}

std::string linkOf(Source& source, const Element& element, std::string_view end) {
  const Element* tag = source.child(element, end);
  if (tag) return source.attribute(*tag, "link");
  source.fail(element, {"it has no ", end, "; add <", end, " link=\"…\"/>"});
  return {};
}

void readMimic(Source& source, Joint& joint) {
  const Element* mimic = source.child(*joint.element, "mimic");
  if (!mimic) return;
  if (joint.joint.type == "fixed") return source.warn(*mimic, {"it is ignored, because a fixed joint does not move"});
  joint.mimic = mimic;
  joint.mimicked = source.attribute(*mimic, "joint");
}

}  // namespace

Pose readOrigin(Source& source, const Element& element) {
  const Element* origin = source.child(element, "origin");
  const Vec3 position = source.numbers(origin, "xyz", Vec3::Zero());
  const Vec3 rpy = source.numbers(origin, "rpy", Vec3::Zero());
  return {position, quaternionOf(rpy)};
}

Joint readJoint(Source& source, const Element& element) {
  Joint joint;
  joint.element = &element;
  joint.name = source.attribute(element, "name");
  const std::string word = source.attribute(element, "type");
  const auto* type = std::ranges::find(types, word, &Type::urdf);
  if (type == types.end()) {
    std::string known;
    for (const Type& each : types) known += join({known.empty() ? "" : ", ", each.urdf});
    source.fail(element, {"type is ", show(word), "; known: ", known});
    return joint;
  }
  joint.joint.type = type->type;
  joint.joint.name = joint.name;
  const Vec3 axis = readAxis(source, element, *type);
  if (type->hasAxis) joint.joint.axis = axis;
  if (!type->needsLimits && type->type != "fixed") noteLimits(source, element, word);
  joint.parent = linkOf(source, element, "parent");
  joint.child = linkOf(source, element, "child");
  joint.origin = readOrigin(source, element);
  if (type->needsLimits) joint.joint.limits = {readLimits(source, element, word)};
  readMimic(source, joint);
  return joint;
}

}  // namespace limber::urdf
