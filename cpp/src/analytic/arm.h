/// A problem as hinges in a row and what its goals ask of them.
#pragma once

#include "limber/problem.h"
#include "lines.h"

namespace limber::analytic {

inline constexpr int mostHinges = 6;

/// Angles are counted from where the state's links are, so that its axes are those of the equations.
class Arm {
 public:
  /// Null, or why the problem is none. The state must be swept. Joints that limits leave no room are held, like those
  /// of weight 0.
  const char* read(const Problem& problem, bool limits);

  using Angles = std::array<double, mostHinges>;
  int hinges() const { return loop.hinges; }
  const Motion& motion(int i) const { return *motions_[i]; }
  /// Whether goals ask for an orientation and nothing else; then no point of `loop` counts.
  bool onlyTurns() const { return !point_; }

  /// Asks for the part t of the way from the state's pose to the wanted one, which is straight for the tool's point and
  /// a turn about one axis. read() asks for all of it, t = 1.
  void aimAt(double t);

  /// Largest error of the goals where the hinges have these angles: radians, metres relative to the size.
  double errorAt(const Angles& angles);
  /// As of the last errorAt(): the errors, and by how much an angle lessens them.
  using Errors = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 2 * maxRows, 1>;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 2 * maxRows, mostHinges>;
  Errors errors;
  Rows rows() const;

  Loop loop;

 private:
  const char* readGoals(const Problem& problem);
  const char* readHinges(const Problem& problem, bool limits);
  const char* take(const Goal& goal);
  Pose toolOf(const Goal& goal) const { return link_ * goal.linkFromTool; }

  std::array<const Goal*, 2> goals_{};
  int goalCount_ = 0;
  const Goal* point_ = nullptr;  ///< the goal that fixes a point of the link
  const Goal* turn_ = nullptr;   ///< the one that fixes a direction or the orientation; may be the same
  Vec3 wantedPoint_ = Vec3::Zero();
  Quat wantedTurn_ = Quat::Identity();  ///< of the link
  Vec3 freeAxis_ = Vec3::Zero();        ///< about which a direction leaves it free to turn
  std::array<const Motion*, mostHinges> motions_{};
  std::array<Line, mostHinges> moved_;  ///< as of the last errorAt()
  Pose start_;                          ///< the link, as in the state
  Pose left_;                           ///< of the way, after the part that is asked for
  Pose link_;                           ///< as of the last errorAt()
};

}  // namespace limber::analytic
