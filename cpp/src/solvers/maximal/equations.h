/// Equations with all links free: the gap of each joint, and the error of each loop and goal.
///
/// Unknowns are the world pose of every link, moved by [slide of its origin; turn] in world axes, and all
/// joint coordinates q; slides count reaches. A joint's gap is between its link's pose and the pose by its
/// parent and q. Comparing the two frames by three pairs of points at ±a along the joint's axes gives, for a
/// slide d and a turn by θ, the sum of squares
///
///   Σ|d + (R − I)p|² = 6 d² + 16 a² sin²(θ/2)
///
/// so six rows replace eighteen: d, and the turn as a rotation vector times a length ρ, about that of the joined links.
/// Three points alone would be stiffer about some axes than others, and couple slides and turns. A rotation vector
/// converges from any turn; the sine of half the angle does not.
#pragma once

#include <vector>

#include "descent/linearisation.h"
#include "linear/sparse_ldlt.h"

namespace limber::maximal {

class Equations {
  /// Block of each coordinate v; those of links come first. Declared here because `matrix` is constructed from it.
  std::vector<int> blockOf_;

 public:
  explicit Equations(const Problem& problem);
  /// Finds active rows and free coordinates; `movesAll`: includes joints that carry no goal and no loop.
  void prepare(const Problem& problem, const SolveOptions& options, bool movesAll);

  /// Updates rows, axes, problem.errors and problem.misfits from poses and q.
  void measure(Problem& problem);
  /// Half the sum of squares of joints and loops; and of goals, with far ones shortened by linearise().
  double gaping() const { return gaping_; }
  double pull() const { return pull_; }
  /// Remaining error of the goals, not shortened, from problem.errors.
  double rest(const Problem& problem) const;
  bool hasGoals() const { return hasGoals_; }

  /// Derivatives at the last measure(). Farther goals count as `most` reaches away until the next call.
  void linearise(const Problem& problem, double most);
  /// A and the gradient of gaping() + softness² · pull().
  void assemble(double softness);
  /// Fixes coordinates at a limit that the step x would take farther; returns whether there were any.
  bool hold(const Problem& problem, std::span<const double> x);

  SparseLdlt matrix;
  std::vector<double> gradient;
  /// Damping of each unknown: the diagonal of A by joint weights.
  std::vector<double> inertia;

  /// Columns of a link's pose, and of a motion's coordinates from v on.
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
    int count = 0;   ///< number of columns
    int first = 0;   ///< in columns_ and, six numbers each, in derivatives_
    int places = 0;  ///< in places_, for each pair of columns with the second not after the first
    bool isOn = true;
    double linear = 0;  ///< weights of a metre and a radian
    double angular = 0;
    Eigen::Matrix<double, 6, 1, Eigen::DontAlign> e = Eigen::Matrix<double, 6, 1>::Zero();

    /// For a far target: the part subtracted from its error, or, if that would leave only rounding, the way
    /// back to the tool's old place.
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
  std::vector<Pose> carried_;    ///< each link's pose by its joint
  std::vector<double> units_;    ///< unit of each coordinate v: a radian, or the reach
  std::vector<char> isHeld_;     ///< fixed coordinates v
  std::vector<char> isHeldUnknown_;
  std::vector<char> isStopped_;  ///< unknowns that are fixed or at a limit
  /// Directions that a ball's limits block.
  struct Stop {
    int column;
    Vec3 away;
  };
  std::vector<Stop> stops_;
  std::vector<double> willing_;  ///< squared joint weight of each unknown
  double gaping_ = 0;
  double pull_ = 0;
  bool hasGoals_ = false;
};

}  // namespace limber::maximal
