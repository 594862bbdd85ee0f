#include "closed_form/row/lines.h"

namespace limber::analytic {

Mat3 rotation(const Vec3& h, double q) {
  const auto [cosine, sine] = cosSin(q);
  const Vec3 t = (1 - cosine) * h;
  const Vec3 s = sine * h;
  Mat3 R;
  R << t.x() * h.x() + cosine, t.x() * h.y() - s.z(), t.x() * h.z() + s.y(),  //
      t.x() * h.y() + s.z(), t.y() * h.y() + cosine, t.y() * h.z() - s.x(),   //
      t.x() * h.z() - s.y(), t.y() * h.z() + s.x(), t.z() * h.z() + cosine;
  return R;
}

Rigid motionOf(const Line& line, double q) {
  if (line.slides) return {Mat3::Identity(), q * line.h};
  const Mat3 R = rotation(line.h, q);
  return {R, line.o - R * line.o};
}

Angle angleAbout(const Vec3& h, const Vec3& y, const Vec3& x, double size, double free) {
  const double sine = h.dot(y.cross(x));
  const double cosine = y.dot(x) - h.dot(y) * h.dot(x);
  const double length = std::sqrt(sine * sine + cosine * cosine) / (size * size);
  return {length > same ? std::atan2(sine, cosine) : free, length < nearlyNone};
}

Angles anglesAbout(const Vec3& h, const Vec3& y, const Vec3& x, double size, double free, const Vec3& yAway,
                   const Vec3& xAway) {
  const double sine = h.dot(y.cross(x)), cosine = y.dot(x) - h.dot(y) * h.dot(x);
  const double least = nearlyAlong * size * size;
  if (sine * sine + cosine * cosine > least * least) return {{std::atan2(sine, cosine)}};
  // If exactly along h, any angle will do.
  constexpr double rounding = 1e-12;
  if (std::min(h.cross(yAway).norm(), h.cross(xAway).norm()) < rounding * size) return {{free}, 1, true};
  const double q = std::atan2(h.dot(yAway.cross(xAway)), yAway.dot(xAway) - h.dot(yAway) * h.dot(xAway));
  return {{free, q, q + pi}, 3, true};
}

bool areParallel(const Line& a, const Line& b) { return !a.slides && !b.slides && a.h.cross(b.h).norm() < same; }

std::optional<Vec3> meetingPoint(const Line& a, const Line& b, double size) {
  if (a.slides || b.slides) return std::nullopt;
  const Vec3 n = a.h.cross(b.h);
  const Vec3 away = b.o - a.o;
  if (n.norm() < same || std::abs(n.dot(away)) > same * size * n.norm()) return std::nullopt;
  return a.o + away.cross(b.h).dot(n) / n.squaredNorm() * a.h;
}

ClosedChain ClosedChain::begunAt(int k) const {
  if (k == 0) return *this;
  ClosedChain begun = *this;
  const Rigid back = G.inverse();
  for (int i = 0; i < 6; ++i) {
    begun.lines[i] = i + k < 6 ? lines[i + k] : back * lines[i + k - 6];
    begun.free[i] = free[(i + k) % 6];
  }
  return begun;
}

}  // namespace limber::analytic
