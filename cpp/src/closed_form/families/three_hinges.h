/// Solutions for three joints: bring a point to a place, or make a rotation.
#pragma once

#include "closed_form/row/lines.h"

namespace limber::analytic {

struct Triple {
  std::array<double, 3> q;
  bool isOpen;  ///< see Angle
};

/// At most four, and at singularities more to choose from.
struct Triples {
  std::array<Triple, 48> each;
  int count = 0;

  void add(double q1, double q2, double q3, bool isOpen) { each[count++] = {{q1, q2, q3}, isOpen}; }
  const Triple* begin() const { return each.data(); }
  const Triple* end() const { return each.data() + count; }
};

/// All (q₁, q₂, q₃) with E₁E₂E₃ from = to. `free`: values of angles that may be any.
Triples reachPoint(const Line* lines, const Vec3& from, const Vec3& to, const double* free);
/// The same if one or two of the joints slide.
Triples slideToPoint(const Line* lines, const Vec3& from, const Vec3& to, const double* free);

/// All (q₁, q₂, q₃) with R₁R₂R₃ = R.
Triples makeRotation(const Line* lines, const Mat3& R, const double* free);

}  // namespace limber::analytic
