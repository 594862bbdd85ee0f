/// The limits that coordinates are at, as directions out in which x must not go where dq = scale · x:
///
///   out · x ≤ 0
///
/// A screw has one at its upper or lower limit, a ball one per bound of its swing and its twist that it is at. A bound
/// that x would cross is held: what it shares with the rows of J is removed, so that the next x stays within it.
#pragma once

#include "descent/linearisation.h"
#include "model/limits.h"

namespace limber {

/// Rows of which parts may be removed.
using HeldRows = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

class Bounds {
 public:
  explicit Bounds(const Model& model);

  /// Finds them at the current state. None is held.
  void read(const Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale);
  bool isEmpty() const { return bounds_.empty(); }
  /// Holds those that x would cross; returns whether there were any.
  bool hold(const Eigen::VectorXd& x);
  /// The number of directions held.
  std::size_t held() const { return held_.size(); }
  /// Removes the directions held, from the `first` on, from rows.
  void removeFrom(HeldRows rows, std::size_t first = 0) const;
  void removeFromVector(Eigen::Ref<Eigen::VectorXd> x) const {
    removeFrom(Eigen::Map<Eigen::MatrixXd>(x.data(), 1, x.size()));
  }

 private:
  struct Direction {
    int v;
    int nv;
    Vec3 way;  ///< unit direction in the tangent coordinates; a screw uses x only
    double of(const Eigen::VectorXd& x) const { return nv == 1 ? way.x() * x[v] : way.dot(x.segment<3>(v)); }
  };
  void add(const Direction& out);

  std::vector<Direction> bounds_;  ///< not held
  std::vector<Direction> held_;    ///< those of a ball are orthogonal
};

}  // namespace limber
