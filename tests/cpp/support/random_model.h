/// Random models, states and goals for property tests. The same seed gives the same ones on every machine.
///
///   for (auto&& make : trials(100)) {
///     const auto model = make.model();
///     Problem problem(model);
///     problem.state.q = make.allowedQ(*model);
///     sweep(problem.state);
///   }
///
/// Seeds begin at 1, so that a test fails because of a change and not by chance. LIMBER_SEED=random begins
/// anywhere. A failure prints the seed of its trial; LIMBER_SEED set to it makes it the first trial of the next run.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <ranges>

#include "goals/goal_type.h"
#include "limber/limber.h"
#include "model/joints.h"

// Defined under a sanitizer. GCC indicates one by a macro, Clang by a feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMBER_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LIMBER_SANITIZED
#endif
#endif

namespace limber::test {

/// Sets one parameter of a goal, if its type has it.
template <class Numbers>
void set(Goal& goal, std::string_view name, const Numbers& numbers) {
  const std::span<double> block = goal.parameter(name);
  std::copy_n(std::begin(numbers), block.size(), block.begin());
}
inline void setPoint(Goal& goal, const Vec3& point) { std::ranges::copy(point, goal.target.begin()); }
/// Makes a pose goal exact but for its free axes.
inline void setFree(Goal& goal, const std::array<bool, 6>& free) {
  if (goal.type->name != "pose") return;
  const std::span<double> within = goal.parameter("within");
  for (std::size_t i = 0; i < 6; ++i) {
    within[2 * i] = free[i] ? -infinity : 0;
    within[2 * i + 1] = -within[2 * i];
  }
}
inline bool isFree(const Goal& goal, int axis) { return std::isinf(goal.parameter("within")[2 * axis]); }

/// Goal types for any tool on any link. Joint goals and chains, which keep memory, have their own tests.
inline const std::vector<GoalType>& toolGoalTypes() {
  static const std::vector<GoalType> types = [] {
    std::vector<GoalType> found;
    for (const GoalType& type : goalTypes()) {
      if (!type.needsJacobian) found.push_back(type);
    }
    return found;
  }();
  return types;
}

inline void start(Problem& problem, std::vector<double> q) {
  problem.state.q = std::move(q);
  sweep(problem.state);
}

/// q ⊕ dq.
inline std::vector<double> moved(const Model& model, std::vector<double> q, const std::vector<double>& dq) {
  integrate(model, dq.data(), q.data());
  return q;
}

/// dq with from ⊕ dq = to.
inline std::vector<double> wayBetween(const Model& model, const std::vector<double>& from,
                                      const std::vector<double>& to) {
  std::vector<double> way(model.nv);
  difference(model, from.data(), to.data(), way.data());
  return way;
}

inline std::vector<Pose> posesAt(const Model& model, const std::vector<double>& q) {
  std::vector<Pose> poses(model.links.size());
  forwardKinematics(model, q.data(), poses.data());
  return poses;
}

inline Jacobian jacobianOf(const Problem& problem) {
  Jacobian J(problem.rows(), problem.model().nv);
  problem.jacobian(J);
  return J;
}

inline Eigen::VectorXd errorOf(const Problem& problem) {
  Eigen::VectorXd e(problem.rows());
  problem.error(e.data());
  return e;
}

/// −∂e/∂dq by fourth-order central differences.
inline Jacobian jacobianByDifferences(Problem& problem, double h = 2e-4) {
  const std::vector<double> q = problem.state.q;
  Jacobian J(problem.rows(), problem.model().nv);
  for (int k = 0; k < problem.model().nv; ++k) {
    const auto errorAfter = [&](double steps) {
      std::vector<double> dq(problem.model().nv, 0.0);
      dq[k] = steps * h;
      start(problem, moved(problem.model(), q, dq));
      problem.measure();
      return errorOf(problem);
    };
    J.col(k) = (errorAfter(2) - errorAfter(-2) - 8 * (errorAfter(1) - errorAfter(-1))) / (12 * h);
  }
  start(problem, q);
  return J;
}

/// The seed from LIMBER_SEED; printed once if it is random.
inline std::uint64_t firstSeed() {
  static const std::uint64_t first = [] {
    const char* given = std::getenv("LIMBER_SEED");
    if (!given) return std::uint64_t{1};
    if (std::string_view(given) != "random") return std::uint64_t{std::strtoull(given, nullptr, 10)};
    const std::uint64_t seed = std::random_device{}();
    std::printf("LIMBER_SEED=%llu\n", static_cast<unsigned long long>(seed));
    return seed;
  }();
  return first;
}

/// A number of the environment, or the default.
inline int numberFrom(const char* variable, int otherwise) {
  const char* given = std::getenv(variable);
  return given ? std::atoi(given) : otherwise;
}

/// `link 7`. Appended, not added: GCC 12 warns falsely about "link " + std::string (its bug 105651).
inline std::string numbered(std::string text, std::uint64_t number) { return text.append(std::to_string(number)); }

/// Options of a random tree.
struct TreeOptions {
  std::vector<std::string_view> types = jointTypes();
  int links = 12;
  bool limits = true;
  double mimics = 0.2;    ///< share of single screws that mimic another one
  double roots = 0.1;     ///< share of links without a parent
  double branches = 0.3;  ///< share of links whose parent is random instead of the previous link
};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : bits_(seed) {}

  /// Uniform in [low, high).
  double between(double low, double high) { return low + (high - low) * (bits_() >> 11) * 0x1p-53; }
  /// Uniform in 0 … count − 1.
  int below(int count) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return between(0, 1) < probability; }
  template <class Range>
  const auto& oneOf(const Range& range) {
    return range[below(static_cast<int>(std::size(range)))];
  }

  /// Uniform in a cube about zero.
  Vec3 vector(double most = 1) { return {between(-most, most), between(-most, most), between(-most, most)}; }
  template <int n = 3>
  Eigen::Vector<double, n> unitVector() {
    for (;;) {
      Eigen::Vector<double, n> v;
      for (double& each : v) each = between(-1, 1);
      if (v.norm() > 0.1 && v.norm() <= 1) return v.normalized();
    }
  }
  /// A uniform random rotation; w has either sign.
  Quat rotation() { return Quat(unitVector<4>()); }
  Pose pose(double most = 1) { return {vector(most), rotation()}; }

  /// An interval that contains `inside`; sometimes of zero width, or open on one side or both.
  Interval interval(double inside) {
    if (chance(0.1)) return {inside, inside};
    Interval limits{inside - between(0, 2), inside + between(0, 2)};
    if (chance(0.2)) limits.min = -infinity;
    if (chance(0.2)) limits.max = infinity;
    return limits;
  }

  SwingBounds swingBounds() { return {{-swingBound(), swingBound()}, {-swingBound(), swingBound()}}; }

  /// A random part of [−π, π], with or without zero.
  Interval twistBounds() {
    const double a = chance(0.1) ? pi : between(-pi, pi);
    const double b = chance(0.1) ? -pi : between(-pi, pi);
    return {std::min(a, b), std::max(a, b)};
  }

  /// A joint with random axes of any length; `inside` is a value that the limits of a single screw allow.
  JointDescription joint(std::string_view type, bool limits, double inside = 0) {
    JointDescription joint;
    joint.type = type;
    joint.axis = unitVector() * std::pow(10, between(-3, 3));
    joint.axis2 = joint.axis.unitOrthogonal() * between(0.5, 2) + joint.axis.normalized() * between(-1, 1);
    joint.pitch = between(-0.3, 0.3);
    if (!limits) return joint;
    if (chance(0.8)) joint.limits.resize(below(limitsTakenBy(type) + 1));
    for (Interval& each : joint.limits) each = interval(inside);
    const auto motions = motionsOf(joint, {}).value();
    const bool hasBall = std::ranges::count(motions, Motion::Kind::ball, &Motion::kind) > 0;
    if (hasBall && chance(0.7)) joint.swing = swingBounds();
    if (hasBall && chance(0.7)) joint.twist = twistBounds();
    return joint;
  }

  /// One or more trees of the given joint types, with links in random order. The description is always valid.
  ModelDescription tree(const TreeOptions& options = {}) {
    ModelDescription description{"random tree", {}};
    std::vector<Single> singles;
    for (int i = 0; i < options.links; ++i) {
      LinkDescription link;
      link.name = numbered("link ", i);
      if (i > 0 && !chance(options.roots)) {
        link.parent = numbered("link ", chance(options.branches) ? below(i) : i - 1);
      }
      if (!chance(0.1)) link.origin = pose();
      if (chance(0.2)) link.origin.r = Quat::Identity();
      addJoint(link, oneOf(options.types), options, singles);
      description.links.push_back(link);
    }
    std::ranges::shuffle(description.links, bits_);
    return description;
  }

  std::shared_ptr<const Model> model(const TreeOptions& options = {}) {
    const auto built = buildModel(tree(options));
    EXPECT_TRUE(built.has_value()) << built.error().text;
    return built.value();
  }

  /// Coordinates regardless of limits: angles within three half turns, slides within one metre.
  std::vector<double> anyQ(const Model& model) {
    std::vector<double> q(model.nq);
    for (const Motion& motion : model.motions) {
      if (motion.mimics) continue;
      double* at = &q[motion.qIndex];
      if (motion.kind == Motion::Kind::ball) {
        writeQuat(rotation(), at);
      } else {
        *at = motion.turns() ? between(-1.5 * pi, 1.5 * pi) : between(-1, 1);
      }
    }
    return q;
  }

  /// Coordinates inside all limits, drawn without the library's projections.
  std::vector<double> allowedQ(const Model& model) {
    std::vector<double> q(model.nq);
    for (const Motion& motion : model.motions) {
      if (motion.mimics) continue;
      if (motion.kind == Motion::Kind::ball) {
        writeQuat(allowedRotation(motion), &q[motion.qIndex]);
      } else {
        q[motion.qIndex] = within(motion.limits, motion.turns() ? pi : 1);
      }
    }
    return q;
  }

  /// Tangent coordinates, each uniform in [−most, most).
  std::vector<double> tangent(const Model& model, double most) {
    std::vector<double> dq(model.nv);
    for (double& each : dq) each = between(-most, most);
    return dq;
  }

  /// Random tool, weight and parameters for the type. The target is the tool's pose.
  GoalOptions goalOptions(std::string_view type) {
    GoalOptions options;
    if (!chance(0.3)) options.linkFromTool.p = vector(0.5);
    if (!chance(0.3)) options.linkFromTool.r = rotation();
    options.weight = between(0.1, 3);
    for (const ParameterField& field : findGoalType(type)->parameters) {
      GoalParameter parameter{std::string(field.name), std::vector<double>(field.count)};
      if (field.name == "axis")
        Eigen::Map<Vec3>{parameter.numbers.data()} = unitVector() * between(0.1, 10);
      else if (field.name == "free")
        for (double& each : parameter.numbers) each = chance(0.2);
      else if (field.name.ends_with("Weight"))
        parameter.numbers = {between(0.3, 2)};
      else
        continue;
      options.parameters.push_back(parameter);
    }
    return options;
  }

  /// Adds a goal of the type on a random link. Its target is random, within `most` metres, not the tool's pose.
  Goal* addGoal(Problem& problem, std::string_view type, double most = 2) {
    const auto& links = problem.model().links;
    const auto goal = problem.addGoal(type, oneOf(links).name, goalOptions(type));
    EXPECT_TRUE(goal.has_value()) << goal.error().text;
    (*goal)->type->targetAt(*goal.value(), pose(most), (*goal)->target.data());
    return goal.value();
  }

 private:
  /// A link whose only motion is a screw, and a value that its limits allow.
  struct Single {
    std::string link;
    double inside;
  };

  static int limitsTakenBy(std::string_view type) {
    JointDescription joint;
    joint.type = type;
    while (motionsOf(joint, {})) joint.limits.emplace_back();
    return static_cast<int>(joint.limits.size()) - 1;
  }

  /// A single screw may mimic an earlier one; its limits then surround its value when the earlier one is at `inside`.
  void addJoint(LinkDescription& link, std::string_view type, const TreeOptions& options,
                std::vector<Single>& singles) {
    double inside = between(-1, 1);
    if (limitsTakenBy(type) != 1 && type != "continuous") {
      link.joint = joint(type, options.limits, inside);
      return;
    }
    std::optional<MimicDescription> mimic;
    if (!singles.empty() && chance(options.mimics)) {
      const Single& leader = oneOf(singles);
      mimic = {leader.link, chance(0.1) ? 0 : between(-2, 2), between(-1, 1), chance(0.5) ? "cut" : ""};
      inside = mimic->multiplier * leader.inside + mimic->offset;
    }
    link.joint = joint(type, options.limits, inside);
    if (mimic) {
      for (Interval& each : link.joint.limits) each = {each.min - 1e-6, each.max + 1e-6};
    }
    link.joint.mimic = mimic;
    singles.push_back({link.name, inside});
  }

  double swingBound() { return chance(0.1) ? 0 : chance(0.1) ? pi : between(0.01, pi); }

  double within(const Interval& limits, double most) {
    const double low = std::max(limits.min, std::min(-most, limits.max - most));
    const double high = std::min(limits.max, std::max(most, limits.min + most));
    return std::clamp(between(low, high), limits.min, limits.max);
  }

  /// A random point in the ellipse of a random quadrant, and a random allowed twist.
  Quat allowedRotation(const Motion& motion) {
    const BallLimits& limits = motion.ballLimits;
    const double angle = between(-pi, pi);
    const double radius = between(0, 1);
    const double x = radius * std::cos(angle);
    const double y = radius * std::sin(angle);
    const SwingBounds bounds = limits.swing.value_or(SwingBounds{{-pi, pi}, {-pi, pi}});
    const Vec3 swing(x * std::abs(x < 0 ? bounds.x.min : bounds.x.max),
                     y * std::abs(y < 0 ? bounds.y.min : bounds.y.max), 0);
    const double twist = within(limits.twist.value_or(Interval{-pi, pi}), pi);
    const Quat r = Eigen::AngleAxisd(swing.norm(), swing.norm() > 0 ? swing.normalized() : Vec3::UnitX()) *
                   Eigen::AngleAxisd(twist, Vec3::UnitZ());
    return motion.jointFromBone * r * motion.jointFromBone.conjugate();
  }

  std::mt19937_64 bits_;
};

/// Random numbers of one trial. Failures print its seed.
class Trial : public Maker {
 public:
  explicit Trial(std::uint64_t number)
      : Maker(number), seed(number), trace_(__FILE__, __LINE__, numbered("repeat with LIMBER_SEED=", number)) {}
  const std::uint64_t seed;

 private:
  testing::ScopedTrace trace_;
};

/// A tenth of the cases under a sanitizer, which makes tests about twenty times as slow, or with LIMBER_TRIALS=few; all
/// of them with LIMBER_TRIALS=all. Only for long tests that check each case on its own and do not depend on the number
/// of cases.
inline std::uint64_t share(std::uint64_t count) {
#ifdef LIMBER_SANITIZED
  const std::string_view usual = "few";
#else
  const std::string_view usual = "all";
#endif
  const char* given = std::getenv("LIMBER_TRIALS");
  return (given ? given : usual) == "few" ? (count + 9) / 10 : count;
}

/// Trials with consecutive seeds, starting with firstSeed().
inline auto trials(std::uint64_t count) {
  return std::views::iota(firstSeed(), firstSeed() + count) |
         std::views::transform([](std::uint64_t seed) { return Trial(seed); });
}

}  // namespace limber::test
