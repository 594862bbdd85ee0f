/// Descents of Levenberg–Marquardt (see solvers/lm.cpp) on a serial arm, two at a time: each lane has its own start,
/// target, damping and progress.
#pragma once

#include "../deadline.h"
#include "../distance.h"
#include "arm.h"

namespace limber::arms {

class Descents {
 public:
  explicit Descents(const Arm& arm) : arm_(arm) {}
  void prepare(const Problem& problem, const SolveOptions& options);

  /// When a descent gives up, after `patience` steps that have not halved the error: never, always, or only if its
  /// start is not near the target.
  enum class Patience { endless, some, someIfFar };
  void load(int lane, const double* q, const double* target, Patience patience, const Deadline& deadline);
  void retire(int lane) { lanes_[lane].isLive = false; }
  /// Goes on until a lane's descent is over; returns the lane.
  int run();

  struct End {
    Status status = Status::stalled;
    int iterations = 0;
    Distance start, distance;
    bool isFar = false;  ///< the target is so far away that this class cannot approach it; see Far
  };
  const End& end(int lane) const { return lanes_[lane].end; }
  double q(int lane, int joint) const { return q_[joint][lane]; }

 private:
  static constexpr int rowsMost = 6;
  struct Errors {
    std::array<Pair, rowsMost> e;  ///< dimensionless
    Pair square;                   ///< |e|²
    Pair distance, angle;          ///< metres and radians
  };
  struct Lane {
    bool isLive = false;
    bool isFresh = false;  ///< the last try has ended an iteration
    Patience patience = Patience::endless;
    int tries = 0;
    int markedAt = 0;
    double moved = 0;
    Distance mark;
    Deadline deadline;
    End end;
  };

  void look();
  void begin(int lane);
  void measure(const Sweep<Pair>& at, Errors& to) const;
  bool isOver(int lane);
  void tryStep();
  void readJacobian();
  void findStep();
  template <int rows>
  void solve(const Pair& mu);

  const Arm& arm_;
  const Problem* problem_ = nullptr;
  SolveOptions options_;
  const Goal* goal_ = nullptr;
  int rows_ = 0, linear_ = 0;
  double perReach_ = 0, perTurn_ = 0, maxError_ = 0;
  std::array<Pair, mostJoints> q_, tried_, x_, lower_, upper_, free_;
  std::array<std::array<Pair, rowsMost>, mostJoints> J_;
  std::array<Pair, 7> target_;
  Sweep<Pair> sweep_, triedSweep_;
  Errors now_, triedErrors_;
  std::array<Pair, rowsMost> e_;  ///< shortened
  Pair mu_;
  std::array<Lane, 2> lanes_;
  std::array<bool, 2> loaded_ = {};
};

}  // namespace limber::arms
