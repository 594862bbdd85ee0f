/// Vectors, quaternions and poses for any scalar: `double` in solvers, `Dual` for derivatives, `Lanes` for two solves.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace limber {

template <class S>
using Vec3T = Eigen::Matrix<S, 3, 1>;
template <class S>
using Mat3T = Eigen::Matrix<S, 3, 3>;
/// Stored x y z w, as in Eigen and three.js. Unaligned, so that a pose is seven consecutive numbers.
template <class S>
using QuatT = Eigen::Quaternion<S, Eigen::DontAlign>;

using Vec3 = Vec3T<double>;
using Mat3 = Mat3T<double>;
using Quat = QuatT<double>;

inline constexpr double pi = std::numbers::pi;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// From four numbers x y z w, as in q and targets.
template <class S>
QuatT<S> readQuat(const S* from) {
  return QuatT<S>(from[3], from[0], from[1], from[2]);
}
template <class S>
void writeQuat(const QuatT<S>& r, S* to) {
  for (int i = 0; i < 4; ++i) to[i] = r.coeffs()[i];
}

/// One frame relative to another: `point in outer = p + r * point in inner`. Stored px py pz qx qy qz qw.
template <class S>
struct PoseT {
  Vec3T<S> p = Vec3T<S>::Zero();
  QuatT<S> r = QuatT<S>::Identity();

  Vec3T<S> operator*(const Vec3T<S>& point) const { return p + r * point; }
  PoseT operator*(const PoseT& inner) const { return {*this * inner.p, r * inner.r}; }
  PoseT inverse() const {
    const QuatT<S> back = r.conjugate();
    return {-(back * p), back};
  }
  template <class T>
  PoseT<T> cast() const {
    return {p.template cast<T>(), r.template cast<T>()};
  }
};
using Pose = PoseT<double>;
static_assert(sizeof(Pose) == 7 * sizeof(double));

template <class S>
struct CosSin {
  S cos = 1;
  S sin = 0;
};

/// Cosine and sine of an angle in radians, accurate to one or two units in the last place. System libraries
/// differ in the last digit; this uses only sums and products, so poses are bit-identical on every machine.
CosSin<double> cosSin(double angle);
/// The angle in [0, π] with this sine, at least zero, and cosine, up to a common factor: accurate to two units in the
/// last place, and bit-identical as above. Both zero give NaN.
double angleOf(double sine, double cosine);

/// Rotation by the length of `w` (radians) about `w`.
template <class S>
QuatT<S> expRotation(const Vec3T<S>& w) {
  using std::sqrt;
  const S square = w.squaredNorm();
  if (square < 1e-8) {
    // sin(a/2)/a and cos(a/2) as series: no division by the angle, and correct derivatives at zero.
    const Vec3T<S> v = w * (S(0.5) - square * (1.0 / 48.0));
    return QuatT<S>(S(1.0) - square * 0.125 + square * square * (1.0 / 384.0), v.x(), v.y(), v.z());
  }
  const S angle = sqrt(square);
  const CosSin<S> half = cosSin(angle * 0.5);
  const Vec3T<S> v = w * (half.sin / angle);
  return QuatT<S>(half.cos, v.x(), v.y(), v.z());
}

template <class V>
V choose(bool condition, const V& a, const V& b) {
  return condition ? a : b;
}
inline double smaller(double a, double b) { return a < b ? a : b; }
inline double larger(double a, double b) { return a > b ? a : b; }
/// a() or b(). A condition on a `Lanes` may differ from lane to lane, and then evaluates both.
template <class A, class B>
auto chooseFrom(bool condition, A&& a, B&& b) {
  return condition ? a() : b();
}

/// Rotation vector of `r`: axis times angle in [0, π], accurate for tiny angles and half turns.
template <class S>
Vec3T<S> logRotation(const QuatT<S>& r) {
  using std::sqrt;
  // q and −q are the same rotation: take the shorter way.
  const S sign = choose(r.w() < S(0), S(-1), S(1));
  const Vec3T<S> v = r.vec() * sign;
  const S w = r.w() * sign;
  const S square = v.squaredNorm();
  return v * chooseFrom(
                 square < S(1e-12), [&] { return S(S(2.0) / w - square * S(2.0 / 3.0) / (w * w * w)); },
                 [&] {
                   const S s = sqrt(square);
                   return S(S(2.0) * angleOf(s, w) / s);
                 });
}

/// `a` / |a|, also where Eigen's normalized() overflows or underflows. Zero stays zero.
template <class V>
V unit(const V& a) {
  const double most = a.cwiseAbs().maxCoeff();
  return most > 0 ? V((a / most).normalized()) : a;
}

template <class S>
Mat3T<S> crossMatrix(const Vec3T<S>& a) {
  return (Mat3T<S>() << S(0), -a.z(), a.y(), a.z(), S(0), -a.x(), -a.y(), a.x(), S(0)).finished();
}

/// Inverse right Jacobian of SO(3): log(exp(φ)·exp(ε)) = φ + J⁻¹(φ)·ε + O(ε²);
/// J⁻¹ = I + ½[φ] + c(θ)[φ]², c(θ) = 1/θ² − cot(θ/2)/(2θ).
template <class S>
Mat3T<S> inverseRightJacobian(const Vec3T<S>& phi) {
  using std::sqrt;
  const S square = phi.squaredNorm();
  const Mat3T<S> cross = crossMatrix<S>(phi);
  const S c = chooseFrom(
      square > S(1e-4),
      [&] {
        const S angle = sqrt(square);
        const auto [cosine, sine] = cosSin(S(0.5) * angle);
        return S((S(1.0) - S(0.5) * angle * cosine / sine) / square);
      },
      [&] { return S(S(1.0 / 12.0) + square / S(720.0)); });
  return Mat3T<S>::Identity() + S(0.5) * cross + c * cross * cross;
}

// Compiled once, for speed, because code that is compiled for size uses them too.
extern template Vec3 logRotation(const Quat&);
extern template Mat3 inverseRightJacobian(const Vec3&);

inline Quat unit(const Quat& r) {
  // Most are unit already.
  if (std::abs(r.squaredNorm() - 1) < 1e-15) return r;
  return Quat(unit<Eigen::Vector4d>(r.coeffs()));
}

/// Rare cases of the functions below, not inlined.
double extremeNorm(const Vec3& a);
Vec3 halfTurnAxis(const Vec3& across, double length);

/// Length of `a`, accurate from 1e-300 to 1e300.
inline double norm(const Vec3& a) {
  const double square = a.squaredNorm();
  return square > 1e-280 && square < 1e280 ? std::sqrt(square) : extremeNorm(a);
}

/// A unit vector perpendicular to `a`, which must not be zero.
Vec3 anyPerpendicular(const Vec3& a);

/// |a||b|, even if its square overflows or underflows.
inline double productOfNorms(const Vec3& a, const Vec3& b) {
  const double aa = a.squaredNorm();
  const double bb = b.squaredNorm();
  // Check each: the product of an underflowed square and a huge one would look harmless.
  const bool isPlain = std::min(aa, bb) > 1e-140 && std::max(aa, bb) < 1e140;
  return isPlain ? std::sqrt(aa * bb) : norm(a) * norm(b);
}

/// The quaternion that turns `from` towards `to`, not normalised: w = |from||to| + from·to, xyz = from × to (Hocevar
/// 2013/2014). Its length grows with both vectors, so sums of such quaternions balance torques. Opposite vectors give a
/// half turn about a perpendicular axis; a zero vector gives the zero quaternion.
inline Quat scaledRotationBetween(const Vec3& from, const Vec3& to) {
  const double product = productOfNorms(from, to);
  const double w = product + from.dot(to);
  const Vec3 v = w < 1e-9 * product ? halfTurnAxis(from, product) : Vec3(from.cross(to));
  return {std::max(w, 0.0), v.x(), v.y(), v.z()};
}

/// The smallest rotation from the direction `from` to the direction `to`, for lengths from 1e-300 to 1e300. Opposite
/// directions give a half turn about a perpendicular axis; a zero or non-finite vector gives the identity.
Quat rotationBetween(const Vec3& from, const Vec3& to);

/// A rotation split into a twist about a bone and a swing of that bone: `r = swing * twist`.
struct SwingTwist {
  Vec3 swing;    ///< rotation vector perpendicular to the bone, radians
  double twist;  ///< turn about the bone in [−π, π], radians
};

/// Splits `r`; `bone` is a unit vector. For a swing of exactly π the twist is arbitrary and set to zero.
SwingTwist splitSwingTwist(const Quat& r, const Vec3& bone);
Quat joinSwingTwist(const SwingTwist& parts, const Vec3& bone);

/// Signed angle of r's twist about the unit `axis`, in [−π, π]. `r` need not be normalised.
inline double twistAngle(const Quat& r, const Vec3& axis) {
  const double along = r.vec().dot(axis);
  // signbit, not < 0, so that w = −0 gives the same angle as w < 0.
  return std::signbit(r.w()) ? 2 * std::atan2(-along, -r.w()) : 2 * std::atan2(along, r.w());
}

}  // namespace limber
