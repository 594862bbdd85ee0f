/// Closed form: the nearest of all poses that meet the goals, or the certainty that there is none.
///
/// `find` goes there at once. `track` stays on its branch, the poses between which no singularity lies.
///
/// It follows the straight way from where the tool is to where it should be. A move of the joints from t to u of that
/// way follows it if none turns by more than 0.3 and if, with all half-way, the tool is near the way's middle:
///
///   |error at ½(t + u) of ½(q + q')| ≤ 0.3 |error at u of q|
///
/// On a branch the left side falls with the square of u − t, so half the way is tried where the whole is too far, down
/// to a 256th. Where no such move is left, the way leaves the branch: at a limit, or where it meets another. Then the
/// nearest pose will do to which the joints can go straight without det J changing its sign; or the branch ends there.
#include "../analytic/nearest.h"
#include "limber/solve.h"
#include "solvers.h"

namespace limber::solvers {
namespace {

using analytic::areIndependent;
using analytic::Arm;
using analytic::determinantAt;
using analytic::Nearest;

/// Radians.
constexpr double longest = 0.3;
/// Of the way, in radians and sizes.
constexpr double farthest = 10;
constexpr double shortest = 1.0 / 256;
/// Of the way's length, which may be rounding alone.
constexpr double astray = 0.3, rounding = 1e-9;

/// The nearest pose on the branch of where the arm is.
class OnBranch : public Nearest {
 public:
  using Nearest::Nearest;

 private:
  static constexpr int samples = 12;

  bool takes(const Arm::Angles& angles) override {
    double least = infinity, most = -infinity;
    for (int k = 1; k <= samples; ++k) {
      Arm::Angles at;
      for (int i = 0; i < arm_.hinges(); ++i) at[i] = angles[i] * k / samples;
      const double det = determinantAt(arm_, at);
      least = std::min(least, det);
      most = std::max(most, det);
    }
    return least > 0 || most < 0;
  }
};

class Analytic final : public Stepper {
 public:
  void prepare(const Problem&, const SolveOptions&) override { insight_ = {.isFinal = true}; }

  double step(Problem& problem, const SolveOptions& options) override {
    // Poses may have been kept from another solver's iterations.
    if (arm_.read(problem, true)) return 0;
    Nearest nearest(arm_, problem, options.limits);
    Arm::Angles angles{};
    if (nearest.find(angles)) {
      angles = options.mode == Mode::find ? nearest.angles() : follow(nearest, problem, options);
    } else {
      insight_.provesUnreachable = nearest.isCertainlyNone();
      if (options.mode == Mode::track) angles = follow(nearest, problem, options);
    }
    for (int i = 0; i < arm_.hinges(); ++i) {
      double& q = problem.state.q[arm_.motion(i).qIndex];
      q += angles[i];
      if (options.limits) q = clampScrew(arm_.motion(i), q);
    }
    sweep(problem.state);
    problem.measure();
    return 0;
  }

  Insight insight() const override { return insight_; }

 private:
  /// To the target, or as far as the branch goes.
  Arm::Angles follow(Nearest& nearest, const Problem& problem, const SolveOptions& options) {
    Arm::Angles angles{};
    double t = 0;
    for (double part = 1; t < 1 && part >= shortest;) {
      const double u = std::min(1.0, t + part);
      if (moves(nearest, t, u, angles)) {
        t = u;
        part *= 2;
      } else {
        part /= 2;
      }
    }
    if (t == 1 || insight_.provesUnreachable) return angles;
    arm_.aimAt(1);
    OnBranch across(arm_, problem, options.limits);
    if (across.find({}) && isInProportion(across.angles())) return across.angles();
    insight_.reason = "the arm's branch ends on the way; mode 'find' takes any other";
    return angles;
  }

  bool moves(Nearest& nearest, double t, double u, Arm::Angles& angles) {
    arm_.aimAt(u);
    if (!nearest.find(angles)) return false;
    const double way = arm_.errorAt(angles);
    Arm::Angles middle;
    for (int i = 0; i < arm_.hinges(); ++i) {
      if (std::abs(nearest.angles()[i] - angles[i]) > longest) return false;
      middle[i] = 0.5 * (angles[i] + nearest.angles()[i]);
    }
    arm_.aimAt(0.5 * (t + u));
    if (arm_.errorAt(middle) > astray * way + rounding) return false;
    angles = nearest.angles();
    return true;
  }

  /// A frame's small move is no reason for a large one of the joints.
  bool isInProportion(const Arm::Angles& angles) {
    const double way = arm_.errorAt({});
    return std::ranges::all_of(angles, [&](double each) { return std::abs(each) <= farthest * way; });
  }

  Arm arm_;
  Insight insight_;
};

const char* supports(const Problem& problem) {
  Arm arm;
  if (const char* reason = arm.read(problem, true)) return reason;
  return areIndependent(arm) ? nullptr : "the hinges depend on one another, so that poses come in families; use 'lm'";
}

std::unique_ptr<Stepper> make(const Problem&) { return std::make_unique<Analytic>(); }

}  // namespace

SolverType analytic() { return {"analytic", pi, pi, supports, make}; }

}  // namespace limber::solvers
