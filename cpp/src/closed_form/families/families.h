/// The table of families of six joints, each in a file of this folder, and how to solve their loops.
#pragma once

#include <optional>
#include <string_view>

#include "closed_form/row/lines.h"

namespace limber::analytic {

struct Family {
  std::string_view name;
  /// The joint at which the loop must begin to be solved so, if there is one.
  std::optional<int> (*find)(const ClosedChain& loop);
  /// Offers all solutions of a loop that begins at that joint.
  void (*solve)(const ClosedChain& loop, int k, Found& found);
  /// Adjusts three lines that almost belong to the family so that they do; false if there are none.
  bool (*bring)(ClosedChain& loop);
};

/// The point where three lines meet, if the middle one is not parallel to the others.
std::optional<Vec3> centreOf(const Line* lines, double size);

/// Relative to the size, and in radians: deviations by calibration or makers' tolerances.
inline constexpr double almost = 1e-2;

/// Relative to the size, and in radians: a loop with a smaller gap is closed but for rounding.
inline constexpr double closed = 1e-13;

Family threeSlides();
Family sphericalWrist();
Family threeParallel();

/// Name for arms that belong to no family.
inline constexpr std::string_view anyGeometry = "six hinges of any geometry";

/// The first family that fits; nullptr if only the general solver does.
const Family* findFamily(const ClosedChain& loop, int& k);

/// The first family that almost fits, after adjusting the loop to it. Its solutions are near some of the true
/// loop's.
const Family* bringToFamily(ClosedChain& loop, int& k);

}  // namespace limber::analytic
