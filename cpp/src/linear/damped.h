/// x = Jᵀ(J Jᵀ + μI)⁻¹ e = (JᵀJ + μI)⁻¹ Jᵀ e, with the smaller of the two matrices.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "limber/math.h"

namespace limber {

/// An index or a size known at compile time. Eigen only takes it through coeff().
template <Eigen::Index i>
using Known = std::integral_constant<Eigen::Index, i>;

/// take(i) for i from `first` up to, but not including, `last`; unrolled if both are Known, so that a small
/// matrix stays in registers.
template <class First, class Last, class F>
void each(First first, Last last, F&& take) {
  if constexpr (std::is_integral_v<First> || std::is_integral_v<Last>) {
    for (Eigen::Index i = first; i < last; ++i) take(i);
  } else if constexpr (First::value < Last::value) {
    take(first);
    each(Known<First::value + 1>(), last, take);
  }
}

/// The same from the last to the first.
template <class First, class Last, class F>
void eachBack(First first, Last last, F&& take) {
  if constexpr (std::is_integral_v<First> || std::is_integral_v<Last>) {
    for (Eigen::Index i = last; i-- > first;) take(i);
  } else if constexpr (First::value < Last::value) {
    eachBack(Known<First::value + 1>(), last, take);
    take(first);
  }
}

/// The index after i.
template <class I>
auto after(I i) {
  if constexpr (std::is_integral_v<I>)
    return i + 1;
  else
    return Known<I::value + 1>();
}

/// The number of rows of M, Known if its type says so.
template <class M>
auto rowsOf(const M& matrix) {
  if constexpr (M::RowsAtCompileTime == Eigen::Dynamic)
    return matrix.rows();
  else
    return Known<M::RowsAtCompileTime>();
}

/// Factors S = L D Lᵀ in place: L D below the diagonal, 1 / D on it; D is at least `floor`. Written out because for
/// such small matrices a library's overhead costs more than the arithmetic.
template <class M, class S>
void factorise(M&& matrix, const S& floor) {
  const auto n = rowsOf(matrix);
  each(Known<0>(), n, [&](auto j) {
    each(Known<0>(), j, [&](auto k) {
      const S l = matrix.coeff(j, k) * matrix.coeff(k, k);
      each(j, n, [&](auto i) { matrix.coeffRef(i, j) -= matrix.coeff(i, k) * l; });
    });
    matrix.coeffRef(j, j) = S(1) / larger(matrix.coeff(j, j), floor);
  });
}

/// b ← (L D Lᵀ)⁻¹ b after factorise().
template <class M, class V>
void solveFactorised(const M& LD, V&& b) {
  const auto n = rowsOf(LD);
  each(Known<0>(), n, [&](auto j) {
    b.coeffRef(j) *= LD.coeff(j, j);
    each(after(j), n, [&](auto i) { b.coeffRef(i) -= LD.coeff(i, j) * b.coeff(j); });
  });
  eachBack(Known<0>(), n, [&](auto j) {
    auto sum = 0 * b.coeff(j);
    each(after(j), n, [&](auto i) { sum += LD.coeff(i, j) * b.coeff(i); });
    b.coeffRef(j) -= LD.coeff(j, j) * sum;
  });
}

/// S = J Jᵀ, on and below the diagonal; J(i, c) is J's number in row i and column c. Column by column of S, so that its
/// sums stay in registers.
template <class M, class Numbers>
void squareOf(Eigen::Index columns, Numbers&& J, M& S) {
  const auto rows = rowsOf(S);
  each(Known<0>(), rows, [&](auto j) {
    each(j, rows, [&](auto i) { S.coeffRef(i, j) = 0; });
    for (Eigen::Index c = 0; c < columns; ++c) each(j, rows, [&](auto i) { S.coeffRef(i, j) += J(i, c) * J(j, c); });
  });
}

/// Without motion and damping, pivots would be zero.
template <class S>
S floorOf(const S& mu) {
  return larger(S(mu * S(1e-3)), S(1e-30));
}

/// How much the cost ½|e|² curves beyond JᵀJ, because of the second derivatives of e where an error remains.
/// J alone predicts too large a gain there: with less damping steps overshoot, and a stretched arm trembles.
class Curvature {
 public:
  /// An upper bound of the curvature in any direction if the error `left` remains.
  virtual double of(const Eigen::Ref<const Eigen::VectorXd>& left) const = 0;

 protected:
  ~Curvature() = default;
};

/// λ² of a trial step that finds the part of the error out of reach, relative to the mean square of σ.
inline constexpr double trialDamping = 0.035 * 0.035;

/// μ, and a multiple of the singular values' mean square Σσ⁴ / Σσ²: a chain of a thousand joints needs more
/// damping than one of six. Each σ² is weighted by itself, so that directions without motion, and duplicate
/// rows, change nothing.
struct Damping {
  double absolute = 0;
  double relative = 0;
  const Curvature* curvature = nullptr;  ///< adds its value for the error left after a trial step
};

/// Memory for systems of up to `rows` × `columns`.
class Damped {
 public:
  Damped(int rows, int columns)
      : matrix_(std::min(rows, columns), std::min(rows, columns)), trial_(matrix_), vector_(rows), left_(rows) {}

  /// One type for all callers, because each instantiation takes 9 kB of code.
  using Rows = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  using Errors = Eigen::Ref<const Eigen::VectorXd>;

  /// `isNew`: whether J has changed since the last call; if not, and it has fewer rows than columns, J Jᵀ is kept.
  void solve(const Rows& J, const Errors& e, const Damping& mu, Eigen::VectorXd& x, bool isNew = true) {
    isNew_ = isNew;
    if (J.rows() > J.cols()) return solveColumns(J, e, mu, x);
    // Most solves have one point or one pose, so these sizes are known at compile time.
    if (J.rows() == 3) return solveRows(J, e, mu, x, Eigen::Matrix<double, 3, 3>());
    if (J.rows() == 6) return solveRows(J, e, mu, x, Eigen::Matrix<double, 6, 6>());
    solveRows(J, e, mu, x, matrix_.topLeftCorner(J.rows(), J.rows()));
  }

 private:
  /// Uses J Jᵀ, in S.
  template <class Square>
  void solveRows(const Rows& J, const Errors& e, const Damping& mu, Eigen::VectorXd& x, Square&& S) {
    using Matrix = std::remove_cvref_t<Square>;
    constexpr int fixed = Matrix::RowsAtCompileTime;
    const auto rows = rowsOf(S);
    if (fixed != Eigen::Dynamic || isNew_) readSquare(J, S);
    Eigen::Matrix<double, fixed, 1> own;
    auto y = [&] {
      if constexpr (fixed == Eigen::Dynamic)
        return vector_.head(rows);
      else
        return Eigen::Map<Eigen::Matrix<double, fixed, 1>>(own.data());
    }();
    const double mean = meanSquare(S);
    double added = mu.absolute + mu.relative * mean;
    if (mu.curvature) {
      // e − J x = e − J Jᵀ y = μ y
      solveWith(S, trialDamping * mean, e, y);
      y *= trialDamping * mean;
      added += mu.curvature->of(y);
    }
    solveWith(S, added, e, y);
    for (Eigen::Index c = 0; c < J.cols(); ++c) {
      const auto column = J.col(c);
      double sum = 0;
      each(Known<0>(), rows, [&](auto i) { sum += column.coeff(i) * y.coeff(i); });
      x[c] = sum;
    }
  }

  template <class Square>
  static void readSquare(const Rows& J, Square& S) {
    if constexpr (Square::RowsAtCompileTime != Eigen::Dynamic)
      return squareOf(
          J.cols(), [&](auto i, Eigen::Index c) { return J.coeff(i, c); }, S);
    const Eigen::Index rows = S.rows();
    S.setZero();
    for (Eigen::Index c = 0; c < J.cols(); ++c) {
      const auto column = J.col(c);
      for (Eigen::Index j = 0; j < rows; ++j) {
        const double a = column[j];
        if (a == 0) continue;  // a goal that the joint does not move
        for (Eigen::Index i = j; i < rows; ++i) S(i, j) += column[i] * a;
      }
    }
  }

  /// Uses JᵀJ.
  void solveColumns(const Rows& J, const Errors& e, const Damping& mu, Eigen::VectorXd& x) {
    const Eigen::Index columns = J.cols();
    auto S = matrix_.topLeftCorner(columns, columns);
    for (Eigen::Index j = 0; j < columns; ++j) {
      for (Eigen::Index i = j; i < columns; ++i) S(i, j) = J.col(i).dot(J.col(j));
      x[j] = J.col(j).dot(e);
    }
    const double mean = meanSquare(S);
    double added = mu.absolute + mu.relative * mean;
    if (mu.curvature) {
      auto step = vector_.head(columns);
      solveWith(S, trialDamping * mean, x.head(columns), step);
      auto left = left_.head(J.rows());
      left = e;
      for (Eigen::Index c = 0; c < columns; ++c) left -= step[c] * J.col(c);
      added += mu.curvature->of(left);
    }
    solveShifted(S, added, x);
  }

  /// Σσ⁴ / Σσ² = |S|² / tr S; reads S on and below the diagonal.
  template <class Square>
  static double meanSquare(const Square& S) {
    const auto n = rowsOf(S);
    double trace = 0, squares = 0;
    each(Known<0>(), n, [&](auto j) {
      trace += S.coeff(j, j);
      squares += S.coeff(j, j) * S.coeff(j, j);
      each(after(j), n, [&](auto i) { squares += 2 * S.coeff(i, j) * S.coeff(i, j); });
    });
    return trace > 0 ? squares / trace : 0;
  }

  /// b ← (S + μI)⁻¹ b; overwrites S.
  template <class Square, class V>
  static void solveShifted(Square& S, double mu, V& b) {
    each(Known<0>(), rowsOf(S), [&](auto i) { S.coeffRef(i, i) += mu; });
    factorise(S, floorOf(mu));
    solveFactorised(S, b);
  }
  /// The same, but keeps S and b, and writes to y. Compiled once per size.
  template <class Square, class V>
  [[gnu::noinline]] void solveWith(const Square& S, double mu, const Errors& b, V& y) {
    constexpr int fixed = Square::RowsAtCompileTime;
    const auto of = [&](auto&& trial) {
      trial = S;
      y = b;
      solveShifted(trial, mu, y);
    };
    if constexpr (fixed == Eigen::Dynamic)
      of(trial_.topLeftCorner(S.rows(), S.rows()));
    else
      of(Eigen::Matrix<double, fixed, fixed>());
  }

  Eigen::MatrixXd matrix_;
  Eigen::MatrixXd trial_;
  Eigen::VectorXd vector_;
  Eigen::VectorXd left_;
  bool isNew_ = true;
};

}  // namespace limber
