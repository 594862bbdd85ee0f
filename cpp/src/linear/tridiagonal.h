/// Shifted QR steps on a symmetric tridiagonal matrix (Golub and Van Loan, 8.3).
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace limber {

/// T = Z D Zᵀ: makes T, whose diagonal is d, with `beside` next to it, diagonal up to rounding. turn(k, c, s) turns
/// columns k and k + 1; all in turn make Z out of I. False if the steps do not converge.
template <class Turn>
bool makeDiagonal(double* d, double* beside, int n, Turn&& turn) {
  double size = 0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::abs(d[i]));
  int high = n - 1;
  for (int steps = 0; high > 0 && steps < 30 * n; ++steps) {
    int low = high;
    while (low > 0 && std::abs(beside[low - 1]) > 1e-16 * size) --low;
    if (low == high) {
      --high;
      continue;
    }
    // Wilkinson's shift: the last two rows' eigenvalue nearer to the last element.
    const double half = (d[high - 1] - d[high]) / 2, b = beside[high - 1];
    const double shift = d[high] - b * b / (half + std::copysign(std::hypot(half, b), half));
    double x = d[low] - shift, z = beside[low];
    for (int k = low; k < high; ++k) {
      const double r = std::sqrt(x * x + z * z), c = x / r, s = -z / r;
      if (!(r > 0)) return false;
      if (k > low) beside[k - 1] = r;
      const double p = d[k], q = d[k + 1], e = beside[k], cross = 2 * c * s * e;
      d[k] = c * c * p - cross + s * s * q;
      d[k + 1] = s * s * p + cross + c * c * q;
      beside[k] = x = c * s * (p - q) + (c * c - s * s) * e;
      if (k + 1 < high) {
        z = -s * beside[k + 1];
        beside[k + 1] *= c;
      }
      turn(k, c, s);
    }
  }
  return high <= 0;
}

/// Damping of small singular values: λ² = (1 − (σ/ε)²) λmax² where σ < ε, else 0.
struct ModeDamping {
  double square;  ///< λmax²
  double range;   ///< ε

  /// σ² + λ²
  double damped(double sigmaSquare) const {
    const double end = range * range;
    return sigmaSquare + (sigmaSquare < end ? (1 - sigmaSquare / end) * square : 0);
  }
  /// The least σ² + λ².
  double least() const { return std::min(range * range, square); }
};

/// b ← f(T) b = Z f(D) Zᵀ b, f(s) = 1/(s + λ²), without Z.
class Weighing {
 public:
  /// Memory for T of order `most`.
  explicit Weighing(Eigen::Index most) { turns_.reserve(static_cast<std::size_t>(2 * most * most)); }
  /// Makes T diagonal; false if it cannot.
  bool weigh(double* d, double* beside, int n, const ModeDamping& damping, double* b);

 private:
  struct Turn {
    int k;
    double c, s;
  };
  std::vector<Turn> turns_;  ///< Z
};

}  // namespace limber
