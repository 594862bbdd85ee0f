#include "poses.h"

#include <algorithm>

#include "elimination.h"
#include "families.h"
#include "general.h"
#include "three_hinges.h"

namespace limber::analytic {
namespace {

/// Radians, and of the size: there is no use in polishing a pose; two poses are one.
constexpr double best = 1e-12, one = 1e-5;
constexpr int mostSteps = 8;
/// By how much a step may raise the error: where two poses all but merge, Newton's first step may overshoot.
constexpr double mostRise = 10;
/// Pivots below this are none; J is per radian, in radians and sizes.
constexpr double rankTolerance = 1e-7;
/// As small as this by rounding.
constexpr double leastDeterminant = 1e-9;
/// Radians moved to see whether a pose can move on.
constexpr double tryOut = 0.02;

using Change = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, mostJoints, 1>;

/// J with the errors as its last column, where the arm was last asked for its errors.
using System = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 2 * maxRows, mostJoints + 1>;
System systemOf(const Arm& arm) {
  System rows(arm.errors.size(), arm.joints() + 1);
  rows << arm.rows(), arm.errors;
  return rows;
}

}  // namespace

double polish(Arm& arm, Arm::Angles& angles) {
  const int n = arm.joints();
  double left = arm.errorAt(angles);
  for (int k = 0; k < mostSteps && left > best; ++k) {
    System rows = systemOf(arm);
    const Elimination eliminated(rows.data(), static_cast<int>(rows.rows()), n + 1, n);
    Arm::Angles step{}, next = angles;
    eliminated.solve(n, eliminated.rank(rankTolerance), step.data());
    for (int i = 0; i < n; ++i) next[i] += arm.unitOf(i) * step[i];
    const double after = arm.errorAt(next);
    if (!(after < (left > good ? mostRise : 1) * left)) break;
    left = after;
    angles = next;
  }
  return left;
}

bool findPoses(const Arm& arm, Found& found, std::string_view& family) {
  if (arm.onlyTurns()) {
    family = "an orientation by three hinges";
    for (const auto& [q, isOpen] : makeRotation(arm.loop.lines.data(), arm.loop.G.R, arm.loop.free.data()))
      found.offer({q[0], q[1], q[2]}, isOpen);
    return true;
  }
  int k = 0;
  if (const Family* known = findFamily(arm.loop, k)) {
    family = known->name;
    known->solve(arm.loop, k, found);
    return true;
  }
  family = anyGeometry;
  if (arm.isOutOfReach()) return true;
  // Where geometry is almost special, elimination is almost singular: then the ideal arm offers what that may lose.
  Loop ideal = arm.loop;
  if (const Family* known = bringToFamily(ideal, k)) known->solve(ideal, k, found);
  return arm.loop.slides() == 0 && solveGeneral(arm.loop, found);
}

double determinantAt(const Arm& arm, const Arm::Angles& angles) {
  Eigen::Matrix<double, 6, 6> twists;
  Rigid g;
  for (int i = 0; i < 6; ++i) {
    const Line line = g * arm.loop.lines[i];
    if (line.slides) {
      twists.col(i) << Vec3::Zero(), line.h;
    } else {
      twists.col(i) << line.h, line.o.cross(line.h) / arm.loop.size;
    }
    if (i < arm.joints()) g = g * motionOf(arm.loop.lines[i], angles[i]);
  }
  if (arm.onlyTurns()) return Mat3(twists.topLeftCorner<3, 3>()).determinant();
  return Elimination(twists.data(), 6, 6, 6).determinant();
}

bool areIndependent(const Arm& arm) {
  // Without a pattern.
  static constexpr Arm::Angles any = {0.7, 2, 3.3, 4.6, 5.9, 7.2, 0};
  return std::abs(determinantAt(arm, any)) > leastDeterminant;
}

bool findAll(const Arm& arm, Poses& poses, std::string_view& family) {
  const bool foundAll = findPoses(arm, poses, family);
  // Isolated poses are even in number: of an odd one, rounding has hidden another.
  constexpr int elsewhere = 3;
  if (poses.count % 2 == 1 && family == anyGeometry) solveGeneral(arm.loop, poses, elsewhere);
  return foundAll && (poses.count > 0 || areIndependent(arm));
}

bool Poses::offer(const std::array<double, 6>& given, bool isOpen) { return take(arm_.withHeld(given), isOpen); }

bool Poses::take(const Arm::Angles& given, bool isOpen) {
  PoseOfArm pose{given};
  if (!(polish(arm_, pose.angles) <= good)) return false;
  for (int i = 0; i < arm_.joints(); ++i) pose.angles[i] = arm_.unitOf(i) * arm_.way(i, 0, pose.angles[i]);
  if (isOpen) pose.direction = selfMotion(pose.angles);
  pose.isMoving = isOpen && lengthOf(pose.direction) > 0;
  const auto known = [&](const PoseOfArm& other) { return areOne(pose, other); };
  const auto end = poses.begin() + count;
  const auto at = std::find_if(poses.begin(), end, known);
  if (at == end && count < mostPoses) poses[count++] = pose;
  // Of a family the pose nearest to the start.
  if (at != end && lengthOf(pose.angles) < lengthOf(at->angles)) *at = pose;
  return true;
}

double Poses::lengthOf(const Arm::Angles& angles) const {
  double square = 0;
  for (int i = 0; i < arm_.joints(); ++i) {
    const double way = angles[i] / arm_.unitOf(i);
    square += way * way;
  }
  return std::sqrt(square);
}

/// The same angles, or those of one family that is a straight line, such as that of a straight wrist.
bool Poses::areOne(const PoseOfArm& a, const PoseOfArm& b) const {
  const int n = arm_.joints();
  double along = 0;
  const auto part = [&](int i) { return a.direction[i] / arm_.unitOf(i); };
  for (int i = 0; i < n; ++i) along += arm_.way(i, b.angles[i], a.angles[i]) * part(i) * b.isMoving;
  const auto isNear = [&](int i) { return std::abs(arm_.way(i, b.angles[i], a.angles[i]) - along * part(i)) < one; };
  for (int i = 0; i < n; ++i) {
    if (!isNear(i)) return false;
  }
  return true;
}

/// A direction in which goals stay met for some way; zero if there is none.
Arm::Angles Poses::selfMotion(const Arm::Angles& angles) {
  const int n = arm_.joints();
  arm_.errorAt(angles);
  System rows = systemOf(arm_);
  const Elimination eliminated(rows.data(), static_cast<int>(rows.rows()), n + 1, n);
  const int rank = eliminated.rank(rankTolerance);
  if (rank == n) return {};
  // The first hinge without a pivot moves, and those with one make up for it.
  Change way(n);
  eliminated.kernel(rank, way.data());
  way.normalize();
  Arm::Angles direction{}, moved = angles;
  for (int i = 0; i < n; ++i) {
    direction[i] = arm_.unitOf(i) * way[i];
    moved[i] += tryOut * direction[i];
  }
  if (polish(arm_, moved) > good) return {};
  double gone = 0;
  for (int i = 0; i < n; ++i) gone += way[i] * (moved[i] - angles[i]) / arm_.unitOf(i);
  return gone > 0.5 * tryOut ? direction : Arm::Angles{};
}

}  // namespace limber::analytic
