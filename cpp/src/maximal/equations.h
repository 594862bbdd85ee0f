/// What has to vanish when every link is free: of each joint what gapes between its two sides, of each loop and goal
/// its error.
///
/// Unknowns are the world pose of every link, moved by [slide of its origin; turn] in world axes, and all joint
/// coordinates q; slides count reaches. A joint's parent and q say where its link belongs; the link is where it is.
/// Both frames are compared as three pairs of points a length ±a along the joint's axes would be, whose sum of squares
/// is, for a slide d and a turn by θ between the frames,
///
///   Σ|d + (R − I)p|² = 6 d² + 16 a² sin²(θ/2)
///
/// so six rows do for eighteen: d, and the turn as a rotation vector times a length ρ of the order of the links that
/// the joint ties. Three points alone would make a joint stiffer about some of its axes than about others, and tie
/// slides to turns. Rotation vectors pull home from any turn; sines of half turns do not.
#pragma once

#include <vector>

#include "../linearisation.h"
#include "sparse_ldlt.h"

namespace limber::maximal {

class Equations {
  /// Block of each coordinate v; those of links come first. Stands here because `matrix` is made with it.
  std::vector<int> blockOf_;

 public:
  explicit Equations(const Problem& problem);
  /// Which rows are on and which coordinates may move; `movesAll`: also joints that carry no goal and no loop.
  void prepare(const Problem& problem, const SolveOptions& options, bool movesAll);

  /// Rows, problem.errors and problem.misfits from poses and q as they are; axes follow.
  void measure(Problem& problem);
  /// Half the sum of squares of joints and loops; and of goals, as linearise() has brought near what is far.
  double gaping() const { return gaping_; }
  double pull() const { return pull_; }
  /// What is left of the goals, as far as it is, from problem.errors.
  double rest(const Problem& problem) const;
  bool hasGoals() const { return hasGoals_; }

  /// Derivatives where measure() has been last. What is further off than `most` reaches counts as that far, until the
  /// next call.
  void linearise(const Problem& problem, double most);
  /// A and gradient of gaping() + softness² · pull().
  void assemble(double softness);
  /// Takes out of the equations what stands at a limit and would go further by the step x; returns whether there was
  /// any.
  bool hold(const Problem& problem, std::span<const double> x);

  SparseLdlt matrix;
  std::vector<double> gradient;
  /// How unwillingly each unknown moves: the diagonal of A by joint weights.
  std::vector<double> inertia;

  /// Columns of a link's pose, and of the coordinates from v on that a motion has.
  int columnOfLink(int link) const { return matrix.first(link); }
  int columnOfMotion(const Motion& motion) const { return matrix.first(blockOf_[motion.vIndex]); }
  bool isHeld(int v) const { return isHeld_[v]; }
  const std::vector<char>& held() const { return isHeld_; }

 private:
  enum class Of { joint, loop, goal };
  struct Row {
    Of of;
    int link = 0;
    const Goal* goal = nullptr;
    const Loop* loop = nullptr;
    int count = 0;   ///< of columns
    int first = 0;   ///< in columns_ and, six numbers a column, in derivatives_
    int places = 0;  ///< in places_: of each pair of columns, the second not after the first
    bool isOn = true;
    double linear = 0;  ///< what a metre and a radian count
    double angular = 0;
    Eigen::Matrix<double, 6, 1, Eigen::DontAlign> e = Eigen::Matrix<double, 6, 1>::Zero();

    /// A goal whose target is far away: what is taken off its error, or, where that would leave no digits, the way back
    /// to where the tool was.
    bool isFar = false;
    Vec3 shift = Vec3::Zero();
    Vec3 tool = Vec3::Zero();
    Vec3 near = Vec3::Zero();
    Mat3 map = Mat3::Zero();
  };
  using Columns = Eigen::Map<Eigen::Matrix<double, 6, Eigen::Dynamic>>;
  Columns derivatives(const Row& row) { return {&derivatives_[6 * row.first], 6, row.count}; }

  static SparseLdlt pattern(const Problem& problem, std::vector<int>& blockOf);
  void addRow(const Problem& problem, Of of, int joint, const Goal* goal, const Loop* loop);
  void findSizes(const Problem& problem);
  void findMovers(const Problem& problem, bool movesAll);
  void measureJoint(Problem& problem, Row& row);
  void measureGoal(const Problem& problem, Row& row);
  void lineariseJoint(const Problem& problem, const Row& row);
  void lineariseGoal(const Problem& problem, const Row& row);
  void bringNear(const Problem& problem, Row& row, double most);
  bool holdBall(const Problem& problem, const Motion& motion, const Vec3& dq);
  void dropHeld();

  std::vector<Row> rows_;  ///< joints in the order of links, then loops, then goals
  std::vector<int> columns_;
  std::vector<int> places_;
  std::vector<double> derivatives_;
  std::vector<double> lengths_;  ///< ρ of each joint
  std::vector<Pose> carried_;    ///< where each joint would have its link
  std::vector<double> units_;    ///< what one of each coordinate v is: a radian, or a reach
  std::vector<char> isHeld_;     ///< coordinates v that may not move
  std::vector<char> isHeldUnknown_;
  std::vector<char> isStopped_;  ///< unknowns that are held, or at a limit
  /// What the limits of a ball take away of its turns.
  struct Stop {
    int column;
    Vec3 away;
  };
  std::vector<Stop> stops_;
  std::vector<double> willing_;  ///< of each unknown: square of its joint weight
  double gaping_ = 0;
  double pull_ = 0;
  bool hasGoals_ = false;
};

}  // namespace limber::maximal
