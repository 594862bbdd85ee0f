/// The curves of poses that seven hinges have for one target.
#pragma once

#include "closed_form/row/arm.h"
#include "numbers/lanes.h"

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

/// Seven numbers and a zero, two in a register.
class Row {
 public:
  Row() = default;
  explicit Row(const std::array<double, 8>& a)
      : pairs_{Lanes(a[0], a[1]), Lanes(a[2], a[3]), Lanes(a[4], a[5]), Lanes(a[6], a[7])} {}
  explicit Row(const Seven& a) : pairs_{Lanes(a[0], a[1]), Lanes(a[2], a[3]), Lanes(a[4], a[5]), Lanes(a[6], 0)} {}

  double operator[](int i) const { return pairs_[i / 2][i % 2]; }
  void set(int i, double to) { pairs_[i / 2].set(i % 2, to); }
  Lanes& pair(int k) { return pairs_[k]; }
  const Lanes& pair(int k) const { return pairs_[k]; }
  /// Adds a multiple of b.
  Row& add(double by, const Row& b) {
    for (int k = 0; k < 4; ++k) pairs_[k] += Lanes(by) * b.pairs_[k];
    return *this;
  }
  Row times(double by) const {
    Row product;
    for (int k = 0; k < 4; ++k) product.pairs_[k] = pairs_[k] * Lanes(by);
    return product;
  }
  Row times(const Row& b) const {
    Row product;
    for (int k = 0; k < 4; ++k) product.pairs_[k] = pairs_[k] * b.pairs_[k];
    return product;
  }
  double dot(const Row& b) const {
    const Row each = times(b);
    const Lanes sum = (each.pairs_[0] + each.pairs_[1]) + (each.pairs_[2] + each.pairs_[3]);
    return sum[0] + sum[1];
  }
  operator Seven() const {
    Seven all;
    for (int i = 0; i < mostJoints; ++i) all[i] = (*this)[i];
    return all;
  }

 private:
  std::array<Lanes, 4> pairs_{};
};

/// The shortest x with rows · x = right, for the first `count` rows. They become orthonormal one by one
/// (Gram–Schmidt), and zero if they depend on earlier ones. In the header, because it is quicker with a known
/// count.
template <std::size_t n>
Row shortestOf(std::array<Row, n>& rows, std::array<double, n>& right, int count) {
  constexpr double rankTolerance = 1e-7;
  Row x;
  for (int k = 0; k < count; ++k) {
    for (int j = 0; j < k; ++j) {
      const double along = rows[k].dot(rows[j]);
      rows[k].add(-along, rows[j]);
      right[k] -= along * right[j];
    }
    const double length = std::sqrt(rows[k].dot(rows[k]));
    const double scale = length > rankTolerance ? 1 / length : 0;
    rows[k] = rows[k].times(scale);
    right[k] *= scale;
    x.add(right[k], rows[k]);
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
  /// Steps along the curve by `ds` radians of its direction, which is kept from turning back; false, and nowhere, if
  /// the curve bends too much for that step. Zero sets the direction.
  bool step(Seven& angles, Seven& way, double ds) const;
  /// Whether all hinges that limits keep from a whole turn are within them.
  bool isInside(const Seven& angles) const;
  /// Moves back onto the curve with one hinge held; false if that fails.
  bool polish(Seven& angles, int held) const;
  /// A hinge at its limit, and its angle there.
  std::optional<std::pair<int, double>> stop(const Seven& angles) const;

  /// How far an angle violates a hinge's limits; negative inside.
  double beyond(int i, double angle) const { return std::max(min[i] - angle, angle - max[i]); }

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
  /// The first hinge's frame, and from each to the next: z along the hinge, the origin on it.
  std::array<Rigid, mostJoints> between_;
  Rigid wanted_;  ///< the last hinge's frame
};

}  // namespace limber::analytic
