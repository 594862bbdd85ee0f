/// The poses that close a loop: polished, each once.
#pragma once

#include <string_view>

#include "arm.h"

namespace limber::analytic {

/// Radians, and of the size. A pose meets its goals to 1e-10, also by other sums than ours; this is asked of each of an
/// error's three components, whose length is √3 times as much.
inline constexpr double good = 5e-11;
/// Sixteen are isolated; at a singularity of a singularity families may be found more than once.
inline constexpr int mostPoses = 64;

/// Newton's method, as long as it helps; returns the error that is left. Hinges without a pivot stay.
double polish(Arm& arm, Arm::Angles& angles);

/// Offers all poses of the arm; false if some may be missing. `family` becomes the name of what was recognised.
bool findPoses(const Arm& arm, Found& found, std::string_view& family);

/// Of the hinges' twists where they have these angles: zero where they depend on one another.
double determinantAt(const Arm& arm, const Arm::Angles& angles);

/// Whether the hinges are independent but for some poses, so that what is not found is not there.
bool areIndependent(const Arm& arm);

struct PoseOfArm {
  Arm::Angles angles{};
  Arm::Angles direction{};  ///< of self-motion, or zero
  bool isMoving = false;
};

class Poses : public Found {
 public:
  using Found::offer;
  explicit Poses(Arm& arm) : arm_(arm) {}
  bool offer(const std::array<double, 6>& given, bool isOpen) override;
  /// The same, of all angles of the arm.
  bool take(const Arm::Angles& given, bool isOpen);

  std::array<PoseOfArm, mostPoses> poses;
  int count = 0;

 private:
  double lengthOf(const Arm::Angles& angles) const;
  bool areOne(const PoseOfArm& a, const PoseOfArm& b) const;
  Arm::Angles selfMotion(const Arm::Angles& angles);

  Arm& arm_;
};

/// The same into `poses`; false also where there are none because the hinges depend on one another.
bool findAll(const Arm& arm, Poses& poses, std::string_view& family);

}  // namespace limber::analytic
