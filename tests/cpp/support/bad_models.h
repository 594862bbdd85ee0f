/// Models that buildModel() must refuse, as one table for all tests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "random_model.h"

namespace limber::test {

inline const double nan = std::nan("");

inline LinkDescription linkOf(std::string name, std::string parent = "", std::string_view type = "revolute") {
  LinkDescription link{std::move(name), std::move(parent), {}, {}};
  link.joint.type = type;
  return link;
}

/// A valid model, base – arm – hand. Each case spoils one part of it.
inline ModelDescription sound() {
  ModelDescription description{"sound", {linkOf("base"), linkOf("arm", "base"), linkOf("hand", "arm", "prismatic")}};
  description.links[1].origin.p = Vec3(0, 0, 1);
  description.links[2].origin.p = Vec3(0, 1, 0);
  return description;
}

/// One mistake. The error's text must contain each of `words`: the culprit and the remedy.
struct BadModel {
  const char* what;
  ErrorCode code;
  std::function<void(std::vector<LinkDescription>&)> spoil;
  std::vector<std::string> words;
};

using Links = std::vector<LinkDescription>;

/// Changes only the joint of the link named arm.
inline std::function<void(Links&)> armJoint(std::string_view type, std::function<void(JointDescription&)> change) {
  return [=](Links& links) {
    links[1].joint.type = type;
    change(links[1].joint);
  };
}
inline std::function<void(Links&)> armLimits(std::string_view type, std::vector<Interval> limits) {
  return armJoint(type, [=](JointDescription& joint) { joint.limits = limits; });
}
inline std::function<void(Links&)> armSwing(std::string_view type, SwingBounds swing) {
  return armJoint(type, [=](JointDescription& joint) { joint.swing = swing; });
}
inline std::function<void(Links&)> armTwist(std::string_view type, Interval twist) {
  return armJoint(type, [=](JointDescription& joint) { joint.twist = twist; });
}
inline std::function<void(Links&)> armMimic(std::string_view type, MimicDescription mimic) {
  return armJoint(type, [=](JointDescription& joint) { joint.mimic = mimic; });
}

inline std::vector<BadModel> badTrees() {
  using enum ErrorCode;
  return {
      {"no links", emptyModel, [](Links& l) { l.clear(); }, {"no links", "give at least one"}},
      {"too many links", tooLarge, [](Links& l) { l.resize(maxLinks + 1); }, {"200001", "at most 200000"}},
      {"two links of one name", duplicateName, [](Links& l) { l[2].name = "arm"; }, {"'arm'", "rename one"}},
      {"a link without a name", duplicateName, [](Links& l) { l[2].name = ""; }, {"no name", "give every link a name"}},
      {"a parent that is not there",
       unknownParent,
       [](Links& l) { l[2].parent = "elbow"; },
       {"link 'hand'", "'elbow'", "known: 'base', 'arm', 'hand'"}},
      {"its own parent", cycle, [](Links& l) { l[1].parent = "arm"; }, {"'arm' -> 'arm'", "must have no parent"}},
      {"a cycle of two",
       cycle,
       [](Links& l) { l[0].parent = "arm"; },
       {"'base' -> 'arm' -> 'base'|'arm' -> 'base' -> 'arm'"}},
      {"a tail that leads into a cycle",
       cycle,
       [](Links& l) {
         l.insert(l.begin(), {linkOf("tail", "base"), linkOf("tip", "tail")});
         l[2].parent = "hand";
       },
       {"'base' -> 'hand' -> 'arm' -> 'base'|'hand' -> 'arm' -> 'base' -> 'hand'|'arm' -> 'base' "
        "-> 'hand' -> 'arm'"}},
      {"a long cycle is cut short",
       cycle,
       [](Links& l) {
         for (int i = 0; i < 99; ++i) l.push_back(linkOf(numbered("x", i), numbered("x", (i + 98) % 99)));
       },
       {"-> ...", "must have no parent"}},
      {"a position that is not finite",
       notFinite,
       [](Links& l) { l[1].origin.p.y() = nan; },
       {"link 'arm'", "origin", "give"}},
      {"a rotation that is not finite",
       notFinite,
       [](Links& l) { l[1].origin.r.w() = infinity; },
       {"link 'arm'", "origin", "give"}},
      {"a rotation that is not unit",
       notUnit,
       [](Links& l) { l[1].origin.r.coeffs() *= 1.01; },
       {"link 'arm'", "1.01", "unit quaternion"}},
      {"a rotation of zero",
       notUnit,
       [](Links& l) { l[1].origin.r.coeffs().setZero(); },
       {"link 'arm'", "unit quaternion"}},
      {"lengths that add up to infinity",
       notFinite,
       [](Links& l) {
         for (auto& link : l) link.origin.p = Vec3(1e154, 0, 0);
       },
       {"link 'arm'", "infinity", "shorter"}},
      {"fixed lengths that add up to infinity",
       notFinite,
       [](Links& l) {
         for (auto& link : l) {
           link.origin.p = Vec3(1e154, 0, 0);
           link.joint.type = "fixed";
         }
       },
       {"link 'arm'", "infinity", "shorter"}},
      {"a slide that is too long",
       notFinite,
       [](Links& l) {
         l[2].joint.limits = {{0, 1.7e308}};
         l[2].origin.p.x() = 1.7e308;
       },
       {"link 'hand'", "infinity", "shorter"}},
  };
}

inline std::vector<BadModel> badJoints() {
  using enum ErrorCode;
  const auto axis = [](std::string_view type, const Vec3& value) {
    return armJoint(type, [=](JointDescription& joint) { joint.axis = value; });
  };
  const auto axis2 = [](const Vec3& value) {
    return armJoint("universal", [=](JointDescription& joint) { joint.axis2 = value; });
  };
  return {
      {"a joint type that is not there",
       unknownJointType,
       armJoint("hinge", [](auto&) {}),
       {"link 'arm'", "'hinge'", "known: 'fixed', 'revolute'"}},
      {"an axis of zero", zeroAxis, axis("revolute", Vec3::Zero()), {"link 'arm'", "axis", "give a direction"}},
      {"a bone of zero", zeroAxis, axis("ball", Vec3(0, -0.0, 0)), {"link 'arm'", "axis", "give a direction"}},
      {"a second axis of zero", zeroAxis, axis2(Vec3::Zero()), {"link 'arm'", "axis2", "give a direction"}},
      {"an axis that is no number",
       notFinite,
       axis("prismatic", Vec3(0, nan, 1)),
       {"link 'arm'", "axis", "give three numbers"}},
      {"an infinite axis",
       notFinite,
       axis("planar", Vec3(infinity, 0, 1)),
       {"link 'arm'", "axis", "give three numbers"}},
      {"a second axis that is no number",
       notFinite,
       axis2(Vec3(nan, nan, nan)),
       {"link 'arm'", "axis2", "give three numbers"}},
      {"a pitch that is no number",
       notFinite,
       armJoint("helical", [](auto& j) { j.pitch = nan; }),
       {"link 'arm'", "pitch", "give metres per radian"}},
      {"parallel axes", parallelAxes, axis2(Vec3(0, 0, 2)), {"link 'arm'", "axis2", "give two directions"}},
      {"opposite axes", parallelAxes, axis2(Vec3(0, 1e-9, -2)), {"link 'arm'", "axis2", "give two directions"}},
      {"min above max",
       badLimits,
       armLimits("revolute", {{1, -1}}),
       {"link 'arm'", "[1, -1]", "min must not exceed max"}},
      {"nothing but infinity", badLimits, armLimits("revolute", {{infinity, infinity}}), {"link 'arm'", "[inf, inf]"}},
      {"limits that are no numbers", notFinite, armLimits("prismatic", {{nan, 1}}), {"link 'arm'", "limits", "give"}},
      {"more limits than motions",
       badLimits,
       armLimits("revolute", {{0, 1}, {0, 1}}),
       {"link 'arm'", "2 intervals", "'revolute'", "at most 1"}},
      {"limits of a continuous joint",
       badLimits,
       armLimits("continuous", {{0, 1}}),
       {"link 'arm'", "'continuous'", "at most 0"}},
      {"limits of a fixed joint", badLimits, armLimits("fixed", {{0, 1}}), {"link 'arm'", "'fixed'", "at most 0"}},
      {"intervals for a ball", badLimits, armLimits("ball", {{0, 1}}), {"link 'arm'", "'ball'", "swing and twist"}},
      {"a bad limit of a later motion",
       badLimits,
       armLimits("free", {{0, 1}, {0, 1}, {1, 0}}),
       {"link 'arm'", "[1, 0]"}},
      {"swing on a hinge", badLimits, armSwing("revolute", {{-1, 1}, {-1, 1}}), {"link 'arm'", "swing", "'revolute'"}},
      {"twist on a slide", badLimits, armTwist("prismatic", {-1, 1}), {"link 'arm'", "twist", "'prismatic'"}},
      {"swing without zero",
       badLimits,
       armSwing("ball", {{0.1, 1}, {-1, 1}}),
       {"link 'arm'", "swing.x [0.1, 1]", "min <= 0 <= max"}},
      {"swing beyond a half turn",
       badLimits,
       armSwing("free", {{-1, 1}, {-1, 4}}),
       {"link 'arm'", "swing.y [-1, 4]", "<= pi"}},
      {"swing that is no number", notFinite, armSwing("ball", {{-1, 1}, {nan, 1}}), {"link 'arm'", "swing.y", "give"}},
      {"twist beyond a half turn", badLimits, armTwist("ball", {-4, 1}), {"link 'arm'", "twist [-4, 1]", "[-pi, pi]"}},
      {"twist min above max",
       badLimits,
       armTwist("ball", {1, -1}),
       {"link 'arm'", "twist [1, -1]", "min must not exceed max"}},
      {"twist that is no number", notFinite, armTwist("free", {nan, nan}), {"link 'arm'", "twist", "give"}},
      {"mimic of a link that is not there",
       badMimic,
       armMimic("revolute", {"elbow", 1, 0}),
       {"link 'arm'", "'elbow'", "known: 'base'"}},
      {"mimic of itself", badMimic, armMimic("revolute", {"arm", 1, 0}), {"link 'arm'", "cycle", "must not mimic"}},
      {"mimics in a cycle",
       badMimic,
       [](Links& l) {
         l[0].joint.mimic = {"arm", 1, 0};
         l[1].joint.mimic = {"base", 1, 0};
       },
       {"link 'base'|link 'arm'", "cycle", "must not mimic"}},
      {"mimic that leads into a cycle",
       badMimic,
       [](Links& l) {
         l[0].joint.mimic = {"arm", 1, 0};
         l[1].joint.mimic = {"hand", 1, 0};
         l[2].joint.mimic = {"hand", 1, 0};
       },
       {"cycle", "must not mimic"}},
      {"mimic of a ball",
       badMimic,
       [](Links& l) {
         l[0].joint.type = "ball";
         l[1].joint.mimic = {"base", 1, 0};
       },
       {"link 'arm'", "'base'", "exactly one turn or slide"}},
      {"mimic of a fixed joint",
       badMimic,
       [](Links& l) {
         l[0].joint.type = "fixed";
         l[1].joint.mimic = {"base", 1, 0};
       },
       {"link 'arm'", "'base'", "exactly one turn or slide"}},
      {"a ball that mimics", badMimic, armMimic("ball", {"base", 1, 0}), {"link 'arm'", "exactly one turn or slide"}},
      {"a mimic multiplier that is no number",
       notFinite,
       armMimic("revolute", {"base", nan, 0}),
       {"link 'arm'", "multiplier", "give"}},
      {"an infinite mimic offset",
       notFinite,
       armMimic("revolute", {"base", 1, infinity}),
       {"link 'arm'", "offset", "give"}},
      {"mimics whose product is infinite",
       notFinite,
       [](Links& l) {
         l[1].joint.mimic = {"base", 1e200, 0};
         l[2].joint.mimic = {"arm", 1e200, 0};
       },
       {"link 'hand'", "multiplier", "give"}},
      {"limits that mimics cannot keep together",
       badLimits,
       [](Links& l) {
         l[0].joint.limits = {{0, 1}};
         l[1].joint.limits = {{5, 6}};
         l[1].joint.mimic = {"base", 2, 0};
       },
       {"link 'arm'", "'base'", "widen"}},
      {"a still mimic outside its limits",
       badLimits,
       [](Links& l) {
         l[1].joint.limits = {{5, 6}};
         l[1].joint.mimic = {"base", 0, 1};
       },
       {"link 'arm'", "'base'", "widen"}},
  };
}

}  // namespace limber::test
