/// Solutions against brute force: any pose that a descent from a random start reaches must be in the list.
///
///   LIMBER_ARMS=200 LIMBER_DESCENTS=5000 build/native/limber_tests --gtest_filter='*Descents*'
///
/// is the long form and prints one line per kind of arm. Real arms also get targets on a grid and close to
/// singularities. Each target is taken from a known pose, so that no descent is needed:
///
///   npm run long -- proofs
///
/// prints the rows of the table in docs/reliability.md. There each target is also printed with 15, 8, 6 and 4 digits
/// after the point and as 32-bit numbers. The pose that it came from still meets it within the tolerances, so whoever
/// says that there is none is wrong.
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <sstream>

#include "arms.h"
#include "listed.h"
#include "real_arms.h"

namespace limber::test::descents_test {
inline void PrintTo(const ArmKind& kind, std::ostream* out) { *out << kind.name; }

namespace {

/// Value of an environment variable, or the default, which is small enough for `npm test`.
int numberFrom(const char* variable, int otherwise) {
  const char* given = std::getenv(variable);
  return given ? std::atoi(given) : otherwise;
}

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

/// Prints all digits.
std::string textOf(const std::vector<double>& numbers) {
  std::ostringstream text;
  text << std::setprecision(17);
  for (const double each : numbers) text << (text.tellp() > 0 ? ", " : "") << each;
  return text.str();
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

std::string lettersOf(std::string_view text) {
  std::string letters(text);
  std::erase_if(letters, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return letters;
}

INSTANTIATE_TEST_SUITE_P(Every, Descents, testing::ValuesIn(kinds()),
                         [](const auto& info) { return lettersOf(info.param.name); });

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
    if (tally.unreachable++ == 0) ADD_FAILURE() << "unreachable: the pose of " << textOf(q);
  }
  start(problem, q);
  if (!solutions.complete || (isPrinted ? solutions.count > 0 : Listed(problem, goal).isIn(solutions))) return;
  if (tally.missed++ == 0) ADD_FAILURE() << "missing: " << textOf(q) << " of " << solutions.family;
}

/// For print().
constexpr std::array printings = {15, 8, 6, 4, -1};

class RealArms : public testing::TestWithParam<RealArm> {};

TEST_P(RealArms, HaveThePoseThatATargetComesFrom) {
  Problem problem(buildModel(describe(GetParam())).value());
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

INSTANTIATE_TEST_SUITE_P(Every, RealArms, testing::ValuesIn(realArms()),
                         [](const auto& info) { return lettersOf(info.param.name); });

/// Poses at singularities whose targets once got a list that falsely claimed to be complete.
TEST(RealArms, AtSingularitiesEitherHaveThePoseOrProveNothing) {
  struct Case {
    std::string_view arm;
    std::vector<double> q;
  };
  const double eighth = pi / 4;
  const std::vector<Case> cases = {
      // Four axes meet
      {"FANUC CRX-10iA, ±120°", {-eighth, eighth, 2 * eighth, 0, -2 * eighth, -2 * eighth}},
      {"FANUC CRX-10iA, ±120°", {1.6989207060680287, -0.3118045694795089, 2 * eighth - 1e-7, -0.57, -0.057, -0.726}},
      // The shoulder lies on the last axis
      {"KUKA iiwa 14, joint 5 at 30°", {-2 * eighth, -eighth, 3 * eighth, 0, 0, -3 * eighth}},
      // Two curves of solutions
      {"UR5", {3 * eighth, 2 * eighth, -eighth, 3 * eighth, 0, eighth}},
      // Double roots at a limit, and roots close together
      {"Stanford arm", {eighth, 0, 0.3048, 2 * eighth, -2 * eighth, 2 * eighth}},
      {"FANUC P-50iB, hollow wrist", {-eighth, -eighth, -2 * eighth, eighth, 0, pi}},
      {"UR5, off by 1e-4 (2)",
       {-0.9325787693508989, 2.0096147959670843, 0.00014302328396495885, -1.1304036768308827, 0.6306315766401256,
        2.553088707395096}},
  };
  for (const auto& [name, q] : cases) {
    SCOPED_TRACE(name);
    Problem problem(build(describe(*std::ranges::find(realArms(), name, &RealArm::name))));
    Goal& goal = addGoal(problem, "pose", "tool");
    aimAt(problem, goal, q);
    Falsehoods tally;
    ask(problem, goal, q, tally);
  }
}

}  // namespace
}  // namespace limber::test::descents_test
