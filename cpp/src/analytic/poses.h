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

/// Why there are no poses, where some may be missing.
inline constexpr const char* noneWithoutProof =
    "no pose was found that reaches the target within the limits, but some may be missing; use 'lm'";

/// Newton's method, as long as it helps; returns the error that is left. Hinges without a pivot stay.
double polish(Arm& arm, Arm::Angles& angles);
/// The same, but returns how far the angles have moved, in units, infinity if that does not meet the goals.
double settle(Arm& arm, Arm::Angles& angles);

/// Offers all poses of the arm; false if some may be missing. `family` becomes the name of what was recognised.
bool findPoses(const Arm& arm, Found& found, std::string_view& family);

/// Of the hinges' twists where they have these angles: zero where they depend on one another.
double determinantAt(const Arm& arm, const Arm::Angles& angles);

/// Whether the hinges are independent but for some poses, so that what is not found is not there.
bool areIndependent(const Arm& arm);

/// A direction in which goals stay met for some way; zero if there is none.
Arm::Angles selfMotion(Arm& arm, const Arm::Angles& angles);

struct PoseOfArm {
  Arm::Angles angles{};
  Arm::Angles direction{};  ///< of self-motion, or zero
  bool isMoving = false;
};

class Poses : public Found {
 public:
  using Found::offer;
  /// Of a family the pose nearest to the state within the limits, if `limits`.
  Poses(Arm& arm, const Problem& problem, bool limits) : arm_(arm), problem_(problem), limits_(limits) {}
  double offer(const std::array<double, 6>& given, bool isOpen) override;
  /// The same, of all angles of the arm.
  double take(const Arm::Angles& given, bool isOpen);

  std::array<PoseOfArm, mostPoses> poses;
  int count = 0;
  /// Whether of a family no pose was found within the limits, though it may have some, or it was not sure to be one.
  bool lostSome = false;

 private:
  bool leadsTo(const Arm::Angles& from, const Arm::Angles& to);
  bool isJustOutside(const Arm::Angles& angles) const;
  double lengthOf(const Arm::Angles& angles) const;
  bool areOne(const PoseOfArm& a, const PoseOfArm& b) const;
  void approach(PoseOfArm& pose);

  Arm& arm_;
  const Problem& problem_;
  bool limits_;
};

/// The same into `poses`; false also where there are none because the hinges depend on one another.
bool findAll(Arm& arm, Poses& poses, std::string_view& family);

}  // namespace limber::analytic
