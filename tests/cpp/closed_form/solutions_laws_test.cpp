/// Transformations that must not change an arm's solutions, and how the solutions may change along a path.
#include <functional>

#include "arms.h"

namespace limber::test::solutions_laws_test {
namespace {

using Poses = std::vector<std::vector<double>>;

/// All poses for a target, listed from a start pose.
Poses solutionsAt(const ModelPtr& model, const Pose& target, const std::vector<double>& from) {
  Problem problem(model);
  Goal& goal = addGoal(problem, "pose", "tool");
  goal.type->targetAt(goal, target, goal.target.data());
  start(problem, from);
  Solutions solutions = solutionsOf(problem);
  EXPECT_EQ(solutions.reason, nullptr);
  EXPECT_TRUE(solutions.complete);
  Poses poses;
  for (int i = 0; i < solutions.count; ++i) poses.push_back(row(problem, solutions, i));
  return poses;
}

/// Distance of the nearest pose.
double toNearest(const Poses& poses, const std::vector<double>& q) {
  double least = infinity;
  for (const auto& each : poses) least = std::min(least, gap(each, q));
  return least;
}

void expectSame(const Poses& a, const Poses& b) {
  EXPECT_EQ(a.size(), b.size());
  for (const auto& q : a) EXPECT_LT(toNearest(b, q), 1e-7);
}

Pose toolOf(const Model& model, const std::vector<double>& q) {
  const std::vector<Pose> poses = posesAt(model, q);
  return poses.back();
}

const std::vector<double> zero(6, 0.0);

/// Calls `each(make, lines, poses of the joints at a target, target)` for arms of every family.
template <class Each>
void everyArm(int count, Each each) {
  for (const ArmFamily& family : armFamilies()) {
    SCOPED_TRACE(family.name);
    for (auto&& make : trials(count)) {
      const ArmLines lines = randomLines(make, 6, &family);
      const ModelPtr model = armOf(lines);
      const Pose target = toolOf(*model, make.anyQ(*model));
      each(make, lines, solutionsAt(model, target, zero), target);
    }
  }
}

TEST(SolutionsLaws, TheyAreTheSameFromAnyStart) {
  everyArm(20, [](Maker& make, const ArmLines& lines, const Poses& poses, const Pose& target) {
    const ModelPtr model = armOf(lines);
    expectSame(poses, solutionsAt(model, target, make.anyQ(*model)));
  });
}

TEST(SolutionsLaws, FromOneOfThemItIsTheFirstAndTheOthersAreTheSame) {
  everyArm(6, [](Maker&, const ArmLines& lines, const Poses& poses, const Pose& target) {
    for (const auto& q : poses) {
      const Poses again = solutionsAt(armOf(lines), target, q);
      expectSame(poses, again);
      ASSERT_FALSE(again.empty());
      EXPECT_LT(gap(again.front(), q), 1e-7);
    }
  });
}

/// Changes the lines and the target alike; returns the factor by which slides then go farther.
using Change = double (*)(Maker& make, ArmLines& lines, Pose& target);

double onAnotherBase(Maker& make, ArmLines& lines, Pose& target) {
  const Pose base = make.pose(3);
  for (Vec3& each : lines.h) each = base.r * each;
  for (Vec3& each : lines.o) each = base * each;
  for (Pose* each : {&lines.tool, &target}) *each = base * *each;
  return 1;
}

double withAnotherTool(Maker& make, ArmLines& lines, Pose& target) {
  const Pose tool = make.pose();
  for (Pose* each : {&lines.tool, &target}) *each = *each * tool;
  return 1;
}

/// A mirror reflects points and frames, and reverses rotations about the mirrored axis. A slide follows the
/// mirrored axis.
double inAMirror(Maker& make, ArmLines& lines, Pose& target) {
  const Vec3 n = make.unitVector();
  const Mat3 M = Mat3::Identity() - 2 * n * n.transpose();
  for (std::size_t i = 0; i < lines.h.size(); ++i) {
    const bool slides = i < lines.slides.size() && lines.slides[i] == 'S';
    lines.h[i] = (slides ? 1.0 : -1.0) * (M * lines.h[i]);
  }
  for (Vec3& each : lines.o) each = M * each;
  for (Pose* each : {&lines.tool, &target}) *each = {M * each->p, Quat(Mat3(M * each->r.toRotationMatrix() * M))};
  return 1;
}

double ofAnotherSize(Maker& make, ArmLines& lines, Pose& target) {
  const double by = make.chance(0.5) ? 1e-3 : 1e3;
  for (Vec3& each : lines.o) each *= by;
  for (Pose* each : {&lines.tool, &target}) each->p *= by;
  return by;
}

TEST(SolutionsLaws, TheyAreThoseOfTheArmOnAnotherBaseWithAnotherToolInAMirrorAndOfAnotherSize) {
  for (const Change change : {onAnotherBase, withAnotherTool, inAMirror, ofAnotherSize}) {
    everyArm(20, [&](Maker& make, ArmLines lines, const Poses& poses, Pose target) {
      const double by = change(make, lines, target);
      Poses found = solutionsAt(armOf(lines), target, zero);
      for (auto& q : found)
        for (std::size_t i = 0; i < lines.slides.size(); ++i) q[i] /= lines.slides[i] == 'S' ? by : 1;
      expectSame(poses, found);
    });
  }
}

using test::leastSingularValue;
double leastSingularValue(const ModelPtr& model, const Poses& poses) {
  double least = infinity;
  for (const auto& q : poses) least = std::min(least, leastSingularValue(model, q));
  return least;
}

/// While the target moves by δ, a pose with singular values of σ or more moves by about δ/σ, and no pose
/// appears or disappears.
TEST(SolutionsLaws, AlongAPathAwayFromSingularitiesBranchesGoOn) {
  constexpr double least = 0.05, stride = 1e-3;
  int steps = 0;
  everyArm(4, [&](Maker& make, const ArmLines& lines, const Poses&, const Pose&) {
    const ModelPtr model = armOf(lines);
    const std::vector<double> from = make.anyQ(*model), along = make.tangent(*model, stride);
    Poses before;
    Pose last;
    for (int i = 0; i < 40; ++i) {
      std::vector<double> q = from;
      for (std::size_t k = 0; k < q.size(); ++k) q[k] += i * along[k];
      const Pose target = toolOf(*model, q);
      const Poses poses = solutionsAt(model, target, zero);
      const double sigma = std::min(leastSingularValue(model, poses), leastSingularValue(model, before));
      if (i > 0 && sigma > least) {
        ++steps;
        const double way = std::hypot((target.p - last.p).norm(), target.r.angularDistance(last.r));
        ASSERT_EQ(poses.size(), before.size());
        for (const auto& each : before) EXPECT_LT(toNearest(poses, each), 2 * way / sigma);
        for (const auto& each : poses) EXPECT_LT(toNearest(before, each), 2 * way / sigma);
      }
      before = poses;
      last = target;
    }
  });
  EXPECT_GT(steps, 200);
}

/// Like calibrated arms: axes almost meet or are almost parallel. Poses that are also almost singular may be lost.
TEST(SolutionsLaws, ArmsThatAlmostBelongToAFamilyHaveThePoseThatTheTargetWasTakenFrom) {
  for (const double by : {1e-3, 1e-5, 1e-7}) {
    SCOPED_TRACE(by);
    for (const ArmFamily& family : armFamilies()) {
      if (!family.slides.empty()) continue;
      SCOPED_TRACE(family.name);
      for (auto&& make : trials(20)) {
        ArmLines lines = randomLines(make, 6, &family);
        for (Vec3& each : lines.h) each = (each + by * make.vector()).normalized();
        for (Vec3& each : lines.o) each += by * make.vector();
        const ModelPtr model = armOf(lines);
        const std::vector<double> q = make.anyQ(*model);
        if (leastSingularValue(model, q) < 0.02) continue;
        EXPECT_LT(toNearest(solutionsAt(model, toolOf(*model, q), zero), q), 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace limber::test::solutions_laws_test
