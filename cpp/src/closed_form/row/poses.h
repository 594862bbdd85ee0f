/// The poses that close a loop: polished, each once.
#pragma once

#include <string_view>

#include "closed_form/row/arm.h"

namespace limber::analytic {

/// Radians, and relative to the size. A pose meets its goals to 1e-10, also by other formulas than ours; this
/// limits each of an error's three components, whose length is up to √3 times as large.
inline constexpr double good = 5e-11;
/// Below this, polishing is useless.
inline constexpr double best = 1e-12;
/// Pivots of J, per radian in radians and sizes, below which an arm is near a singularity.
inline constexpr double smallPivot = 1e-4;
/// Sixteen are isolated; at a singularity of a singularity families may be found more than once.
inline constexpr int mostPoses = 64;

/// Reason if no pose was found, but some may be missing.
inline constexpr const char* noneWithoutProof =
    "no pose was found that reaches the target within the limits, but some may be missing; use 'lm'";

/// J with the errors as its last column, at the arm's last errorAt().
using System = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 2 * maxRows, mostJoints + 1>;
System systemOf(const Arm& arm);

/// Newton's method, as long as it helps; returns the remaining error. Hinges without a pivot do not move.
double polish(Arm& arm, Arm::Angles& angles);
/// The same, but returns how far the angles have moved, in units; infinity if that does not meet the goals.
double settle(Arm& arm, Arm::Angles& angles);

/// Offers all poses of the arm; false if some may be missing. Sets `family` to the name of the recognised
/// family.
bool findPoses(const Arm& arm, Found& found, std::string_view& family);

/// Whether the Jacobian has full rank at almost every pose, so that isolated poses are all found.
bool areIndependent(const Arm& arm);

/// A direction in which goals stay met for some distance; zero if there is none.
Arm::Angles selfMotion(Arm& arm, const Arm::Angles& angles);

struct PoseOfArm {
  Arm::Angles angles;
  Arm::Angles direction;  ///< of self-motion, or zero
  bool isMoving;
};

class Poses : public Found {
 public:
  using Found::offer;
  /// If `limits`, keeps only the pose of a family nearest to the state within the limits.
  Poses(Arm& arm, const Problem& problem, bool limits) : arm_(arm), problem_(problem), limits_(limits) {
    readsDeterminant = true;
  }
  double offer(const Six& given, bool isOpen) override;
  bool offerAll(std::span<const Six> all, bool isOpen, double determinant) override;
  /// The same for all angles of the arm.
  double take(const Arm::Angles& given, bool isOpen);

  std::array<PoseOfArm, mostPoses> poses;  ///< the first `count`
  int count = 0;
  /// Whether some family may have poses within the limits that were not found, or is not certainly a family.
  bool lostSome = false;
  /// Whether the hinges depend on one another, as where four axes meet in a point.
  bool areDependent = false;

 private:
  void keep(const PoseOfArm& pose);
  Arm::Angles fromZero(Arm::Angles angles) const;
  bool leadsTo(const Arm::Angles& from, const Arm::Angles& to);
  bool isJustOutside(const Arm::Angles& angles) const;
  double lengthOf(const Arm::Angles& angles) const;
  bool areOne(const PoseOfArm& a, const PoseOfArm& b) const;
  void approach(PoseOfArm& pose);

  Arm& arm_;
  const Problem& problem_;
  bool limits_;
};

/// The same into `poses`; also false if there are none because the hinges depend on one another.
bool findAll(Arm& arm, Poses& poses, std::string_view& family);

}  // namespace limber::analytic
