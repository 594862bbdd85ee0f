/// The table of families of six joints, each in a file of this folder: how a loop of them is solved.
#pragma once

#include <optional>
#include <string_view>

#include "lines.h"

namespace limber::analytic {

struct Family {
  std::string_view name;
  /// The joint at which the loop is begun to be solved so, if it can be.
  std::optional<int> (*find)(const Loop& loop);
  /// Offers all solutions of a loop begun at that hinge.
  void (*solve)(const Loop& loop, int k, Found& found);
  /// Brings three lines that almost do so to belong to the family; false if there are none.
  bool (*bring)(Loop& loop);
};

/// Where three lines meet, if the first and the last are not parallel to the one between.
std::optional<Vec3> centreOf(const Line* lines, double size);

/// Of the size, and radians: what calibration or makers' tolerances make of an arm.
inline constexpr double almost = 1e-2;

Family threeSlides();
Family sphericalWrist();
Family threeParallel();

/// Of arms that belong to none.
inline constexpr std::string_view anyGeometry = "six hinges of any geometry";

/// The first that fits; nullptr if only the general solver does.
const Family* findFamily(const Loop& loop, int& k);

/// The first that almost fits, and then does. Solutions of that loop are near some of the true one's.
const Family* bringToFamily(Loop& loop, int& k);

}  // namespace limber::analytic
