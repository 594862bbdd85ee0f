#include <algorithm>

#include "loop_rows.h"
#include "move.h"
#include "row_space.h"
#include "singular_values.h"

namespace limber {
namespace {

/// Singular values below this fraction of the largest count as zero. With aligned links a loop is closed only to the
/// square root of rounding.
constexpr double rankTolerance = 3e-6;
/// A larger gap, relative to the reach, is not closed.
constexpr double mostGape = 1e-8;
/// Length of a trial motion: radians, slides relative to the reach.
constexpr double tryOut = 0.02;

/// In the coordinates x of Linearisation, dq = scale · x.
class Explorer {
 public:
  explicit Explorer(Problem& problem) : problem_(problem), loops_(problem), q_(problem.state.q) {
    options_.limits = false;
    options_.maxStep = 0.5;
    loops_.prepare(problem, options_);
  }
  ~Explorer() { goBack(); }

  Mobility explore() {
    const Model& model = problem_.model();
    Mobility found;
    const auto free = static_cast<int>((loops_.rows().scale.array() > 0).count());
    found.counted = free - asked();
    if (loops_.isEmpty()) {
      found.mobility = found.instantaneous = free;
    } else {
      follow(problem_);  // q may have been written since the last sweep
      loops_.close(problem_, options_);
      std::ranges::copy(problem_.state.q, q_.begin());
      const std::vector<Eigen::VectorXd> ways = waysFromHere();
      found.instantaneous = static_cast<int>(ways.size());
      // What does not close is jammed.
      const bool isClosed = loops_.gape(problem_) < mostGape;
      for (const Eigen::VectorXd& way : ways) {
        if (!isClosed) break;
        for (const double sign : {1.0, -1.0}) found.mobility = std::max(found.mobility, freedomsAlong(sign * way));
      }
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

  /// An orthonormal basis of the null space of the loops' rows.
  std::vector<Eigen::VectorXd> waysFromHere() {
    loops_.read(problem_);
    const Linearisation& lin = loops_.rows();
    SingularValues svd(lin.rows(), lin.columns());
    svd.compute(lin.J());
    std::vector<Eigen::VectorXd> taken;
    for (int i = 0; i < svd.count() && svd.sigma(i) > rankTolerance * svd.sigma(0); ++i)
      taken.push_back(svd.scaledV(i) / svd.sigma(i));
    std::vector<Eigen::VectorXd> ways;
    for (int c = 0; c < lin.columns(); ++c) {
      if (lin.scale[c] == 0) continue;
      Eigen::VectorXd way = Eigen::VectorXd::Unit(lin.columns(), c);
      for (int pass = 0; pass < 2; ++pass) {
        for (const auto& each : taken) way -= each.dot(way) * each;
      }
      if (way.norm() < rankTolerance) continue;
      way.normalize();
      taken.push_back(way);
      ways.push_back(way);
    }
    return ways;
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
      if (loops_.rows().scale[c] > 0) along += way[c] * gone[c] / loops_.rows().scale[c];
    }
    const bool moved = closes && along > 0.25 * tryOut;
    const int count = moved ? static_cast<int>(waysFromHere().size()) : 0;
    goBack();
    return count;
  }

  void goBack() {
    std::ranges::copy(q_, problem_.state.q.begin());
    follow(problem_);
  }

  Problem& problem_;
  SolveOptions options_;
  LoopRows loops_;
  std::vector<double> q_;
};

}  // namespace

Mobility Problem::mobility() {
  const std::vector<double> before = state.q;
  const Mobility found = Explorer(*this).explore();
  state.q = before;
  sweep(state);
  measure();
  return found;
}

}  // namespace limber
