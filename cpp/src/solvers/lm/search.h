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

  /// Whether the problem fits. `options` are resolved.
  bool prepare(const Problem& problem, const SolveOptions& options);

  /// next(row) places a start and its target in the problem, or returns false after the last. done(row) takes the
  /// answer; `row` is 0 or 1.
  template <class Next, class Done>
  void run(const Problem& problem, Next&& next, Done&& done) {
    bool isLast = false;
    for (;;) {
      for (int i = 0; i < 2 && !isLast; ++i) {
        if (rows_[i].isLive) continue;
        isLast = !next(i);
        if (!isLast) load(i, problem);
      }
      if (!rows_[0].isLive && !rows_[1].isLive) return;
      if (const int i = advance(); i >= 0) done(i);
    }
  }

  std::span<const double> best(int row) const { return rows_[row].best; }
  const Result& result(int row) const { return rows_[row].plan.result; }
  /// The target is too far away for this class.
  bool isFar(int row) const { return rows_[row].isFar; }

 private:
  struct Row {
    std::vector<double> start, best, drawn;
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

  void load(int row, const Problem& problem);
  void launch(int lane, int row, const Plan::Descent& descent);
  /// Gives an idle lane the next descent of the other lane's row.
  void lookAhead();
  /// Runs until a descent is over. The row that has ended by that, or −1.
  int advance();
  void takeEnd(int row);
  void drop(int row);
  bool isBeyond(const Row& row) const;

  const Problem* problem_ = nullptr;
  SolveOptions options_;
  SerialArm arm_;
  PairOfDescents descents_{arm_};
  std::array<Row, 2> rows_;
  std::array<Flight, 2> flights_;
};

}  // namespace limber::arms
