/// solve() in mode `find` by lm on a serial arm: the start, restarts from random poses, and the best once more with
/// patience; the descents of two rows at a time.
#pragma once

#include <vector>

#include "../random_pose.h"
#include "descent.h"

namespace limber::arms {

class Search {
 public:
  explicit Search(const Problem& problem);

  /// Whether the problem fits. `options` are resolved.
  bool prepare(const Problem& problem, const SolveOptions& options);

  /// next(lane) places a row's start and target in the problem, or returns false after the last. done(lane) takes a row.
  template <class Next, class Done>
  void run(const Problem& problem, Next&& next, Done&& done) {
    int live = 0;
    const auto begin = [&](int lane) {
      if (next(lane)) {
        load(lane, problem);
        ++live;
      } else {
        descents_.retire(lane);
      }
    };
    begin(0);
    begin(1);
    while (live > 0) {
      const int lane = descents_.run();
      if (goesOn(lane)) continue;
      --live;
      done(lane);
      begin(lane);
    }
  }

  /// The row of a lane: its start, its best pose with its target, and its result.
  std::span<const double> start(int lane) const { return rows_[lane].start; }
  void place(int lane, Problem& problem) const;
  const Result& result(int lane) const { return rows_[lane].result; }
  bool isFar(int lane) const { return descents_.end(lane).isFar; }

 private:
  struct Row {
    std::vector<double> start, best, drawn;
    std::array<double, 7> target;
    Distance distance;  ///< of `best`
    Random random{0};
    Deadline deadline;
    Result result;
    int k = 0;  ///< −1: from the start; then restarts; then the last, with patience
  };

  void load(int lane, const Problem& problem);
  /// Takes a descent, and begins the next; false after the last.
  bool goesOn(int lane);
  bool isBeyond(const Row& row) const;

  const Problem* problem_ = nullptr;
  SolveOptions options_;
  Arm arm_;
  Descents descents_{arm_};
  std::array<Row, 2> rows_;
};

}  // namespace limber::arms
