#include "nearest.h"

#include "approach.h"
#include "turns.h"

namespace limber::analytic {

bool Nearest::find(const Arm::Angles& from) {
  from_ = from;
  cost_ = infinity;
  lostSome_ = false;
  std::copy_n(from.begin(), arm_.loop.free.size(), arm_.loop.free.begin());
  std::string_view family;
  foundAll_ = findPoses(arm_, *this, family);
  return cost_ < infinity;
}

bool Nearest::isCertainlyNone() const { return cost_ == infinity && foundAll_ && !lostSome_; }

bool Nearest::offerAll(std::span<const Six> all, bool isOpen) {
  Finished finished(arm_, all);
  bool any = false;
  for (std::size_t i = 0; i < all.size(); ++i) any |= consider(all[i], isOpen, finished, i) < infinity;
  return any;
}

double Nearest::consider(const Six& given, bool isOpen, Finished& finished, std::size_t i) {
  // A lower bound of the cost, whatever the limits, unless it can move on; polishing only changes it much at
  // a singularity.
  double least = 0;
  for (int i = 0; i < arm_.joints(); ++i) least += costOf(i, arm_.unitOf(i) * arm_.way(i, from_[i], given[i]));
  if (!isOpen && least > 1.001 * cost_) return 0;
  Arm::Angles angles{};
  std::ranges::copy(given, angles.begin());
  const bool isFinished = finished[i];
  const double moved = isFinished ? 0 : settle(arm_, angles);
  if (moved == infinity || (!isFinished && isOpen && !approach(angles))) return moved;
  const double cost = moveNear(angles);
  if (!(cost < cost_) || !takes(angles)) return moved;
  cost_ = cost;
  angles_ = angles;
  return moved;
}

bool Nearest::approach(Arm::Angles& angles) {
  const Arm::Angles direction = selfMotion(arm_, angles);
  if (direction == Arm::Angles{}) return true;
  Approach approach(arm_, problem_, limits_, from_);
  const bool isInside = approach.move(angles, direction);
  lostSome_ |= !isInside && !approach.provesNone();
  return isInside;
}

double Nearest::moveNear(Arm::Angles& angles) const {
  double cost = 0;
  for (int i = 0; i < arm_.joints(); ++i) {
    const Motion& motion = arm_.motion(i);
    const double start = problem_.state.q[motion.qIndex];
    const double from = start + from_[i];
    const double near = from_[i] + arm_.unitOf(i) * arm_.way(i, from_[i], angles[i]);
    const Turns turns(motion, start, near, limits_);
    if (turns.count == 0) return infinity;
    const double value = turns.at(turns.nearest(from));
    angles[i] = (limits_ ? clampScrew(motion, value) : value) - start;
    cost += costOf(i, angles[i] - from_[i]);
  }
  return cost;
}

double Nearest::costOf(int i, double way) const { return way * way / problem_.jointWeights[arm_.motion(i).vIndex]; }

}  // namespace limber::analytic
