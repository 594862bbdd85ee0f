#include <iterator>

#include "limber/motion.h"
#include "motion/limb.h"

namespace limber::motion {
namespace {

constexpr std::array<Role, 4> limbStarts = {upperArm, upperArm, upperLeg, upperLeg};
/// A limb's first, second and third role.
int partOf(int limb, int part) { return limbStarts[limb] + 2 * part + limb % 2; }

constexpr double degree = pi / 180;
/// Limbs bent by as much as the second have a plane; those that are straighter than the first roll as learned, because
/// a step aside of an elbow or knee turns their plane by any angle. Between, both blend.
constexpr double straight = 10 * degree, bent = 60 * degree;
/// Backs whose ends are this near to upright are upright.
constexpr double upright = 18 * degree;
/// Hands closer than this to something are in their places, in leg lengths; those that are farther by the second, in
/// arm lengths, follow the arms' directions.
constexpr double near = 0.3, leaving = 0.08;
/// An arm that is bent so that its hand is closer to the shoulder than the first share of its length may touch the
/// trunk; one that is straighter than the second hangs beside it.
constexpr double folded = 0.85, hanging = 0.93;
/// A limb is no straighter than this or the source's: close to straight, knees and elbows move at any speed.
constexpr double mostStraight = 0.995;
/// Legs whose directions have a cosine this near to 1 are parallel.
constexpr double parallel = 1e-9;

/// Signed angle from `a` to `b` about the unit vector `z`; both are perpendicular to it.
double angleAbout(const Vec3& z, const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).dot(z), a.dot(b)); }

Quat between(const Quat& from, const Quat& to, double part) {
  return from * expRotation<double>(part * logRotation<double>(from.conjugate() * to));
}

Vec3 middleOf(const Figure& figure, int left) { return 0.5 * (figure.at(left) + figure.at(left + 1)); }

/// Length of both bones of a limb.
double lengthOf(const Figure& figure, int limb) {
  const Vec3& middle = figure.at(partOf(limb, 1));
  return norm(middle - figure.at(partOf(limb, 0))) + norm(figure.at(partOf(limb, 2)) - middle);
}

bool hasArms(const Figure& figure) {
  for (const int role : {upperArm, lowerArm, hand})
    if (!figure.has(role) || !figure.has(role + 1)) return false;
  return true;
}

int topOf(const Figure& figure) { return figure.has(neck) ? neck : head; }

double rising(double from, double to, double x) { return eased(std::clamp((x - from) / (to - from), 0.0, 1.0)); }

Vec3 unitBetween(const Figure& figure, int from, int to) { return unit(Vec3(figure.at(to) - figure.at(from))); }

double distanceToSegment(const Vec3& point, const Vec3& from, const Vec3& to) {
  const Vec3 along = to - from;
  const double share = along.dot(point - from) / along.squaredNorm();
  return norm(point - from - std::clamp(share, 0.0, 1.0) * along);
}

State zeroOf(std::shared_ptr<const Model> model) {
  State state(std::move(model));
  std::ranges::fill(state.q, 0.0);
  normalise(*state.model, state.q.data());
  sweep(state);
  return state;
}

/// The missing role, or null.
const char* lacking(const Figure& figure) {
  if (!figure.has(hips)) return "hips";
  if (!figure.has(head) && !figure.has(neck)) return "head";
  for (const int side : {0, 1})
    for (const auto& [role, name] : {std::pair{upperLeg, "UpperLeg"}, {lowerLeg, "LowerLeg"}, {foot, "Foot"}})
      if (!figure.has(role + side)) return name;
  return nullptr;
}

class Anatomical final : public Retargeter {
 public:
  Anatomical(State& body, const RoleLinks& links, const Figure& rest)
      : state_(&body), links_(links), sourceRest_(rest), bodyRest_(restOf(body.model, links)) {
    const Model& model = *body.model;
    rest_ = zeroOf(body.model).poses;
    const auto haveToes = [](const Figure& of) { return of.has(toes) && of.has(toes + 1); };
    contact_ = haveToes(sourceRest_) && haveToes(bodyRest_) ? toes : foot;
    source_ = measure(sourceRest_);
    body_ = measure(bodyRest_);
    legs_ = body_.leg / source_.leg;
    arms_ = source_.arm > 0 && body_.arm > 0 ? body_.arm / source_.arm : legs_;
    restTurn_ = source_.axes * body_.axes.conjugate();
    sourceBack_ = backOf(sourceRest_);
    bodyBack_ = backOf(model);
    for (int limb = 0; limb < 4; ++limb)
      limbs_[limb] = Limb(model, link(partOf(limb, 0)), link(partOf(limb, 1)), link(partOf(limb, 2)));
    const auto isFree = [&](int at) { return model.links[at].lastMotion - model.links[at].firstMotion == 4; };
    carrier_ = link(hips);
    while (carrier_ >= 0 && !isFree(carrier_)) carrier_ = model.links[carrier_].parent;
    if (carrier_ >= 0) hipsFromCarrier_ = rest_[link(hips)].inverse() * rest_[carrier_];
    wishes_.assign(model.links.size(), Wish::rest);
    turns_.resize(model.links.size());
    angles_.resize(model.links.size());
  }
  bool hasCarrier() const { return carrier_ >= 0; }

  int contactRole(int side) const override { return contact_ + side; }
  double legLength() const override { return source_.leg; }
  double ankle() const override { return source_.ankle; }
  double bodyGround() const override { return body_.ground; }
  double scale() const override { return legs_; }
  const std::array<double, 4>& missed() const override { return missed_; }

  Quat turnOf(const Figure& figure, int role) const override {
    return turned(figure.turn(role) * sourceRest_.turn(role).conjugate(), link(role));
  }

  void learn(const Figure& figure, double seconds) override {
    for (int limb = 0; limb < 4; ++limb) {
      if (!limbs_[limb].isThere() || !figure.has(partOf(limb, 2))) continue;
      const Plane plane = planeOf(figure, limb);
      const double weight = seconds * rising(straight, bent, plane.bend) * cosSin(plane.bend).sin;
      const auto [cosine, sine] = cosSin(plane.roll);
      learned_[limb].cos += weight * cosine;
      learned_[limb].sin += weight * sine;
    }
  }

  Vec3 contactOf(const Figure& figure, int side) const override { return scaled(figure.at(contact_ + side)); }

  double nearness(const Figure& figure, int arm) const override {
    if (hands[arm] != Hands::automatic || !figure.has(hand + arm)) return hands[arm] == Hands::place;
    const Vec3& at = figure.at(hand + arm);
    const double from = near * source_.leg;
    const double to = from + leaving * lengthOf(sourceRest_, arm);
    const auto close = [&](double distance) { return 1 - rising(from, to, distance); };
    double most = close(at.y() - ground);
    for (const int role : std::array<int, 2>{hand + 1 - arm, head})
      if (figure.has(role)) most = std::max(most, close(norm(at - figure.at(role))));
    const double trunk = close(distanceToSegment(at, figure.at(hips), figure.at(topOf(figure))));
    return std::max(most, trunk * (1 - rising(folded, hanging, share(figure, arm))));
  }

  void frame(const Figure& figure, const Stance& stance) override {
    const auto& feet = stance.feet;
    std::ranges::fill(wishes_, Wish::rest);
    wishTurns(figure);
    wishNeck(figure);
    wishFeet(feet);
    wishBack(figure);
    wishLimbs(figure);
    Vec3 place = hipsOf(figure);
    place.y() += 0.5 * (feet[0].ground.height + feet[1].ground.height);
    placeBody(place);

    std::array<Vec3, 4> ends;
    for (int side = 0; side < 2; ++side) {
      Vec3& ankle = ends[2 + side];
      ankle = contactOf(figure, side) + feet[side].offset;
      ankle.y() += feet[side].ground.height;
      if (contact_ == toes) ankle -= pose(link(toes + side)).p - pose(link(foot + side)).p;
    }
    if (const Vec3 by = shift(figure, ends); !by.isZero(0)) placeBody(place + by);
    for (const int leg : {2, 3})
      if (limbs_[leg].isThere()) reach(figure, leg, ends[leg]);
    const double low = std::min(feet[0].ground.height, feet[1].ground.height);
    const auto reaches = [&](int arm) {
      return source_.arm > 0 && body_.arm > 0 && limbs_[arm].isThere() && figure.has(hand + arm);
    };
    for (const int arm : {0, 1}) {
      if (!reaches(arm)) continue;
      ends[arm] = handOf(figure, arm, stance.hands[arm], low);
      reach(figure, arm, ends[arm]);
    }
    for (const int role : std::array<int, 4>{hand, hand + 1, foot, foot + 1}) turnTo(role);
    if (limits && projectOntoLimits(*state_->model, state_->q.data())) sweep(*state_);
    for (int limb = 0; limb < 4; ++limb)
      missed_[limb] = limb > 1 || reaches(limb) ? norm(ends[limb] - pose(link(partOf(limb, 2))).p) : 0;
  }

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

  Proportions measure(const Figure& rest) const {
    Proportions p{};
    p.leg = 0.5 * (lengthOf(rest, 2) + lengthOf(rest, 3));
    if (hasArms(rest))
      p.arm = 0.5 * (norm(rest.at(upperArm) - rest.at(upperArm + 1)) + lengthOf(rest, 0) + lengthOf(rest, 1));
    // A head that is a little before the hips does not tilt the feet: a body that is nearly upright is upright.
    Vec3 up = unit(Vec3(rest.at(rest.has(head) ? head : neck) - rest.at(hips)));
    if (up.y() > cosSin(upright).cos) up = Vec3::UnitY();
    // A person who lies at rest has the floor below the feet, too.
    p.ground = middleOf(rest, contact_).dot(up);
    p.ankle = middleOf(rest, foot).dot(up) - p.ground;
    const Vec3 left = rest.at(upperLeg) - rest.at(upperLeg + 1);
    p.axes = rotationBetween(Vec3::UnitY(), up);
    p.axes = expRotation<double>(up * angleAbout(up, p.axes * Vec3::UnitX(), left - up * left.dot(up))) * p.axes;
    return p;
  }

  /// The source's bones of the back that have a role.
  static std::vector<Bone> backOf(const Figure& rest) {
    std::vector<Bone> bones;
    Vec3 last = rest.at(hips);
    double length = 0;
    const auto end = [&](int role) {
      length += norm(rest.at(role) - last);
      last = rest.at(role);
      if (!bones.empty()) bones.back().end = length;
    };
    for (const int role : {spine, chest, upperChest}) {
      if (!rest.has(role)) continue;
      end(role);
      bones.push_back({role, 0});
    }
    end(topOf(rest));
    for (Bone& bone : bones) bone.end /= length;
    return bones;
  }

  /// All links between hips and neck, with and without a role.
  std::vector<Bone> backOf(const Model& model) const {
    std::vector<Bone> bones;
    double length = 0;  // from a bone's end to the neck
    for (int at = link(topOf(bodyRest_)); at != link(hips);) {
      const int parent = model.links[at].parent;
      if (parent < 0) return {};
      if (parent != link(hips)) bones.push_back({parent, length});
      length += norm(rest_[at].p - rest_[parent].p);
      at = parent;
    }
    for (Bone& bone : bones) bone.end = 1 - bone.end / length;
    return bones;
  }

  // --- Wanted rotations ------------------------------------------------------------------------

  /// A turn D from the source's rest, W = D · M⁻¹ · B: the body's rest B, seen in the source's axes, is turned
  /// likewise. M maps the source's left, up and forward at rest onto the body's.
  Quat turned(const Quat& turn, int at) const { return turn * restTurn_ * rest_[at].r; }

  void wish(int at, const Quat& world) {
    wishes_[at] = Wish::turn;
    turns_[at] = world;
  }

  /// Head, collar bones and feet turn from rest, D = F · S⁻¹ with the source's rotations F now and S at rest. Hands
  /// keep their anatomical rotation, because arms rest at any height.
  void wishTurns(const Figure& figure) {
    const auto seen = [&](int role) { return figure.has(role) && sourceRest_.has(role) && link(role) >= 0; };
    for (const int role : std::array<int, 9>{hips, neck, head, shoulder, shoulder + 1, foot, foot + 1, toes, toes + 1})
      if (seen(role)) wish(link(role), turnOf(figure, role));
    for (const int role : std::array<int, 2>{hand, hand + 1})
      if (seen(role)) wish(link(role), figure.turn(role));
  }

  /// A neck points where the source's does: rigs place it as they like, so its turn from rest would keep a slant.
  void wishNeck(const Figure& figure) {
    const int at = link(neck);
    if (at < 0 || link(head) < 0 || wishes_[at] != Wish::turn || !figure.has(head)) return;
    const Vec3 along = turns_[at] * (bodyRest_.turn(neck).conjugate() * (bodyRest_.at(head) - bodyRest_.at(neck)));
    turns_[at] = rotationBetween(along, figure.at(head) - figure.at(neck)) * turns_[at];
  }

  /// Each bone of the body's back turns as the source's does where that bone ends, as a share of the length from hips
  /// to neck. Between the ends of the source's bones (0, hips), (end of bone i, Dᵢ) its turns are interpolated.
  void wishBack(const Figure& figure) {
    const auto turnOf = [&](int role) { return Quat(figure.turn(role) * sourceRest_.turn(role).conjugate()); };
    for (const Bone& bone : bodyBack_) {
      double from = 0;
      Quat turn = turnOf(hips);
      for (const Bone& knot : sourceBack_) {
        if (!figure.has(knot.index)) continue;
        const double part = knot.end > from ? std::clamp((bone.end - from) / (knot.end - from), 0.0, 1.0) : 1;
        turn = between(turn, turnOf(knot.index), part);
        if (part < 1) break;
        from = knot.end;
      }
      wish(bone.index, turned(turn, bone.index));
    }
  }

  /// The upper bone's direction is z, the lower one's y; the plane's normal is z × y. The body's own plane belongs
  /// there, by an angle about z from where its axis is copied: the source's axis is up to 44° off.
  Plane planeOf(const Figure& figure, int limb) const {
    const Limb& body = limbs_[limb];
    const Vec3 z = unitBetween(figure, partOf(limb, 0), partOf(limb, 1));
    const Vec3 y = unitBetween(figure, partOf(limb, 1), partOf(limb, 2));
    const Vec3 n = z.cross(y);
    const double bend = std::atan2(norm(n), z.dot(y));
    const Quat& own = figure.turn(partOf(limb, 0));
    const Quat w = rotationBetween(own * body.bone(), z) * own;
    return {w, z, angleAbout(z, w * body.normal(body.bentBy(bend)), n), bend};
  }

  /// Limbs take the directions of the source's bones, and roll into its plane: fully where bent, as learned where
  /// straight.
  void wishLimbs(const Figure& figure) {
    for (int limb = 0; limb < 4; ++limb) {
      const Limb& body = limbs_[limb];
      if (!body.isThere() || !figure.has(partOf(limb, 0)) || !figure.has(partOf(limb, 2))) continue;
      const Plane plane = planeOf(figure, limb);
      const double known = std::atan2(learned_[limb].sin, learned_[limb].cos);
      const double part = rising(straight, bent, plane.bend);
      double away = plane.roll - known;
      if (std::abs(away) > pi) away -= std::copysign(2 * pi, away);
      wish(body.ball(), expRotation<double>(plane.z * (known + part * away)) * plane.w);
      wishes_[body.hinge()] = Wish::angle;
      angles_[body.hinge()] = body.bentBy(plane.bend);
    }
  }

  // --- Places ----------------------------------------------------------------------------------

  /// Ground, hips and feet go by the legs' ratio, about the ground.
  Vec3 scaled(const Vec3& place) const {
    return {place.x() * legs_, (place.y() - ground) * legs_ + body_.ground, place.z() * legs_};
  }

  /// The middle between the legs' roots goes over, higher by what the body's ankles are; the hips lie to it as in the
  /// body.
  Vec3 hipsOf(const Figure& figure) const {
    const Vec3 rest = bodyRest_.at(hips) - middleOf(bodyRest_, upperLeg);
    Vec3 place = scaled(middleOf(figure, upperLeg));
    place.y() += body_.ankle - legs_ * source_.ankle;
    return place + turns_[link(hips)] * (bodyRest_.turn(hips).conjugate() * rest);
  }

  /// Writes wishes → q and poses, with the hips at a place. Links without a wish stay at rest.
  void placeBody(const Vec3& place) {
    State& state = *state_;
    const Model& model = *state.model;
    const Pose carrier = Pose{place, turns_[link(hips)]} * hipsFromCarrier_;
    for (int i = 0; i < std::ssize(model.links); ++i) {
      const Link& at = model.links[i];
      const Pose base = at.parent < 0 ? at.parentFromJoint : pose(at.parent) * at.parentFromJoint;
      const bool carries = i == carrier_;
      const Wish wanted = carries ? Wish::turn : i == link(hips) ? Wish::rest : wishes_[i];
      const Quat world = carries ? carrier.r : turns_[i];
      const Quat turn = wanted == Wish::turn ? Quat(base.r.conjugate() * world) : Quat(1, 0, 0, 0);
      for (int m = at.firstMotion; m < at.lastMotion; ++m) {
        const Motion& motion = model.motions[m];
        if (motion.mimics) continue;
        double* q = &state.q[motion.qIndex];
        if (motion.kind == Motion::Kind::ball) {
          writeQuat(unit(turn), q);
        } else if (motion.slides()) {
          *q = carries ? motion.v.dot(base.r.conjugate() * (carrier.p - base.p)) : 0;
        } else {
          const double angle = wanted == Wish::angle  ? angles_[i]
                               : wanted == Wish::turn ? twistAngle(turn, motion.w)
                                                      : 0;
          *q = std::clamp(angle, motion.limits.min, motion.limits.max);
        }
      }
      sweepLink(state, i);
    }
  }

  /// Turns a hand or foot back to its own rotation after its limb has moved.
  void turnTo(int role) {
    const int at = link(role);
    if (at < 0 || wishes_[at] != Wish::turn) return;
    const Link& part = state_->model->links[at];
    const Motion& motion = state_->model->motions[part.firstMotion];
    if (part.lastMotion - part.firstMotion != 1 || motion.kind != Motion::Kind::ball) return;
    const Quat base = pose(part.parent).r * part.parentFromJoint.r;
    writeQuat(unit(Quat(base.conjugate() * turns_[at])), &state_->q[motion.qIndex]);
    sweepFrom(*state_, at);
  }

  /// How far the end of the source's limb is from its root, as a share of both bones.
  double share(const Figure& figure, int limb) const {
    return norm(figure.at(partOf(limb, 2)) - figure.at(partOf(limb, 0))) / lengthOf(figure, limb);
  }

  /// How the hips must move for both legs to reach. Where an ankle is nearer than a folded leg allows: by the least s
  /// with nᵢ · s ≥ gᵢ, where nᵢ points from the ankle to the leg's root as copied, so that no knee turns over, and gᵢ
  /// is the missing distance. Then down: with a leg of length l and an ankle d aside of its root, the root may be
  /// √(l² − d²) above it. A leg that would be longer than the source's by x, which has w left, gains only
  /// w x / (w + v x) if it is vertical (v = 1), because knees close to straight move at any speed.
  Vec3 shift(const Figure& figure, const std::array<Vec3, 4>& ends) const {
    std::array<Vec3, 2> off, n;
    std::array<double, 2> g;
    for (int side = 0; side < 2; ++side) {
      const Limb& leg = limbs_[2 + side];
      if (!leg.isThere()) return Vec3::Zero();
      const Vec3& root = pose(leg.ball()).p;
      off[side] = root - ends[2 + side];
      n[side] = unit(Vec3(root - pose(link(foot + side)).p));
      g[side] = leg.folded() - n[side].dot(off[side]);
    }
    const double c = n[0].dot(n[1]);
    Vec3 s = ((g[0] - c * g[1]) * n[0] + (g[1] - c * g[0]) * n[1]) / ((1 - c) * std::max(1 + c, 1e-3));
    for (const int i : {0, 1})
      if (const double one = std::max(g[i], 0.0); (c + parallel) * one >= g[1 - i]) s = one * n[i];
    double most = 0;
    for (int side = 0; side < 2; ++side) {
      const Limb& leg = limbs_[2 + side];
      const Vec3 o = off[side] + s;
      const double own = share(figure, 2 + side);
      double l = leg.span(own);
      const double x = norm(o) - l;
      const double w = leg.span(std::max(mostStraight, own)) - l;
      const double v = o.y() / norm(o);
      if (x <= 0) continue;
      if (w > 0) l += std::min(w, w * x / (w + v * v * x));
      const double square = l * l - o.x() * o.x() - o.z() * o.z();
      if (square > 0 && v > 0) most = std::max(most, o.y() - std::sqrt(square));
    }
    return s - Vec3(0, most, 0);
  }

  void reach(const Figure& figure, int limb, const Vec3& end) {
    limbs_[limb].reach(*state_, end, std::max(mostStraight, share(figure, limb)));
  }

  /// From where the directions of the arm's bones put the hand to its place: where it is from the middle of the
  /// shoulders, by the ratio of the arms' whole reach, so that hands that touch in the source touch in the body. It is
  /// no farther below the ground, which is at a height, than the source's.
  Vec3 handOf(const Figure& figure, int arm, double weight, double height) const {
    const Vec3& shoulder = pose(link(upperArm + arm)).p;
    const Vec3 along = limbs_[arm].upper() * unitBetween(figure, upperArm + arm, lowerArm + arm) +
                       limbs_[arm].lower() * unitBetween(figure, lowerArm + arm, hand + arm);
    const Vec3& at = figure.at(hand + arm);
    const Vec3 middle = 0.5 * (pose(link(upperArm)).p + pose(link(upperArm + 1)).p);
    const Vec3 place = middle + arms_ * (at - middleOf(figure, upperArm));
    Vec3 end = shoulder + along;
    end += weight * (place - end);
    end.y() = std::max(end.y(), std::min(body_.ground, scaled(at).y()) + height);
    return end;
  }

  void wishFeet(const std::array<Footing, 2>& feet) {
    for (int side = 0; side < 2; ++side) {
      const Quat turn = rotationBetween(Vec3::UnitY(), feet[side].ground.normal) * expRotation<double>(feet[side].turn);
      for (const int role : {foot + side, toes + side})
        if (link(role) >= 0) turns_[link(role)] = turn * turns_[link(role)];
    }
  }

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

}  // namespace

Figure restOf(std::shared_ptr<const Model> model, const RoleLinks& links) {
  const std::vector<Pose> poses = zeroOf(std::move(model)).poses;
  Figure figure;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i] < 0) continue;
    figure.poses[i] = poses[links[i]];
    figure.weights[i] = 1;
  }
  return figure;
}

Expected<std::unique_ptr<Retargeter>> Retargeter::make(State& body, const RoleLinks& links, const Figure& rest) {
  const char* of = "the source of a motion";
  const char* role = lacking(rest);
  if (!role) {
    of = "the body";
    role = lacking(restOf(body.model, links));
  }
  if (role) return fail(ErrorCode::unknownLink, {of, " has no ", role, "; give it by role"});
  auto made = std::make_unique<Anatomical>(body, links, rest);
  if (!made->hasCarrier())
    return fail(ErrorCode::unknownLink, {"no link above the hips is free; give the root a joint of type 'free'"});
  return made;
}

}  // namespace limber::motion
