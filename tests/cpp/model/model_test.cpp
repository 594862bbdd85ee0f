// Errors of buildModel() and addGoal() with their messages, and the layout of valid models.
#include <functional>
#include <map>
#include <set>

#include "fixtures.h"

namespace limber::test::model_test {
namespace {

const double nan = std::nan("");

LinkDescription linkOf(std::string name, std::string parent = "", std::string_view type = "revolute") {
  LinkDescription link{std::move(name), std::move(parent), {}, {}};
  link.joint.type = type;
  return link;
}

/// A valid model, base – arm – hand. Each case spoils one part of it.
ModelDescription sound() {
  ModelDescription description{"sound", {linkOf("base"), linkOf("arm", "base"), linkOf("hand", "arm", "prismatic")}};
  description.links[1].origin.p = Vec3(0, 0, 1);
  description.links[2].origin.p = Vec3(0, 1, 0);
  return description;
}

/// One mistake. The error's text must contain each of `words`: the culprit and the remedy.
struct Bad {
  const char* what;
  ErrorCode code;
  std::vector<std::string> words;
  std::function<void(std::vector<LinkDescription>&)> spoil;
};

using Links = std::vector<LinkDescription>;

/// Changes only the joint of the link named arm.
std::function<void(Links&)> armJoint(std::string_view type, std::function<void(JointDescription&)> change) {
  return [=](Links& links) {
    links[1].joint.type = type;
    change(links[1].joint);
  };
}
std::function<void(Links&)> armLimits(std::string_view type, std::vector<Interval> limits) {
  return armJoint(type, [=](JointDescription& joint) { joint.limits = limits; });
}
std::function<void(Links&)> armSwing(std::string_view type, SwingBounds swing) {
  return armJoint(type, [=](JointDescription& joint) { joint.swing = swing; });
}
std::function<void(Links&)> armTwist(std::string_view type, Interval twist) {
  return armJoint(type, [=](JointDescription& joint) { joint.twist = twist; });
}
std::function<void(Links&)> armMimic(std::string_view type, MimicDescription mimic) {
  return armJoint(type, [=](JointDescription& joint) { joint.mimic = mimic; });
}
/// Base, arm and hand mimic these, if named.
std::function<void(Links&)> mimics(std::array<const char*, 3> leaders, double multiplier = 1) {
  return [=](Links& links) {
    for (int i = 0; i < 3; ++i)
      if (leaders[i]) links[i].joint.mimic = {leaders[i], multiplier, 0};
  };
}
/// The arm mimics the base, a joint of this type.
std::function<void(Links&)> armMimicsBase(std::string_view type) {
  return [=](Links& links) {
    links[0].joint.type = type;
    links[1].joint.mimic = {"base", 1, 0};
  };
}

std::vector<Bad> badTrees() {
  using enum ErrorCode;
  return {
      Bad("no links", emptyModel, {"no links", "give at least one"}, [](Links& l) { l.clear(); }),
      Bad("too many links", tooLarge, {"200001", "at most 200000"}, [](Links& l) { l.resize(maxLinks + 1); }),
      Bad("two links of one name", duplicateName, {"'arm'", "rename one"}, [](Links& l) { l[2].name = "arm"; }),
      Bad("a link without a name", duplicateName, {"no name", "give every link a name"},
          [](Links& l) { l[2].name = ""; }),
      Bad("a parent that is not there", unknownParent, {"link 'hand'", "'elbow'", "known: 'base', 'arm', 'hand'"},
          [](Links& l) { l[2].parent = "elbow"; }),
      Bad("its own parent", cycle, {"'arm' -> 'arm'", "must have no parent"}, [](Links& l) { l[1].parent = "arm"; }),
      Bad("a cycle of two", cycle, {"'base' -> 'arm' -> 'base'|'arm' -> 'base' -> 'arm'"},
          [](Links& l) { l[0].parent = "arm"; }),
      Bad("a tail that leads into a cycle", cycle,
          {"'base' -> 'hand' -> 'arm' -> 'base'|'hand' -> 'arm' -> 'base' -> 'hand'|'arm' -> 'base' "
           "-> 'hand' -> 'arm'"},
          [](Links& l) {
            l.insert(l.begin(), {linkOf("tail", "base"), linkOf("tip", "tail")});
            l[2].parent = "hand";
          }),
      Bad("a long cycle is cut short", cycle, {"-> ...", "must have no parent"},
          [](Links& l) {
            for (int i = 0; i < 99; ++i) l.push_back(linkOf(numbered("x", i), numbered("x", (i + 98) % 99)));
          }),
      Bad("a position that is not finite", notFinite, {"link 'arm'", "origin", "give"},
          [](Links& l) { l[1].origin.p.y() = nan; }),
      Bad("a rotation that is not finite", notFinite, {"link 'arm'", "origin", "give"},
          [](Links& l) { l[1].origin.r.w() = infinity; }),
      Bad("a rotation that is not unit", notUnit, {"link 'arm'", "1.01", "unit quaternion"},
          [](Links& l) { l[1].origin.r.coeffs() *= 1.01; }),
      Bad("a rotation of zero", notUnit, {"link 'arm'", "unit quaternion"},
          [](Links& l) { l[1].origin.r.coeffs().setZero(); }),
      Bad("lengths that add up to infinity", notFinite, {"link 'arm'", "infinity", "shorter"},
          [](Links& l) {
            for (auto& link : l) link.origin.p = Vec3(1e154, 0, 0);
          }),
      Bad("fixed lengths that add up to infinity", notFinite, {"link 'arm'", "infinity", "shorter"},
          [](Links& l) {
            for (auto& link : l) {
              link.origin.p = Vec3(1e154, 0, 0);
              link.joint.type = "fixed";
            }
          }),
      Bad("a slide that is too long", notFinite, {"link 'hand'", "infinity", "shorter"},
          [](Links& l) {
            l[2].joint.limits = {{0, 1.7e308}};
            l[2].origin.p.x() = 1.7e308;
          }),
  };
}

std::vector<Bad> badJoints() {
  using enum ErrorCode;
  const auto axis = [](std::string_view type, const Vec3& value) {
    return armJoint(type, [=](JointDescription& joint) { joint.axis = value; });
  };
  const auto axis2 = [](const Vec3& value) {
    return armJoint("universal", [=](JointDescription& joint) { joint.axis2 = value; });
  };
  std::vector<Bad> all = {
      Bad("a joint type that is not there", unknownJointType, {"'hinge'", "known: 'fixed', 'revolute'"},
          armJoint("hinge", [](auto&) {})),
      Bad("an axis of zero", zeroAxis, {"axis", "give a direction"}, axis("revolute", Vec3::Zero())),
      Bad("a bone of zero", zeroAxis, {"axis", "give a direction"}, axis("ball", Vec3(0, -0.0, 0))),
      Bad("a second axis of zero", zeroAxis, {"axis2", "give a direction"}, axis2(Vec3::Zero())),
      Bad("an axis that is no number", notFinite, {"axis", "give three numbers"}, axis("prismatic", Vec3(0, nan, 1))),
      Bad("an infinite axis", notFinite, {"axis", "give three numbers"}, axis("planar", Vec3(infinity, 0, 1))),
      Bad("a second axis that is no number", notFinite, {"axis2", "give three numbers"}, axis2(Vec3(nan, nan, nan))),
      Bad("a pitch that is no number", notFinite, {"pitch", "give metres per radian"},
          armJoint("helical", [](auto& j) { j.pitch = nan; })),
      Bad("parallel axes", parallelAxes, {"axis2", "give two directions"}, axis2(Vec3(0, 0, 2))),
      Bad("opposite axes", parallelAxes, {"axis2", "give two directions"}, axis2(Vec3(0, 1e-9, -2))),
      Bad("min above max", badLimits, {"[1, -1]", "min must not exceed max"}, armLimits("revolute", {{1, -1}})),
      Bad("nothing but infinity", badLimits, {"[inf, inf]"}, armLimits("revolute", {{infinity, infinity}})),
      Bad("limits that are no numbers", notFinite, {"limits", "give"}, armLimits("prismatic", {{nan, 1}})),
      Bad("more limits than motions", badLimits, {"2 intervals", "'revolute'", "at most 1"},
          armLimits("revolute", {{0, 1}, {0, 1}})),
      Bad("limits of a continuous joint", badLimits, {"'continuous'", "at most 0"}, armLimits("continuous", {{0, 1}})),
      Bad("limits of a fixed joint", badLimits, {"'fixed'", "at most 0"}, armLimits("fixed", {{0, 1}})),
      Bad("intervals for a ball", badLimits, {"'ball'", "swing and twist"}, armLimits("ball", {{0, 1}})),
      Bad("a bad limit of a later motion", badLimits, {"[1, 0]"}, armLimits("free", {{0, 1}, {0, 1}, {1, 0}})),
      Bad("swing on a hinge", badLimits, {"swing", "'revolute'"}, armSwing("revolute", {{-1, 1}, {-1, 1}})),
      Bad("twist on a slide", badLimits, {"twist", "'prismatic'"}, armTwist("prismatic", {-1, 1})),
      Bad("swing without zero", badLimits, {"swing.x [0.1, 1]", "min <= 0 <= max"},
          armSwing("ball", {{0.1, 1}, {-1, 1}})),
      Bad("swing beyond a half turn", badLimits, {"swing.y [-1, 4]", "<= pi"}, armSwing("free", {{-1, 1}, {-1, 4}})),
      Bad("swing that is no number", notFinite, {"swing.y", "give"}, armSwing("ball", {{-1, 1}, {nan, 1}})),
      Bad("twist beyond a half turn", badLimits, {"twist [-4, 1]", "[-pi, pi]"}, armTwist("ball", {-4, 1})),
      Bad("twist min above max", badLimits, {"twist [1, -1]", "min must not exceed max"}, armTwist("ball", {1, -1})),
      Bad("twist that is no number", notFinite, {"twist", "give"}, armTwist("free", {nan, nan})),
      Bad("a ready pose with too few numbers", badRest, {"must be 4 finite numbers"},
          armJoint("ball", [](auto& j) { j.rest = {0.5}; })),
      Bad("a ready pose of a mimic", badRest, {"must be 0 finite numbers"},
          armJoint("revolute",
                   [](auto& j) {
                     j.rest = {0.5};
                     j.mimic = {"base", 1, 0};
                   })),
      Bad("a ready pose that is no number", badRest, {"must be 1 finite numbers"},
          armJoint("prismatic", [](auto& j) { j.rest = {nan}; })),
      Bad("mimic of a link that is not there", badMimic, {"'elbow'", "known: 'base'"},
          armMimic("revolute", {"elbow", 1, 0})),
      Bad("mimic of itself", badMimic, {"link '", "cycle", "must not mimic"}, armMimic("revolute", {"arm", 1, 0})),
      Bad("mimics in a cycle", badMimic, {"link 'base'|link 'arm'", "cycle", "must not mimic"},
          mimics({"arm", "base"})),
      Bad("mimic that leads into a cycle", badMimic, {"link '", "cycle", "must not mimic"},
          mimics({"arm", "hand", "hand"})),
      Bad("mimic of a ball", badMimic, {"'base'", "exactly one turn or slide"}, armMimicsBase("ball")),
      Bad("mimic of a fixed joint", badMimic, {"'base'", "exactly one turn or slide"}, armMimicsBase("fixed")),
      Bad("a ball that mimics", badMimic, {"exactly one turn or slide"}, armMimic("ball", {"base", 1, 0})),
      Bad("a mimic multiplier that is no number", notFinite, {"multiplier", "give"},
          armMimic("revolute", {"base", nan, 0})),
      Bad("an infinite mimic offset", notFinite, {"offset", "give"}, armMimic("revolute", {"base", 1, infinity})),
      Bad("mimics whose product is infinite", notFinite, {"link 'hand'", "multiplier", "give"},
          mimics({nullptr, "base", "arm"}, 1e200)),
      Bad("limits that mimics cannot keep together", badLimits, {"'base'", "widen"},
          [](Links& l) {
            l[0].joint.limits = {{0, 1}};
            l[1].joint.limits = {{5, 6}};
            l[1].joint.mimic = {"base", 2, 0, "cut"};
          }),
      Bad("a still mimic outside its limits", badLimits, {"'base'", "widen"},
          [](Links& l) {
            l[1].joint.limits = {{5, 6}};
            l[1].joint.mimic = {"base", 0, 1, "cut"};
          }),
      Bad("a mimic's limits that are no word", badMimic, {"'keep'", "'cut'"},
          armMimic("revolute", {"base", 1, 0, "keep"})),
  };
  for (Bad& each : all) {
    const auto saysWhere = [](const std::string& words) { return words.starts_with("link '"); };
    if (std::ranges::none_of(each.words, saysWhere)) each.words.push_back("link 'arm'");
  }
  return all;
}

/// Whether the text contains the words, or one of several alternatives separated by |.
bool has(const std::string& text, const std::string& words) {
  for (const auto part : std::views::split(words, '|')) {
    if (text.find(std::string(part.begin(), part.end())) != std::string::npos) return true;
  }
  return false;
}

void expectError(const Error& error, ErrorCode code, const std::vector<std::string>& words) {
  EXPECT_EQ(name(error.code), name(code)) << error.text;
  for (const std::string& each : words) EXPECT_TRUE(has(error.text, each)) << each << " is not in: " << error.text;
}

TEST(BadModels, AreRefusedWithCulpritAndRemedy) {
  for (const auto& cases : {badTrees(), badJoints()}) {
    for (const Bad& bad : cases) {
      SCOPED_TRACE(bad.what);
      ModelDescription description = sound();
      bad.spoil(description.links);
      const auto model = buildModel(description);
      EXPECT_FALSE(model.has_value());
      if (!model) expectError(model.error(), bad.code, bad.words);
    }
  }
}

TEST(BadModels, WhatTheyWereSpoiledFromIsSound) { EXPECT_TRUE(buildModel(sound()).has_value()); }

struct BadGoal {
  const char* what;
  ErrorCode code;
  std::vector<std::string> words;
  std::string_view type, link;
  GoalOptions options = {};
};

std::vector<BadGoal> badGoals() {
  using enum ErrorCode;
  const Vec3 zero = Vec3::Zero();
  const Quat none = Quat::Identity();
  const auto with = [](std::string name, std::vector<double> numbers) {
    return GoalOptions{.parameters = {{std::move(name), std::move(numbers)}}};
  };
  return {
      {"an unknown type", unknownGoalType, {"'reach'", "known: 'position', 'orientation', 'pose'"}, "reach", "hand"},
      {"an unknown link", unknownLink, {"'elbow'", "known: 'base', 'arm', 'hand'"}, "position", "elbow"},
      {"an unknown target", unknownLink, {"'elbow'"}, "position", "hand", {.targetLink = "elbow"}},
      {"a target on its own link", badGoal, {"hand"}, "position", "hand", {.targetLink = "hand"}},
      {"a turn with a target link", badGoal, {"targetLink"}, "joint", "arm", {.targetLink = "base"}},
      {"a slide with a target link", badGoal, {"targetLink"}, "slide", "hand", {.targetLink = "base"}},
      {"a turn of a slide", badGoal, {"link 'hand' has no turn"}, "joint", "hand"},
      {"a slide of a hinge", badGoal, {"link 'arm' has no plain slide"}, "slide", "arm"},
      {"a motion of the next joint", badGoal, {"'arm' has no turn as motion 1;"}, "joint", "arm", with("motion", {1})},
      {"half a motion", badGoal, {"is 0.5; give a whole number from 0 to"}, "joint", "arm", with("motion", {0.5})},
      {"an offset that is no number", notFinite, {"offset", "give"}, "pose", "hand", {{{nan, 0, 0}, none}}},
      {"an offset turn that is none", notFinite, {"offset", "give"}, "pose", "hand", {{zero, {1, nan, 0, 0}}}},
      {"an offset that is not unit", notUnit, {"offset", "unit quaternion"}, "pose", "hand", {{zero, {2, 0, 0, 0}}}},
      {"an infinite axis", notFinite, {"axis", "give"}, "direction", "hand", with("axis", {0, 0, -infinity})},
      {"an axis of zero", badGoal, {"axis", "give a direction"}, "direction", "hand", with("axis", {0, 0, 0})},
      {"an axis of two numbers", badGoal, {"axis"}, "direction", "hand", with("axis", {1, 0})},
      {"a parameter of another type", badGoal, {"axis"}, "position", "hand", with("axis", {1, 0, 0})},
      {"a negative part",
       badGoal,
       {"is -1; give a number from 0 to 1000000"},
       "pose",
       "hand",
       with("positionWeight", {-1})},
      {"a negative priority", badGoal, {"-1"}, "position", "hand", {.priority = -1}},
      {"a negative weight", badGoal, {"weight", "-1", "give 0 or more"}, "position", "hand", {.weight = -1}},
      {"a weight that is no number", badGoal, {"weight", "give 0 or more"}, "position", "hand", {.weight = nan}},
      {"an infinite weight", badGoal, {"weight", "give 0 or more"}, "position", "hand", {.weight = infinity}},
      {"a virtual joint of no type", badGoal, {"chain"}, "chain", "hand", chainOptions({0, 1, 2, 3, 4, 6})},
      {"a slide twice", badGoal, {"chain"}, "chain", "hand", chainOptions({0, 0, 2, 3, 4, 5})},
      {"no slides", badGoal, {"chain"}, "chain", "hand", chainOptions({3, 4, 5, 3, 4, 5}, {0, 0, 0, 0, 0, 0})},
      {"five turns wanted", badGoal, {"turns|rows"}, "chain", "hand", chainOptions({5, 3, 1, 5, 4, 3})},
  };
}

TEST(BadGoals, AreRefusedWithCulpritAndRemedyAndLeaveTheProblemAlone) {
  Problem problem(build(sound()));
  for (const BadGoal& bad : badGoals()) {
    SCOPED_TRACE(bad.what);
    const auto goal = problem.addGoal(bad.type, bad.link, bad.options);
    EXPECT_FALSE(goal.has_value());
    if (!goal) expectError(goal.error(), bad.code, bad.words);
    EXPECT_TRUE(problem.goals().empty());
  }
}

TEST(ErrorCodes, AreAllReachedByACase) {
  // These belong to solvers and their options, to loops (loops_test.cpp), to shapes (obstacles_test.cpp), and
  // to files (cpp.test.ts).
  std::set<std::string_view> reached = {name(ErrorCode::unknownSolver), name(ErrorCode::badOption),
                                        name(ErrorCode::badLoop), name(ErrorCode::badShape), name(ErrorCode::badUrdf)};
  for (const auto& cases : {badTrees(), badJoints()}) {
    for (const Bad& bad : cases) reached.insert(name(bad.code));
  }
  for (const BadGoal& bad : badGoals()) reached.insert(name(bad.code));
  for (const std::string_view code : errorCodeNames()) EXPECT_TRUE(reached.contains(code)) << code;
}

TEST(Models, EveryJointTypeBuildsWithNothingButItsName) {
  for (const std::string_view type : jointTypes()) {
    const auto model = buildModel({"", {linkOf("link", "", type)}});
    ASSERT_TRUE(model.has_value()) << type << ": " << model.error().text;
    EXPECT_EQ((*model)->links[0].jointType, type);
    for (const Motion& motion : (*model)->motions) {
      EXPECT_EQ(motion.limits.min, -infinity) << type;
      EXPECT_EQ(motion.limits.max, infinity) << type;
    }
  }
}

TEST(Models, LinksStandDepthFirstAndSubtreesAreRanges) {
  for (auto&& make : trials(300)) {
    const ModelDescription description = make.tree({.links = 30});
    const auto model = build(description);
    ASSERT_EQ(model->links.size(), description.links.size());
    for (const LinkDescription& link : description.links) {
      const int at = model->findLink(link.name);
      ASSERT_GE(at, 0);
      EXPECT_EQ(model->links[at].name, link.name);
      EXPECT_EQ(model->links[at].parent, link.parent.empty() ? -1 : model->findLink(link.parent));
      EXPECT_LT(model->links[at].parent, at);
    }
    EXPECT_EQ(model->findLink("nobody"), -1);
    for (int i = 0; i < std::ssize(model->links); ++i) {
      for (int k = 0; k < std::ssize(model->links); ++k) {
        int above = k;
        while (above > i) above = model->links[above].parent;
        const bool hangsOnIt = above == i;
        EXPECT_EQ(hangsOnIt, k >= i && k < model->links[i].subtreeEnd) << k << " on " << i;
      }
    }
  }
}

TEST(Models, SiblingsAndRootsKeepTheOrderGiven) {
  const auto model = buildModel(
      {"", {linkOf("left", "root"), linkOf("other"), linkOf("root"), linkOf("right", "root"), linkOf("leaf", "left")}});
  std::vector<std::string> names;
  for (const Link& link : (*model)->links) names.push_back(link.name);
  EXPECT_EQ(names, (std::vector<std::string>{"other", "root", "left", "leaf", "right"}));
}

TEST(Models, EveryNumberOfQBelongsToOneMotionAndMimicsShareTheirLeaders) {
  for (auto&& make : trials(300)) {
    const ModelDescription description = make.tree({.mimics = 0.5});
    const auto model = build(description);
    int nq = 0, nv = 0, nAxes = 0;
    for (const Motion& motion : model->motions) {
      EXPECT_EQ(motion.axisIndex, nAxes);
      nAxes += motion.nv();
      if (motion.mimics) continue;
      EXPECT_EQ(motion.qIndex, nq);
      EXPECT_EQ(motion.vIndex, nv);
      nq += motion.nq();
      nv += motion.nv();
    }
    EXPECT_EQ(model->nq, nq);
    EXPECT_EQ(model->nv, nv);
    EXPECT_EQ(model->nAxes, nAxes);
    for (const LinkDescription& link : description.links) {
      if (!link.joint.mimic) continue;
      const auto motionOf = [&](const std::string& name) {
        return model->motions[model->links[model->findLink(name)].firstMotion];
      };
      EXPECT_TRUE(motionOf(link.name).mimics);
      EXPECT_EQ(motionOf(link.name).qIndex, motionOf(link.joint.mimic->link).qIndex);
      EXPECT_EQ(motionOf(link.name).vIndex, motionOf(link.joint.mimic->link).vIndex);
    }
  }
}

struct Follower {
  const char* type;
  Interval leader, own;
  MimicDescription mimic;
  Interval range;         ///< where the leader's limits take it
  bool warns, isRefused;  ///< without cut; with it
  Interval cut;           ///< the leader's limits after it
};

/// Ranges by hand: multiplier × leader + offset.
TEST(Models, OnlyALeadersLimitsHoldUnlessItsFollowerCutsThem) {
  constexpr double inf = infinity;
  for (const Follower& each :
       {Follower{"revolute", {0, .8}, {0, .88}, {"a", -1, 0}, {-.8, 0}, true, false, {0, 0}},
        Follower{"revolute", {0, .8}, {-.8, 0}, {"a", -1, 0}, {-.8, 0}, false, false, {0, .8}},
        Follower{"revolute", {-1, 1}, {-2, 2}, {"a", 3, .5}, {-2.5, 3.5}, true, false, {-2.5 / 3, .5}},
        Follower{"prismatic", {0, .04}, {0, .02}, {"a", 1, 0}, {0, .04}, true, false, {0, .02}},
        Follower{"revolute", {-inf, inf}, {-1, 1}, {"a", 2, 0}, {-inf, inf}, true, false, {-.5, .5}},
        Follower{"revolute", {0, 1}, {5, 6}, {"a", 2, 0}, {0, 2}, true, true, {}},
        Follower{"revolute", {0, 1}, {5, 6}, {"a", 0, 1}, {1, 1}, true, true, {}}}) {
    ModelDescription description{"", {linkOf("a"), linkOf("b", "a")}};
    for (LinkDescription& link : description.links) link.joint.type = each.type;
    description.links[0].joint.limits = {each.leader};
    description.links[1].joint.limits = {each.own};
    description.links[1].joint.mimic = each.mimic;
    const auto model = build(description);
    EXPECT_EQ(std::pair(model->motions[0].limits.min, model->motions[0].limits.max),
              std::pair(each.leader.min, each.leader.max));
    EXPECT_DOUBLE_EQ(model->motions[1].limits.min, each.range.min);
    EXPECT_DOUBLE_EQ(model->motions[1].limits.max, each.range.max);
    ASSERT_EQ(model->warnings.size(), each.warns);
    if (each.warns) {
      for (const double number : {each.leader.min, each.leader.max, each.own.min, each.own.max})
        EXPECT_TRUE(has(model->warnings[0], text(number))) << model->warnings[0];
      EXPECT_TRUE(model->warnings[0].starts_with("link 'b' mimics 'a'")) << model->warnings[0];
    }
    description.links[1].joint.mimic->limits = "cut";
    const auto cut = buildModel(description);
    ASSERT_EQ(cut.has_value(), !each.isRefused);
    if (!cut) continue;
    EXPECT_TRUE((*cut)->warnings.empty());
    EXPECT_NEAR((*cut)->motions[0].limits.min, each.cut.min, 1e-15);
    EXPECT_NEAR((*cut)->motions[0].limits.max, each.cut.max, 1e-15);
  }
}

TEST(Models, LimitsThatAreDegreesAreWarnedOf) {
  const std::pair<Interval, bool> cases[] = {{{-90, 90}, true},  {{0, 180}, true},           {{-infinity, 170}, true},
                                             {{-12, 12}, true},  {{-2 * pi, 2 * pi}, false}, {{-9, 9}, false},
                                             {{-12.5, 0}, false}};
  for (const auto& [limits, isOdd] : cases) {
    ModelDescription description{"", {linkOf("link")}};
    description.links[0].joint.type = "revolute";
    description.links[0].joint.limits = {limits};
    const auto model = build(description);
    ASSERT_EQ(model->warnings.size(), isOdd) << limits.max;
    for (const std::string& warning : model->warnings) EXPECT_TRUE(has(warning, "link 'link': limits [")) << warning;
  }
}

TEST(Models, AFixedJointsAxisMeansNothing) {
  for (const Vec3& axis : {Vec3(0, 0, 0), Vec3(1, 2, 3), Vec3(std::nan(""), 0, 0)}) {
    ModelDescription description{"", {linkOf("link")}};
    description.links[0].joint.type = "fixed";
    description.links[0].joint.axis = axis;
    EXPECT_EQ(build(description)->nq, 0);
  }
}

TEST(Models, AxesMayHaveAnyLengthButZero) {
  const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
  for (const Vec3& axis : {Vec3(1, 1, 1), Vec3(0, 3, 0), Vec3(tiny, tiny, 0), Vec3(huge, -huge, huge)}) {
    SCOPED_TRACE(axis.transpose());
    const Vec3 unit = axis.cwiseSign().normalized();
    ModelDescription description{"", {linkOf("link")}};
    description.links[0].joint.axis = axis;
    const auto model = build(description);
    EXPECT_LE((model->motions[0].w - unit).norm(), 4e-16);
    Problem problem(model);
    const GoalOptions options{.parameters = {{"axis", {axis.begin(), axis.end()}}}};
    Goal* goal = problem.addGoal("direction", "link", options).value();
    EXPECT_LE((goal->targetVector() - unit).norm(), 4e-16);
    EXPECT_LE(problem.residual(*goal).angle, 1e-15);
    setPoint(*goal, -axis);
    EXPECT_NEAR(problem.residual(*goal).angle, pi, 1e-7);
  }
}

TEST(Models, RotationsThatAreUnitButForRoundingAreMadeUnit) {
  ModelDescription description = sound();
  for (LinkDescription& link : description.links)
    link.origin.r.coeffs() = Vec3(1, 2, 3).homogeneous().normalized() * (1 + 9e-7);
  Problem problem(build(description));
  for (const Pose& pose : problem.state.poses) EXPECT_NEAR(pose.r.norm(), 1, 1e-15);
  GoalOptions options;
  options.linkFromTool.r.coeffs() *= 1 - 9e-7;
  const Goal* goal = problem.addGoal("pose", "hand", options).value();
  EXPECT_NEAR(problem.toolPose(*goal).r.norm(), 1, 1e-15);
}

TEST(Models, WithoutHingesTurnsAreFreeBallsAndTheRestIsAsItWas) {
  for (auto&& make : trials(100)) {
    const ModelDescription description = make.tree({.mimics = 0});
    const auto hinged = build(description), freed = build(description, {.hinges = false});
    for (std::size_t i = 0; i < freed->links.size(); ++i) {
      const Link& link = freed->links[i];
      const bool isHinge = link.jointType == "revolute" || link.jointType == "continuous";
      ASSERT_EQ(link.lastMotion - link.firstMotion, hinged->links[i].lastMotion - hinged->links[i].firstMotion);
      for (int k = 0; k < link.lastMotion - link.firstMotion; ++k) {
        const Motion& motion = freed->motions[link.firstMotion + k];
        const Motion& before = hinged->motions[hinged->links[i].firstMotion + k];
        EXPECT_EQ(motion.kind, isHinge ? Motion::Kind::ball : before.kind);
        if (!isHinge) continue;
        EXPECT_FALSE(motion.ballLimits.swing || motion.ballLimits.twist);
      }
    }
  }
}

/// Largest slides that a joint's limits allow, in metres; infinite ones do not count.
double slidesOf(const JointDescription& joint) {
  const auto motions = motionsOf(joint, {}).value();
  double sum = 0;
  for (std::size_t i = 0; i < joint.limits.size(); ++i) {
    const double longest = std::max(-joint.limits[i].min, joint.limits[i].max);
    if (std::isfinite(longest)) sum += motions[i].v.norm() * std::abs(longest);
  }
  return sum;
}

TEST(Models, ReachIsTheLongestWayFromAMovingJointToATip) {
  for (auto&& make : trials(300)) {
    const ModelDescription description = make.tree({.mimics = 0});
    std::map<std::string, const LinkDescription*> links;
    for (const LinkDescription& link : description.links) links[link.name] = &link;
    double longest = 0;
    for (const LinkDescription& tip : description.links) {
      double way = 0;
      for (const LinkDescription* at = &tip; at; at = at->parent.empty() ? nullptr : links[at->parent]) {
        way += slidesOf(at->joint);
        if (at->joint.type != "fixed") longest = std::max(longest, way);
        way += at->origin.p.norm();
      }
    }
    EXPECT_NEAR(build(description)->reach, longest > 0 ? longest : 1, 1e-12);
  }
}

/// Three telescopic sections that extend together, the last one twice as far.
TEST(Models, ReachOfATelescopeCountsTheSlidesOfMimics) {
  ModelDescription description{
      "telescope",
      {linkOf("one", "", "prismatic"), linkOf("two", "one", "prismatic"), linkOf("three", "two", "prismatic")}};
  description.links[0].joint.limits = {{0, 0.5}};
  description.links[1].joint.mimic = {"one", 1, 0.1};
  description.links[2].joint.mimic = {"two", -2, 0};
  const auto model = build(description);
  EXPECT_NEAR(model->reach, 0.5 + 0.6 + 1.2, 1e-15);
  EXPECT_NEAR(model->motions[2].limits.min, -1.2, 1e-15);
  EXPECT_NEAR(model->motions[2].limits.max, -0.2, 1e-15);
}

/// An arm of two links of 0.5 on a rail along Y.
ModelPtr armOnARail(double run) {
  return build({link("rail", "", {0, 0, 0}, joint("prismatic", Vec3::UnitY(), {{-run, run}})),
                link("a", "rail", {0, 0, 0}, joint("revolute")), link("b", "a", {0.5, 0, 0}, joint("revolute")),
                link("tip", "b", {0.5, 0, 0})});
}

TEST(Models, SizeDoesNotCountHowFarARailRuns) {
  for (const double run : {0.0, 1.0, 1e6}) {
    EXPECT_NEAR(armOnARail(run)->size, 1, 1e-15) << run;
    EXPECT_NEAR(armOnARail(run)->reach, std::min(1 + run, 10.0), 1e-9) << run;
  }
}

TEST(Models, SizeCountsSlidesAtTheirShortest) {
  ModelDescription boom{"boom", {linkOf("boom", "", "prismatic"), linkOf("tip", "boom", "fixed")}};
  for (const auto& [limits, shortest] : {std::pair{Interval{2, 5}, 2.0}, {{-5, -2}, 2.0}}) {
    boom.links[0].joint.limits = {limits};
    EXPECT_NEAR(build(boom)->size, shortest, 1e-15);
  }
  // Without any link lengths the slides count for at most one metre.
  boom.links[0].joint.limits = {{-1e6, 1e6}};
  EXPECT_EQ(build(boom)->size, 1);
  boom.links[0].joint.limits = {{-0.01, 0.02}};
  EXPECT_NEAR(build(boom)->size, 0.02, 1e-15);
}

TEST(Models, MimicsInALongRowTakeLinearTime) {
  constexpr int count = 150000;  // with quadratic time the suite would not end
  ModelDescription description{"row", {linkOf("0")}};
  for (int i = 1; i < count; ++i) {
    description.links.push_back(linkOf(std::to_string(i)));
    description.links.back().joint.mimic = {std::to_string(i - 1), -1, 0.25};
  }
  const auto model = build(description);
  EXPECT_EQ(model->nq, 1);
  // x → 0.25 − x, applied an odd number of times
  EXPECT_EQ(model->motions.back().ratio, -1);
  EXPECT_EQ(model->motions.back().offset, 0.25);
}

TEST(Problems, GoalsStayWhereTheyAreUntilRemoved) {
  Problem problem(build(sound()));
  Goal* first = problem.addGoal("position", "hand").value();
  Goal* second = problem.addGoal("pose", "arm").value();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(problem.addGoal("direction", "hand").has_value());
  EXPECT_EQ(problem.goals()[0].get(), first);
  EXPECT_EQ(problem.rows(), 3 + 6 + 100 * 3);
  problem.removeGoal(first);
  EXPECT_EQ(problem.goals().size(), 101u);
  EXPECT_EQ(problem.goals()[0].get(), second);
  EXPECT_EQ(second->link, problem.model().findLink("arm"));
  problem.removeGoal(first);
  EXPECT_EQ(problem.goals().size(), 101u) << "what is no goal of the problem is not removed";
}

}  // namespace
}  // namespace limber::test::model_test
