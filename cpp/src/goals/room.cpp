#include "goals/room.h"

#include <algorithm>
#include <cmath>

#include "model/limits.h"

namespace limber::goals {
namespace {

/// A turn's room about its middle; free if it is a whole turn.
struct AboutMiddle {
  double middle = 0;
  Interval half;

  explicit AboutMiddle(const Interval& room) : half(room) {
    if (isFreeTurn(room)) half = {};
    if (isFree(half) || isExact(room)) return;
    middle = std::remainder(0.5 * room.min + 0.5 * room.max, 2 * pi);
    // Also of a room that is still to be refused, whose least is beyond its most.
    half.max = std::abs(0.5 * (room.max - room.min));
    half.min = -half.max;
  }
};

/// What a room leaves of the error of one number, whether its row counts, and its nearer edge.
struct Left {
  double e;
  bool counts;
  Side side;
};
Left leftOf(const Goal& goal, const Interval& room, double e) {
  if (isExact(room)) return {e, true, Side::exact};
  if (isFree(room)) return {0, false, Side::free};
  // Without width it is exact elsewhere: both edges are equally near, and none has an inside.
  if (room.min == room.max) return {e + room.max, true, Side::exact};
  const double above = e + room.max, below = e + room.min;
  const bool isUpper = std::abs(above) < std::abs(below);
  const Side side = isUpper ? Side::upper : Side::lower;
  if (goal.atEdges) return {isUpper ? above : below, true, side};
  if (above < 0) return {above, true, side};
  if (below > 0) return {below, true, side};
  return {0, false, side};
}
/// The same for a turn, counted from the middle of its room.
Left leftOfTurn(const Goal& goal, const Interval& room, double e) {
  if (isExact(room)) return leftOf(goal, room, e);
  const AboutMiddle about(room);
  return leftOf(goal, about.half, std::remainder(e + about.middle, 2 * pi));
}

/// What a cone leaves of e; returns C, which gives the map that is left, C M: C = f I + (1 − f) n nᵀ where f = 1 − α/θ
/// > 0. At an edge it is one row, and e = α − θ.
Mat3 leaveCone(const Goal& goal, double alpha, Vec3& e) {
  const double angle = norm(e);
  const Vec3 n = angle > 0 ? Vec3(e / angle) : Vec3(Vec3::Zero());
  Mat3 C = Mat3::Zero();
  if (goal.atEdges) {
    e = {alpha - angle, 0, 0};
    C.row(0) = -n.transpose();
    return C;
  }
  const double part = angle > alpha ? 1 - alpha / angle : 0;
  e *= part;
  if (part > 0) C = part * Mat3::Identity() + (1 - part) * n * n.transpose();
  return C;
}

/// The next two axes after the room's.
int nextOf(const TurnRoom& room) { return (room.axis + 1) % 3; }
int lastOf(const TurnRoom& room) { return (room.axis + 2) % 3; }

/// Beyond this swing the map is that of this one.
constexpr double farthest = pi - 0.3;

/// s' in three rows and τ' in the last, per turn w of the tool in the target's axes. With D = exp(s) exp(τ a), s = θ ŝ
/// perpendicular to a, and p̂ = a × ŝ,
///
///   s' = (w · ŝ) ŝ + θ (cot θ (w · p̂) + w · a) p̂,   τ' = w · a − tan(θ/2) (w · p̂)
Eigen::Matrix<double, 4, 3> slopesOf(const Vec3& s, int axis) {
  const Vec3 a = Vec3::Unit(axis), across = a.cross(s);  // θ p̂
  const double angle = norm(s);
  Mat3 swing = Mat3::Identity() - a * a.transpose();
  double tangent = 0.5;  // tan(θ/2) / θ
  if (angle > 1e-8) {
    // Near half a turn both grow without bound, and no step would be short enough.
    const auto [cosine, sine] = cosSin(0.5 * std::min(angle, farthest));
    tangent = sine / (cosine * angle);
    const double cot = angle * (cosine * cosine - sine * sine) / (2 * sine * cosine);
    swing = (s * s.transpose() + cot * across * across.transpose()) / (angle * angle);
  }
  Eigen::Matrix<double, 4, 3> slopes;
  slopes << swing + across * a.transpose(), a.transpose() - tangent * across.transpose();
  return slopes;
}

/// At its edge an ellipse is one row: e = c (1 − m), m² = (x/α)² + (y/β)², c the shorter half axis.
Mat3 edgeOfEllipse(const TurnRoom& room, Vec3& e) {
  const int i = nextOf(room), k = lastOf(room);
  const double shorter = std::min(room.first, room.second);
  const double x = e[i] / room.first, y = e[k] / room.second, m = std::hypot(x, y);
  Mat3 C = Mat3::Zero();
  if (m > 0) C(0, i) = -shorter * x / (room.first * m), C(0, k) = -shorter * y / (room.second * m);
  e = {shorter * (1 - m), 0, 0};
  return C;
}

/// The way from the nearest point inside. About the distance δ from a curve of curvature κ, a move across is all left,
/// and κδ / (1 + κδ) of one along.
Mat3 leaveEllipse(const Goal& goal, const TurnRoom& room, Vec3& e) {
  const int i = nextOf(room), k = lastOf(room);
  const double a = room.first, b = room.second;
  if (a == b) return leaveCone(goal, a, e);
  if (goal.atEdges && std::min(a, b) > 0) return edgeOfEllipse(room, e);
  const std::array<double, 2> nearest = nearestInEllipse(a, b, -e[i], -e[k]);
  e[i] += nearest[0];
  e[k] += nearest[1];
  const double distance = norm(e);
  if (!(distance > 0)) return Mat3::Zero();
  const Vec3 n = e / distance, t = Vec3::Unit(room.axis).cross(n);
  // A flat ellipse is a segment: straight along it, a point at its ends.
  double part = std::abs(n[a > 0 ? i : k]) > 1e-9;
  if (a > 0 && b > 0) {
    const double u = b * nearest[0] / a, v = a * nearest[1] / b;
    const double square = u * u + v * v;
    part = a * b * distance / (square * std::sqrt(square) + a * b * distance);
  }
  return n * n.transpose() + part * t * t.transpose();
}

/// What it leaves of the error in the target's axes, for the tool's orientation D = R*ᵀ R there, and of the map from a
/// turn of the tool in those axes. The swing's rows are those of the other two axes.
Mat3 leaveTurn(const Goal& goal, const TurnRoom& room, const Quat& D, Vec3& e, Side& twistSide) {
  const auto [swing, twist] = splitSwingTwist(D, Vec3::Unit(room.axis));
  const Left left = leftOfTurn(goal, room.twists, -twist);
  const Eigen::Matrix<double, 4, 3> slopes = slopesOf(swing, room.axis);
  e = -swing;
  Mat3 C = Mat3::Identity();
  if (room.isAnySwing()) {
    C.setZero();
    e.setZero();
  } else if (room.first != 0 || room.second != 0) {
    C = leaveEllipse(goal, room, e);
    // An edge's one row is that of the next axis.
    if (goal.atEdges) {
      std::swap(e[0], e[nextOf(room)]);
      C.row(0).swap(C.row(nextOf(room)));
    }
  }
  e[room.axis] = left.e;
  twistSide = left.side;
  Mat3 map = C * slopes.topRows<3>();
  map.row(room.axis) = left.counts * slopes.row(3);
  return map;
}

/// R*, of a type with room for turns.
Quat targetOf(const Goal& goal) { return unit(goal.targetRotation(goal.type->quaternionAt)); }

}  // namespace

void leave(const Goal& goal, const Pose& tool, double* e, RowMap* map, Side* sides) {
  const GoalType& type = *goal.type;
  const Room room = type.room(goal);
  Goal exact = goal;
  exact.atEdges = false;
  type.close(exact);
  type.error(exact, tool, e);
  if (map) *map = type.rowMap(exact, tool);
  const int linear = type.linearRows;
  for (int i = 0; i < type.rows(); ++i) {
    const bool turns = room.areOnCircle && i >= linear;
    const Left left = turns ? leftOfTurn(goal, room.rows[i], e[i]) : leftOf(goal, room.rows[i], e[i]);
    e[i] = left.e;
    if (map && !left.counts) map->row(i).setZero();
    if (sides) sides[i] = left.side;
  }
  Eigen::Map<Vec3> turn(e + linear);
  if (room.cone > 0) {
    Vec3 left = turn;
    const Mat3 C = leaveCone(goal, room.cone, left);
    turn = left;
    if (map) map->middleRows<3>(linear) = (C * map->middleRows<3>(linear)).eval();
    if (sides) sides[linear] = Side::upper, sides[linear + 1] = sides[linear + 2] = Side::free;
  }
  if (room.turns.isExact()) return;
  const Quat back = targetOf(goal).conjugate();
  Vec3 left;
  Side twistSide;
  const Mat3 M = leaveTurn(goal, room.turns, back * tool.r, left, twistSide);
  turn = left;
  if (map) map->block<3, 3>(linear, 3) = M * back.toRotationMatrix();
  if (!sides) return;
  const bool isEdge = std::min(room.turns.first, room.turns.second) > 0;
  sides[linear + nextOf(room.turns)] = !isEdge ? Side::exact : room.turns.isAnySwing() ? Side::free : Side::upper;
  sides[linear + lastOf(room.turns)] = isEdge ? Side::free : Side::exact;
  sides[linear + room.turns.axis] = twistSide;
}

bool isFreeTurn(const Interval& room) { return !(room.max - room.min < 2 * pi); }

std::array<Interval, maxRows> roomsOf(const Goal& goal, int first, int count) {
  std::array<Interval, maxRows> rooms{};
  for (int i = 0; i < count; ++i) rooms[i] = roomAt(goal, first + 2 * i);
  return rooms;
}

void closeRoom(Goal& goal, int first, int count) { std::fill_n(&goal.parameters[first], 2 * count, 0.0); }

int TurnRoom::turnCount() const {
  if (!isFreeTurn(twists)) return 3;
  return isAnySwing() ? 0 : 2;
}

Quat turnInside(const Goal& goal, const Pose& tool) {
  const TurnRoom room = goal.type->room(goal).turns;
  if (room.isExact()) {
    std::array<double, maxRows> e;
    leave(goal, tool, e.data(), nullptr);
    // A pose's rows are in the target's axes.
    const Vec3 turn = Eigen::Map<Vec3>{e.data() + goal.type->linearRows};
    return expRotation<double>(goal.type->linearRows > 0 ? Vec3(targetOf(goal) * turn) : turn);
  }
  const Quat target = targetOf(goal);
  const Vec3 a = Vec3::Unit(room.axis);
  auto [swing, twist] = splitSwingTwist(target.conjugate() * tool.r, a);
  const int i = nextOf(room), k = lastOf(room);
  if (!room.isAnySwing()) {
    const auto nearest = nearestInEllipse(room.first, room.second, swing[i], swing[k]);
    swing[i] = nearest[0];
    swing[k] = nearest[1];
  }
  const AboutMiddle about(room.twists);
  twist = about.middle + std::clamp(std::remainder(twist - about.middle, 2 * pi), about.half.min, about.half.max);
  return target * expRotation<double>(swing) * expRotation<double>(twist * a) * tool.r.conjugate();
}

void leave(const Goal& goal, const PoseT<Dual>& tool, Dual* e) {
  Pose at, slope;
  for (int i = 0; i < 3; ++i) at.p[i] = tool.p[i].value, slope.p[i] = tool.p[i].derivative;
  for (int i = 0; i < 4; ++i) {
    at.r.coeffs()[i] = tool.r.coeffs()[i].value;
    slope.r.coeffs()[i] = tool.r.coeffs()[i].derivative;
  }
  // ṙ = ½ ω r
  Eigen::Matrix<double, 6, 1> velocity;
  velocity << slope.p, 2 * (slope.r * at.r.conjugate()).vec();
  std::array<double, maxRows> left;
  RowMap map;
  leave(goal, at, left.data(), &map);
  for (int i = 0; i < goal.type->rows(); ++i) e[i] = {left[i], -map.row(i).dot(velocity)};
}

void leave(const Aim<Lanes>& aim, const PoseT<Lanes>& tool, Lanes* e, RowMapT<Lanes>& map) {
  for (int lane = 0; lane < 2; ++lane) {
    Goal goal = aim.goal;
    for (int i = 0; i < goal.type->targetSize; ++i) goal.target[i] = aim.target[i][lane];
    Pose at;
    for (int i = 0; i < 3; ++i) at.p[i] = tool.p[i][lane];
    for (int i = 0; i < 4; ++i) at.r.coeffs()[i] = tool.r.coeffs()[i][lane];
    std::array<double, maxRows> left;
    RowMap own;
    leave(goal, at, left.data(), &own);
    for (int i = 0; i < goal.type->rows(); ++i) e[i].set(lane, left[i]);
    for (int i = 0; i < own.size(); ++i) map(i).set(lane, own(i));
  }
}

}  // namespace limber::goals

namespace limber {

void readEdges(const Goal& goal, const Pose& tool, double* e, Side* sides) {
  Goal edge = goal;
  edge.atEdges = true;
  goals::leave(edge, tool, e, nullptr, sides);
}

}  // namespace limber
