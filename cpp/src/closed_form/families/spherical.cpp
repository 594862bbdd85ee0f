#include "closed_form/families/families.h"
#include "closed_form/families/three_hinges.h"

namespace limber::analytic {

std::optional<Vec3> centreOf(const Line* lines, double size) {
  const auto c = meetingPoint(lines[0], lines[1], size);
  if (!c || lines[2].slides || areParallel(lines[1], lines[2])) return std::nullopt;
  const Vec3 away = *c - lines[2].o;
  return away.cross(lines[2].h).norm() < same * size ? c : std::nullopt;
}

namespace {

/// Below this sine, lines are nearer to parallel than to meeting.
constexpr double leastAngle = 0.1;

std::optional<int> findMeeting(const ClosedChain& loop) {
  // First the three that stand for a free orientation.
  for (const int k : {3, 0, 1, 2}) {
    if (centreOf(&loop.lines[k], loop.size)) return k;
  }
  return std::nullopt;
}

/// Moves the lines to the point of the middle one that is nearest to the first.
bool bringMeeting(ClosedChain& loop) {
  for (const int k : {3, 0, 1, 2}) {
    Line* lines = &loop.lines[k];
    if (!areHinges(lines)) continue;
    const Vec3 n = lines[0].h.cross(lines[1].h);
    if (n.norm() < leastAngle || lines[1].h.cross(lines[2].h).norm() < leastAngle) continue;
    const Vec3 away = lines[1].o - lines[0].o;
    const Vec3 c = lines[1].o + away.cross(lines[0].h).dot(n) / n.squaredNorm() * lines[1].h;
    const auto isFar = [&](const Line& line) { return (c - line.o).cross(line.h).norm() > almost * loop.size; };
    if (isFar(lines[0]) || isFar(lines[2])) continue;
    for (int i = 0; i < 3; ++i) lines[i].o = c;
    return true;
  }
  return false;
}

/// The volume h₁ · (W₁h₂ × W₁W₂h₃) of a wrist's axes where W₁W₂W₃ = R, by Gram's determinant: W₂ keeps two of their
/// angles, and h₁ · Rh₃ is the third's cosine.
double volumeOf(const Line* lines, const Mat3& R) {
  const Vec3 &h1 = lines[0].h, &h2 = lines[1].h, &h3 = lines[2].h;
  const double a = h1.dot(h2), b = h2.dot(h3), c = h1.dot(R * h3);
  return std::sqrt(std::max(0.0, 1 + 2 * a * b * c - a * a - b * b - c * c));
}

/// The volume of the velocities that three joints give to the point to which they move `at`, in sizes. R: their turns.
double move(const Line* f, const std::array<Mat3, 3>& R, const double* q, double size, Vec3& at) {
  std::array<Vec3, 3> v;
  for (int i = 2; i >= 0; --i) {
    at = f[i].slides ? Vec3(at + q[i] * f[i].h) : Vec3(f[i].o + R[i] * (at - f[i].o));
    v[i] = f[i].slides ? f[i].h : Vec3(f[i].h.cross(at - f[i].o) / size);
  }
  // In the frame between the second and the third.
  return std::abs((R[1].transpose() * (R[0].transpose() * v[0])).cross(R[1].transpose() * v[1]).dot(v[2]));
}

/// W₁W₂W₃F₁F₂F₃ = G with W about the point c, which they do not move. So F₁F₂F₃G⁻¹c = c only involves three
/// joints and a point. Then W₁W₂W₃ = G (F₁F₂F₃)⁻¹ is a rotation. At c, W only turns, so det J is the product of the
/// volumes of W's axes and of the velocities by F.
void solveMeeting(const ClosedChain& given, int k, Found& found) {
  const ClosedChain loop = given.begunAt(k);
  const Vec3 c = *centreOf(loop.lines.data(), loop.size);
  const Line* f = &loop.lines[3];
  const auto turn = [](const Line& line, double q) {
    return line.slides ? Mat3(Mat3::Identity()) : rotation(line.h, q);
  };
  const Vec3 d = loop.G.inverse() * c;
  const auto isOff = [&](const Line& line) { return (c - line.o).cross(line.h).norm() > closed * loop.size; };
  const bool isExact =
      found.readsDeterminant && !loop.isIdeal && std::none_of(loop.lines.begin(), loop.lines.begin() + 3, isOff);
  const Triples arms = reachPoint(f, d, c, &loop.free[3]);
  for (const auto& [q, isOpen] : arms) {
    if (given.joints == 3 && k == 3) {
      found.offer({q[0], q[1], q[2]}, isOpen);
      continue;
    }
    if (!found.wants(k + 3, q)) continue;
    const std::array turns = {turn(f[0], q[0]), turn(f[1], q[1]), turn(f[2], q[2])};
    const Mat3 F = turns[0] * (turns[1] * turns[2]), W = loop.G.R * F.transpose();
    const Triples wrists = makeRotation(loop.lines.data(), W, loop.free.data());
    std::array<Six, std::tuple_size_v<decltype(wrists.each)>> all;
    bool isAnyOpen = isOpen;
    for (int i = 0; i < wrists.count; ++i) {
      const auto& [w, isWristOpen] = wrists.each[i];
      all[i] = {w[0], w[1], w[2], q[0], q[1], q[2]};
      isAnyOpen |= isWristOpen;
    }
    double determinant = Found::unknown;
    if (isExact) {
      Vec3 at = d;
      const double volume = move(f, turns, q.data(), loop.size, at);
      if ((at - c).norm() < closed * loop.size) determinant = volume * volumeOf(loop.lines.data(), W);
    }
    found.offerAll(std::span(all).first(wrists.count), k, isAnyOpen, determinant);
  }
}

}  // namespace

Family sphericalWrist() { return {"three axes that meet", findMeeting, solveMeeting, bringMeeting}; }

}  // namespace limber::analytic
