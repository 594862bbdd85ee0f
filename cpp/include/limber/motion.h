/// Motion of a person onto a body of any proportions: each frame anew, by anatomy and closed forms, with feet that
/// stand. Height is along +Y, as in three.js.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "limber/state.h"

namespace limber::motion {

/// Parts of a human body, in the order of `bodyRoles` in web/src/character/gltf/roles.ts. A part that is there twice is
/// named by the left one; the right one is next.
enum Role : int {
  hips,
  spine,
  chest,
  upperChest,
  neck,
  head,
  shoulder,
  upperArm = shoulder + 2,
  lowerArm = upperArm + 2,
  hand = lowerArm + 2,
  upperLeg = hand + 2,
  lowerLeg = upperLeg + 2,
  foot = lowerLeg + 2,
  toes = foot + 2,
};
inline constexpr int roleCount = toes + 2;

/// A person or a body in one pose, in any unit of length: what sources write and bodies follow. All numbers, so that
/// it is read from a block as it is.
struct Figure {
  /// The place where the bone begins, and its rotation: z along the bone, x the axis that it flexes about.
  std::array<Pose, roleCount> poses;
  std::array<double, roleCount> weights{};  ///< 0: not seen
  double time = 0;                          ///< seconds

  bool has(int role) const { return weights[role] > 0; }
  const Vec3& at(int role) const { return poses[role].p; }
  const Quat& turn(int role) const { return poses[role].r; }
};
static_assert(sizeof(Figure) == (8 * roleCount + 1) * sizeof(double));

/// Index of a body's link per role, or −1.
using RoleLinks = std::array<int, roleCount>;

/// A body in its zero pose.
Figure restOf(std::shared_ptr<const Model> model, const RoleLinks& links);

/// From 0 to 1 with level ends.
inline double eased(double x) { return x * x * (3 - 2 * x); }

/// Poses of a link and of those below it.
void sweepFrom(State& state, int link);

/// Ball, hinge and end of an arm or a leg. In the ball's frame the end is at m + o·R(w, θ)·e, so its distance from the
/// ball is |m + o·R(w, θ)·e|² = a + b cos θ + c sin θ = a + r cos(θ − φ).
class Limb {
 public:
  Limb() = default;
  Limb(const Model& model, int ball, int hinge, int end);

  bool isThere() const { return ball_ >= 0; }
  /// Lengths of the bones.
  double upper() const { return norm(ballFromHinge_.p); }
  double lower() const { return norm(e_); }
  /// Largest distance of the end, with both bones a `share` of their length apart.
  double span(double share) const { return std::min(share * (upper() + lower()), longest_); }
  /// Least distance of the end.
  double folded() const { return shortest_; }
  /// In the ball's frame: the direction of the upper bone, and the normal of the limb's plane.
  Vec3 bone() const { return unit(ballFromHinge_.p); }
  Vec3 normal(double theta) const { return ballFromHinge_.p.cross(turned(theta)); }
  int ball() const { return ball_; }
  int hinge() const { return hinge_; }
  /// θ where the bones enclose an angle (0: straight), and where the end is at a distance; within the hinge's limits.
  double bentBy(double angle) const;
  double spanning(double distance) const;
  /// Puts the end at a place or, if that is too far, towards it, no farther than span(share): θ by the
  /// law of cosines, then the least turn of the ball. The poses of the limb's links follow.
  void reach(State& state, const Vec3& target, double share) const;

 private:
  Vec3 turned(double theta) const { return ballFromHinge_.r * (expRotation<double>(w_ * theta) * e_); }
  double within(double cosine) const;

  int ball_ = -1, hinge_ = -1, end_ = -1;
  Pose ballFromHinge_;  ///< m, o
  Vec3 e_, w_;
  double a_ = 0, r_ = 0, phi_ = 0;
  double way_ = 1;  ///< which sign of θ − φ has more room
  Interval limits_;
  double longest_ = 0, shortest_ = 0;  ///< within the limits
  int ballAt_ = 0, hingeAt_ = 0;       ///< in q
};

/// Ground under a foot of the body.
struct Ground {
  double height = 0;  ///< metres over level ground
  Vec3 normal = Vec3::UnitY();
};
static_assert(sizeof(Ground) == 4 * sizeof(double));

/// How a foot departs from its source's: an offset of its contact point, a rotation vector in the world, and a ground
/// that is not level.
struct Footing {
  Vec3 offset = Vec3::Zero(), turn = Vec3::Zero();
  Ground ground{};
};

/// How a frame departs from its source's.
struct Stance {
  std::array<Footing, 2> feet{};
  /// For each hand 0: where its arm's directions put it, to 1: in its place; see Retargeter::nearness().
  std::array<double, 2> hands{};
};

/// Arms follow the directions of the source's bones, or bring hands to their places; or (`automatic`) the latter
/// where a hand is near something.
enum class Hands : char { automatic, direction, place };

/// Puts the figures of one source onto one body. Nothing is kept from frame to frame but the learned roll, so it does
/// not drift and frames may come in any order. frame() allocates nothing.
class Retargeter {
 public:
  /// `rest`: the source's rest pose. The body's is its zero. Errors: unknownLink, if hips, legs, feet or a head are
  /// missing.
  static Expected<std::unique_ptr<Retargeter>> make(State& body, const RoleLinks& links, const Figure& rest);

  /// Learns how the source's axes of elbows and knees lie to the planes of its limbs: the mean over the time in which
  /// they are bent.
  void learn(const Figure& figure, double seconds);

  /// Height of the source's ground, in its unit.
  double ground = 0;
  /// Whether balls stay within their limits; hinges always do.
  bool limits = false;
  /// Of the left and the right arm.
  std::array<Hands, 2> hands{};

  /// The place of a foot's contact point (toes, or ankle) in the body's world.
  Vec3 contactOf(const Figure& figure, int side) const;
  /// The role whose place that is.
  int contactRole(int side) const { return contact_ + side; }
  /// The rotation that a part of the body has by its turn from rest.
  Quat turnOf(const Figure& figure, int role) const;
  /// How much an arm's hand must be in its place, 0 to 1: whether it is near the other hand, the head, the trunk or the
  /// ground.
  double nearness(const Figure& figure, int arm) const;
  double legLength() const { return source_.leg; }
  /// Height of the source's ankle over the contact point at rest.
  double ankle() const { return source_.ankle; }
  double bodyGround() const { return body_.ground; }
  /// Metres of the body's legs per unit of the source's.
  double scale() const { return legs_; }

  /// Writes q and poses. Hips rise by the mean of both grounds, and soles lie on theirs.
  void frame(const Figure& figure, const Stance& stance);
  /// Metres by which hands and feet are off: left and right hand, left and right foot.
  const std::array<double, 4>& missed() const { return missed_; }

 private:
  /// Lengths and axes of a figure at rest.
  struct Proportions {
    double leg;     ///< thigh and shin
    double arm;     ///< arm and half the shoulders' width; 0 without arms
    double ankle;   ///< height of the ankle over the contact point
    double ground;  ///< height of the contact point
    Quat axes;      ///< world from left, up, forward
  };
  /// A bone of the back ends at this share of the length from the hips to the neck.
  struct Bone {
    int index;  ///< role of the source, link of the body
    double end;
  };
  enum class Wish : char { rest, turn, angle };
  /// The plane of a limb in the source.
  struct Plane {
    Quat w;       ///< the ball's rotation with the bone along z
    Vec3 z;       ///< direction of the upper bone
    double roll;  ///< from the normal of the body's plane to that of the source's, about z
    double bend;  ///< from straight
  };

  Retargeter(State& body, const RoleLinks& links, const Figure& rest);
  Proportions measure(const Figure& rest) const;
  static std::vector<Bone> backOf(const Figure& rest);
  std::vector<Bone> backOf(const Model& model) const;

  Plane planeOf(const Figure& figure, int limb) const;
  Quat turned(const Quat& turn, int link) const;
  void wish(int link, const Quat& world);
  void wishTurns(const Figure& figure);
  void wishNeck(const Figure& figure);
  void wishFeet(const std::array<Footing, 2>& feet);
  void wishBack(const Figure& figure);
  void wishLimbs(const Figure& figure);
  Vec3 scaled(const Vec3& place) const;
  Vec3 hipsOf(const Figure& figure) const;
  void placeBody(const Vec3& hips);
  void turnTo(int role);
  Vec3 shift(const Figure& figure, const std::array<Vec3, 4>& ends) const;
  double share(const Figure& figure, int limb) const;
  void reach(const Figure& figure, int limb, const Vec3& end);
  Vec3 handOf(const Figure& figure, int arm, double weight, double height) const;
  int link(int role) const { return links_[role]; }
  Pose& pose(int link) { return state_->poses[link]; }
  const Pose& pose(int link) const { return state_->poses[link]; }

  State* state_;
  RoleLinks links_;
  Figure sourceRest_, bodyRest_;
  std::vector<Pose> rest_;  ///< of all links
  Proportions source_, body_;
  double legs_ = 1, arms_ = 1;  ///< scales
  Quat restTurn_;               ///< M⁻¹
  int contact_ = foot;
  std::vector<Bone> sourceBack_, bodyBack_;
  int carrier_ = 0;  ///< the free link above the hips
  Pose hipsFromCarrier_;
  std::array<Limb, 4> limbs_;                                                ///< left and right arm, left and right leg
  std::array<CosSin<double>, 4> learned_{{{0, 0}, {0, 0}, {0, 0}, {0, 0}}};  ///< sums over rolls
  std::vector<Wish> wishes_;
  std::vector<Quat> turns_;     ///< world, per link
  std::vector<double> angles_;  ///< of hinges
  std::array<double, 4> missed_{};
};

/// Frames in which a foot stands.
struct Contact {
  int from, to;  ///< first and last
};
/// Contacts of a point: it is low and slow, with hysteresis, in leg lengths and leg lengths per second. The speed is
/// the slope of a line fitted over 0.1 s, because noise of millimetres would hide most contacts from differences.
std::vector<Contact> findContacts(std::span<const Vec3> points, std::span<const double> times, double ground,
                                  double leg);

/// What a clip became: a row per frame.
struct ClipRows {
  double* q;        ///< nq numbers
  double* missed;   ///< Retargeter::missed()
  double* contact;  ///< left and right: 1 in a contact
};

/// A whole clip: learns its rolls, takes its ground from its lowest contact points, and in each contact holds the foot
/// at the contact's mean place, eased over 0.2 s on both sides; its heel, too, while that is down.
class Clip {
 public:
  Clip(Retargeter& retargeter, std::span<const Figure> figures, bool locks);
  /// A contact point in each frame, on level ground: the ground is asked for there.
  const std::vector<Vec3>& points(int side) const { return points_[side]; }
  /// `grounds`: for each frame those of the left and right foot; empty: level. Only those in contacts are read; between
  /// contacts a foot goes from one to the next.
  void write(State& body, std::span<const Figure> figures, std::span<const Ground> grounds, const ClipRows& rows) const;

 private:
  void holdFeet(std::span<const Figure> figures);
  std::vector<Ground> along(int side, std::span<const Ground> grounds) const;

  Retargeter& retargeter_;
  std::vector<double> times_;
  std::array<std::vector<Contact>, 2> contacts_;
  std::array<std::vector<Vec3>, 2> points_, offsets_, turns_;
  std::array<std::vector<double>, 2> hands_;
};

/// The same while frames come, knowing nothing of the next: the ground is the lowest seen, a foot that comes to stand
/// is held where it is, and one that leaves goes back softly. Gaps in time and jumps begin anew.
class Follower {
 public:
  explicit Follower(Retargeter& retargeter) : retargeter_(retargeter) {}
  /// Takes the next figure. Returns its contact points on level ground: the ground is asked for there.
  const std::array<Vec3, 2>& take(const Figure& figure);
  /// Writes q and poses of the body for the figure taken.
  void write(const Figure& figure, const std::array<Ground, 2>& grounds);
  bool stands(int side) const { return feet_[side].stands; }

 private:
  /// The last `liveWindow` of a contact point.
  struct Window {
    static constexpr int most = 32;
    std::array<Vec3, most> points;
    std::array<double, most> times;
    int count = 0;
    void add(const Vec3& point, double time);
    Vec3 mean() const;
    double speed() const;  ///< infinite for one point
    std::size_t n() const { return static_cast<std::size_t>(count); }
  };
  struct Foot {
    Window window, behind;
    bool stands = false, isFlat = false;
    double age = 0;             ///< seconds for which it has stood
    Vec3 place = Vec3::Zero();  ///< where it is held, on level ground
    Quat held;                  ///< its rotation while it is flat, on level ground
    Footing footing;
  };
  void begin(const Figure& figure);
  void findGround(double low, double standing);
  void hold(Foot& foot, const Vec3& point, double height);
  void turn(Foot& foot, const Figure& figure, int side);

  Retargeter& retargeter_;
  std::array<Foot, 2> feet_;
  std::array<Vec3, 2> points_;
  std::array<double, 2> hands_{};       ///< of the stance
  double time_ = -infinity, step_ = 0;  ///< seconds
  Vec3 hips_ = Vec3::Zero();
  bool isNew_ = true;    ///< nothing was taken yet
  bool isFirst_ = true;  ///< since it began anew
};

}  // namespace limber::motion
