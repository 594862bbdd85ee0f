/// Limited-memory BFGS: the inverse Hessian from the last few steps.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>

namespace limber::solvers {

class Lbfgs {
 public:
  explicit Lbfgs(Eigen::Index n) : s_(n, most), y_(n, most), ps_(n, most), py_(n, most) {}

  void clear() { count_ = 0; }

  /// A step and the change of the gradient by it. Replaces the oldest pair.
  void add(const Eigen::VectorXd& s, const Eigen::VectorXd& y) {
    s_.col(next_) = s;
    y_.col(next_) = y;
    next_ = (next_ + 1) % most;
    count_ = std::min(count_ + 1, most);
  }

  /// d = −H g by the two-loop recursion (Nocedal 1980), for g within the free directions, onto which
  /// `project` projects a vector. Pairs are projected, too, because other directions may have been free when
  /// they were made. Pairs without positive curvature are skipped; false if none is left.
  template <class Project>
  bool findDirection(const Project& project, const Eigen::VectorXd& g, Eigen::VectorXd& d) {
    std::array<int, most> used;
    std::array<double, most> rho, alpha;
    int uses = 0;
    for (int age = 1; age <= count_; ++age) {
      const int i = (next_ - age + most) % most;
      ps_.col(i) = s_.col(i);
      py_.col(i) = y_.col(i);
      project(ps_.col(i));
      project(py_.col(i));
      const double sy = ps_.col(i).dot(py_.col(i));
      if (!(sy > leastCurvature * ps_.col(i).norm() * py_.col(i).norm())) continue;
      rho[i] = 1 / sy;
      used[uses++] = i;
    }
    if (uses == 0) return false;
    d = -g;
    for (int u = 0; u < uses; ++u) {
      const int i = used[u];
      alpha[i] = rho[i] * ps_.col(i).dot(d);
      d -= alpha[i] * py_.col(i);
    }
    d /= rho[used[0]] * py_.col(used[0]).squaredNorm();
    for (int u = uses; u-- > 0;) {
      const int i = used[u];
      d += (alpha[i] - rho[i] * py_.col(i).dot(d)) * ps_.col(i);
    }
    return true;
  }

 private:
  static constexpr int most = 8;
  static constexpr double leastCurvature = 1e-8;

  Eigen::MatrixXd s_, y_;
  Eigen::MatrixXd ps_, py_;  ///< projected
  int next_ = 0;
  int count_ = 0;
};

}  // namespace limber::solvers
