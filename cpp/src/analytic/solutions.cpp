#include "limber/solutions.h"

#include <algorithm>

#include "arm.h"
#include "elimination.h"
#include "families.h"
#include "general.h"
#include "solvable.h"
#include "three_hinges.h"

namespace limber {
namespace analytic {
namespace {

/// Radians, and of the size: a pose meets its goals; there is no use in polishing it; two poses are one.
constexpr double good = 1e-10, best = 1e-12, one = 1e-5;
constexpr int mostSteps = 8;
/// Sixteen are isolated; at a singularity of a singularity families may be found more than once.
constexpr int mostPoses = 64;
/// Beyond limits by rounding.
constexpr double atLimit = 1e-10;
/// Pivots below this are none; J is per radian, in radians and sizes.
constexpr double rankTolerance = 1e-7;
/// Radians moved to see whether a pose can move on.
constexpr double tryOut = 0.02;

using Change = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, mostHinges, 1>;

struct PoseOfArm {
  Arm::Angles angles{};
  Arm::Angles direction{};  ///< of self-motion, or zero
  bool isMoving = false;
};

class Poses : public Found {
 public:
  using Found::offer;
  explicit Poses(Arm& arm) : arm_(arm) {}

  bool offer(const Arm::Angles& given, bool isOpen) override {
    PoseOfArm pose{given};
    if (!(polish(pose.angles) <= good)) return false;
    for (double& angle : pose.angles) angle = std::remainder(angle, 2 * pi);
    if (isOpen) pose.direction = selfMotion(pose.angles);
    pose.isMoving = isOpen && lengthOf(pose.direction) > 0;
    const auto known = [&](const PoseOfArm& other) { return areOne(pose, other); };
    const auto end = poses.begin() + count;
    const auto at = std::find_if(poses.begin(), end, known);
    if (at == end && count < mostPoses) poses[count++] = pose;
    // Of a family the pose nearest to the start.
    if (at != end && lengthOf(pose.angles) < lengthOf(at->angles)) *at = pose;
    return true;
  }

  /// Whether the hinges are independent but for some poses, so that what is not found is not there.
  bool areIndependent() const {
    Eigen::Matrix<double, 6, 6> twists;
    Rigid g;
    for (int i = 0; i < 6; ++i) {
      const Line line = g * arm_.loop.lines[i];
      twists.col(i) << line.h, line.o.cross(line.h) / arm_.loop.size;
      // Angles without a pattern.
      g = g * turn(arm_.loop.lines[i], 0.7 + 1.3 * i);
    }
    if (arm_.onlyTurns()) return std::abs(twists.topLeftCorner<3, 3>().determinant()) > rankTolerance;
    return Elimination(twists.data(), 6, 6, 6).rank(rankTolerance) == 6;
  }

  std::array<PoseOfArm, mostPoses> poses;
  int count = 0;

 private:
  double lengthOf(const Arm::Angles& angles) const { return Change::Map(angles.data(), arm_.hinges()).norm(); }

  /// Of two angles from −π to π, the shorter way.
  static double apart(double a, double b) {
    const double way = a - b;
    return std::abs(way) <= pi ? way : way - std::copysign(2 * pi, way);
  }

  /// The same angles, or those of one family that is a straight line, such as that of a straight wrist.
  bool areOne(const PoseOfArm& a, const PoseOfArm& b) const {
    const int n = arm_.hinges();
    double along = 0;
    for (int i = 0; i < n; ++i) along += apart(a.angles[i], b.angles[i]) * a.direction[i] * b.isMoving;
    const auto isNear = [&](int i) { return std::abs(apart(a.angles[i], b.angles[i]) - along * a.direction[i]) < one; };
    for (int i = 0; i < n; ++i) {
      if (!isNear(i)) return false;
    }
    return true;
  }

  /// J with the errors as its last column, where the arm was last asked for its errors.
  using System = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 2 * maxRows, mostHinges + 1>;
  System system() const {
    System rows(arm_.errors.size(), arm_.hinges() + 1);
    rows << arm_.rows(), arm_.errors;
    return rows;
  }

  /// Newton's method, as long as it helps; returns the error that is left. Hinges without a pivot stay.
  double polish(Arm::Angles& angles) {
    const int n = arm_.hinges();
    double left = arm_.errorAt(angles);
    for (int k = 0; k < mostSteps && left > best; ++k) {
      System rows = system();
      const Elimination eliminated(rows.data(), static_cast<int>(rows.rows()), n + 1, n);
      Arm::Angles step{}, next = angles;
      eliminated.solve(n, eliminated.rank(rankTolerance), step.data());
      for (int i = 0; i < n; ++i) next[i] += step[i];
      const double after = arm_.errorAt(next);
      if (!(after < left)) break;
      left = after;
      angles = next;
    }
    return left;
  }

  /// A direction in which goals stay met for some way; zero if there is none.
  Arm::Angles selfMotion(const Arm::Angles& angles) {
    const int n = arm_.hinges();
    arm_.errorAt(angles);
    System rows = system();
    const Elimination eliminated(rows.data(), static_cast<int>(rows.rows()), n + 1, n);
    const int rank = eliminated.rank(rankTolerance);
    if (rank == n) return {};
    // The first hinge without a pivot moves, and those with one make up for it.
    Change way(n);
    eliminated.kernel(rank, way.data());
    way.normalize();
    Arm::Angles direction{}, moved = angles;
    for (int i = 0; i < n; ++i) {
      direction[i] = way[i];
      moved[i] += tryOut * way[i];
    }
    if (polish(moved) > good) return {};
    double gone = 0;
    for (int i = 0; i < n; ++i) gone += direction[i] * (moved[i] - angles[i]);
    return gone > 0.5 * tryOut ? direction : Arm::Angles{};
  }

  Arm& arm_;
};

/// Finds all poses; false if some may be missing.
bool findPoses(const Arm& arm, Poses& poses, std::string_view& family) {
  if (arm.onlyTurns()) {
    family = "an orientation by three hinges";
    for (const auto& [q, isOpen] : makeRotation(arm.loop.lines.data(), arm.loop.G.R, arm.loop.free.data()))
      poses.offer({q[0], q[1], q[2]}, isOpen);
    return true;
  }
  int k = 0;
  if (const Family* known = findFamily(arm.loop, k)) {
    family = known->name;
    known->solve(arm.loop, k, poses);
    return true;
  }
  family = "six hinges of any geometry";
  return solveGeneral(arm.loop, poses);
}

/// Puts poses, with every whole turn that limits allow, into the caller's arrays, the nearest first.
class Writer {
 public:
  Writer(const Arm& arm, const Problem& problem, const SolutionOptions& options, Solutions& to)
      : arm_(arm), problem_(problem), options_(options), to_(to) {
    to_.nearest.clear();
    to_.nearest.reserve(options.most);
  }

  void add(const PoseOfArm& pose, int which) {
    which_ = which;
    for (int i = 0; i < arm_.hinges(); ++i) readTurns(i, pose.angles[i]);
    choose(0, 0);
  }

  void write(const Poses& poses) {
    const Model& model = problem_.model();
    auto& nearest = to_.nearest;
    std::ranges::sort_heap(nearest);
    to_.count = static_cast<int>(nearest.size());
    to_.q.resize(nearest.size() * model.nq);
    to_.selfMotion.assign(nearest.size() * model.nv, 0.0);
    for (std::size_t row = 0; row < nearest.size(); ++row) {
      double* q = &to_.q[row * model.nq];
      std::ranges::copy(problem_.state.q, q);
      for (int i = 0; i < arm_.hinges(); ++i) {
        q[arm_.motion(i).qIndex] = nearest[row].values[i];
        to_.selfMotion[row * model.nv + arm_.motion(i).vIndex] = poses.poses[nearest[row].pose].direction[i];
      }
    }
  }

  bool leftSomeOut() const { return leftSomeOut_; }

 private:
  /// The values of a hinge that are whole turns apart: within the limits, or the nearest.
  struct Turns {
    double first = 0;
    int count = 0;
  };

  void readTurns(int i, double angle) {
    const double start = problem_.state.q[arm_.motion(i).qIndex];
    const double value = start + angle;
    const Interval& limits = arm_.motion(i).limits;
    const bool isBound = options_.limits && std::isfinite(limits.min) && std::isfinite(limits.max);
    if (!isBound) {
      const double clamped = options_.limits ? std::clamp(value, limits.min, limits.max) : value;
      // On one side only: the nearest turn inside.
      const double turns = clamped > value ? std::ceil((clamped - value - atLimit) / (2 * pi))
                                           : std::floor((clamped - value + atLimit) / (2 * pi));
      turns_[i] = {clamped == value ? value : value + 2 * pi * turns, 1};
      return;
    }
    const double fewest = std::ceil((limits.min - atLimit - value) / (2 * pi));
    const double most = std::floor((limits.max + atLimit - value) / (2 * pi));
    turns_[i] = {value + 2 * pi * fewest, static_cast<int>(std::clamp(most - fewest + 1, 0.0, 1e6))};
  }

  /// Every choice of turns from hinge i on that is near enough to be kept.
  void choose(int i, double cost) {
    auto& nearest = to_.nearest;
    const bool isFull = static_cast<int>(nearest.size()) == options_.most;
    if (isFull && !(cost < nearest.front().cost)) {
      leftSomeOut_ = true;
      return;
    }
    if (i == arm_.hinges()) {
      if (isFull) {
        leftSomeOut_ = true;
        std::ranges::pop_heap(nearest);
        nearest.pop_back();
      }
      nearest.push_back({cost, which_, values_});
      std::ranges::push_heap(nearest);
      return;
    }
    const Motion& motion = arm_.motion(i);
    const double start = problem_.state.q[motion.qIndex];
    const Turns& turns = turns_[i];
    if (turns.count == 0) return;
    // From the nearest outwards, so that what is too far off is left out early.
    const int middle =
        static_cast<int>(std::clamp(std::round((start - turns.first) / (2 * pi)), 0.0, turns.count - 1.0));
    for (int away = 0; away < turns.count; ++away) {
      for (const int at : {middle + away, middle - away}) {
        if (at < 0 || at >= turns.count || (away == 0 && at != middle)) continue;
        values_[i] = turns.first + 2 * pi * at;
        if (options_.limits) values_[i] = clampScrew(motion, values_[i]);
        const double moved = values_[i] - start;
        choose(i + 1, cost + moved * moved / problem_.jointWeights[motion.vIndex]);
        if (away == 0) break;
      }
    }
  }

  const Arm& arm_;
  const Problem& problem_;
  const SolutionOptions& options_;
  Solutions& to_;
  int which_ = 0;
  std::array<Turns, mostHinges> turns_;
  Arm::Angles values_{};
  bool leftSomeOut_ = false;
};

}  // namespace
}  // namespace analytic

void findSolutions(Problem& problem, const SolutionOptions& options, Solutions& solutions) {
  using namespace analytic;
  solutions.count = 0;
  solutions.complete = false;
  solutions.family = {};
  solutions.reason = findBadSize(problem);
  if (!solutions.reason) solutions.reason = findRefusal(problem).reason;
  if (!solutions.reason && options.most < 1) solutions.reason = "most is below 1";
  if (solutions.reason) return;
  if (!problem.state.isSwept()) sweep(problem.state);
  Arm arm;
  solutions.reason = arm.read(problem, options.limits);
  if (solutions.reason) return;
  Poses poses(arm);
  const bool foundAll = findPoses(arm, poses, solutions.family);
  Writer writer(arm, problem, options, solutions);
  for (int i = 0; i < poses.count; ++i) writer.add(poses.poses[i], i);
  writer.write(poses);
  solutions.complete =
      foundAll && poses.count < mostPoses && !writer.leftSomeOut() && (poses.count > 0 || poses.areIndependent());
}

}  // namespace limber
