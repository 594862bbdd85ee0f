/// Solutions against brute force: any pose that a descent from a random start reaches must be in the list.
///
///   LIMBER_ARMS=200 LIMBER_DESCENTS=5000 build/native/limber_tests --gtest_filter='*Descents*'
///
/// is the long form.
#include "arms.h"

namespace limber::test::descents_test {
inline void PrintTo(const ArmKind& kind, std::ostream* out) { *out << kind.name; }

namespace {

/// Radians within which two poses count as one. Where two nearly coincide, a descent stops that far from both.
constexpr double one = 1e-4;

class Descents : public testing::TestWithParam<ArmKind> {};

TEST_P(Descents, FromRandomPosesReachNothingElse) {
  for (auto&& make : trials(numberFrom("LIMBER_ARMS", 3))) {
    const auto made = GetParam().make(make);
    Problem& problem = *made;
    aimAll(problem, make.anyQ(problem.model()));
    Solutions solutions = solutionsOf(problem);
    EXPECT_EQ(solutions.reason, nullptr);
    EXPECT_TRUE(solutions.complete);
    for (int i = numberFrom("LIMBER_DESCENTS", 60); i > 0; --i) {
      start(problem, make.anyQ(problem.model()));
      const Result result = solve(problem, "lm", {.tolerance = 1e-12, .angleTolerance = 1e-12, .limits = false});
      if (result.status != Status::converged) continue;
      EXPECT_TRUE(has(problem, solutions, problem.state.q, one)) << testing::PrintToString(problem.state.q);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Descents, testing::ValuesIn(kinds()));

}  // namespace
}  // namespace limber::test::descents_test
