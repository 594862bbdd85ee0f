#include <algorithm>
#include <optional>

#include "descent/loop_rows.h"
#include "descent/move.h"
#include "linear/singular_values.h"
#include "numbers/deadline.h"

namespace limber {
namespace {

/// Singular values below this fraction of the largest count as zero. With aligned links a loop is closed only to the
/// square root of rounding.
constexpr double rankTolerance = 3e-6;
/// A larger gap, relative to the reach, is not closed.
constexpr double mostGape = 1e-8;
/// Length of a trial motion: radians, slides relative to the reach.
constexpr double tryOut = 0.02;
/// Limit of the numbers in all kept directions, for memory.
constexpr std::size_t mostNumbers = 10'000'000;

/// Works in the coordinates x of Linearisation, dq = scale · x.
class Explorer {
 public:
  Explorer(Problem& problem, double maxTime)
      : problem_(problem), loops_(problem), q_(problem.state.q), deadline_(maxTime) {
    options_.limits = false;
    options_.maxStep = 0.5;
    loops_.prepare(problem, options_);
  }

  Mobility explore() {
    const Model& model = problem_.model();
    Mobility found;
    free_ = static_cast<int>((loops_.rows().scale.array() != 0).count());
    found.counted = free_ - asked();
    if (loops_.isEmpty()) {
      found.mobility = found.instantaneous = free_;
    } else {
      refresh(problem_);  // q may have been written since the last sweep
      loops_.close(problem_, options_);
      std::ranges::copy(problem_.state.q, q_.begin());
      const SingularValues svd = decompose();
      const int taken = rank(svd);
      found.instantaneous = free_ - taken;
      for (int i = 0; i < taken; ++i) taken_.push_back(svd.scaledV(i) / svd.sigma(i));
      // A loop that does not close is jammed.
      if (loops_.gape(problem_) < mostGape) tryWays(found);
    }
    found.rank = 6 * static_cast<int>(model.links.size()) - found.instantaneous;
    return found;
  }

 private:
  /// Degrees of freedom that closures remove.
  int asked() {
    int count = 0;
    for (const auto& block : loops_.rows().blocks()) {
      const RowMap map = problem_.rowMap(*block.goal);
      for (int row = 0; row < block.rows; ++row) count += !map.row(row).isZero(0);
    }
    return count;
  }

  SingularValues decompose() {
    loops_.read(problem_);
    const Linearisation& lin = loops_.rows();
    SingularValues svd(lin.rows(), lin.columns());
    svd.compute(lin.J());
    return svd;
  }
  static int rank(const SingularValues& svd) {
    int count = 0;
    while (count < svd.count() && svd.sigma(count) > rankTolerance * svd.sigma(0)) ++count;
    return count;
  }

  /// Finds the most degrees of freedom after a small move along a basis of the null space of the loops' rows,
  /// to either side. Away from singularities the first move keeps all of them; there are never more.
  void tryWays(Mobility& found) {
    for (int c = 0; c < loops_.rows().columns(); ++c) {
      const std::optional<Eigen::VectorXd> way = takeWay(c);
      if (!way) continue;
      for (const double sign : {1.0, -1.0}) {
        if (found.mobility >= found.instantaneous) return;
        found.complete = !deadline_.isOver() && taken_.size() * q_.size() < mostNumbers;
        if (!found.complete) return;
        found.mobility = std::max(found.mobility, freedomsAlong(sign * *way));
      }
    }
  }

  /// The new direction that coordinate c adds to those taken before, by Gram–Schmidt, twice for accuracy.
  std::optional<Eigen::VectorXd> takeWay(int c) {
    if (loops_.rows().scale[c] == 0) return std::nullopt;
    Eigen::VectorXd way = Eigen::VectorXd::Unit(loops_.rows().columns(), c);
    for (int pass = 0; pass < 2; ++pass) {
      for (const auto& each : taken_) way -= each.dot(way) * each;
    }
    if (way.norm() < rankTolerance) return std::nullopt;
    way.normalize();
    taken_.push_back(way);
    return way;
  }

  /// Degrees of freedom after a small move, or 0 if closing the loops leads back.
  int freedomsAlong(const Eigen::VectorXd& way) {
    const Eigen::VectorXd dq = tryOut * loops_.rows().scale.cwiseProduct(way);
    moveBy(problem_, options_, dq);
    const bool closes = loops_.reclose(problem_, options_);
    Eigen::VectorXd gone(dq.size());
    difference(problem_.model(), q_.data(), problem_.state.q.data(), gone.data());
    double along = 0;
    for (int c = 0; c < gone.size(); ++c) {
      if (loops_.rows().scale[c] != 0) along += way[c] * gone[c] / loops_.rows().scale[c];
    }
    const bool moved = closes && along > 0.25 * tryOut;
    const int count = moved ? free_ - rank(decompose()) : 0;
    std::ranges::copy(q_, problem_.state.q.begin());  // the next way follows it
    return count;
  }

  Problem& problem_;
  SolveOptions options_;
  LoopRows loops_;
  std::vector<double> q_;
  Deadline deadline_;
  int free_ = 0;
  std::vector<Eigen::VectorXd> taken_;  ///< orthonormal: the span of the loops' rows, then ways
};

}  // namespace

Mobility Problem::mobility(double maxTime) {
  const std::vector<double> before = state.q;
  const Mobility found = Explorer(*this, maxTime).explore();
  state.q = before;
  refresh(*this);
  return found;
}

}  // namespace limber
