#include "rows.h"

#include <algorithm>

#include "../random_pose.h"
#include "descent.h"

namespace limber::arms {
namespace {

constexpr double leastPart = 0.5;
constexpr double morePart = 0.05;

/// Poses of the restarts, which are the same for all rows.
class Draws {
 public:
  Draws(const Problem& problem, const SolveOptions& options)
      : problem_(problem), options_(options), random_(static_cast<std::uint64_t>(options.seed)), last_(problem.state.q) {}
  const double* operator[](int k) {
    const std::size_t nq = last_.size();
    while (std::ssize(all_) <= k * std::ssize(last_)) {
      const double part = std::min(1.0, leastPart + static_cast<double>(all_.size() / nq) * morePart);
      drawPose(problem_.model(), problem_.jointWeights, options_.limits, random_, last_.data(), part);
      all_.insert(all_.end(), last_.begin(), last_.end());
    }
    return &all_[static_cast<std::size_t>(k) * nq];
  }

 private:
  const Problem& problem_;
  const SolveOptions& options_;
  Random random_;
  std::vector<double> last_, all_;
};

/// Which descent of a row runs in a lane.
struct Search {
  Row* row = nullptr;
  int k = -1;  ///< −1: from the start; then restarts; then the last, with patience
  Distance best;
  bool isFirst = true;
};

}  // namespace

void solveRows(const Problem& problem, const Arm& arm, const SolveOptions& options, std::span<Row> rows) {
  Descents2 descents(problem, arm, options);
  Draws draws(problem, options);
  std::array<Search, 2> searches;
  auto next = rows.begin();
  int live = 0;
  const auto begin = [&](int lane) {
    if (next == rows.end()) {
      descents.retire(lane);
      return;
    }
    ++live;
    searches[lane] = Search();
    searches[lane].row = &*next++;
    Row& row = *searches[lane].row;
    std::copy_n(row.start, row.q.size(), row.q.begin());
    descents.load(lane, row.start, row.target, options.maxRestarts > 0);
  };
  begin(0);
  begin(1);
  while (live > 0) {
    const int lane = descents.run();
    Search& search = searches[lane];
    Row& row = *search.row;
    const auto& end = descents.end(lane);
    row.result.iterations += end.iterations;
    const bool isLast = search.k == options.maxRestarts;
    const int order = search.isFirst ? -1 : end.distance.compare(search.best);
    search.isFirst = false;
    if (order < (isLast ? 1 : 0) || end.distance.reached()) {
      search.best = end.distance;
      row.result.status = end.status;
      for (int i = 0; i < arm.count(); ++i) row.q[arm[i].qIndex] = descents.q(lane, i);
    }
    row.isReached = search.best.reached();
    if (isLast && !row.isReached) row.result.status = end.status;
    if (row.isReached || isLast || options.maxRestarts == 0) {
      --live;
      begin(lane);
      continue;
    }
    ++search.k;
    ++row.result.restarts;
    const bool isPatient = search.k == options.maxRestarts;
    descents.load(lane, isPatient ? row.q.data() : draws[search.k], row.target, !isPatient);
  }
}

}  // namespace limber::arms
