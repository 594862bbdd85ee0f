/// Hinges and slides as lines in space, and the loop that six of them close.
///
/// An arm as a product of exponentials: with every joint at zero, joint i is the line (hᵢ, oᵢ), and moving it by qᵢ is
/// the motion Eᵢ: a turn about the line or a slide along it. The tool is where it should be if E₁E₂…E₆ = G, the wanted
/// pose times the inverse of the tool's pose at zero (Murray, Li and Sastry 1994, section 3.2).
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "limber/math.h"

namespace limber::analytic {

/// A pose with its rotation as a matrix, which is quicker to apply to many vectors.
struct Rigid {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();

  Rigid() = default;
  Rigid(const Mat3& R, const Vec3& p) : R(R), p(p) {}
  explicit Rigid(const Pose& pose) : R(pose.r.toRotationMatrix()), p(pose.p) {}
  Vec3 operator*(const Vec3& point) const { return R * point + p; }
  Rigid operator*(const Rigid& b) const { return {R * b.R, R * b.p + p}; }
  Rigid inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

/// Lines with a smaller angle between them, or a smaller distance relative to the size, count as parallel or
/// as meeting; Newton's method removes the error that this causes.
inline constexpr double same = 1e-9;
/// Sines below this are hardly more than the rounding of their cosines, and their angles may be open.
inline constexpr double nearlyNone = 1e-6;
/// Below this product of two sines, lines are so nearly along each other that Newton's method needs the
/// directions in which they part.
inline constexpr double nearlyAlong = 1e-8;

/// The same angle, from −π to π. Quicker than std::remainder, which is exact also where angles are huge.
inline double wrapped(double angle) {
  return std::abs(angle) <= pi ? angle : angle - 2 * pi * std::nearbyint(angle / (2 * pi));
}

/// Values of six joints, metres for slides.
using Six = std::array<double, 6>;

/// Unit direction h through the point o, which is irrelevant for a slide.
struct Line {
  Vec3 h = Vec3::UnitZ();
  Vec3 o = Vec3::Zero();
  bool slides = false;
};
/// Whether three neighbours are hinges.
inline bool areHinges(const Line* lines) { return !lines[0].slides && !lines[1].slides && !lines[2].slides; }
inline Line operator*(const Rigid& g, const Line& line) { return {g.R * line.h, g * line.o, line.slides}; }

/// A vector after a turn about the unit h by the angle with this cosine and sine.
inline Vec3 turned(const Vec3& h, double cosine, double sine, const Vec3& v) {
  return cosine * v + (1 - cosine) * h.dot(v) * h + sine * h.cross(v);
}
inline Vec3 turned(const Vec3& h, double q, const Vec3& v) {
  const auto [cosine, sine] = cosSin(q);
  return turned(h, cosine, sine, v);
}
/// Rotation by q about the unit h.
Mat3 rotation(const Vec3& h, double q);
/// The motion of a joint: a turn by q, or a slide by q metres.
Rigid motionOf(const Line& line, double q);
struct Angle {
  double q;
  bool isOpen;  ///< nearly any angle will do
};
/// The angle about h that takes y's part perpendicular to h to x's; `free` if one of them has none.
Angle angleAbout(const Vec3& h, const Vec3& y, const Vec3& x, double size, double free);

/// The same, with several angles to try in turn.
struct Angles {
  std::array<double, 3> each;
  int count = 1;
  bool isOpen = false;
  const double* begin() const { return each.data(); }
  const double* end() const { return each.data() + count; }
};
/// If y and x have hardly any part perpendicular to h, the part of the computed one is rounding. But the
/// direction in which it leaves h is known, if not the side. So tries `free` and the angles from y' to x',
/// one of which is this direction.
Angles anglesAbout(const Vec3& h, const Vec3& y, const Vec3& x, double size, double free, const Vec3& yAway,
                   const Vec3& xAway);

/// For hinges only, like meetingPoint().
bool areParallel(const Line& a, const Line& b);
/// The point where both lines meet, if they do.
std::optional<Vec3> meetingPoint(const Line& a, const Line& b, double size);

/// An arm closed at its target: E₁…E₆ = G.
struct ClosedChain {
  std::array<Line, 6> lines;
  Rigid G;
  int joints = 6;        ///< the arm's joints, which come first; the others stand for free motions of the goal
  double size = 1;       ///< metres: the length that distances are compared with
  bool isIdeal = false;  ///< lines were moved to belong to a family, so that poses of the arm are only near the loop's
  /// Values for hinges that may have any angle, at a singularity.
  Six free{};

  int slides() const { return static_cast<int>(std::ranges::count(lines, true, &Line::slides)); }

  /// The same chain begun at joint k, whose equation is E_{k+1} … E₆ (G⁻¹E₁G) … (G⁻¹E_kG) = G.
  ClosedChain begunAt(int k) const;
};

/// Receives the values of the joints, metres for slides, in their order.
class Found {
 public:
  virtual ~Found() = default;
  /// If an angle was open, the tried values may have missed poses.
  bool isUnsure = false;
  /// Whether offerAll() reads the determinant.
  bool readsDeterminant = false;
  /// Returns how far Newton's method moved them to close the loop, infinity if it failed. Counts each pose
  /// once, however often it is offered. `isOpen`: an angle was open, so the hinges may be able to move on.
  virtual double offer(const Six& angles, bool isOpen) = 0;
  /// The same for several; whether any of them closed the loop. `determinant`: |det J| at each of them, of the joints'
  /// twists in radians and sizes, if they close the loop but for rounding; or `unknown`.
  static constexpr double unknown = -1;
  virtual bool offerAll(std::span<const Six> all, bool isOpen, double /*determinant*/) {
    bool any = false;
    for (const Six& each : all) any |= offer(each, isOpen) < infinity;
    return any;
  }

  /// Whether poses with these values of three joints, from the first on in the loop's order, are worth computing.
  virtual bool wants(int /*first*/, const std::array<double, 3>&) const { return true; }
  /// Whether poses that were offered, if any, are enough, so that nobody need confirm that none is missing.
  virtual bool isEnough(bool /*any*/) const { return false; }

  /// The same for a loop that begins at joint k.
  double offer(const Six& begun, int k, bool isOpen) { return offer(fromBase(begun, k), isOpen); }
  bool offerAll(std::span<Six> begun, int k, bool isOpen, double determinant) {
    for (Six& each : begun) each = fromBase(each, k);
    return offerAll(begun, isOpen, determinant);
  }

 private:
  static Six fromBase(const Six& begun, int k) {
    Six angles;
    for (int i = 0; i < 6; ++i) angles[(i + k) % 6] = begun[i];
    return angles;
  }
};

}  // namespace limber::analytic
