/// Solutions beside brute force: whatever a descent from a random pose reaches must be among them.
///
///   LIMBER_ARMS=200 LIMBER_DESCENTS=5000 build/native/limber_tests --gtest_filter='*Descents*'
///
/// is the long form, and prints a line for every kind of arm.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "arms.h"

namespace limber::test {
namespace {

/// What an environment variable says, or a number that `npm test` has time for.
int numberFrom(const char* variable, int otherwise) {
  const char* given = std::getenv(variable);
  return given ? std::atoi(given) : otherwise;
}

/// Radians: two poses are one. Where two nearly fall together, a descent stops that far from both.
constexpr double one = 1e-4;

struct Tally {
  int solutions = 0;
  int hit = 0;  ///< solutions that some descent has ended at
  int converged = 0;
  int missing = 0;
};

/// The solution that q is, or −1.
int whichOf(const Problem& problem, const Solutions& solutions, const std::vector<double>& q) {
  for (int i = 0; i < solutions.count; ++i) {
    if (gap(row(problem, solutions, i), q) < one) return i;
  }
  return -1;
}

std::string textOf(const std::vector<double>& numbers) {
  std::string text;
  for (const double each : numbers) text.append(text.empty() ? "" : ", ").append(std::to_string(each));
  return text;
}

void descend(Maker& make, Problem& problem, const Solutions& solutions, int descents, Tally& tally) {
  std::vector<bool> isHit(solutions.count);
  std::vector<std::vector<double>> missing;
  const std::vector<double> before = problem.state.q;
  for (int i = 0; i < descents; ++i) {
    start(problem, make.anyQ(problem.model()));
    const Result result = solve(problem, "lm", {.tolerance = 1e-12, .angleTolerance = 1e-12, .limits = false});
    if (result.status != Status::converged) continue;
    ++tally.converged;
    const int which = whichOf(problem, solutions, problem.state.q);
    const auto isSame = [&](const auto& other) { return gap(other, problem.state.q) < one; };
    if (which >= 0) {
      isHit[which] = true;
    } else if (std::ranges::none_of(missing, isSame)) {
      missing.push_back(problem.state.q);
    }
  }
  start(problem, before);
  for (const auto& q : missing) ADD_FAILURE() << "missing: " << textOf(q);
  tally.missing += static_cast<int>(missing.size());
  tally.solutions += solutions.count;
  tally.hit += static_cast<int>(std::ranges::count(isHit, true));
}

/// A kind of arm, with a goal that it has a few poses for.
struct Kind {
  std::string_view name;
  const ArmFamily* family = nullptr;
  const SmallArm* arm = nullptr;

  std::unique_ptr<Problem> make(Maker& make) const {
    if (arm) return arm->make(make);
    auto problem = std::make_unique<Problem>(randomArm(make, *family));
    addGoal(*problem, "pose", "tool", {.linkFromTool = make.pose(0.2)});
    return problem;
  }
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const ArmFamily& family : armFamilies()) all.push_back({family.name, &family});
  for (const SmallArm& arm : smallArms()) all.push_back({arm.name, nullptr, &arm});
  return all;
}

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class Descents : public testing::TestWithParam<Kind> {};

TEST_P(Descents, FromRandomPosesReachNothingElse) {
  const int arms = numberFrom("LIMBER_ARMS", 3), descents = numberFrom("LIMBER_DESCENTS", 60);
  Tally tally;
  for (auto&& make : trials(arms)) {
    const auto made = GetParam().make(make);
    Problem& problem = *made;
    aimAll(problem, make.anyQ(problem.model()));
    Solutions solutions;
    findSolutions(problem, {}, solutions);
    EXPECT_EQ(solutions.reason, nullptr);
    EXPECT_TRUE(solutions.complete);
    descend(make, problem, solutions, descents, tally);
  }
  if (!std::getenv("LIMBER_ARMS")) return;
  std::printf("%s: %d arms, %d solutions, %d of them reached by %d of %d descents; %d missing\n",
              GetParam().name.data(), arms, tally.solutions, tally.hit, tally.converged, arms * descents,
              tally.missing);
}

INSTANTIATE_TEST_SUITE_P(Every, Descents, testing::ValuesIn(kinds()), [](const auto& info) {
  std::string name(info.param.name);
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return name;
});

}  // namespace
}  // namespace limber::test
