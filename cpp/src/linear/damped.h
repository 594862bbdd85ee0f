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

/// A damped step that finds the part of e out of reach.
struct Trial {
  double square;                             ///< its λ²
  Eigen::VectorBlock<Eigen::VectorXd> left;  ///< e − J x
};
/// λ² of a trial, relative to the mean square of σ.
inline constexpr double trialDamping = 0.035 * 0.035;

/// μ, and a multiple of the singular values' mean square Σσ⁴ / Σσ²: a chain of a thousand joints needs more
/// damping than one of six. Each σ² is weighted by itself, so that directions without motion, and duplicate
/// rows, change nothing.
struct Damping {
  double absolute = 0;
  double relative = 0;
};

/// Memory for systems of up to `rows` × `columns`.
class Damped {
 public:
  /// One type for all callers, because each instantiation takes 9 kB of code.
  using Rows = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  using Errors = Eigen::Ref<const Eigen::VectorXd>;

 private:
  template <int n>
  using Square = Eigen::Map<Eigen::Matrix<double, n, n>>;
  template <int n>
  using Vector = Eigen::Map<Eigen::Matrix<double, n, 1>>;

  /// take(S, y). Most solves have one point or one pose, so these sizes are known at compile time.
  template <class Result = void, class Take>
  Result withSquare(const Rows& J, Take&& take) {
    const Eigen::Index size = std::min(J.rows(), J.cols());
    const auto as = [&]<Eigen::Index n>(Known<n>) {
      return take(Square<n>(square_.data(), size, size), Vector<n>(solution_.data(), size));
    };
    if (size == 3) return as(Known<3>());
    if (size == 6) return as(Known<6>());
    return as(Known<Eigen::Dynamic>());
  }

 public:
  Damped(int rows, int columns)
      : square_(std::min(rows, columns), std::min(rows, columns)),
        trial_(square_),
        solution_(std::min(rows, columns)),
        left_(rows) {}

  /// S = J Jᵀ or JᵀJ.
  void read(const Rows& J) {
    withSquare(J, [&]<int n>(Square<n> S, Vector<n>) {
      if (isTall(J)) return readColumns(J, S);
      if constexpr (n == Eigen::Dynamic)
        return readRows(J, S);
      else
        squareOf(
            J.cols(), [&](auto i, Eigen::Index c) { return J.coeff(i, c); }, S);
    });
  }
  /// After read(). Valid until the next.
  Trial trial(const Rows& J, const Errors& e) {
    return withSquare<Trial>(J, [&]<int n>(const Square<n>& S, Vector<n> y) -> Trial {
      const double mu = trialDamping * meanSquare(S);
      solveWith(J, e, S, mu, y);
      auto left = left_.head(e.size());
      if (!isTall(J)) {
        left = mu * y;  // e − J x = e − J Jᵀ y = μ y
      } else {
        left = e;
        for (Eigen::Index c = 0; c < J.cols(); ++c) left -= y[c] * J.col(c);
      }
      return {mu, left};
    });
  }
  /// After read().
  void solve(const Rows& J, const Errors& e, double mu, Eigen::VectorXd& x) {
    withSquare(J, [&]<int n>(const Square<n>& S, Vector<n> y) {
      solveWith(J, e, S, mu, y);
      if (isTall(J)) {
        x = y;
        return;
      }
      for (Eigen::Index c = 0; c < J.cols(); ++c) {
        const auto column = J.col(c);
        double sum = 0;
        each(Known<0>(), rowsOf(S), [&](auto i) { sum += column.coeff(i) * y.coeff(i); });
        x[c] = sum;
      }
    });
  }
  void solve(const Rows& J, const Errors& e, const Damping& mu, Eigen::VectorXd& x) {
    read(J);
    const double mean = withSquare<double>(J, [](const auto& S, const auto&) { return meanSquare(S); });
    solve(J, e, mu.absolute + mu.relative * mean, x);
  }

 private:
  static bool isTall(const Rows& J) { return J.rows() > J.cols(); }

  /// Σσ⁴ / Σσ² = |S|² / tr S; reads S on and below the diagonal.
  template <class S>
  static double meanSquare(const S& square) {
    const auto n = rowsOf(square);
    double trace = 0, squares = 0;
    each(Known<0>(), n, [&](auto j) {
      trace += square.coeff(j, j);
      squares += square.coeff(j, j) * square.coeff(j, j);
      each(after(j), n, [&](auto i) { squares += 2 * square.coeff(i, j) * square.coeff(i, j); });
    });
    return trace > 0 ? squares / trace : 0;
  }

  template <class S>
  static void readRows(const Rows& J, S& square) {
    square.setZero();
    for (Eigen::Index c = 0; c < J.cols(); ++c) {
      const auto column = J.col(c);
      for (Eigen::Index j = 0; j < square.rows(); ++j) {
        const double a = column[j];
        if (a == 0) continue;  // a goal that the joint does not move
        for (Eigen::Index i = j; i < square.rows(); ++i) square(i, j) += column[i] * a;
      }
    }
  }
  template <class S>
  static void readColumns(const Rows& J, S& square) {
    for (Eigen::Index j = 0; j < J.cols(); ++j) {
      for (Eigen::Index i = j; i < J.cols(); ++i) square(i, j) = J.col(i).dot(J.col(j));
    }
  }

  /// y = (S + μI)⁻¹ e, or (S + μI)⁻¹ Jᵀe. Compiled once per size.
  template <int n>
  [[gnu::noinline]] void solveWith(const Rows& J, const Errors& e, const Square<n>& S, double mu, Vector<n>& y) {
    if (isTall(J)) {
      for (Eigen::Index c = 0; c < J.cols(); ++c) y[c] = J.col(c).dot(e);
    } else {
      y = e;
    }
    const auto solve = [&](auto&& trial) {
      trial = S;
      each(Known<0>(), rowsOf(trial), [&](auto i) { trial.coeffRef(i, i) += mu; });
      factorise(trial, floorOf(mu));
      solveFactorised(trial, y);
    };
    if constexpr (n == Eigen::Dynamic)
      solve(trial_.topLeftCorner(S.rows(), S.rows()));
    else
      solve(Eigen::Matrix<double, n, n>());
  }

  Eigen::MatrixXd square_;
  Eigen::MatrixXd trial_;
  Eigen::VectorXd solution_;
  Eigen::VectorXd left_;
};

}  // namespace limber
