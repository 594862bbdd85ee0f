/// Cyclic coordinate descent: convergence with every joint type, several tools, goals that turn the tool, behaviour out
/// of reach, and the roles of joints.
#include "fixtures.h"

namespace limber::test::ccd_test {
namespace {

/// Exactly `count` sweeps, even if hardly anything moves.
SolveOptions sweeps(int count) { return {.maxIterations = count, .stallTolerance = 0}; }
SolveOptions oneSweep() { return sweeps(1); }

TEST(Ccd, TakesOneSweepForAHingeInItsPlaneSlidesAndAFollower) {
  JointDescription follows = joint("prismatic", Vec3::UnitX());
  follows.mimic = MimicDescription{"leader", -2.5, 0.3};
  const ModelPtr pair = build(
      {link("leader", "", {0, 0, 0}, joint("prismatic", Vec3::UnitY())), link("follower", "", {0, 0, 0}, follows)});
  const auto sweep = [](const ModelPtr& model, std::string_view tip, const Vec3& target) {
    Problem problem(model);
    setPoint(addGoal(problem, "position", tip), target);
    EXPECT_EQ(solve(problem, "ccd").iterations, 1);
    return problem.state;
  };
  for (auto&& make : trials(100)) {
    const double angle = make.between(-3.1, 3.1);
    const Vec3 towards(std::cos(angle), std::sin(angle), 0);
    EXPECT_NEAR(sweep(chain(1, hinge(Vec3::UnitZ())), "tip", towards).q[0], angle, 1e-9);
    Problem far(chain(1, hinge(Vec3::UnitZ())));
    setPoint(addGoal(far, "position", "tip"), make.between(0.01, 100) * towards);
    solve(far, "ccd", oneSweep());
    EXPECT_NEAR(far.state.q[0], angle, 1e-9);
    const Vec3 place = posesAt(*gantry(), make.allowedQ(*gantry()))[2].p;
    EXPECT_LT((sweep(gantry(), "z", place).poses[2].p - place).norm(), 1e-12);
  }
  EXPECT_NEAR(sweep(pair, "follower", {1.3, 0, 0}).q[0], -0.4, 1e-12);  // 1.3 = −2.5 · −0.4 + 0.3
  // Slides along one line share the way: they do not each move the whole way.
  const auto q = sweep(chain(3, joint("prismatic", Vec3::UnitX())), "tip", {5, 0, 0}).q;
  EXPECT_NEAR(q[0] + q[1] + q[2], 2, 1e-12);
}

TEST(Ccd, GripperClosesWhicheverFingerIsAsked) {
  const ModelPtr model = gripper();
  // 0.02 from the middle of the fingers' strokes: both tips can be at x = −0.03 and 0.03.
  const auto closeWith = [&](bool finger, bool thumb) {
    Problem problem(model);
    if (finger) setPoint(addGoal(problem, "position", "fingerTip"), {-0.03, 0, 0.14});
    if (thumb) setPoint(addGoal(problem, "position", "thumbTip"), {0.03, 0, 0.14});
    EXPECT_EQ(solve(problem, "ccd").status, Status::converged);
    const auto x = [&](const char* name) { return problem.state.poses[model->findLink(name)].p.x(); };
    EXPECT_NEAR(x("fingerTip"), -0.03, 1e-5);
    EXPECT_NEAR(x("thumbTip"), 0.03, 1e-5);
  };
  closeWith(true, false);
  closeWith(false, true);
  closeWith(true, true);
}

TEST(Ccd, GripperKeepsTheLimitsOfBothFingers) {
  Problem problem(gripper());
  Goal& goal = addGoal(problem, "position", "fingerTip");
  setPoint(goal, {1, 0, 0.14});  // the finger alone has 0.06 left, the thumb 0.05
  solve(problem, "ccd");
  EXPECT_EQ(problem.state.q[0], 0.05);
  setPoint(goal, {-1, 0, 0.14});  // 0.02 and 0.03 the other way
  solve(problem, "ccd");
  EXPECT_EQ(problem.state.q[0], -0.02);
}

TEST(Ccd, CoupledHingesComeNearerWithEverySweep) {
  JointDescription follows = hinge(Vec3::UnitZ());
  follows.mimic = MimicDescription{"first", 1, 0};
  Problem problem(build({link("first", "", Vec3::Zero(), hinge(Vec3::UnitZ())),
                         link("second", "first", Vec3::UnitX(), follows), link("tip", "second", Vec3::UnitX())}));
  Goal& goal = addGoal(problem, "position", "tip");
  for (const Vec3& target : {Vec3(1, 1, 0), Vec3(-1, 0.5, 0), Vec3(0, 3, 0), Vec3(0.1, 0.3, 0)}) {
    problem.state.reset();
    setPoint(goal, target);
    double before = problem.residual(goal).distance;
    for (int sweep = 0; sweep < 200; ++sweep) {
      solve(problem, "ccd", sweeps(1));
      const double after = problem.residual(goal).distance;
      EXPECT_LE(after, before + 1e-9);
      before = after;
    }
    // With both angles equal to q the tip is at e^iq + e^2iq. At rest no neighbouring q is nearer.
    const auto distanceAt = [&](double q) {
      const Vec3 tip(std::cos(q) + std::cos(2 * q), std::sin(q) + std::sin(2 * q), 0);
      return (target - tip).norm();
    };
    EXPECT_NEAR(before, distanceAt(problem.state.q[0]), 1e-9);
    EXPECT_LE(before, distanceAt(problem.state.q[0] + 0.01));
    EXPECT_LE(before, distanceAt(problem.state.q[0] - 0.01));
  }
}

TEST(Ccd, ChainOfBallsFoldsUpToItsFoot) {
  Problem problem(ballChain(6));
  Goal& goal = addGoal(problem, "position", "tip");
  for (auto&& make : trials(200)) {
    start(problem, make.allowedQ(problem.model()));
    setPoint(goal, std::pow(10, make.between(-12, -4)) * make.unitVector());
    EXPECT_EQ(solve(problem, "ccd", sweeps(1000)).status, Status::converged);
  }
}

TEST(Ccd, HingeUnderManyToolsRestsWhereTheSumOfSquaresIsLeast) {
  for (auto&& make : trials(50)) {
    Problem problem(chain(1, hinge(Vec3::UnitZ())));
    std::vector<Goal*> goals;
    for (int i = 0; i < 4; ++i) {
      GoalOptions options;
      options.linkFromTool.p = make.vector();
      goals.push_back(&addGoal(problem, "position", "tip", options));
      setPoint(*goals.back(), make.vector(2));
    }
    solve(problem, "ccd", sweeps(3000));
    const auto sumAt = [&](double angle) {
      double sum = 0;
      for (const Goal* goal : goals) sum += (toolAt(problem, *goal, {angle}).p - goal->targetVector()).squaredNorm();
      return sum;
    };
    const double found = sumAt(problem.state.q[0]);
    for (int i = 0; i < 1000; ++i) EXPECT_GE(sumAt(i * pi / 500), found - 1e-6);
  }
}

SolveOptions within(const Problem& problem) {
  return {.tolerance = 1e-3 * problem.model().reach, .angleTolerance = 1e-3, .annealing = 20};
}

GoalOptions pointing(const Vec3& axis) { return {.parameters = {{"axis", {axis.x(), axis.y(), axis.z()}}}}; }

struct Wish {
  std::string type;
  GoalOptions options = {};
};

Wish directionOf(const Vec3& axis) { return {"direction", pointing(axis)}; }

TEST(CcdDirection, OppositeOfWhereItPoints) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, -2, 3)}) {
    Problem problem(sevenJointArm());
    Goal& goal = addGoal(problem, "direction", "hand", pointing(axis));
    for (double& each : goal.target) each = -each;
    EXPECT_EQ(solve(problem, "ccd", within(problem)).status, Status::converged) << axis.transpose();
  }
}

TEST(CcdOrientation, TakesTheShorterWayWhicheverSignItsQuaternionHas) {
  for (const double sign : {1.0, -1.0}) {
    for (const double angle : {-3.0, -0.1, 0.1, 3.0}) {
      Problem problem(chain(1, hinge(Vec3::UnitZ())));
      Goal& goal = addGoal(problem, "orientation", "tip");
      goal.target = {0, 0, sign * std::sin(angle / 2), sign * std::cos(angle / 2)};
      EXPECT_EQ(solve(problem, "ccd").status, Status::converged);
      EXPECT_NEAR(problem.state.q[0], angle, 1e-3);
    }
  }
}

/// How far one joint moves in one sweep while the others hardly move. They are not fixed, because a fixed
/// joint cannot be part of a wrist.
double changeAlone(Problem& problem, const Motion& joint, const std::vector<double>& q) {
  std::ranges::fill(problem.jointWeights, 1e-12);
  std::fill_n(&problem.jointWeights[joint.vIndex], joint.nv(), 1.0);
  start(problem, q);
  solve(problem, "ccd", {.maxIterations = 1});
  const std::vector<double> change = wayBetween(problem.model(), q, problem.state.q);
  return Eigen::Map<const Eigen::VectorXd>(&change[joint.vIndex], joint.nv()).norm();
}

/// One letter per joint, from base to tip: it moves for a missed point (p), for a missed rotation (t), for
/// both (b) or for neither (-). Measured from outside, one joint at a time, from a random pose.
std::string roles(const ModelPtr& model, const std::string& tip, const std::vector<Wish>& wishes) {
  Maker make(firstSeed());
  Problem problem(model);
  std::vector<double> q = make.allowedQ(*model);
  for (const Motion& joint : model->motions) {
    if (joint.kind == Motion::Kind::screw) q[joint.qIndex] *= 0.5;  // away from its limits
  }
  const Quat turn = expRotation<double>(0.5 * make.unitVector());
  const Vec3 way = 0.3 * model->reach * make.unitVector();
  for (Wish wish : wishes) {
    wish.options.linkFromTool.p = Vec3(0.1, 0.2, 0.3) * model->reach;  // off every hinge's axis
    addGoal(problem, wish.type, tip, wish.options);
  }

  const auto movesFor = [&](const Motion& joint, const Vec3& slid, const Quat& turned) {
    for (const auto& goal : problem.goals()) {
      const Pose tool = toolAt(problem, *goal, q);
      goal->type->targetAt(*goal, {tool.p + slid, turned * tool.r}, goal->target.data());
    }
    return changeAlone(problem, joint, q) > 1e-9;
  };
  std::string letters;
  for (const Motion& joint : model->motions) {
    const bool reaches = movesFor(joint, way, Quat::Identity());
    const bool turns = movesFor(joint, Vec3::Zero(), turn);
    letters += reaches && turns ? 'b' : reaches ? 'p' : turns ? 't' : '-';
  }
  return letters;
}

TEST(CcdWrist, IsAsManyOfTheLastJointsAsTheGoalsHaveTurnsAndTheWholeArmWithoutAPoint) {
  const ModelPtr seven = sevenJointArm(), article = articleArm();
  const Wish point{"position"}, turn{"orientation"};
  const Wish x = directionOf(Vec3::UnitX()), y = directionOf(Vec3::UnitY()), oblique = directionOf(Vec3(1, 2, 3));
  const auto pose = [](std::array<bool, 6> free) {
    return Wish{"pose", {.parameters = {{"free", {free.begin(), free.end()}}}}};
  };
  const auto leaning = [](double twist) {
    return Wish{"pose", {.parameters = {{"tilt", {0.01, 0.01}}, {"twist", {-twist, twist}}, {"about", {0}}}}};
  };
  const Wish aside{"direction", {.parameters = {{"axis", {1, 0, 0}}, {"tilt", {0.01}}}}};
  struct {
    ModelPtr model;
    const char* tip;
    std::vector<Wish> wishes;
    std::string roles;
  } const cases[] = {
      {seven, "hand", {point}, "ppppppp"},
      {seven, "hand", {point, x}, "ppppptt"},
      {seven, "hand", {x, point}, "ppppptt"},
      {seven, "hand", {point, x, y}, "ppppttt"},
      {seven, "hand", {point, turn}, "ppppttt"},
      {seven, "hand", {pose({})}, "ppppttt"},
      {seven, "hand", {pose({0, 0, 0, 1, 0, 0})}, "ppppptt"},
      {seven, "hand", {pose({0, 0, 0, 1, 1, 0})}, "ppppppt"},
      {seven, "hand", {pose({0, 0, 1, 1, 1, 1})}, "ppppppp"},
      {seven, "hand", {leaning(0.01)}, "ppppttt"},  // inside the room, too
      {seven, "hand", {leaning(pi)}, "ppppptt"},
      {seven, "hand", {point, aside}, "ppppptt"},
      {seven, "hand", {oblique}, "ttttttt"},
      {seven, "hand", {turn}, "ttttttt"},
      {seven, "hand", {pose({1, 1, 1, 0, 0, 0})}, "ttttttt"},
      {article, "effector", {point, x}, "-ppptt"},  // the base cannot move
      {article, "effector", {x}, "-ttttt"},
      {article, "effector", {point}, "-ppppp"},
      {ballChain(4), "tip", {point, oblique}, "pppt"},  // a ball has all turns, a slide none
      {gantry(), "tool", {point, oblique}, "pppt"},
  };
  for (const auto& each : cases) EXPECT_EQ(roles(each.model, each.tip, each.wishes), each.roles);
}

}  // namespace
}  // namespace limber::test::ccd_test
