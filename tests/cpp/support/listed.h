/// Whether a pose is among solutions, or belongs to a family through one of them.
#pragma once

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <vector>

#include "limber/limber.h"

namespace limber::test {

/// For an arm of six free joints with one coordinate each, and a goal whose tool they move. Lengths are
/// relative to the size.
class Listed {
 public:
  using Six = Eigen::Matrix<double, 6, 1>;

  /// The problem's state is the wanted pose. It is restored afterwards.
  Listed(Problem& problem, const Goal& goal)
      : problem_(problem), goal_(goal), wanted_(problem.state.q), target_(problem.toolPose(goal)) {}

  bool isIn(const Solutions& solutions) {
    const Svd parts(jacobian());
    // Joint error from rounding of the pose, about 1e-11. Near a double pose rounding separates the two by
    // its square root.
    tolerance_ = std::clamp(1e-11 / parts.singularValues()[5], 1e-6, 1e-3);
    const bool found = isNearOrGoesOn(solutions) || isOnCurve(solutions, 1) || isOnCurve(solutions, -1);
    goBackTo(wanted_);
    return found;
  }

  /// Jacobian of the tool by the joints, in sizes and radians.
  Eigen::MatrixXd jacobian() const {
    const Model& model = problem_.model();
    const Vec3 tool = problem_.toolPose(goal_).p;
    Eigen::MatrixXd J(6, 6);
    for (const Motion& motion : model.motions) {
      const Axis& axis = problem_.state.axes[motion.axisIndex];
      J.col(motion.vIndex) << unitOf(motion) / model.size * axis.velocityOf(tool), unitOf(motion) * axis.w;
    }
    return J;
  }

 private:
  /// Largest allowed error of the goal along a family, in sizes and radians.
  static constexpr double met = 1e-8;
  using Svd = Eigen::JacobiSVD<Eigen::MatrixXd>;
  static constexpr double leastSingularValue = 1e-7, longest = 0.1;
  static constexpr int mostSteps = 200;

  double unitOf(const Motion& motion) const { return motion.turns() ? 1 : problem_.model().size; }

  /// The shortest way from the state to a pose.
  Six wayTo(const double* row) const {
    Six way;
    for (const Motion& motion : problem_.model().motions) {
      const double d = row[motion.qIndex] - problem_.state.q[motion.qIndex];
      way[motion.vIndex] = motion.turns() ? std::remainder(d, 2 * pi) : d / unitOf(motion);
    }
    return way;
  }

  void move(const Six& by) {
    for (const Motion& motion : problem_.model().motions)
      problem_.state.q[motion.qIndex] += unitOf(motion) * by[motion.vIndex];
    sweep(problem_.state);
  }

  Six error() const {
    const Pose tool = problem_.toolPose(goal_);
    Six e;
    e << (target_.p - tool.p) / problem_.model().size, logRotation<double>(target_.r * tool.r.conjugate());
    return e;
  }

  void goBackTo(const std::vector<double>& q) {
    problem_.state.q = q;
    sweep(problem_.state);
  }

  /// Takes a step that keeps the goal met; false if it cannot.
  bool moveAlong(const Six& way) {
    move(way);
    for (int i = 0; i < 3; ++i) {
      Svd parts(jacobian(), Eigen::ComputeThinU | Eigen::ComputeThinV);
      parts.setThreshold(leastSingularValue / parts.singularValues()[0]);
      move(parts.solve(error()));
    }
    return error().cwiseAbs().maxCoeff() <= met;
  }

  /// Its columns span the directions in which the goal stays met.
  Eigen::MatrixXd kernel() const {
    const Svd parts(jacobian(), Eigen::ComputeThinU | Eigen::ComputeThinV);
    return parts.matrixV().rightCols((parts.singularValues().array() <= leastSingularValue).count());
  }

  /// Whether the state is one of the rows, or a family leads straight there.
  bool isNearOrGoesOn(const Solutions& solutions, double from = infinity) {
    const std::vector<double> before = problem_.state.q;
    for (int i = 0; i < solutions.count; ++i) {
      const double* row = &solutions.q[static_cast<std::size_t>(i) * 6];
      if (wayTo(row).norm() < from && goesOnTo(row)) return true;
      goBackTo(before);
    }
    return false;
  }

  bool goesOnTo(const double* row) {
    for (int i = 0; i < mostSteps; ++i) {
      const Six way = wayTo(row);
      if (way.cwiseAbs().maxCoeff() < tolerance_) return true;
      const Eigen::MatrixXd free = kernel();
      const Six along = free * (free.transpose() * way);
      if (along.norm() <= 1e-3 * way.norm()) return false;
      if (!moveAlong(std::min(1.0, longest / along.norm()) * along)) return false;
    }
    return false;
  }

  /// Whether one of the rows lies on the curve that begins at the wanted pose, followed all the way.
  bool isOnCurve(const Solutions& solutions, double sign) {
    goBackTo(wanted_);
    Six before = Six::Zero();
    for (int i = 0; i < mostSteps && solutions.count > 0; ++i) {
      const Eigen::MatrixXd free = kernel();
      if (free.cols() != 1) return false;
      const Six tangent = free.col(0) * (i == 0 ? sign : free.col(0).dot(before) < 0 ? -1 : 1);
      before = tangent;
      if (!moveAlong(longest * tangent)) return false;
      if (isNearOrGoesOn(solutions, 2 * longest)) return true;
    }
    return false;
  }

  Problem& problem_;
  const Goal& goal_;
  std::vector<double> wanted_;
  Pose target_;
  double tolerance_ = 0;
};

}  // namespace limber::test
