/// Feature chains: the source's A and B against finite differences of its loop, on random trees;
/// chains equivalent to goals in closed form; which solvers support them.
#include <Eigen/Geometry>

#include "fixtures.h"

namespace limber::test::chain_test {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// The chain's end by Eigen's transforms, independent of the library.
Eigen::Isometry3d endOf(const std::array<int, 6>& chain, const Vec6& x) {
  Eigen::Isometry3d end = Eigen::Isometry3d::Identity();
  for (int i = 0; i < 6; ++i) {
    const Vec3 axis = Vec3::Unit(chain[i] % 3);
    if (chain[i] < 3) {
      end.translate(x[i] * axis);
    } else {
      end.rotate(Eigen::AngleAxisd(x[i], axis));
    }
  }
  return end;
}

Eigen::Isometry3d isometry(const Pose& pose) {
  Eigen::Isometry3d made = Eigen::Isometry3d::Identity();
  made.translate(pose.p).rotate(pose.r);
  return made;
}

/// [v; w] of a small motion from one pose to another, in their common frame.
Vec6 twist(const Eigen::Isometry3d& from, const Eigen::Isometry3d& to) {
  const Eigen::AngleAxisd turn(Mat3(to.linear() * from.linear().transpose()));
  Vec6 v;
  v << to.translation() - from.translation(), turn.angle() * turn.axis();
  return v;
}

/// J_f by central differences.
Mat6 featureJacobian(const std::array<int, 6>& chain, const Vec6& x) {
  const double h = 1e-6;
  Mat6 J;
  for (int i = 0; i < 6; ++i) {
    const Vec6 step = h * Vec6::Unit(i);
    J.col(i) = twist(endOf(chain, x - step), endOf(chain, x + step)) / (2 * h);
  }
  return J;
}

Vec6 feature(const Goal& goal) { return Eigen::Map<const Vec6>(goal.memory.data()); }

std::array<int, 6> chainOf(const Goal& goal) {
  std::array<int, 6> chain{};
  std::copy_n(goal.parameters.begin(), 6, chain.begin());
  return chain;
}

/// How far the chain ends from its tool.
double gapOf(const Problem& problem, const Goal& goal) {
  return twist(endOf(chainOf(goal), feature(goal)), isometry(problem.toolInTarget(goal))).norm();
}

/// Three slides and three rotations, or one slide and five rotations, in any order that reaches all poses.
GoalOptions randomChain(Maker& make, const std::shared_ptr<const Model>& model, const std::string& link,
                        const std::string& target) {
  for (;;) {
    std::vector<double> chain(6), rows(6);
    int slides = 0, turns = 0;
    for (int i = 0; i < 6; ++i) {
      chain[i] = make.below(6);
      rows[i] = make.chance(0.5);
      if (rows[i] != 0) ++(chain[i] < 3 ? slides : turns);
    }
    GoalOptions options = chainOptions(chain, rows);
    options.linkFromTool = make.pose(0.5);
    options.targetLink = target;
    Problem problem(model);
    if (slides <= 3 && turns <= 3 && problem.addGoal("chain", link, options)) return options;
  }
}

struct RandomChain {
  std::unique_ptr<Problem> problem;
  Goal* goal = nullptr;
};

/// A chain between any two links of a random tree, or the world, closed and away from singularities.
RandomChain randomProblem(Maker& make) {
  for (;;) {
    const auto model = make.model({.links = 8});
    const std::string link = make.oneOf(model->links).name;
    const std::string target = make.chance(0.5) ? "" : make.oneOf(model->links).name;
    if (link == target) continue;
    RandomChain made{std::make_unique<Problem>(model)};
    Problem& problem = *made.problem;
    startAnywhere(make, problem);
    made.goal = problem.addGoal("chain", link, randomChain(make, model, link, target)).value();
    problem.measure();
    const Vec6 x = feature(*made.goal);
    if (gapOf(problem, *made.goal) > 1e-9) continue;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(featureJacobian(chainOf(*made.goal), x));
    if (svd.singularValues()[5] < 0.05 * svd.singularValues()[0]) continue;
    return made;
  }
}

TEST(Chain, ClosesOnTheToolFromAnywhere) {
  for (auto&& make : trials(300)) {
    Problem problem(oneJoint(joint("free")));
    Goal& goal = addGoal(problem, "chain", "tip",
                         make.seed % 2 ? GoalOptions{} : chainOptions({5, 3, 1, 5, 4, 3}, {0, 0, 1, 0, 0, 0}));
    startAnywhere(make, problem);
    problem.measure();
    EXPECT_LT(gapOf(problem, goal), 1e-9);
  }
}

/// A chain that cannot end at the tool gives up early, but tries again later.
TEST(Chain, ClosesAgainAfterItCouldNot) {
  int open = 0;
  for (auto&& make : trials(1000)) {
    const auto model = oneJoint(joint("free"));
    Problem problem(model);
    Goal& goal = addGoal(problem, "chain", "tip", randomChain(make, model, "tip", ""));
    const auto isClosed = [&] {
      problem.measure();
      return gapOf(problem, goal) < 1e-6;
    };
    startAnywhere(make, problem);
    if (isClosed() || isClosed()) continue;
    ++open;
    // Move the tool to a place where the chain can close.
    Vec6 x;
    for (double& value : x) value = make.between(-1, 1);
    const Eigen::Isometry3d end = endOf(chainOf(goal), x);
    const auto moved = [](double x, double y, double z) { return Pose{Vec3(x, y, z), Quat::Identity()}; };
    const Pose tool{end.translation(), Quat(end.linear())};
    const Pose joint = moved(-0.1, -0.2, -0.3) * tool * goal.linkFromTool.inverse() * moved(-0.5, -0.2, -0.4);
    start(problem, {joint.p.x(), joint.p.y(), joint.p.z(), joint.r.x(), joint.r.y(), joint.r.z(), joint.r.w()});
    EXPECT_LT(twist(end, isometry(problem.toolPose(goal))).norm(), 1e-9);
    bool closes = false;
    for (int tries = 0; tries < 30 && !closes; ++tries) closes = isClosed();
    EXPECT_TRUE(closes);
  }
  EXPECT_GT(open, 10);
}

/// A = C_q − C_f J_f⁻¹ J_q of equation 6 is how the feature, which the loop determines, moves with q.
TEST(Chain, AIsTheFiniteDifferencesOnRandomTrees) {
  for (auto&& make : trials(150)) {
    const auto problem = randomProblem(make).problem;
    const Jacobian A = jacobianOf(*problem);
    EXPECT_LE((A - jacobianByDifferences(*problem)).norm(), 1e-6 * (1 + A.norm()));
  }
}

/// B Ẋu: step() compensates the motion of a driven object, so that e stays constant.
TEST(Chain, BIsWhatADrivenObjectDoesToTheError) {
  int tried = 0;
  for (auto&& make : trials(100)) {
    // An arm, and an object at which the chain starts.
    std::vector<LinkDescription> links = randomHinges(make, 7, 0.3);
    links.push_back(link("object", "", {0, 0, 0}, joint("free")));
    const auto model = build(std::move(links));
    const auto options = randomChain(make, model, "arm6", "object");
    if (std::ranges::count(options.parameters[1].numbers, 1) == 0) continue;
    Problem problem(model);
    startAnywhere(make, problem);
    Goal& goal = addGoal(problem, "chain", "arm6", options);
    const Link& object = model->links[model->findLink("object")];
    const int first = model->motions[object.firstMotion].vIndex;
    for (int k = 0; k < 6; ++k) problem.jointWeights[first + k] = 0;
    const Jacobian A = jacobianOf(problem);
    // Skip cases that the arm cannot follow.
    Eigen::MatrixXd own(6, 0);
    for (int v = 0; v < model->nv; ++v) {
      if (v >= first && v < first + 6) continue;
      own.conservativeResize(6, own.cols() + 1);
      own.col(own.cols() - 1) = A.col(v);
    }
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(own);
    const auto rows = std::ranges::count(options.parameters[1].numbers, 1);
    if (svd.singularValues()[rows - 1] < 0.2 || svd.singularValues()[0] > 20) continue;
    if (gapOf(problem, goal) > 1e-9) continue;
    ++tried;
    for (int k = 0; k < 6; ++k) problem.drivenVelocities[first + k] = make.between(-0.2, 0.2);
    step(problem, 1e-6, {.limits = false, .gain = 0, .substeps = 1, .maxDamping = 0});
    // A q̇ + A_u Ẋu = 0: B = −A_u.
    Eigen::VectorXd velocity = Eigen::Map<Eigen::VectorXd>(problem.velocities.data(), model->nv);
    EXPECT_GT(velocity.norm(), 0);
    EXPECT_LT((A * velocity).norm(), 1e-4 * A.norm()) << A.norm();
  }
  EXPECT_GT(tried, 20);
}

TEST(Chain, DistanceIsTheDistanceGoal) {
  for (auto&& make : trials(50)) {
    std::vector<LinkDescription> links = randomHinges(make, 6, 0.4);
    links.push_back(link("object", "", {0, 0, 0}, joint("free")));
    Problem problem(build(std::move(links)));
    startAnywhere(make, problem);
    // RotZ, RotX, TransY, RotZ, RotY, RotX; row 3.
    GoalOptions options = chainOptions({5, 3, 1, 5, 4, 3}, {0, 0, 1, 0, 0, 0});
    options.targetLink = make.chance(0.5) ? "" : "object";
    options.linkFromTool = make.pose(0.3);
    Goal& chain = addGoal(problem, "chain", "arm5", options);
    options.parameters.clear();
    addGoal(problem, "distance", "arm5", options).target = {0, 0, 0, 0.7};
    chain.target[2] = 0.7;
    problem.measure();
    const Jacobian J = jacobianOf(problem);
    const double distance = problem.toolInTarget(chain).p.norm();
    // Of the two closings, compare the one in the target's direction.
    EXPECT_NEAR(chain.memory[2], distance, 1e-9);
    EXPECT_NEAR(problem.errors[0], 0.7 - distance, 1e-9);
    EXPECT_LE((J.row(0) - J.row(6)).norm(), 1e-6 * (1 + J.row(6).norm()));
  }
}

TEST(Chain, EverySolverWithAJacobianFollowsOne) {
  for (const char* name : {"dls", "svd", "sdls", "lm", "itasc"}) {
    SCOPED_TRACE(name);
    Problem problem(sevenJointArm());
    start(problem, {0.3, 0.6, 0.2, 1.4, 0.1, 1.1, 0.2});
    // A hinge about the world's vertical, a ruler along it, and the distance from it.
    Goal& goal = addGoal(problem, "chain", "hand", chainOptions({5, 2, 0, 3, 4, 5}, {0, 1, 1, 0, 0, 0}));
    goal.target[1] = 0.5;
    goal.target[2] = 0.45;
    const Result result = solve(problem, name, {.maxIterations = 500});
    ASSERT_EQ(result.status, Status::converged) << result.reason;
    const Vec3 at = problem.toolPose(goal).p;
    EXPECT_NEAR(at.z(), 0.5, 2e-4);
    EXPECT_NEAR(std::hypot(at.x(), at.y()), 0.45, 2e-4);
  }
}

}  // namespace
}  // namespace limber::test::chain_test
