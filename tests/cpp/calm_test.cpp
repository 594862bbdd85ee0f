/// `track` keeps its memory from frame to frame while a target leaves the arm's reach, circles there and
/// comes back: joints do not reverse more often than the target does, and none jumps.
#include <gtest/gtest.h>

#include "fixtures.h"

namespace limber::test {
namespace {

/// a, d, α in metres and degrees; limits in radians.
struct Row {
  double a, d, alpha, min, max;
};

/// Modified Denavit–Hartenberg parameters: α and a come before a joint, d after it.
ModelPtr fromRows(const std::vector<Row>& rows, double flange) {
  std::vector<LinkDescription> links;
  for (const Row& row : rows) {
    const Quat turn = expRotation<double>(Vec3(row.alpha * degrees, 0, 0));
    links.push_back(link(numbered("joint", links.size()), links.empty() ? "" : links.back().name,
                         Vec3(row.a, 0, 0) + turn * Vec3(0, 0, row.d),
                         joint("revolute", Vec3::UnitZ(), {{row.min, row.max}})));
    links.back().origin.r = turn;
  }
  links.push_back(link("tip", links.back().name, {0, 0, flange}));
  return build(std::move(links));
}

ModelPtr panda() {
  return fromRows({{0, .333, 0, -2.8973, 2.8973},
                   {0, 0, -90, -1.7628, 1.7628},
                   {0, .316, 90, -2.8973, 2.8973},
                   {.0825, 0, 90, -3.0718, -.0698},
                   {-.0825, .384, -90, -2.8973, 2.8973},
                   {0, 0, 90, -.0175, 3.7525},
                   {.088, 0, 90, -2.8973, 2.8973}},
                  .107);
}

ModelPtr ur5() {
  const double turn = 2 * pi;
  return fromRows({{0, .089159, 0, -turn, turn},
                   {0, 0, 90, -turn, turn},
                   {-.425, 0, 0, -turn, turn},
                   {-.39225, .10915, 0, -turn, turn},
                   {0, .09465, 90, -turn, turn},
                   {0, 0, -90, -turn, turn}},
                  .0823);
}

ModelPtr puma() {
  const auto row = [](double a, double d, double alpha, double most) {
    return Row{a, d, alpha, -most * degrees, most * degrees};
  };
  return fromRows({row(0, 0, 0, 160), row(0, 0, -90, 110), row(.4318, .15005, 0, 135), row(.0203, .4318, -90, 266),
                   row(0, 0, 90, 100), row(0, 0, -90, 266)},
                  0);
}

/// An arm in a pose, and a direction that leads out of its reach.
struct Case {
  const char* name;
  ModelPtr arm;
  std::vector<double> q;
  Vec3 way;
};

std::vector<Case> cases() {
  return {{"Panda", panda(), {.2, -.3, .1, -1.8, .2, 1.7, .4}, {1, 0, .5}},
          {"Panda, folded", panda(), {1.588, -.443, .464, -.14, 1.314, 1.029, 1.378}, {-.297, -.551, .78}},
          {"UR5", ur5(), {.4, -1.1, 1.6, -1.9, -1.2, .3}, {.8, .4, .5}}};
}

/// Solves frame by frame and calls `see(before, now)` with joint values. Returns the goal's final distance.
template <class Path, class See>
double follow(const Case& each, const char* goalType, std::string_view solver, int iterations, int frames, Path path,
              See see) {
  Problem problem(each.arm);
  Goal& goal = addGoal(problem, goalType, "tip");
  start(problem, each.q);
  const Pose from = toolAt(problem, goal, each.q);
  for (int frame = 1; frame <= frames; ++frame) {
    goal.type->targetAt(goal, {from.p + path(frame), from.r}, goal.target.data());
    const std::vector<double> before = problem.state.q;
    solve(problem, solver, {.maxIterations = iterations});
    see(before, problem.state.q);
  }
  return problem.residual(goal).distance;
}

/// Calls `each(case, type of goal, solver, iterations)`.
template <class Each>
void everywhere(Each each) {
  for (const Case& arm : cases()) {
    for (const char* goal : {"position", "pose"}) {
      for (const char* solver : {"lm", "dls", "svd", "sdls", "itasc"}) {
        for (const int iterations : {1, 2, 4, 100}) {
          SCOPED_TRACE(std::string(arm.name) + " " + goal + " " + solver + numbered(" iterations ", iterations));
          each(arm, goal, solver, iterations);
        }
      }
    }
  }
}

/// Counts reversals of joints by more than 0.01 rad from one frame to the next.
class Turns {
 public:
  void operator()(const std::vector<double>& before, const std::vector<double>& now) {
    last_.resize(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      const double way = now[i] - before[i];
      if (way * last_[i] < 0 && std::min(std::abs(way), std::abs(last_[i])) > .01) ++count_;
      last_[i] = way;
    }
  }
  int count() const { return count_; }

 private:
  std::vector<double> last_;
  int count_ = 0;
};

TEST(Calm, NoJointTurnsBackWhileItsTargetLeaves) {
  everywhere([](const Case& arm, const char* goal, const char* solver, int iterations) {
    Turns turns;
    const Vec3 way = unit(arm.way);
    follow(
        arm, goal, solver, iterations, 120, [&](int frame) { return Vec3(.005 * frame * way); }, std::ref(turns));
    // Where the nearest pose ends, the arm changes to another one, and some joints reverse once.
    EXPECT_LE(turns.count(), 4);
  });
}

TEST(Calm, NoJointTremblesBehindATargetThatCirclesOutOfReach) {
  everywhere([](const Case& arm, const char* goal, const char* solver, int iterations) {
    if (std::string_view(solver) == "sdls" && iterations == 1) return;  // documented limitation
    Turns turns;
    const Vec3 way = unit(arm.way), side = unit(Vec3(way.unitOrthogonal())), up = way.cross(side);
    const auto path = [&](int frame) {
      const double angle = 2 * pi * frame / 60;
      return Vec3(arm.arm->reach * (way + .3 * std::cos(angle) * side + .3 * std::sin(angle) * up));
    };
    follow(arm, goal, solver, iterations, 120, path, [&, frame = 0](const auto& before, const auto& now) mutable {
      if (++frame > 60) turns(before, now);  // the first round is the approach
    });
    // A joint that follows a circle reverses twice per round.
    EXPECT_LE(turns.count(), 2 * arm.arm->nv);
  });
}

TEST(Calm, NoJointLeapsWhereItsTargetMovesByMillimetres) {
  for (const Case& arm : cases()) {
    for (const char* goal : {"position", "pose"}) {
      for (const char* solver : {"lm", "dls", "svd", "sdls", "itasc"}) {
        SCOPED_TRACE(std::string(arm.name) + " " + goal + " " + solver);
        double farthest = 0;
        const Vec3 way = unit(arm.way);
        const auto see = [&](const std::vector<double>& before, const std::vector<double>& now) {
          for (std::size_t i = 0; i < now.size(); ++i) farthest = std::max(farthest, std::abs(now[i] - before[i]));
        };
        follow(
            arm, goal, solver, 100, 160, [&](int frame) { return Vec3(.0025 * frame * way); }, see);
        EXPECT_LT(farthest, .5);
      }
    }
  }
}

/// The target moves away straight until the arm is stretched, then returns to its start. In the stretched
/// pose both elbow branches meet; without memory one path in five ends at the limits of the other branch.
TEST(Calm, AnArmThatWasStretchedComesBackToGoalsThatItHad) {
  for (const ModelPtr& arm : {panda(), puma()}) {
    for (const char* goal : {"position", "pose"}) {
      for (const int iterations : {1, 100}) {
        SCOPED_TRACE(numbered("joints ", arm->nv) + " " + goal + numbered(" iterations ", iterations));
        int stuck = 0;
        for (auto&& make : trials(25)) {
          Case line{"", arm, {}, unit(make.vector(1))};
          for (const Motion& motion : arm->motions) {
            const double middle = .5 * (motion.limits.min + motion.limits.max);
            const double half = std::min(pi, .5 * (motion.limits.max - motion.limits.min));
            line.q.push_back(middle + make.between(-.8, .8) * half);
          }
          const double speed = .005;
          const int most = static_cast<int>(1.4 * arm->reach / speed);
          const auto path = [&](int frame) {
            return Vec3(speed * std::max(0, std::min(frame, 2 * most - frame)) * line.way);
          };
          const auto ignore = [](const auto&, const auto&) {};
          if (follow(line, goal, "lm", iterations, 2 * most + 60, path, ignore) > .01) ++stuck;
        }
        EXPECT_LE(stuck, 2);
      }
    }
  }
}

TEST(Calm, ATargetThatJumpsIsReachedAtOnce) {
  const ModelPtr arm = panda();
  for (auto&& make : trials(20)) {
    Problem problem(arm);
    Goal& goal = addGoal(problem, "position", "tip");
    start(problem, {.2, -.3, .1, -1.8, .2, 1.7, .4});
    solve(problem, "lm");
    // About half the arm's reach away from its second joint, in front of it.
    const Vec3 to = Vec3(.45, 0, .4) + .2 * make.vector(1);
    Eigen::Map<Vec3>(goal.target.data()) = to;
    EXPECT_EQ(solve(problem, "lm").status, Status::converged);
    EXPECT_LT((toolAt(problem, goal, problem.state.q).p - to).norm(), 1e-3);
  }
}

TEST(Calm, ARowWithAStartOfItsOwnDependsOnNoRowBefore) {
  const Case arm = cases()[1];
  const Pose from = [&] {
    Problem problem(arm.arm);
    return toolAt(problem, addGoal(problem, "position", "tip"), arm.q);
  }();
  const Vec3 to = from.p + .3 * unit(arm.way);
  const std::vector<double> targets = {from.p.x(), from.p.y(), from.p.z(), to.x(), to.y(), to.z()};
  const auto answer = [&](std::size_t first) {
    Problem problem(arm.arm);
    addGoal(problem, "position", "tip");
    const std::size_t rows = 2 - first;
    std::vector<double> q(rows * arm.q.size());
    std::vector<Residual> residuals(rows);
    std::vector<Result> results(rows);
    const Batch batch{.targets = std::span(targets).subspan(3 * first),
                      .starts = arm.q,
                      .q = q,
                      .residuals = residuals,
                      .results = results};
    EXPECT_FALSE(solveAll(problem, batch, {}, findSolverType("lm")));
    return std::vector<double>(q.end() - std::ssize(arm.q), q.end());
  };
  // The first row ends in its start pose, which is also the start of the second one.
  EXPECT_EQ(answer(0), answer(1));
}

}  // namespace
}  // namespace limber::test
