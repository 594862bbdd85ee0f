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

  /// Whether the problem fits. `options` are resolved, and stay until the last row has ended.
  bool prepare(const Problem& problem, const SolveOptions& options);

  /// Begins one of two rows, with the problem's start and targets.
  void load(int row, const Problem& problem);
  bool isLive(int row) const { return rows_[row].isLive; }
  /// Runs until a descent is over. The row that has ended by that, or −1.
  int advance();

  std::span<const double> best(int row) const { return rows_[row].best; }
  const Result& result(int row) const { return rows_[row].plan.result; }
  /// The target is too far away for this class.
  bool isFar(int row) const { return rows_[row].isFar; }

 private:
  struct Row {
    std::vector<double> best, drawn;
    std::array<double, 7> target;
    Plan plan;
    Random random{0};
    Deadline deadline;
    bool isLive = false;
    bool isFar = false;
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

  const Problem* problem_ = nullptr;
  const SolveOptions* options_ = nullptr;
  SerialArm arm_;
  PairOfDescents descents_{arm_};
  std::array<Row, 2> rows_;
  std::array<Flight, 2> flights_;
};

}  // namespace limber::arms
