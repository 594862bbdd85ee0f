/// The curves of poses that seven hinges have for one target.
#pragma once

#include "arm.h"

namespace limber::analytic {

/// Angles of seven hinges in the row, relative to the state.
using Seven = std::array<double, mostJoints>;

inline double dot(const Seven& a, const Seven& b) {
  double sum = 0;
  for (int i = 0; i < mostJoints; ++i) sum += a[i] * b[i];
  return sum;
}

inline Seven moved(Seven a, double by, const Seven& way) {
  for (int i = 0; i < mostJoints; ++i) a[i] += by * way[i];
  return a;
}

/// The shortest x with rows · x = right, for the first `count` rows. They become orthonormal one by one
/// (Gram–Schmidt), and zero if they depend on earlier ones. In the header, because it is quicker with a known
/// count.
template <std::size_t n>
Seven shortestOf(std::array<Seven, n>& rows, std::array<double, n>& right, int count) {
  constexpr double rankTolerance = 1e-7;
  Seven x{};
  for (int k = 0; k < count; ++k) {
    for (int j = 0; j < k; ++j) {
      const double along = dot(rows[k], rows[j]);
      rows[k] = moved(rows[k], -along, rows[j]);
      right[k] -= along * right[j];
    }
    const double length = std::sqrt(dot(rows[k], rows[k]));
    const double scale = length > rankTolerance ? 1 / length : 0;
    rows[k] = moved({}, scale, rows[k]);
    right[k] *= scale;
    x = moved(x, right[k], rows[k]);
  }
  return x;
}

/// An angle less whole turns, so that it is as near to zero as limits allow, or else as near to the limits as
/// possible.
double settled(double angle, double min, double max);

class Curve {
 public:
  Curve(const Arm& arm, const Problem& problem, bool limits);

  /// Distance from the state, by joint weights.
  double way(const Seven& angles) const;
  /// Removes whole turns, so that each angle is as near to the state as limits allow. Returns the largest
  /// violation of a limit.
  double settle(Seven& angles) const;
  /// Moves along the curve to the pose nearest to the state, within the limits; false if that was not
  /// reached, or will not be nearer than `best`.
  bool descend(Seven& angles, double best) const;
  /// Moves back onto the curve with one hinge held; false if that fails.
  bool polish(Seven& angles, int held) const;
  /// A hinge at its limit, and its angle there.
  std::optional<std::pair<int, double>> stop(const Seven& angles) const;

  Seven min, max;  ///< limits

 private:
  /// The direction of the curve, and the Newton step back onto it.
  struct Local {
    Seven way, back;
    double off;  ///< the error
  };
  Local at(const Seven& angles) const;
  double withinLimits(const Seven& angles, const Seven& way, double ds) const;
  std::pair<double, double> slopeOf(const Seven& angles, const Seven& way) const;
  double outside(const Seven& angles, int& worst) const;

  const Arm& arm_;
  Seven weights_;  ///< inverse
};

}  // namespace limber::analytic
