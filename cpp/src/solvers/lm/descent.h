/// PairOfDescents of Levenberg–Marquardt (see solvers/lm.cpp) on a serial arm, two at a time: each lane has its own
/// start, target, damping and progress.
#pragma once

#include "descent/strategy.h"
#include "solvers/lm/arm.h"

namespace limber::arms {

class PairOfDescents {
 public:
  explicit PairOfDescents(const SerialArm& arm) : arm_(arm) {}
  void prepare(const Problem& problem, const SolveOptions& options);

  /// A descent from a pose with its target. One from the start is impatient only if it is far from the target.
  void load(int lane, const double* q, const double* target, const Plan::Descent& descent, const Deadline& deadline);
  void retire(int lane) { lanes_[lane].isLive = false; }
  bool isLive(int lane) const { return lanes_[lane].isLive; }
  /// Goes on until a lane's descent is over; returns the lane. At least one must be live.
  int run();

  struct End {
    Distance start, distance;
    Progress progress;
    bool isFar = false;  ///< the target is so far away that this class cannot approach it; see `farthest`
  };
  const End& end(int lane) const { return lanes_[lane].end; }
  double q(int lane, int joint) const { return at_[now_].q[joint][lane]; }

 private:
  static constexpr int rowsMost = 6;
  struct Errors {
    std::array<Lanes, rowsMost> e;  ///< dimensionless
    Lanes square;                   ///< |e|²
    RowMapT<Lanes> map;             ///< −∂e over the tool's velocity
    Lanes distance, angle;          ///< metres and radians
  };
  struct At {
    std::array<Lanes, mostJoints> q;
    Sweep<Lanes> sweep;
    Errors errors;
  };
  struct Lane {
    bool isLive = false;
    bool isFresh = false;  ///< the last try has ended an iteration
    bool isLoaded = false;
    Plan::Descent descent = {};
    int tries = 0;
    Deadline deadline = Deadline();
    End end = {};
  };

  void look(At& at);
  void measure(const Sweep<Lanes>& at, Errors& to) const;
  void begin(int lane);
  bool isOver(int lane);
  void tryStep();
  void take(Mask isBetter);
  void readJacobian();
  void solve();
  template <int rows>
  void solveRows();
  void solveColumns();
  bool hold(const Lanes* x);

  const SerialArm& arm_;
  const Problem* problem_ = nullptr;
  const SolveOptions* options_ = nullptr;
  const Goal* goal_ = nullptr;
  int rows_ = 0, linear_ = 0;
  double perReach_ = 0, perTurn_ = 0, maxError_ = 0;
  std::array<At, 2> at_;  ///< the present pose, and the tried one
  int now_ = 0;
  std::array<Lanes, mostJoints> x_, lower_, upper_;
  std::array<Lanes, mostJoints> free_;  ///< scale, or zero where held
  std::array<std::array<Lanes, rowsMost>, mostJoints> J_;
  std::array<Lanes, 7> target_;
  std::array<Lanes, rowsMost> e_;  ///< shortened
  Lanes mu_;
  std::array<int, mostJoints> atLimit_;  ///< joints at a limit, in some lane
  int atLimitCount_ = 0;
  std::array<Lane, 2> lanes_;
};

}  // namespace limber::arms
