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
  virtual ~Retargeter() = default;

  /// Learns how the source's axes of elbows and knees lie to the planes of its limbs: the mean over the time in which
  /// they are bent.
  virtual void learn(const Figure& figure, double seconds) = 0;

  /// Height of the source's ground, in its unit.
  double ground = 0;
  /// Whether balls stay within their limits; hinges always do.
  bool limits = false;
  /// Of the left and the right arm.
  std::array<Hands, 2> hands{};

  /// The place of a foot's contact point (toes, or ankle) in the body's world.
  virtual Vec3 contactOf(const Figure& figure, int side) const = 0;
  /// The role whose place that is.
  virtual int contactRole(int side) const = 0;
  /// The rotation that a part of the body has by its turn from rest.
  virtual Quat turnOf(const Figure& figure, int role) const = 0;
  /// How much an arm's hand must be in its place, 0 to 1: whether it is near the other hand, the head, the trunk or the
  /// ground.
  virtual double nearness(const Figure& figure, int arm) const = 0;
  virtual double legLength() const = 0;
  /// Height of the source's ankle over the contact point at rest.
  virtual double ankle() const = 0;
  virtual double bodyGround() const = 0;
  /// Metres of the body's legs per unit of the source's.
  virtual double scale() const = 0;

  /// Writes q and poses. Hips rise by the mean of both grounds, and soles lie on theirs.
  virtual void frame(const Figure& figure, const Stance& stance) = 0;
  /// Metres by which hands and feet are off: left and right hand, left and right foot.
  virtual const std::array<double, 4>& missed() const = 0;
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
  static std::unique_ptr<Clip> make(Retargeter& retargeter, std::span<const Figure> figures, bool locks);
  virtual ~Clip() = default;
  /// A contact point in each frame, on level ground: the ground is asked for there.
  virtual const std::vector<Vec3>& points(int side) const = 0;
  /// `grounds`: for each frame those of the left and right foot; empty: level. Only those in contacts are read; between
  /// contacts a foot goes from one to the next.
  virtual void write(State& body, std::span<const Figure> figures, std::span<const Ground> grounds,
                     const ClipRows& rows) const = 0;
};

/// The same while frames come, knowing nothing of the next: the ground is the lowest seen, a foot that comes to stand
/// is held where it is, and one that leaves goes back softly. Gaps in time and jumps begin anew.
class Follower {
 public:
  static std::unique_ptr<Follower> make(Retargeter& retargeter);
  virtual ~Follower() = default;
  /// Takes the next figure. Returns its contact points on level ground: the ground is asked for there.
  virtual const std::array<Vec3, 2>& take(const Figure& figure) = 0;
  /// Writes q and poses of the body for the figure taken.
  virtual void write(const Figure& figure, const std::array<Ground, 2>& grounds) = 0;
  virtual bool stands(int side) const = 0;
};

}  // namespace limber::motion
