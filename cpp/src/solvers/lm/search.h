/// solve() by lm on a serial arm: the descents of two rows at a time, or two of one row's, which does not change its
/// answer.
#pragma once

#include <vector>

#include "model/random_pose.h"
#include "solvers/lm/descent.h"

namespace limber::arms {

class Search {
 public:
  explicit Search(const Problem& problem);

  /// Whether the problem fits. `options` are resolved, and stay until the last row has ended; so does the problem,
  /// whose state is moved to poses that may be clear of obstacles.
  bool prepare(Problem& problem, const SolveOptions& options);

  /// Begins one of two rows, with the problem's start and targets.
  void load(int row);
  bool isLive(int row) const { return rows_[row].isLive; }
  /// Runs until a descent is over. The row that has ended by that, or −1.
  int advance();

  std::span<const double> best(int row) const { return rows_[row].best; }
  const Plan& plan(int row) const { return rows_[row].plan; }
  /// The target is too far away for this class.
  bool isFar(int row) const { return rows_[row].isFar; }
  /// What is left of the plan has to look at obstacles, which this class does not.
  bool isOpen(int row) const { return rows_[row].isOpen; }

 private:
  struct Row {
    std::vector<double> best, drawn;
    std::array<double, 7> target;
    Plan plan;
    bool isLive = false;
    bool isFar = false;
    bool isOpen = false;
    int lane = 0;  ///< of its descent whose end counts next
  };
  /// A lane's descent, under way or over.
  struct Flight {
    int row = -1;
    Plan::Descent descent = {};
    bool isOver = false;
    std::array<double, mostJoints> q = {};  ///< where it is over
  };

  void launch(int lane, int row, const Plan::Descent& descent);
  /// Gives an idle lane the next descent of the other lane's row.
  void lookAhead();
  void takeEnd(int row);
  void drop(int row);
  bool isBeyond(const Row& row) const;
  void readObstacles(const Flight& flight, Distance& at);

  Problem* problem_ = nullptr;
  const SolveOptions* options_ = nullptr;
  SerialArm arm_;
  PairOfDescents descents_{arm_};
  std::array<Row, 2> rows_;
  std::array<Flight, 2> flights_;
};

}  // namespace limber::arms
