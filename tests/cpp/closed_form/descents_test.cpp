/// Solutions against brute force: any pose that a descent from a random start reaches must be in the list.
///
///   LIMBER_ARMS=200 LIMBER_DESCENTS=5000 build/native/limber_tests --gtest_filter='*Descents*'
///
/// is the long form and prints one line per kind of arm.
#include "arms.h"

namespace limber::test::descents_test {
inline void PrintTo(const ArmKind& kind, std::ostream* out) { *out << kind.name; }

namespace {

/// Radians within which two poses count as one. Where two nearly coincide, a descent stops that far from both.
constexpr double one = 1e-4;

struct Tally {
  int solutions = 0;
  int hit = 0;  ///< solutions at which some descent has ended
  int converged = 0;
  int missing = 0;
};

/// Index of the solution equal to q, or −1.
int whichOf(const Problem& problem, const Solutions& solutions, const std::vector<double>& q) {
  for (int i = 0; i < solutions.count; ++i) {
    if (gap(row(problem, solutions, i), q) < one) return i;
  }
  return -1;
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
  for (const auto& q : missing) ADD_FAILURE() << "missing: " << testing::PrintToString(q);
  tally.missing += static_cast<int>(missing.size());
  tally.solutions += solutions.count;
  tally.hit += static_cast<int>(std::ranges::count(isHit, true));
}

class Descents : public testing::TestWithParam<ArmKind> {};

TEST_P(Descents, FromRandomPosesReachNothingElse) {
  const int arms = numberFrom("LIMBER_ARMS", 3), descents = numberFrom("LIMBER_DESCENTS", 60);
  Tally tally;
  for (auto&& make : trials(arms)) {
    const auto made = GetParam().make(make);
    Problem& problem = *made;
    aimAll(problem, make.anyQ(problem.model()));
    Solutions solutions = solutionsOf(problem);
    EXPECT_EQ(solutions.reason, nullptr);
    EXPECT_TRUE(solutions.complete);
    descend(make, problem, solutions, descents, tally);
  }
  if (!std::getenv("LIMBER_ARMS")) return;
  std::printf("%s: %d arms, %d solutions, %d of them reached by %d of %d descents; %d missing\n",
              GetParam().name.data(), arms, tally.solutions, tally.hit, tally.converged, arms * descents,
              tally.missing);
}

INSTANTIATE_TEST_SUITE_P(Every, Descents, testing::ValuesIn(kinds()),
                         [](const auto& info) { return lettersOf(info.param.name); });

}  // namespace
}  // namespace limber::test::descents_test
