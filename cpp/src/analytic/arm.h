/// A problem as joints in a row and what its goals ask of them.
#pragma once

#include <string>

#include "limber/problem.h"
#include "lines.h"

namespace limber::analytic {

inline constexpr int mostJoints = 7;

/// Angles are counted from where the state's links are, so that its axes are those of the equations. Places are seen
/// from the first free joint, in axes parallel to the world's: an arm far from the world's origin is as exact as any.
class Arm {
 public:
  /// Null, or why the problem is none. The state must be swept. Joints that limits leave no room are held, like those
  /// of weight 0.
  const char* read(const Problem& problem, bool limits);

  /// Of the joints that are free, from the root on, of slides the metres; behind them that of the one that is held, if
  /// any.
  using Angles = std::array<double, mostJoints>;
  int joints() const { return joints_; }
  const Motion& motion(int i) const { return *motions_[inRow(i)]; }

  /// After seven free hinges, counted from the tool: the links of the first of those that are too many, each in quotes.
  std::string surplus;
  /// Whether there are seven hinges for six degrees of freedom. Then `loop` is read only once one of them is held.
  bool hasSpare() const { return inAll_ == mostJoints; }
  /// The hinges in a row, without holding one, and what their motions should come to.
  const Line& line(int place) const { return lines_[place]; }
  const Motion& motionInRow(int place) const { return *motions_[place]; }
  const Rigid& whole() const { return G_; }
  /// Holds one of seven at an angle: the lines behind it are moved with it.
  void hold(int place, double angle);
  /// Undone: all seven are free.
  void release() {
    held_ = mostJoints - 1;
    joints_ = mostJoints;
  }
  double heldAngle() const { return heldAngle_; }
  /// Those of the loop's hinges, and of the one that is held.
  Angles withHeld(const std::array<double, 6>& free) const {
    Angles angles;
    std::ranges::copy(free, angles.begin());
    angles[6] = heldAngle_;
    return angles;
  }
  /// The same angles as they are in the row, and back.
  Angles inRow(const Angles& angles) const {
    Angles row;
    for (int i = 0; i < mostJoints; ++i) row[inRow(i)] = angles[i];
    return row;
  }
  Angles inAngles(const Angles& row) const {
    Angles angles;
    for (int i = 0; i < mostJoints; ++i) angles[i] = row[inRow(i)];
    return angles;
  }
  /// What counts as much as a radian: of slides the size.
  double unitOf(int i) const { return motion(i).slides() ? loop.size : 1; }
  /// From one value to another, in units: of hinges the shorter way.
  double way(int i, double from, double to) const {
    return motion(i).slides() ? (to - from) / loop.size : wrapped(to - from);
  }
  /// Whether goals ask for an orientation and nothing else; then no point of `loop` counts.
  bool onlyTurns() const { return !point_; }

  /// Whether lengths prove that there is no pose. Quicker than all else.
  bool isOutOfReach() const;

  /// Asks for the part t of the way from the state's pose to the wanted one, which is straight for the tool's point and
  /// a turn about one axis. read() asks for all of it, t = 1.
  void aimAt(double t);

  /// Largest error of the goals where the hinges have these angles, beyond what rounding of world coordinates may be:
  /// radians, metres relative to the size.
  double errorAt(const Angles& angles);
  /// As of the last errorAt(): the errors, and by how much a unit of each joint lessens them.
  using Errors = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 2 * maxRows, 1>;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 2 * maxRows, mostJoints>;
  Errors errors;
  Rows rows() const;

  Loop loop;

 private:
  const char* readGoals(const Problem& problem);
  const char* readJoints(const Problem& problem, bool limits);
  const char* take(const Goal& goal);
  const char* seeFromBase(const Problem& problem);
  const char* checkKinds() const;
  /// Whether a family knows what to do with the loop's slides.
  bool canSlide() const;
  Pose toolOf(const Goal& goal) const { return link_ * goal.linkFromTool; }
  /// From a place among angles to one in the row, and back. Without a held hinge, or with the last one, they are the
  /// same.
  int inRow(int i) const { return i == mostJoints - 1 ? held_ : i + (i >= held_); }
  int inAngles(int place) const { return place == held_ ? mostJoints - 1 : place - (place > held_); }

  const Problem* problem_ = nullptr;
  std::array<const Goal*, 2> goals_{};
  int goalCount_ = 0;
  const Goal* point_ = nullptr;  ///< the goal that fixes a point of the link
  const Goal* turn_ = nullptr;   ///< the one that fixes a direction or the orientation; may be the same
  Vec3 wantedPoint_ = Vec3::Zero();
  Mat3 errorRows_ = Mat3::Zero();               ///< of the point, by where it is
  Quat wantedTurn_ = Quat::Identity();          ///< of the link
  std::array<Vec3, 3> freeTurns_, freeSlides_;  ///< world axes about which it may turn, along which the point may slide
  int freeTurnCount_ = 3, freeSlideCount_ = 3;
  Vec3 onlyAxis_ = Vec3::Zero();  ///< of the only turn that is fixed, if it is one
  int inAll_ = 0;                 ///< joints in the row
  int joints_ = 0;                ///< less the one that is held
  int held_ = mostJoints - 1;
  double heldAngle_ = 0;
  std::array<const Motion*, mostJoints> motions_{};  ///< in the row
  std::array<Line, mostJoints> lines_;               ///< in the row
  double rounding_ = 0;                              ///< of world coordinates, in sizes
  Rigid G_;
  std::array<Line, mostJoints> moved_;  ///< as of the last errorAt(), as in angles
  Pose start_;                          ///< the link, as in the state
  bool isWhole_ = true;                 ///< all of the way is asked for
  Pose left_;                           ///< of the way, after the part that is asked for
  Pose link_;                           ///< as of the last errorAt()
};

}  // namespace limber::analytic
