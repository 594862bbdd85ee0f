#include "closed_form/row/poses.h"

#include <algorithm>

#include "closed_form/families/families.h"
#include "closed_form/families/three_hinges.h"
#include "closed_form/general/general.h"
#include "closed_form/row/closure.h"
#include "closed_form/row/turns.h"
#include "closed_form/seven/approach.h"
#include "closed_form/seven/curve.h"
#include "linear/elimination.h"

namespace limber::analytic {
namespace {

/// Radians, and relative to the size: within this, two poses are the same.
constexpr double one = 1e-5;
constexpr int mostPolishes = 16;
/// Largest factor on the error per step: where two poses almost merge, Newton's first step may overshoot.
constexpr double mostRise = 10;
/// Pivots below these count as zero, for self-motion and for Newton's method; J is per radian, in radians and
/// sizes.
constexpr double rankTolerance = 1e-7, leastRankPivot = 1e-10;
/// Small pivots are not used if they lead as far as this, in radians and sizes.
constexpr double longStep = 1;
/// Radians and sizes by which a limit may be crossed if rounding moves a pose by its square root.
constexpr double justOutside = 1e-3;
/// A smaller determinant is rounding.
constexpr double leastDeterminant = 1e-9;
/// Radians to move when testing whether a pose can move on.
constexpr double tryOut = 0.02;

using Change = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, mostJoints, 1>;

int rankOf(const Arm& arm, double least) {
  System rows = systemOf(arm);
  const int n = arm.joints();
  return Elimination(rows.data(), static_cast<int>(rows.rows()), n + 1, n).rank(least);
}

}  // namespace

/// See Closure::isRegular(): how long levers are at most follows from the lines and the slides.
static bool areRegular(const Arm& arm, std::span<const Six> all, double determinant) {
  double squares = 6, lever = 0;
  Vec3 end = arm.tip();
  for (int i = 5; i >= 0; --i) {
    const Line& line = arm.loop.lines[i];
    double slide = 0;
    for (const Six& each : all) slide = line.slides ? std::max(slide, std::abs(each[i])) : 0;
    lever += (line.slides ? slide : norm(end - line.o)) / arm.loop.size;
    if (line.slides) continue;
    squares += lever * lever;
    end = line.o;
  }
  return determinant * determinant > leastSquare(squares, smallPivot);
}

System systemOf(const Arm& arm) {
  System rows(arm.errors.size(), arm.joints() + 1);
  rows << arm.rows(), arm.errors;
  return rows;
}

double polish(Arm& arm, Arm::Angles& angles) {
  const int n = arm.joints();
  double left = arm.errorAt(angles);
  for (int k = 0; k < mostPolishes && left > best; ++k) {
    System rows = systemOf(arm);
    const Elimination eliminated(rows.data(), static_cast<int>(rows.rows()), n + 1, n);
    Arm::Angles step{}, next = angles;
    int rank = eliminated.rank(leastRankPivot);
    const auto isLong = [](double x) { return std::abs(x) > longStep; };
    // Near a singularity the start is only accurate enough for the other hinges.
    for (eliminated.solve(n, rank, step.data());
         rank > 0 && std::abs(eliminated.pivot(rank - 1)) < smallPivot && std::ranges::any_of(step, isLong);) {
      step = {};
      eliminated.solve(n, --rank, step.data());
    }
    for (int i = 0; i < n; ++i) next[i] += arm.unitOf(i) * step[i];
    const double after = arm.errorAt(next);
    if (!(after < (left > good ? mostRise : 1) * left)) break;
    left = after;
    angles = next;
  }
  return left;
}

double settle(Arm& arm, Arm::Angles& angles) {
  const Arm::Angles before = angles;
  if (!(polish(arm, angles) <= good)) return infinity;
  double moved = 0;
  for (int i = 0; i < arm.joints(); ++i) moved = std::max(moved, std::abs(arm.way(i, before[i], angles[i])));
  return moved;
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
    found.isUnsure = false;
    if (arm.isBeyondLines()) return true;
    known->solve(arm.loop, k, found);
    return !found.isUnsure;
  }
  family = anyGeometry;
  if (arm.isOutOfReach()) return true;
  // For almost special geometry, elimination is almost singular: the ideal arm offers the poses that it may
  // lose.
  ClosedChain ideal = arm.loop;
  if (const Family* known = bringToFamily(ideal, k)) known->solve(ideal, k, found);
  return arm.loop.slides() == 0 && solveGeneral(arm.loop, found);
}

bool areIndependent(const Arm& arm) {
  // Poses without a pattern, because any one may be singular. Independent hinges are singular in only a few
  // poses.
  constexpr int tries = 8;
  const auto any = [&](int i) {
    Six angles{};
    for (int k = 0; k < std::min(arm.joints(), 6); ++k)
      angles[k] = arm.unitOf(k) * wrapped(0.7 + 1.3 * k + i * (2.1 + 0.37 * k));
    return angles;
  };
  for (int i = 0; i < tries; i += 2) {
    const Lanes determinant = Closure(arm, any(i), any(i + 1)).determinant();
    if (limber::any(abs(determinant) > Lanes(leastDeterminant))) return true;
  }
  return false;
}

/// Finds curves of poses at other values of the angles that they leave open, and from where Newton's method
/// leads to them: a lattice of starts, the first of which is the state.
static void findElsewhere(Arm& arm, Poses& poses, std::string_view& family) {
  constexpr int samples = 13;
  for (int k = 0; k < samples; ++k) {
    std::array<double, 6>& angles = arm.loop.free;
    for (int i = 0; i < 6; ++i) angles[i] = 2 * pi / samples * (k * (i + 1) % samples);
    if (k > 0) findPoses(arm, poses, family);
    poses.offer(angles, true);
  }
  arm.loop.free = {};
}

bool findAll(Arm& arm, Poses& poses, std::string_view& family) {
  bool foundAll = false;
  for (int choice = arm.choices(); choice-- > 0;) {
    arm.choose(choice);
    foundAll |= findPoses(arm, poses, family);
  }
  // The number of isolated poses is even: if it is odd, rounding has hidden another.
  constexpr int elsewhere = 3;
  if (poses.count % 2 == 1 && family == anyGeometry && !arm.lacksJoints()) solveGeneral(arm.loop, poses, elsewhere);
  const auto moving = std::span(poses.poses).first(poses.count);
  const bool isLone = poses.count > 0 && std::ranges::none_of(moving, &PoseOfArm::isMoving);
  const bool isProven = poses.count == 0 && arm.isOutOfReach();
  if (!isLone && !isProven && !areIndependent(arm)) {
    foundAll = false;
    poses.areDependent = true;
    findElsewhere(arm, poses, family);
  }
  return foundAll && !poses.lostSome;
}

double Poses::offer(const Six& given, bool isOpen) { return take(arm_.withHeld(given), isOpen); }

bool Poses::offerAll(std::span<const Six> all, bool isOpen, double determinant) {
  if (arm_.joints() != 6) return Found::offerAll(all, isOpen, determinant);
  // Polishing would leave it as it is, and it is alone.
  if (determinant != unknown && areRegular(arm_, all, determinant)) {
    for (const Six& each : all) keep({fromZero(arm_.withHeld(each)), {}, false});
    return !all.empty();
  }
  bool any = false;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    const std::size_t count = std::min<std::size_t>(2, all.size() - i);
    const Closure closure(arm_, all[i], all[i + count - 1]);
    const Mask isFinished = (closure.gap() <= best) & closure.isRegular(smallPivot);
    for (std::size_t lane = 0; lane < count; ++lane) {
      if (isFinished[lane]) keep({fromZero(arm_.withHeld(all[i + lane])), {}, false});
      any |= isFinished[lane] || offer(all[i + lane], isOpen) < infinity;
    }
  }
  return any;
}

/// The same angles, less whole turns.
Arm::Angles Poses::fromZero(Arm::Angles angles) const {
  for (int i = 0; i < arm_.joints(); ++i) angles[i] = arm_.unitOf(i) * arm_.way(i, 0, angles[i]);
  return angles;
}

double Poses::take(const Arm::Angles& given, bool isOpen) {
  PoseOfArm pose{given, {}, false};
  const double moved = settle(arm_, pose.angles);
  if (moved == infinity) return moved;
  pose.angles = fromZero(pose.angles);
  // The first pose also tells whether the hinges depend on one another, because then all poses can move, as those of
  // seven do.
  const auto isLoose = [&] { return arm_.joints() == mostJoints || rankOf(arm_, rankTolerance) < arm_.joints(); };
  if (isOpen || (count == 0 && isLoose())) pose.direction = selfMotion(arm_, pose.angles);
  pose.isMoving = lengthOf(pose.direction) > 0;
  // If two hinges are singular, rounding moves a pose by its square root, too far to see that it can move on.
  if (!pose.isMoving) {
    arm_.errorAt(pose.angles);
    const int lacks = arm_.joints() - rankOf(arm_, smallPivot);
    lostSome |= lacks > 1 || (lacks == 1 && isJustOutside(pose.angles));
  }
  const Arm::Angles seed = pose.angles;
  if (pose.isMoving) approach(pose);
  keep(pose);
  // On its way into the limits it may have reached another curve.
  if (pose.isMoving && limits_ && arm_.joints() < mostJoints)
    lostSome |=
        !Approach(arm_, problem_, limits_, {}).isLine(pose.angles, pose.direction) && !leadsTo(pose.angles, seed);
  return moved;
}

/// Adds a pose, or replaces one of its family that is farther from the start.
void Poses::keep(const PoseOfArm& pose) {
  const auto end = poses.begin() + count;
  const auto at = std::find_if(poses.begin(), end, [&](const PoseOfArm& other) { return areOne(pose, other); });
  if (at == end) {
    if (count < mostPoses) poses[count++] = pose;
  } else if (lengthOf(pose.angles) < lengthOf(at->angles)) {
    *at = pose;
  }
}

void Poses::approach(PoseOfArm& pose) {
  Approach approach(arm_, problem_, limits_, {});
  // With all of seven hinges free the curve leads out of the slice.
  const bool isSlice = arm_.joints() == mostJoints;
  const bool isInside = isSlice ? approach.settle(pose.angles) : approach.move(pose.angles, pose.direction);
  lostSome |= !isInside && !approach.provesNone();
  if (!isSlice) pose.direction = selfMotion(arm_, pose.angles);
}

/// Whether the curve of poses leads from one to the other, all the way round.
bool Poses::leadsTo(const Arm::Angles& from, const Arm::Angles& to) {
  constexpr double step = 0.1;
  constexpr int most = 300, away = 6;
  const int n = arm_.joints();
  Arm::Angles at = from;
  const auto isNear = [&](const Arm::Angles& other) {
    for (int i = 0; i < n; ++i) {
      if (std::abs(arm_.way(i, at[i], other[i])) > step) return false;
    }
    return true;
  };
  Change before = Change::Zero(n);
  for (int k = 0; k < most && !(k > away && isNear(from)); ++k) {
    if (isNear(to)) return true;
    arm_.errorAt(at);
    System rows = systemOf(arm_);
    const Elimination eliminated(rows.data(), static_cast<int>(rows.rows()), n + 1, n);
    if (eliminated.rank(rankTolerance) != n - 1) return false;
    Change way(n);
    eliminated.kernel(n - 1, n - 1, way.data());
    way *= (way.dot(before) < 0 ? -step : step) / way.norm();
    before = way;
    for (int i = 0; i < n; ++i) at[i] += arm_.unitOf(i) * way[i];
    if (!(polish(arm_, at) <= good)) return false;
  }
  return false;
}

bool Poses::isJustOutside(const Arm::Angles& angles) const {
  double most = 0;
  for (int i = 0; limits_ && i < arm_.joints(); ++i) {
    const Motion& motion = arm_.motion(i);
    const auto [min, max] = motion.limits;
    const double value = problem_.state.q[motion.qIndex] + angles[i];
    const double near = motion.slides() ? value : settled(value, min, max);
    most = std::max(most, std::max(min - near, near - max) / arm_.unitOf(i));
  }
  return most > atLimit && most < justOutside;
}

double Poses::lengthOf(const Arm::Angles& angles) const {
  double square = 0;
  for (int i = 0; i < arm_.joints(); ++i) {
    const double way = angles[i] / arm_.unitOf(i);
    square += way * way;
  }
  return std::sqrt(square);
}

/// Whether the angles are the same, or belong to one family that is a straight line, such as that of a
/// straight wrist.
bool Poses::areOne(const PoseOfArm& a, const PoseOfArm& b) const {
  const int n = arm_.joints();
  double along = 0;
  const auto part = [&](int i) { return a.direction[i] / arm_.unitOf(i); };
  for (int i = 0; i < n && b.isMoving; ++i) along += arm_.way(i, b.angles[i], a.angles[i]) * part(i);
  const auto isNear = [&](int i) { return std::abs(arm_.way(i, b.angles[i], a.angles[i]) - along * part(i)) < one; };
  for (int i = 0; i < n; ++i) {
    if (!isNear(i)) return false;
  }
  return true;
}

Arm::Angles selfMotion(Arm& arm, const Arm::Angles& angles) {
  const int n = arm.joints();
  arm.errorAt(angles);
  System rows = systemOf(arm);
  const Elimination eliminated(rows.data(), static_cast<int>(rows.rows()), n + 1, n);
  const int rank = eliminated.rank(rankTolerance);
  if (rank == n) return {};
  // With as many pivots as rows, goals stay met along a curve in every direction of the kernel.
  const bool isSmooth = rank == rows.rows() && std::abs(eliminated.pivot(rank - 1)) > smallPivot;
  // One of the hinges without a pivot moves, and those with one compensate. If an elbow is also straight, not
  // every such direction can continue, but Newton's method then shows one that does: with the hinges without
  // a pivot moved as far as it moved them.
  for (int free = rank; free < n; ++free) {
    Change by = Change::Unit(n, free);
    for (int tries = 0; tries < 2; ++tries) {
      Change way = Change::Zero(n), one(n);
      for (int i = rank; i < n; ++i) {
        eliminated.kernel(rank, i, one.data());
        way += by[i] * one;
      }
      way.normalize();
      Arm::Angles direction{}, moved = angles;
      for (int i = 0; i < n; ++i) {
        direction[i] = arm.unitOf(i) * way[i];
        moved[i] += tryOut * direction[i];
      }
      if (isSmooth) return direction;
      if (polish(arm, moved) > good) break;
      Change gone(n);
      for (int i = 0; i < n; ++i) gone[i] = (moved[i] - angles[i]) / arm.unitOf(i);
      if (gone.dot(way) > 0.5 * tryOut) return direction;
      if (gone.norm() < 0.1 * tryOut) break;
      for (int i = rank; i < n; ++i) by[i] = gone[eliminated.unknown(i)];
    }
  }
  return {};
}

}  // namespace limber::analytic
