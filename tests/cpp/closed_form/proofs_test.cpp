/// "None" is a proof, or is not said. Each target is taken from a pose that the arm has, so that whoever says that
/// there is none is wrong: of real arms from within their limits, on a grid and close to singularities, also printed
/// with 15, 8, 6 and 4 digits after the point and as 32-bit numbers, where the pose still meets it within the
/// tolerances; and of single poses for which it once was wrong.
///
///   npm run long -- proofs
///
/// prints the rows of the table in docs/reliability.md.
#include <cstdio>
#include <cstdlib>

#include "arms.h"
#include "listed.h"
#include "real_arms.h"

namespace limber::test::proofs_test {
namespace {

/// Draws poses of a real arm, all within its limits.
class Drawer {
 public:
  Drawer(Maker& make, Problem& problem, const Goal& goal)
      : make_(make), problem_(problem), listed_(problem, goal), model_(problem.model()) {}

  std::vector<double> anywhere() { return make_.allowedQ(model_); }

  /// Hinges at multiples of 45°, slides at quarters.
  std::vector<double> inGrid() {
    std::vector<double> q(6);
    for (const Motion& motion : model_.motions) {
      const auto [min, max] = motion.limits;
      const double step = motion.turns() ? pi / 4 : (max - min) / 4, from = motion.turns() ? 0 : min;
      const int first = static_cast<int>(std::ceil((min - from) / step - 1e-9));
      const int last = static_cast<int>(std::floor((max - from) / step + 1e-9));
      q[motion.qIndex] = std::clamp(from + step * (first + make_.below(last - first + 1)), min, max);
    }
    return q;
  }

  /// One to three joints at a root of det J, such as a singularity of the wrist, the elbow or the shoulder,
  /// each off by 0 or by a power of ten from 1e-12 to 1e-2.
  std::vector<double> nearSingularity() {
    const std::vector<double> free = anywhere();
    std::vector<double> q = free;
    for (int wanted = 1 + make_.below(3), tries = 0; wanted > 0 && tries < 20; ++tries) {
      const Motion& motion = model_.motions[make_.below(6)];
      double root;
      if (!findRoot(free, motion, root)) continue;
      --wanted;
      const double off = make_.chance(0.15) ? 0 : std::pow(10, -2 - make_.below(11));
      q[motion.qIndex] = clampScrew(motion, root + (make_.chance(0.5) ? off : -off));
    }
    return q;
  }

 private:
  double determinantAt(std::vector<double>& q, const Motion& motion, double value) {
    q[motion.qIndex] = value;
    start(problem_, q);
    return listed_.jacobian().determinant();
  }

  /// First sign change of det J, to the last bit, searched upwards from a random value of the joint.
  bool findRoot(std::vector<double> q, const Motion& motion, double& root) {
    static constexpr int parts = 36;
    const auto [min, max] = motion.limits;
    const auto at = [&](int i) { return min + (max - min) * i / parts; };
    const int from = make_.below(parts);
    for (int k = 0; k < parts; ++k) {
      const int i = (from + k) % parts;
      double low = at(i), high = at(i + 1);
      const bool isPositive = determinantAt(q, motion, low) > 0;
      if ((determinantAt(q, motion, high) > 0) == isPositive) continue;
      for (int bit = 0; bit < 60; ++bit) {
        root = 0.5 * (low + high);
        ((determinantAt(q, motion, root) > 0) == isPositive ? low : high) = root;
      }
      return true;
    }
    return false;
  }

  Maker& make_;
  Problem& problem_;
  Listed listed_;
  const Model& model_;
};

/// Number of targets, and of targets with a false or incomplete answer.
struct Falsehoods {
  int targets = 0;
  int missed = 0;  ///< source pose missing from a list that claims to be complete
  int incomplete = 0;
  int unreachable = 0;  ///< reported by `find`
};

std::vector<double> middle(const Model& model) {
  std::vector<double> q(model.nq);
  for (const Motion& motion : model.motions) q[motion.qIndex] = 0.5 * (motion.limits.min + motion.limits.max);
  return q;
}

/// Solves from the middle of the limits, for the target that q was printed to, or that is its pose to the last digit.
void ask(Problem& problem, const Goal& goal, const std::vector<double>& q, Falsehoods& tally, bool isPrinted = false) {
  start(problem, middle(problem.model()));
  static Solutions solutions;
  findSolutions(problem, {.most = 1000}, solutions);
  ++tally.targets;
  tally.incomplete += !solutions.complete;
  if (solve(problem, {.mode = Mode::find}).status == Status::unreachable) {
    if (tally.unreachable++ == 0) ADD_FAILURE() << "unreachable: the pose of " << testing::PrintToString(q);
  }
  start(problem, q);
  if (!solutions.complete || (isPrinted ? solutions.count > 0 : Listed(problem, goal).isIn(solutions))) return;
  if (tally.missed++ == 0) ADD_FAILURE() << "missing: " << testing::PrintToString(q) << " of " << solutions.family;
}

constexpr int exact = 99;
/// For print().
constexpr std::array printings = {15, 8, 6, 4, -1};

class RealArms : public testing::TestWithParam<RealArm> {};

TEST_P(RealArms, HaveThePoseThatATargetComesFrom) {
  Problem problem(build(describe(GetParam())));
  Goal& goal = addGoal(problem, "pose", "tool");
  Falsehoods anywhere, inGrid, nearSingularity;
  std::array<Falsehoods, printings.size()> printed;
  for (auto&& make : trials(numberFrom("LIMBER_TARGETS", 6))) {
    Drawer draw(make, problem, goal);
    const auto askFor = [&](const std::vector<double>& q, Falsehoods& tally) {
      aimAt(problem, goal, q);
      ask(problem, goal, q, tally);
      for (std::size_t i = 0; i < printings.size(); ++i) {
        aimAt(problem, goal, q);
        print(goal, printings[i]);
        start(problem, q);
        if (!firstMissed(problem)) ask(problem, goal, q, printed[i], true);
      }
    };
    askFor(draw.anywhere(), anywhere);
    askFor(draw.inGrid(), inGrid);
    askFor(draw.nearSingularity(), nearSingularity);
  }
  if (!std::getenv("LIMBER_TARGETS")) return;
  std::printf("| %s |", GetParam().name.data());
  for (const Falsehoods& each : {anywhere, inGrid, nearSingularity})
    std::printf(" %d | %d | %d |", each.missed, each.unreachable, each.incomplete);
  for (const Falsehoods& each : printed) std::printf(" %d | %d |", each.missed, each.unreachable);
  std::printf("\n");
}

INSTANTIATE_TEST_SUITE_P(Every, RealArms, testing::ValuesIn(realArms()));

/// Poses whose targets once had no pose, or a list that falsely claimed to be complete.
TEST(RealArms, AtSingularitiesEitherHaveThePoseOrProveNothing) {
  struct Case {
    std::string_view arm;
    std::vector<double> q;
    int digits = exact;
  };
  const double eighth = pi / 4;
  const std::vector<Case> cases = {
      // Four axes meet
      {"FANUC CRX-10iA, ±120°", {-eighth, eighth, 2 * eighth, 0, -2 * eighth, -2 * eighth}},
      {"FANUC CRX-10iA, ±120°", {1.6989207060680287, -0.3118045694795089, 2 * eighth - 1e-7, -0.57, -0.057, -0.726}},
      // An elbow at its fold
      {"FANUC CRX-10iA, ±120°", {.1, 0, 1.8, 1, .2, 1.6}},
      {"FANUC CRX-10iA, ±120°", {-1, -1.5, -1.2, 1, -1.7, -.2}},
      // The shoulder lies on the last axis
      {"KUKA iiwa 14, joint 5 at 30°", {-2 * eighth, -eighth, 3 * eighth, 0, 0, -3 * eighth}},
      // Two curves of solutions
      {"UR5", {3 * eighth, 2 * eighth, -eighth, 3 * eighth, 0, eighth}},
      // A straight wrist, as printed: a proof holds for the tolerance
      {"UR5", {-2.6, 2.4, -.3, -1.4, 0, -1.5}, 6},
      // Double roots at a limit, and roots close together
      {"Stanford arm", {eighth, 0, 0.3048, 2 * eighth, -2 * eighth, 2 * eighth}},
      {"FANUC P-50iB, hollow wrist", {-eighth, -eighth, -2 * eighth, eighth, 0, pi}},
      {"UR5, off by 1e-4 (2)",
       {-0.9325787693508989, 2.0096147959670843, 0.00014302328396495885, -1.1304036768308827, 0.6306315766401256,
        2.553088707395096}},
  };
  for (const auto& [name, q, digits] : cases) {
    SCOPED_TRACE(name);
    Problem problem(build(describe(realArm(name))));
    Goal& goal = addGoal(problem, "pose", "tool");
    aimAt(problem, goal, q);
    if (digits < exact) print(goal, digits);
    Falsehoods tally;
    ask(problem, goal, q, tally, digits < exact);
    if (digits == exact) continue;
    const Solutions solutions = solutionsOf(problem);
    EXPECT_GT(solutions.count, 0);
    EXPECT_FALSE(solutions.complete);
    EXPECT_LE(worstError(problem, solutions), 1e-4);
    EXPECT_EQ(solve(problem, {.mode = Mode::find}).status, Status::converged);
  }
}

/// Neither `solutions` nor `find` from the middle of the limits may say that there is no pose.
void expectNoDenial(Problem& problem) {
  problem.state.reset();
  const Solutions solutions = solutionsOf(problem, {.most = 1000});
  EXPECT_TRUE(solutions.count > 0 || !solutions.complete);
  EXPECT_NE(solve(problem, {.mode = Mode::find}).status, Status::unreachable);
}

/// The slide moves the tool along the second hinge, which the goal leaves free.
TEST(Proofs, OfDependentJointsWithFreeAxesAreNone) {
  const Vec3 y = Vec3::UnitY(), z = Vec3::UnitZ();
  Problem problem(build({link("a", "", {0, 0, 0}, hinge(z)), link("b", "a", {0, 0, 0}, hinge(y)),
                         link("c", "b", {0, 0, .4}, joint("prismatic", y)), link("tool", "c", {.1, 0, .4})}));
  setFree(addGoal(problem, "pose", "tool"), {true, true, false, true, false, false});
  for (auto&& make : trials(60)) {
    aimAll(problem, make.anyQ(problem.model()));
    expectNoDenial(problem);
  }
}

TEST(Proofs, OfAHollowWristWithAFoldedElbowAreNone) {
  RealArm arm{"hollow wrist",
              dh({0, -90, 0, -90, 60, -60}, {0, .15, .6, .12, 0, 0}, {.4, 0, 0, .62, .09, .12}, {0, -90, 0, 0, 0, 0}),
              std::vector<Range>(6, 2.8 / (pi / 180))};
  Problem problem(build(describe(arm)));
  Goal& goal = addGoal(problem, "pose", "tool");
  for (auto&& make : trials(60)) {
    std::vector<double> q = make.allowedQ(problem.model());
    q[2] = make.between(1.7, 1.8);
    aimAll(problem, q);
    expectNoDenial(problem);
    const Solutions solutions = solutionsOf(problem, {.most = 1000});
    start(problem, q);
    EXPECT_TRUE(!solutions.complete || Listed(problem, goal).isIn(solutions));
  }
}

/// What is within both tolerances need not be where the sum of squares in metres and radians is least.
TEST(Proofs, JustWithinBothTolerancesAreNone) {
  Problem problem(build(describe(realArm("UR5"))));
  Goal& goal = addGoal(problem, "pose", "tool");
  for (auto&& make : trials(100)) {
    std::vector<double> q = make.allowedQ(problem.model());
    q[4] = 0;
    aimAll(problem, q);
    Pose target = {Vec3(goal.target.data()), readQuat(goal.target.data() + 3)};
    target.p += 0.95e-4 * problem.model().size * make.unitVector();
    target.r = expRotation<double>(0.95e-3 * make.unitVector()) * target.r;
    goal.type->targetAt(goal, target, goal.target.data());
    expectNoDenial(problem);
  }
}

/// One slice of seven hinges says nothing of the others, and its pose may be beyond a limit by rounding.
TEST(Proofs, OfSevenHingesWithOneAtItsLimitAreNone) {
  Problem problem(sevenJointArm());
  Goal& goal = addGoal(problem, "pose", problem.model().links.back().name);
  for (auto&& make : trials(100)) {
    std::vector<double> q = make.allowedQ(problem.model());
    const Interval& limits = problem.model().motions[3].limits;
    q[3] = make.chance(0.5) ? limits.min + 1e-6 : limits.max - 1e-6;
    aimAll(problem, q);
    expectNoDenial(problem);
    print(goal, 8);
    expectNoDenial(problem);
    EXPECT_GT(solutionsOf(problem).count, 0);
    const Solutions slice = solutionsOf(problem, {.redundancy = Redundancy{Redundancy::swivel, 0}});
    EXPECT_TRUE(slice.count > 0 || !slice.complete);
  }
}

}  // namespace
}  // namespace limber::test::proofs_test
