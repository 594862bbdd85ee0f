/// Published solutions, read from ../shared/data/analytic beside the project if it exists.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "arms.h"

namespace limber::test::solutions_cases_test {
namespace {

using Table = std::vector<std::vector<double>>;

/// Rows of numbers below a header line; empty if there is no such file.
Table read(const std::string& name) {
  std::ifstream file(std::filesystem::path(LIMBER_FIXTURES) / "../../../shared/data/analytic" / name);
  Table table;
  std::string text;
  std::getline(file, text);
  while (std::getline(file, text)) {
    std::istringstream line(text);
    table.emplace_back();
    for (std::string number; std::getline(line, number, ',');) table.back().push_back(std::stod(number));
  }
  return table;
}
#define SKIP_WITHOUT(table) \
  if (table.empty()) GTEST_SKIP() << "the cases are not beside the project, in ../shared/data/analytic"

Vec3 vectorAt(const std::vector<double>& numbers, int first) { return Eigen::Map<const Vec3>(&numbers[first]); }

/// ABB IRB 2400/10: 1,024 poses with four or eight solutions each. In six of them the wrist is stretched backwards,
/// where joints 4 and 6 may turn together; the two published solutions turn the tool wrongly there, by up to 0.2 rad.
TEST(PublishedSolutions, OfAnIndustrialArmAreAllFoundAndNoOthers) {
  const Table poses = read("irb2400-10.csv");
  SKIP_WITHOUT(poses);
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  const std::vector<Vec3> steps = {0.615 * z, 0.1 * x, 0.705 * z, -0.135 * x, 0.755 * z, Vec3::Zero()};
  std::vector<Vec3> o;
  for (const Vec3& step : steps) o.push_back((o.empty() ? Vec3(Vec3::Zero()) : o.back()) + step);
  Problem problem(armOf({z, y, y, z, y, z}, o, {o.back() + 0.085 * z, Quat::Identity()}));
  Goal& goal = addGoal(problem, "pose", "tool");
  Solutions solutions;
  int singular = 0;
  for (const auto& pose : poses) {
    std::copy_n(pose.begin(), 7, goal.target.begin());
    findSolutions(problem, {}, solutions);
    const int listed = static_cast<int>(pose[7]);
    EXPECT_TRUE(solutions.complete);
    const bool isSingular = std::ranges::any_of(solutions.selfMotion, [](double x) { return x != 0; });
    singular += isSingular;
    EXPECT_EQ(solutions.count, isSingular ? listed - 1 : listed);
    for (int i = 0; i < listed; ++i) {
      std::vector<double> q;
      for (int k = 0; k < 6; ++k) q.push_back(pose[8 + 6 * i + k] * degrees);
      q[2] += 90 * degrees;
      EXPECT_TRUE(has(problem, solutions, q, 1e-5) || (isSingular && std::abs(std::sin(q[4])) < 1e-6));
    }
  }
  EXPECT_EQ(singular, 6);
}

/// Random arms of eight families (Elias and Wen): axes, offsets, a tool pose, and one solution each.
TEST(PublishedSolutions, OfRandomArmsAreAmongThose) {
  for (const char* family : {"spherical_2_parallel", "spherical_2_intersecting", "spherical",
                             "3_parallel_2_intersecting", "3_parallel", "2_parallel", "2_intersecting", "gen_6_dof"}) {
    SCOPED_TRACE(family);
    const Table arms = read("IK_" + std::string(family) + ".csv");
    SKIP_WITHOUT(arms);
    EXPECT_EQ(arms.size(), 10u);
    for (const auto& arm : arms) {
      std::vector<Vec3> h, o;
      for (int i = 0; i < 6; ++i) {
        h.push_back(vectorAt(arm, 3 * i).normalized());
        o.push_back((i ? o.back() : Vec3(Vec3::Zero())) + vectorAt(arm, 18 + 3 * i));
      }
      Problem problem(armOf(h, o, {Vec3(o.back() + vectorAt(arm, 36)), Quat::Identity()}));
      Goal& goal = addGoal(problem, "pose", "tool");
      setPoint(goal, vectorAt(arm, 48));
      writeQuat(unit(Quat(Mat3(Eigen::Map<const Mat3>(&arm[39])))), goal.target.data() + 3);
      const std::vector<double> listed(arm.begin() + 51, arm.begin() + 57);
      Solutions solutions = solutionsOf(problem);
      EXPECT_TRUE(solutions.complete);
      EXPECT_TRUE(has(problem, solutions, listed, 1e-5));
    }
  }
}

}  // namespace
}  // namespace limber::test::solutions_cases_test
