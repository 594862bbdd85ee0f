/// A problem as a row of joints and the freedoms that its goals constrain.
#pragma once

#include <string>

#include "closed_form/row/freedoms.h"
#include "closed_form/row/lines.h"
#include "goals/goal_type.h"
#include "limber/problem.h"

namespace limber::analytic {

inline constexpr int mostJoints = 7;

/// Angles are counted from the state's pose, so that its axes are those of the equations. Positions are
/// relative to the first free joint, in axes parallel to the world's: an arm far from the world's origin is
/// as exact as any.
class Arm {
 public:
  Arm() = default;
  Arm(const Arm&) = delete;
  /// Null, or why the problem is not supported. The state must be swept. Joints to which limits leave no room
  /// are held, like those of weight 0.
  /// `draw`: which target inside the room of a goal: 0 the nearest to the tool, others drawn.
  const char* read(const Problem& problem, bool limits, int draw = 0);

  /// Values of the free joints, from the root on, metres for slides; after them, that of the held one, if
  /// any.
  using Angles = std::array<double, mostJoints>;
  int joints() const { return joints_; }
  /// The motions of a row whose lines keep their places to one another: no joint of the chain is held, no axis free.
  struct Motions {
    int revision;  ///< of the model
    std::array<const Motion*, 6> motions;
    bool operator==(const Motions&) const = default;
  };
  std::optional<Motions> constantMotions() const;
  const Motion& motion(int i) const { return *motions_[inRow(i)]; }

  /// If more than seven hinges are free: the links of those beyond the seven nearest the tool, each in
  /// quotes.
  std::string surplus;
  /// Whether there are seven hinges for six degrees of freedom. If so, hold one of them before reading
  /// `loop`.
  bool hasSpare() const { return inAll_ == mostJoints; }
  /// All joints in the row, whether held or not, and the motion that they must produce together.
  const Line& line(int place) const { return lines_[place]; }
  const Motion& motionInRow(int place) const { return *motions_[place]; }
  const Rigid& whole() const { return G_; }
  /// Holds one of seven at an angle: moves the lines after it accordingly.
  void hold(int place, double angle);
  /// Undoes hold(): all seven are free.
  void release() {
    held_ = mostJoints - 1;
    joints_ = mostJoints;
  }
  double heldAngle() const { return heldAngle_; }
  /// The angles of the loop's hinges, followed by that of the held one.
  Angles withHeld(const Six& free) const {
    Angles angles;
    std::ranges::copy(free, angles.begin());
    angles[6] = heldAngle_;
    return angles;
  }
  /// From an index among angles to one in the row. They are equal if no hinge is held, or the last one is.
  int inRow(int i) const { return i == mostJoints - 1 ? held_ : i + (i >= held_); }
  /// The same angles in the order of the row, and back.
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
  /// The equivalent of one radian: for slides the size.
  double unitOf(int i) const { return motion(i).slides() ? loop.size : 1; }
  /// From one value to another, in units: the shorter way for hinges.
  double way(int i, double from, double to) const {
    return motion(i).slides() ? (to - from) / loop.size : wrapped(to - from);
  }
  /// The goal's point where all joints are at zero; the held one moves it.
  const Vec3& tip() const { return tip_; }
  /// Whether goals only constrain an orientation; then no point of `loop` matters.
  bool onlyTurns() const { return !point_; }

  /// Whether a goal has room: then the arm is asked for the nearest pose of the tool inside, and that none of its own
  /// poses is there proves nothing.
  bool hasRoom() const { return hasRoom_; }

  /// Whether lengths prove that no pose is within a tolerance, in metres. Quicker than everything else.
  bool isOutOfReach(double tolerance = 0) const;
  /// The same for `loop`, by the distances between its lines alone: quicker still, but it misses what is too near.
  bool isBeyondLines(double tolerance = 0) const;

  /// Sets the goal to the fraction t of the way from the state's pose to the wanted one: a straight line for
  /// the tool's point and a turn about one axis. read() sets t = 1.
  void aimAt(double t);
  /// Sets the goal beside the wanted pose, by a shift of the tool's point in sizes and a turn about it. Errors remain
  /// those of the wanted pose.
  void aimBeside(const Vec3& shift, const Vec3& turn);

  /// Fewer joints than the goals ask for: these meet some of their freedoms, and the others have to follow. So some are
  /// left free, and every pose is checked. A choice of them may be singular where the pose is, so there are several;
  /// one, which leaves nothing free, for other arms. read() takes the first.
  int choices() const { return std::max(choiceCount_, 1); }
  void choose(int choice);
  bool lacksJoints() const { return choiceCount_ > 0; }
  /// The freedoms of the present choice, as "rx and ry" of the tool.
  std::string namesOfChoice() const;
  /// Whether closed forms serve goals that leave those free: a turn about one axis alone needs hinges parallel to it.
  bool canFreeChoice() const;

  /// Largest error of the goals at these angles, less the rounding of world coordinates: radians, metres
  /// relative to the size.
  double errorAt(const Angles& angles);
  /// As of the last errorAt(): the errors, and their decrease per unit of each joint.
  using Errors = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 2 * maxRows, 1>;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 2 * maxRows, mostJoints>;
  Errors errors;
  /// As of the last errorAt(): whether every goal is within these metres and radians.
  bool isWithin(double tolerance, double angleTolerance) const;
  /// Per row of the errors, what makes one of each tolerance.
  using Weights = std::array<double, 2 * maxRows>;
  Weights weightsFor(double tolerance, double angleTolerance) const;
  Rows rows() const;

  ClosedChain loop;

 private:
  const char* readGoals(const Problem& problem);
  const char* readJoints(const Problem& problem, bool limits);
  const char* take(const Goal& goal);
  const char* seeFromBase(const Problem& problem);
  const char* readChoices(const char* reason);
  void closeLoop();
  const char* checkKinds() const;
  /// Whether a family can solve the loop's slides.
  bool canSlide() const;
  /// In the link's frame.
  Vec3 pointOnLink() const { return point_ ? point_->linkFromTool.p : Vec3(Vec3::Zero()); }
  Pose drawn(const Goal& goal) const;
  Pose toolOf(const Goal& goal) const { return link_ * goal.linkFromTool; }
  /// Back from an index in the row.
  int inAngles(int place) const { return place == held_ ? mostJoints - 1 : place - (place > held_); }

  const Problem* problem_ = nullptr;
  std::array<const Goal*, 2> goals_{};
  std::array<std::optional<Goal>, 2> exact_;  ///< those of goals with room
  bool hasRoom_ = false;
  int draw_ = 0;
  int goalCount_ = 0;
  const Goal* point_ = nullptr;  ///< the goal that fixes a point of the link
  const Goal* turn_ = nullptr;   ///< the goal that fixes a direction or the orientation; may be the same
  Vec3 wantedPoint_ = Vec3::Zero();
  Mat3 errorRows_ = Mat3::Zero();               ///< −∂error/∂position of the point
  Quat wantedTurn_ = Quat::Identity();          ///< wanted orientation of the link
  std::array<Vec3, 3> freeTurns_, freeSlides_;  ///< world axes about which it may turn, along which the point may slide
  int freeTurnCount_ = 3, freeSlideCount_ = 3;  ///< by the goals; the choice may leave more of them free
  std::array<Line, 6> asked_;                   ///< if joints lack: world axes of the freedoms that the goals ask for
  std::array<const char*, 6> askedNames_{};
  std::array<Freedoms, mostChoices> choices_{};  ///< of `asked_`
  int choiceCount_ = 0, choice_ = 0;
  Vec3 onlyAxis_ = Vec3::Zero();  ///< axis of the only fixed turn, if there is just one
  bool anyHeld_ = false;          ///< whether other joints are between the root and the link
  int inAll_ = 0;                 ///< joints in the row
  int joints_ = 0;                ///< joints in the row less the held one
  int held_ = mostJoints - 1;
  double heldAngle_ = 0;
  std::array<const Motion*, mostJoints> motions_{};  ///< in the row
  std::array<Line, mostJoints> lines_;               ///< in the row
  double rounding_ = 0;                              ///< of world coordinates, in sizes
  Rigid G_;
  Vec3 tip_ = Vec3::Zero();
  std::array<Line, mostJoints> moved_;  ///< as of the last errorAt(), in the order of angles
  Pose start_;                          ///< the link, as in the state
  bool isWhole_ = true;                 ///< the goal is at t = 1
  Pose left_;                           ///< rest of the way after the current goal
  Pose link_;                           ///< as of the last errorAt()
};

}  // namespace limber::analytic
