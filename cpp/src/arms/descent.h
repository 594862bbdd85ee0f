/// Descents of Levenberg–Marquardt (see solvers/lm.cpp) on a serial arm, two at a time: each lane has its own start,
/// target, damping and progress.
#pragma once

#include "../strategy.h"
#include "arm.h"

namespace limber::arms {

class Descents {
 public:
  explicit Descents(const Arm& arm) : arm_(arm) {}
  void prepare(const Problem& problem, const SolveOptions& options);

  /// A descent from a pose with its target. One from the start is impatient only if it is far from the target.
  void load(int lane, const double* q, const double* target, Plan::From from, const Deadline& deadline);
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
    bool isLoaded = false;
    Plan::From from = Plan::From::start;
    int tries = 0;
    Deadline deadline = Deadline();
    End end = {};
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
};

}  // namespace limber::arms
