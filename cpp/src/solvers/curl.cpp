/// Curl: a chain of free balls bends evenly until its tip is at the target's distance from its base, then
/// swings there as a whole.
///
///   curl      ball i turns by φ about one axis a, so bone i turns by iφ; with w_i the part of
///             bone i perpendicular to a, as a complex number,   |Σ w_i e^{jiφ}|² + (Σ z_i)² = |t|²
///             is one equation in φ, solved by Newton's method from the φ of a circular arc
///   swing     the first ball turns the tip onto the line to the target
///   straight  if bending back is not enough, bones lean towards the chord:
///             b_i ← |b_i| unit((1 − s) b̂_i + s ĉ); s = 1 is the closest pose to a target out of reach
///
/// If `maxStep` caps a step, the swing comes first, and curl or lean are shortened so that the tip stays on its line.
///
/// A step is exact, so a solve takes one or two, and each is linear in the joints, with a few nanoseconds per
/// joint for the equation. For tentacles, ropes and tails: one point, no limits. a = m × c, m = Σ i b_i, is
/// the axis that changes the chord c fastest: ∂|c|²/∂φ = 2 a · (m × c).
#include <algorithm>
#include <vector>

#include "descent/linearisation.h"
#include "descent/move.h"
#include "limber/solve.h"
#include "numbers/complex.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

/// Most halvings of a curl or lean that exceeds the cap.
constexpr int mostBendHalvings = 40;

/// x in [0, π] with sin x / x = ratio: half the angle of an arc whose chord is this fraction of its length.
double halfArc(double ratio) {
  if (ratio >= 1) return 0;
  double x = std::min(pi, std::sqrt(6 * (1 - ratio)) * (1 + 0.15 * (1 - ratio)));
  for (int i = 0; i < 6; ++i) {
    const auto [cosine, sine] = cosSin(x);
    const double f = sine - ratio * x;
    const double slope = cosine - ratio;
    if (slope == 0) break;
    x = std::clamp(x - f / slope, 0.0, pi);
  }
  return x;
}

class Curl final : public Stepper {
 public:
  explicit Curl(const Problem& problem)
      : links_(problem.model().links.size()),
        bones_(links_.size()),
        across_(links_.size()),
        turns_(links_.size()),
        q_(problem.model().nq) {}

  void prepare(const Problem& problem, const SolveOptions& options) override {
    count_ = 0;
    goal_ = nullptr;
    for (const auto& goal : problem.goals()) {
      if (goal->weight > 0) goal_ = goal.get();
    }
    if (!goal_) return;
    forEachMotionTowardsRoot(problem.model(), goal_->link, [&](const Motion& motion) {
      const double* weights = &problem.jointWeights[motion.vIndex];
      const bool isFree = !isHeld(problem, options, motion) && *std::min_element(weights, weights + 3) > 0;
      if (isFree) links_[count_++] = motion.link;
    });
    std::reverse(links_.begin(), links_.begin() + count_);
  }

  double step(Problem& problem, const SolveOptions& options) override {
    if (count_ == 0) return 0;
    const double before = cost(problem);
    std::ranges::copy(problem.state.q, q_.begin());
    readBones(problem);
    const double moved = reach(problem, options);
    refresh(problem);
    if (cost(problem) < before) return moved;
    std::ranges::copy(q_, problem.state.q.begin());
    refresh(problem);
    return 0;
  }

 private:
  double cost(const Problem& problem) const { return norm(Eigen::Map<const Vec3>(&problem.errors[goal_->firstRow])); }

  void readBones(const Problem& problem) {
    const Pose tool = problem.toolPose(*goal_);
    base_ = problem.state.poses[links_[0]].p;
    chord_ = tool.p - base_;
    target_ = goal_->type->wantedPoint(*goal_, tool) - base_;
    length_ = 0;
    for (int i = 0; i < count_; ++i) {
      const Vec3& from = problem.state.poses[links_[i]].p;
      bones_[i] = (i + 1 < count_ ? problem.state.poses[links_[i + 1]].p : tool.p) - from;
      length_ += norm(bones_[i]);
    }
  }

  double reach(Problem& problem, const SolveOptions& options) {
    const double wanted = norm(target_);
    if (wanted >= length_) return straighten(problem, options, 1);
    const double precision = 0.01 * options.tolerance;
    const double phi = findCurl(wanted, precision);
    const Vec3 tip = curled(phi);
    const bool isThere = std::abs(norm(tip) - wanted) <= std::max(precision, 1e-12 * length_);
    if (!isThere && norm(tip) < wanted) return straighten(problem, options, findLean(wanted, precision));
    return applyCurl(problem, options, phi, tip);
  }

  // --- Curl ---

  /// The plane of the curl, and the bones' parts in it.
  void readPlane() {
    Vec3 moment = Vec3::Zero();
    for (int i = 0; i < count_; ++i) moment += double(i) * bones_[i];
    const Vec3 normal = moment.cross(chord_);
    const bool isStraight = normal.norm() <= 1e-9 * moment.norm() * chord_.norm();
    if (!isStraight) {
      axis_ = unit(normal);
    } else {
      const Vec3 aside = chord_.cross(target_);
      const bool isAlong = aside.norm() <= 1e-9 * chord_.norm() * target_.norm();
      const Vec3 line = chord_.isZero(0) ? Vec3(1, 0, 0) : chord_;
      axis_ = isAlong ? anyPerpendicular(line) : unit(aside);
    }
    right_ = unit(anyPerpendicular(axis_));
    up_ = axis_.cross(right_);
    along_ = 0;
    for (int i = 0; i < count_; ++i) {
      across_[i] = {bones_[i].dot(right_), bones_[i].dot(up_)};
      along_ += bones_[i].dot(axis_);
    }
  }

  struct Sum {
    Complex tip;    ///< Σ w_i ρ^i
    Complex slope;  ///< Σ i w_i ρ^i
  };

  /// Horner's rule for the polynomial and its derivative.
  Sum sumAt(double phi) const {
    const auto [cosine, sine] = cosSin(phi);
    const Complex rho(cosine, sine);
    Complex tip = 0;
    Complex slope = 0;
    for (int i = count_; i-- > 0;) {
      slope = times(slope, rho) + tip;
      tip = times(tip, rho) + across_[i];
    }
    return {tip, times(slope, rho)};
  }

  Vec3 curled(double phi) const {
    const Complex tip = sumAt(phi).tip;
    return tip.real() * right_ + tip.imag() * up_ + along_ * axis_;
  }

  double findCurl(double wanted, double precision) {
    readPlane();
    const double now = halfArc(norm(chord_) / length_);
    double phi = -2 * (halfArc(wanted / length_) - now) / count_;
    double best = 0;
    double bestMiss = std::abs(norm(chord_) - wanted);
    for (int i = 0; i < 12 && bestMiss > precision; ++i) {
      const Sum sum = sumAt(phi);
      const double length = std::sqrt(std::norm(sum.tip) + along_ * along_);
      if (std::abs(length - wanted) < bestMiss) {
        bestMiss = std::abs(length - wanted);
        best = phi;
      } else if (i > 0) {
        phi = 0.5 * (phi + best);  // Newton's step went too far
        continue;
      }
      // d|tip|²/dφ = 2 Re(conj(tip) · j slope)
      const double slope = sum.tip.imag() * sum.slope.real() - sum.tip.real() * sum.slope.imag();
      if (slope == 0) break;
      phi = best + std::clamp((wanted * wanted - length * length) / (2 * slope), -pi / count_, pi / count_);
    }
    return best;
  }

  double applyCurl(Problem& problem, const SolveOptions& options, double phi, const Vec3& tip) {
    double capped = std::clamp(phi, -options.maxStep, options.maxStep);
    Vec3 end = capped == phi ? tip : curled(capped);
    const bool hasCap = options.maxStep < infinity;
    for (int halvings = 0; hasCap && capped != 0 && swingTo(end) > options.maxStep; ++halvings) {
      capped = halvings < mostBendHalvings ? 0.5 * capped : 0;
      end = curled(capped);
    }
    const Quat each = expRotation<double>(Vec3(capped * axis_));
    for (int i = 1; i < count_; ++i) turnBall(problem, i, each);
    return std::max(std::abs(capped), swing(problem, options, end));
  }

  /// Angle between a tip and the line to the target.
  double swingTo(const Vec3& tip) const { return norm(logRotation<double>(rotationBetween(tip, target_))); }

  double swing(Problem& problem, const SolveOptions& options, const Vec3& tip) {
    Vec3 turn = logRotation<double>(rotationBetween(tip, target_));
    if (norm(turn) > options.maxStep) turn *= options.maxStep / norm(turn);
    turnBall(problem, 0, expRotation<double>(turn));
    return norm(turn);
  }

  /// Turns ball i by the world rotation `turn`, relative to the bone before:
  /// q ← q · Rᵀ turn R, R the world orientation of its link.
  void turnBall(Problem& problem, int i, const Quat& turn) {
    const Pose& pose = problem.state.poses[links_[i]];
    const Motion& motion = motionOf(problem.model(), links_[i]);
    double* q = &problem.state.q[motion.qIndex];
    const Vec3 v = pose.r.conjugate() * Vec3(turn.vec());
    writeQuat<double>((readQuat(q) * Quat(turn.w(), v.x(), v.y(), v.z())).normalized(), q);
  }

  static const Motion& motionOf(const Model& model, int link) { return model.motions[model.links[link].firstMotion]; }

  // --- Straight ---

  /// Bone i, leaning by `s` towards the chord.
  Vec3 leaning(int i, double s) const {
    const double length = norm(bones_[i]);
    const Vec3 to = length * unit(chord_.isZero(0) ? target_ : chord_);
    const Vec3 sum = (1 - s) * bones_[i] + s * to;
    // A bone that points straight back passes through a right angle.
    if (norm(sum) < 1e-9 * length) return length * anyPerpendicular(to);
    return length * unit(sum);
  }

  Vec3 leaningTip(double s) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count_; ++i) sum += leaning(i, s);
    return sum;
  }

  /// The chord grows monotonically to the whole length as s goes from 0 to 1, so bisection is safe.
  double findLean(double wanted, double precision) const {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 60; ++i) {
      const double s = 0.5 * (low + high);
      const double length = norm(leaningTip(s));
      if (std::abs(length - wanted) <= precision) return s;
      (length < wanted ? low : high) = s;
    }
    return high;
  }

  double straighten(Problem& problem, const SolveOptions& options, double s) {
    Vec3 tip = lean(s);
    const bool hasCap = options.maxStep < infinity;
    for (int halvings = 0; hasCap && s > 0 && greatestLean(tip) > options.maxStep; ++halvings) {
      s = halvings < mostBendHalvings ? 0.5 * s : 0;
      tip = lean(s);
    }
    double moved = 0;
    for (int i = 1; i < count_; ++i) {
      const Vec3 turn = leanOf(i);
      moved = std::max(moved, norm(turn));
      turnBall(problem, i, expRotation<double>(turn));
    }
    return std::max(moved, swing(problem, options, tip));
  }

  /// Fills `turns_`, and returns the tip before the first bone leans.
  Vec3 lean(double s) {
    for (int i = 0; i < count_; ++i) turns_[i] = rotationBetween(bones_[i], leaning(i, s));
    return turns_[0].conjugate() * leaningTip(s);
  }

  /// Rotation of ball i relative to the one before.
  Vec3 leanOf(int i) const { return logRotation<double>(turns_[i - 1].conjugate() * turns_[i]); }

  /// The largest turn of all balls, including the first one's remaining swing.
  double greatestLean(const Vec3& tip) const {
    double most = swingTo(tip);
    for (int i = 1; i < count_; ++i) most = std::max(most, norm(leanOf(i)));
    return most;
  }

  const Goal* goal_ = nullptr;
  int count_ = 0;            ///< free balls between the world and the tool
  std::vector<int> links_;   ///< of those balls, base to tip
  std::vector<Vec3> bones_;  ///< from each to the next, the last to the tool; world
  std::vector<Complex> across_;
  std::vector<Quat> turns_;
  Vec3 base_, chord_, target_;  ///< chord and target from the base; world
  Vec3 axis_, right_, up_;
  double along_ = 0;   ///< Σ z_i
  double length_ = 0;  ///< of the straight chain
  std::vector<double> q_;
};

const char* supportsCurl(const Problem& problem) {
  if (const char* reason = worldTargets(problem)) return reason;
  if (problem.goals().size() > 1) return "curl supports a single position goal, and there are several";
  for (const auto& goal : problem.goals()) {
    if (goal->type->angularRows > 0 || !goal->type->hasPoint(*goal))
      return "curl supports a single position goal; use lm for other goals";
    bool areFreeBalls = true;
    forEachMotionTowardsRoot(problem.model(), goal->link, [&](const Motion& motion) {
      const Link& link = problem.model().links[motion.link];
      const BallLimits& limits = motion.ballLimits;
      areFreeBalls &= motion.kind == Motion::Kind::ball && !limits.swing && !limits.twist &&
                      link.lastMotion - link.firstMotion == 1;
    });
    if (!areFreeBalls) return "curl only works on chains of balls without limits; use lm";
  }
  return nullptr;
}

}  // namespace

SolverType curl() { return makeSolver<Curl>("curl", infinity, supportsCurl); }

}  // namespace limber::solvers
