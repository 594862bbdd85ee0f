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
  std::vector<std::string> words;
  std::function<void(std::vector<LinkDescription>&)> spoil;
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
      BadModel("no links", emptyModel, {"no links", "give at least one"}, [](Links& l) { l.clear(); }),
      BadModel("too many links", tooLarge, {"200001", "at most 200000"}, [](Links& l) { l.resize(maxLinks + 1); }),
      BadModel("two links of one name", duplicateName, {"'arm'", "rename one"}, [](Links& l) { l[2].name = "arm"; }),
      BadModel("a link without a name", duplicateName, {"no name", "give every link a name"},
               [](Links& l) { l[2].name = ""; }),
      BadModel("a parent that is not there", unknownParent, {"link 'hand'", "'elbow'", "known: 'base', 'arm', 'hand'"},
               [](Links& l) { l[2].parent = "elbow"; }),
      BadModel("its own parent", cycle, {"'arm' -> 'arm'", "must have no parent"},
               [](Links& l) { l[1].parent = "arm"; }),
      BadModel("a cycle of two", cycle, {"'base' -> 'arm' -> 'base'|'arm' -> 'base' -> 'arm'"},
               [](Links& l) { l[0].parent = "arm"; }),
      BadModel("a tail that leads into a cycle", cycle,
               {"'base' -> 'hand' -> 'arm' -> 'base'|'hand' -> 'arm' -> 'base' -> 'hand'|'arm' -> 'base' "
                "-> 'hand' -> 'arm'"},
               [](Links& l) {
                 l.insert(l.begin(), {linkOf("tail", "base"), linkOf("tip", "tail")});
                 l[2].parent = "hand";
               }),
      BadModel("a long cycle is cut short", cycle, {"-> ...", "must have no parent"},
               [](Links& l) {
                 for (int i = 0; i < 99; ++i) l.push_back(linkOf(numbered("x", i), numbered("x", (i + 98) % 99)));
               }),
      BadModel("a position that is not finite", notFinite, {"link 'arm'", "origin", "give"},
               [](Links& l) { l[1].origin.p.y() = nan; }),
      BadModel("a rotation that is not finite", notFinite, {"link 'arm'", "origin", "give"},
               [](Links& l) { l[1].origin.r.w() = infinity; }),
      BadModel("a rotation that is not unit", notUnit, {"link 'arm'", "1.01", "unit quaternion"},
               [](Links& l) { l[1].origin.r.coeffs() *= 1.01; }),
      BadModel("a rotation of zero", notUnit, {"link 'arm'", "unit quaternion"},
               [](Links& l) { l[1].origin.r.coeffs().setZero(); }),
      BadModel("lengths that add up to infinity", notFinite, {"link 'arm'", "infinity", "shorter"},
               [](Links& l) {
                 for (auto& link : l) link.origin.p = Vec3(1e154, 0, 0);
               }),
      BadModel("fixed lengths that add up to infinity", notFinite, {"link 'arm'", "infinity", "shorter"},
               [](Links& l) {
                 for (auto& link : l) {
                   link.origin.p = Vec3(1e154, 0, 0);
                   link.joint.type = "fixed";
                 }
               }),
      BadModel("a slide that is too long", notFinite, {"link 'hand'", "infinity", "shorter"},
               [](Links& l) {
                 l[2].joint.limits = {{0, 1.7e308}};
                 l[2].origin.p.x() = 1.7e308;
               }),
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
  std::vector<BadModel> all = {
      BadModel("a joint type that is not there", unknownJointType, {"'hinge'", "known: 'fixed', 'revolute'"},
               armJoint("hinge", [](auto&) {})),
      BadModel("an axis of zero", zeroAxis, {"axis", "give a direction"}, axis("revolute", Vec3::Zero())),
      BadModel("a bone of zero", zeroAxis, {"axis", "give a direction"}, axis("ball", Vec3(0, -0.0, 0))),
      BadModel("a second axis of zero", zeroAxis, {"axis2", "give a direction"}, axis2(Vec3::Zero())),
      BadModel("an axis that is no number", notFinite, {"axis", "give three numbers"},
               axis("prismatic", Vec3(0, nan, 1))),
      BadModel("an infinite axis", notFinite, {"axis", "give three numbers"}, axis("planar", Vec3(infinity, 0, 1))),
      BadModel("a second axis that is no number", notFinite, {"axis2", "give three numbers"},
               axis2(Vec3(nan, nan, nan))),
      BadModel("a pitch that is no number", notFinite, {"pitch", "give metres per radian"},
               armJoint("helical", [](auto& j) { j.pitch = nan; })),
      BadModel("parallel axes", parallelAxes, {"axis2", "give two directions"}, axis2(Vec3(0, 0, 2))),
      BadModel("opposite axes", parallelAxes, {"axis2", "give two directions"}, axis2(Vec3(0, 1e-9, -2))),
      BadModel("min above max", badLimits, {"[1, -1]", "min must not exceed max"}, armLimits("revolute", {{1, -1}})),
      BadModel("nothing but infinity", badLimits, {"[inf, inf]"}, armLimits("revolute", {{infinity, infinity}})),
      BadModel("limits that are no numbers", notFinite, {"limits", "give"}, armLimits("prismatic", {{nan, 1}})),
      BadModel("more limits than motions", badLimits, {"2 intervals", "'revolute'", "at most 1"},
               armLimits("revolute", {{0, 1}, {0, 1}})),
      BadModel("limits of a continuous joint", badLimits, {"'continuous'", "at most 0"},
               armLimits("continuous", {{0, 1}})),
      BadModel("limits of a fixed joint", badLimits, {"'fixed'", "at most 0"}, armLimits("fixed", {{0, 1}})),
      BadModel("intervals for a ball", badLimits, {"'ball'", "swing and twist"}, armLimits("ball", {{0, 1}})),
      BadModel("a bad limit of a later motion", badLimits, {"[1, 0]"}, armLimits("free", {{0, 1}, {0, 1}, {1, 0}})),
      BadModel("swing on a hinge", badLimits, {"swing", "'revolute'"}, armSwing("revolute", {{-1, 1}, {-1, 1}})),
      BadModel("twist on a slide", badLimits, {"twist", "'prismatic'"}, armTwist("prismatic", {-1, 1})),
      BadModel("swing without zero", badLimits, {"swing.x [0.1, 1]", "min <= 0 <= max"},
               armSwing("ball", {{0.1, 1}, {-1, 1}})),
      BadModel("swing beyond a half turn", badLimits, {"swing.y [-1, 4]", "<= pi"},
               armSwing("free", {{-1, 1}, {-1, 4}})),
      BadModel("swing that is no number", notFinite, {"swing.y", "give"}, armSwing("ball", {{-1, 1}, {nan, 1}})),
      BadModel("twist beyond a half turn", badLimits, {"twist [-4, 1]", "[-pi, pi]"}, armTwist("ball", {-4, 1})),
      BadModel("twist min above max", badLimits, {"twist [1, -1]", "min must not exceed max"},
               armTwist("ball", {1, -1})),
      BadModel("twist that is no number", notFinite, {"twist", "give"}, armTwist("free", {nan, nan})),
      BadModel("a ready pose with too few numbers", badRest, {"must be 4 finite numbers"},
               armJoint("ball", [](auto& j) { j.rest = {0.5}; })),
      BadModel("a ready pose of a mimic", badRest, {"must be 0 finite numbers"},
               armJoint("revolute",
                        [](auto& j) {
                          j.rest = {0.5};
                          j.mimic = {"base", 1, 0};
                        })),
      BadModel("a ready pose that is no number", badRest, {"must be 1 finite numbers"},
               armJoint("prismatic", [](auto& j) { j.rest = {nan}; })),
      BadModel("mimic of a link that is not there", badMimic, {"'elbow'", "known: 'base'"},
               armMimic("revolute", {"elbow", 1, 0})),
      BadModel("mimic of itself", badMimic, {"link '", "cycle", "must not mimic"}, armMimic("revolute", {"arm", 1, 0})),
      BadModel("mimics in a cycle", badMimic, {"link 'base'|link 'arm'", "cycle", "must not mimic"},
               [](Links& l) {
                 l[0].joint.mimic = {"arm", 1, 0};
                 l[1].joint.mimic = {"base", 1, 0};
               }),
      BadModel("mimic that leads into a cycle", badMimic, {"link '", "cycle", "must not mimic"},
               [](Links& l) {
                 l[0].joint.mimic = {"arm", 1, 0};
                 l[1].joint.mimic = {"hand", 1, 0};
                 l[2].joint.mimic = {"hand", 1, 0};
               }),
      BadModel("mimic of a ball", badMimic, {"'base'", "exactly one turn or slide"},
               [](Links& l) {
                 l[0].joint.type = "ball";
                 l[1].joint.mimic = {"base", 1, 0};
               }),
      BadModel("mimic of a fixed joint", badMimic, {"'base'", "exactly one turn or slide"},
               [](Links& l) {
                 l[0].joint.type = "fixed";
                 l[1].joint.mimic = {"base", 1, 0};
               }),
      BadModel("a ball that mimics", badMimic, {"exactly one turn or slide"}, armMimic("ball", {"base", 1, 0})),
      BadModel("a mimic multiplier that is no number", notFinite, {"multiplier", "give"},
               armMimic("revolute", {"base", nan, 0})),
      BadModel("an infinite mimic offset", notFinite, {"offset", "give"}, armMimic("revolute", {"base", 1, infinity})),
      BadModel("mimics whose product is infinite", notFinite, {"link 'hand'", "multiplier", "give"},
               [](Links& l) {
                 l[1].joint.mimic = {"base", 1e200, 0};
                 l[2].joint.mimic = {"arm", 1e200, 0};
               }),
      BadModel("limits that mimics cannot keep together", badLimits, {"'base'", "widen"},
               [](Links& l) {
                 l[0].joint.limits = {{0, 1}};
                 l[1].joint.limits = {{5, 6}};
                 l[1].joint.mimic = {"base", 2, 0, "cut"};
               }),
      BadModel("a still mimic outside its limits", badLimits, {"'base'", "widen"},
               [](Links& l) {
                 l[1].joint.limits = {{5, 6}};
                 l[1].joint.mimic = {"base", 0, 1, "cut"};
               }),
      BadModel("a mimic's limits that are no word", badMimic, {"'keep'", "'cut'"},
               armMimic("revolute", {"base", 1, 0, "keep"})),
  };
  for (BadModel& each : all) {
    const auto saysWhere = [](const std::string& words) { return words.starts_with("link '"); };
    if (std::ranges::none_of(each.words, saysWhere)) each.words.push_back("link 'arm'");
  }
  return all;
}

}  // namespace limber::test
