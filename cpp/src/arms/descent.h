/// Descents of Levenberg–Marquardt (see solvers/lm.cpp) on a serial arm, two at a time: each lane has its own start,
/// target, damping and progress.
#pragma once

#include "../distance.h"
#include "arm.h"

namespace limber::arms {

class Descents2 {
 public:
  Descents2(const Problem& problem, const Arm& arm, const SolveOptions& options);

  /// Begins a descent. An impatient one ends after `patience` steps that have not halved the error. False: the target
  /// is too far away for this; see Far.
  void load(int lane, const double* q, const double* target, bool isImpatient);
  void retire(int lane) { lanes_[lane].isLive = false; }
  /// Goes on until a lane's descent is over; returns the lane.
  int run();

  struct End {
    Status status;
    int iterations;
    Distance distance;
    Residual left;
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
    bool isImpatient = false;
    int tries = 0;
    int markedAt = 0;
    double moved = 0;
    Distance mark;
    End end;
  };

  void look();
  void measure(const Sweep<Pair>& at, Errors& to) const;
  bool isOver(int lane);
  void tryStep();
  void readJacobian();
  void findStep();
  template <int rows>
  void solve(const Pair& mu);

  const Problem& problem_;
  const Arm& arm_;
  const SolveOptions& options_;
  const Goal& goal_;
  int rows_, linear_;
  double perReach_, perTurn_, maxError_;
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
