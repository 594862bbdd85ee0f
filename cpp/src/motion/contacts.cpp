#include <algorithm>

#include "limber/motion.h"
#include "motion/limb.h"

namespace limber::motion {
namespace {

constexpr double window = 0.1;  ///< seconds over which a speed is fitted
/// To come in contact, and to leave it, in leg lengths and leg lengths per second.
struct Bounds {
  double lowIn, lowOut, slowIn, slowOut;
  bool hold(bool held, double height, double speed) const {
    return held ? height <= lowOut && speed <= slowOut : height < lowIn && speed < slowIn;
  }
};
constexpr Bounds touching = {0.06, 0.09, 0.35, 0.6};
/// A heel is down: of a point at the ankle's height and behind it, so that a turn counts as a speed.
constexpr Bounds flat = {0.03, 0.04, 0.25, 0.35};
constexpr double mostTurn = 0.3;   ///< radians that a flat foot is held from its source's
constexpr double shortest = 0.08;  ///< seconds
constexpr double easing = 0.2;     ///< seconds
constexpr double letting = 0.3;    ///< seconds in which a hand goes to its place, or leaves it
/// Live, where a speed is that of the last moment: 3 frames at 30 per second.
constexpr double liveWindow = 0.09;
constexpr Bounds touchingLive = {0.07, 0.1, 0.5, 0.65};
/// Seconds in which a foot that leaves loses half its offset, and leg lengths or radians per second at most.
constexpr double halfLife = 0.08, fastest = 0.8;
constexpr double longestGap = 0.3;  ///< seconds
constexpr double farthest = 0.2;    ///< leg lengths that a foot is held from its source's

/// Mean of points and slope of the line fitted to them: Σ (t − t̄)(p − p̄) / Σ (t − t̄)².
struct Fit {
  Vec3 mean = Vec3::Zero();
  double speed = 0;
  Fit(std::span<const Vec3> points, std::span<const double> times) {
    const double share = 1.0 / double(points.size());
    double t = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      t += share * times[k];
      mean += share * points[k];
    }
    double tt = 0;
    Vec3 tp = Vec3::Zero();
    for (std::size_t k = 0; k < points.size(); ++k) {
      tt += (times[k] - t) * (times[k] - t);
      tp += (times[k] - t) * (points[k] - mean);
    }
    if (tt > 0) speed = norm(tp) / tt;
  }
};

/// Over the points at most half a window away, and at least one on both sides.
double fittedSpeed(std::span<const Vec3> points, std::span<const double> times, std::size_t i) {
  std::size_t from = i;
  std::size_t to = i + 1;
  const double room = 0.5 * window + 1e-9;
  while (from > 0 && (times[i] - times[from - 1] <= room || from == i)) --from;
  while (to < times.size() && (times[to] - times[i] <= room || to == i + 1)) ++to;
  return Fit(points.subspan(from, to - from), times.subspan(from, to - from)).speed;
}

/// The 5th percentile of heights, by halving: a foot that sinks for a moment does not lower the ground.
double lowest(std::span<const Vec3> points) {
  const auto below = [&](double height) {
    return std::ranges::count_if(points, [&](const Vec3& point) { return point.y() <= height; });
  };
  double low = -1e9;
  double high = 1e9;
  for (int i = 0; i < 90; ++i) {
    const double middle = 0.5 * (low + high);
    (below(middle) > std::ssize(points) / 20 ? high : low) = middle;
  }
  return high;
}

/// The share that is gone after a step, 1 − 2^(−step / half) = 1 − 1 / eˣ: the series is as good, and carries no table.
double fading(double step, double half) {
  const double x = std::numbers::ln2 * step / half;
  return 1 - 1 / (1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4))));
}

/// An offset goes, with a top speed at first, and slower as it arrives at 0.
void letGo(Vec3& offset, double step, double unit) {
  const double length = norm(offset);
  if (length > 0) offset *= 1 - std::min(fading(step, halfLife), fastest * unit * step / length);
}

void mix(Ground& ground, const Ground& other, double share) {
  ground.height += share * (other.height - ground.height);
  ground.normal = unit(Vec3(ground.normal + share * (other.normal - ground.normal)));
}

/// Offsets, given in contacts, ease in and out, never across the next contact.
void easeAround(std::vector<Vec3>& offsets, std::span<const double> times, std::span<const Contact> contacts) {
  const int n = static_cast<int>(offsets.size());
  /// From the contact's end outwards, up to `limit`, which is the next contact or the clip's end.
  const auto ease = [&](int end, int step, int limit) {
    const double room = limit < 0 || limit >= n ? easing : std::abs(times[limit] - times[end]);
    const double length = std::min(easing, room);
    for (int i = end + step; i != limit; i += step) {
      const double share = 1 - std::abs(times[i] - times[end]) / length;
      if (share <= 0) break;
      offsets[i] += offsets[end] * eased(share);
    }
  };
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    ease(contacts[k].from, -1, k > 0 ? contacts[k - 1].to : -1);
    ease(contacts[k].to, 1, k + 1 < contacts.size() ? contacts[k + 1].from : n);
  }
}

/// Offsets that hold a point at the mean place of each contact, not below the ground.
std::vector<Vec3> holdPoints(std::span<const Vec3> points, std::span<const double> times,
                             std::span<const Contact> contacts, double ground) {
  std::vector<Vec3> offsets(points.size(), Vec3::Zero());
  for (const auto& [from, to] : contacts) {
    Vec3 mean = Vec3::Zero();
    for (int i = from; i <= to; ++i) mean += points[i] / double(to - from + 1);
    mean.y() = std::max(mean.y(), ground);
    for (int i = from; i <= to; ++i) offsets[i] = mean - points[i];
  }
  easeAround(offsets, times, contacts);
  return offsets;
}

/// Rotation vectors that hold a rotation at the mean of each contact.
std::vector<Vec3> holdTurns(std::span<const Quat> turns, std::span<const double> times,
                            std::span<const Contact> contacts) {
  std::vector<Vec3> offsets(turns.size(), Vec3::Zero());
  for (const auto& [from, to] : contacts) {
    const auto away = [&](int i) { return logRotation<double>(turns[i] * turns[from].conjugate()); };
    Vec3 mean = Vec3::Zero();
    for (int i = from; i <= to; ++i) mean += away(i) / double(to - from + 1);
    const Quat held = expRotation<double>(mean) * turns[from];
    for (int i = from; i <= to; ++i) offsets[i] = logRotation<double>(held * turns[i].conjugate());
  }
  easeAround(offsets, times, contacts);
  return offsets;
}

std::vector<Contact> findHeld(std::span<const Vec3> points, std::span<const double> times, double ground, double leg,
                              const Bounds& bounds) {
  std::vector<Contact> contacts;
  const int n = static_cast<int>(points.size());
  int from = -1;
  const auto end = [&](int to) {
    if (times[to] - times[from] >= shortest) contacts.push_back({from, to});
    from = -1;
  };
  for (int i = 0; i < n; ++i) {
    const double height = (points[i].y() - ground) / leg;
    const double speed = fittedSpeed(points, times, i) / leg;
    const bool held = bounds.hold(from >= 0, height, speed);
    if (held && from < 0) from = i;
    if (!held && from >= 0) end(i - 1);
  }
  if (from >= 0) end(n - 1);
  return contacts;
}

Vec3 behindOf(const Figure& figure, int side, double leg) {
  const Vec3& ankle = figure.at(foot + side);
  const Vec3 tip = ankle - 0.2 * leg * (figure.turn(foot + side) * Vec3::UnitZ());
  return {tip.x(), ankle.y(), tip.z()};
}

/// A foot that turns on its ball is not flat.
void removeTurns(std::vector<Contact>& contacts, std::span<const Quat> turns) {
  std::erase_if(contacts, [&](const Contact& contact) {
    return std::any_of(turns.begin() + contact.from, turns.begin() + contact.to,
                       [&](const Quat& turn) { return turns[contact.from].angularDistance(turn) > mostTurn; });
  });
}

std::vector<Contact> overlaps(const std::vector<Contact>& some, const std::vector<Contact>& others) {
  std::vector<Contact> both;
  for (const Contact& one : some)
    for (const Contact& other : others)
      if (const Contact shared = {std::max(one.from, other.from), std::min(one.to, other.to)}; shared.from < shared.to)
        both.push_back(shared);
  return both;
}

/// The least numbers that are no smaller and change by 1 in no less than `letting`.
void letGoSlowly(std::vector<double>& weights, std::span<const double> times) {
  const auto pass = [&](int i, int last) {
    weights[i] = std::max(weights[i], weights[last] - std::abs(times[i] - times[last]) / letting);
  };
  for (int i = 1; i < std::ssize(weights); ++i) pass(i, i - 1);
  for (int i = std::ssize(weights) - 2; i >= 0; --i) pass(i, i + 1);
}

class WholeClip final : public Clip {
 public:
  WholeClip(Retargeter& retargeter, std::span<const Figure> figures, bool locks) : retargeter_(retargeter) {
    for (const Figure& figure : figures) times_.push_back(figure.time);
    const int last = static_cast<int>(figures.size()) - 1;
    for (int i = 0; i <= last; ++i)
      retargeter.learn(figures[i], last == 0 ? 1 : 0.5 * (times_[std::min(i + 1, last)] - times_[std::max(i - 1, 0)]));
    std::array<double, 2> low{};
    for (int side = 0; side < 2; ++side) {
      for (const Figure& figure : figures) points_[side].push_back(figure.at(retargeter.contactRole(side)));
      low[side] = lowest(points_[side]);
      contacts_[side] = findContacts(points_[side], times_, low[side], retargeter.legLength());
    }
    retargeter.ground = std::min(low[0], low[1]);
    for (int side = 0; side < 2; ++side) {
      for (std::size_t i = 0; i < figures.size(); ++i) {
        points_[side][i] = retargeter.contactOf(figures[i], side);
        hands_[side].push_back(retargeter.nearness(figures[i], side));
      }
      letGoSlowly(hands_[side], times_);
      offsets_[side].assign(figures.size(), Vec3::Zero());
      turns_[side] = offsets_[side];
    }
    if (locks) holdFeet(figures);
  }

  const std::vector<Vec3>& points(int side) const override { return points_[side]; }

  void write(State& body, std::span<const Figure> figures, std::span<const Ground> grounds,
             const ClipRows& rows) const override {
    std::array<std::vector<Ground>, 2> under;
    for (int side = 0; side < 2; ++side) {
      under[side] = along(side, grounds);
      for (const auto& [from, to] : contacts_[side])
        for (int i = from; i <= to; ++i) rows.contact[2 * i + side] = 1;
    }
    for (std::size_t i = 0; i < figures.size(); ++i) {
      Stance stance;
      for (int side = 0; side < 2; ++side) {
        stance.feet[side] = {offsets_[side][i], turns_[side][i], under[side][i]};
        stance.hands[side] = eased(hands_[side][i]);
      }
      retargeter_.frame(figures[i], stance);
      std::ranges::copy(body.q, rows.q + i * body.q.size());
      std::ranges::copy(retargeter_.missed(), rows.missed + 4 * i);
    }
  }

 private:
  /// Writes the offsets of contact points, which move to where they are held, and of feet's rotations.
  void holdFeet(std::span<const Figure> figures) {
    for (int side = 0; side < 2; ++side) {
      auto& path = points_[side];
      offsets_[side] = holdPoints(path, times_, contacts_[side], retargeter_.bodyGround());
      for (std::size_t i = 0; i < path.size(); ++i) {
        double& up = offsets_[side][i].y();
        up = std::max(up, retargeter_.bodyGround() - path[i].y());
        path[i] += offsets_[side][i];
      }
      const double leg = retargeter_.legLength();
      std::vector<Vec3> behind;
      std::vector<Quat> turns;
      for (const Figure& figure : figures) {
        behind.push_back(behindOf(figure, side, leg));
        turns.push_back(retargeter_.turnOf(figure, foot + side));
      }
      auto down = overlaps(findHeld(behind, times_, lowest(behind), leg, flat), contacts_[side]);
      removeTurns(down, turns);
      turns_[side] = holdTurns(turns, times_, down);
    }
  }

  /// In a contact the ground is that at its beginning.
  std::vector<Ground> along(int side, std::span<const Ground> grounds) const {
    std::vector<Ground> out(times_.size());
    if (grounds.empty()) return out;
    const auto at = [&](int i) { return grounds[2 * i + side]; };
    const auto& contacts = contacts_[side];
    if (contacts.empty()) {
      for (int i = 0; i < std::ssize(out); ++i) out[i] = at(i);
      return out;
    }
    std::ranges::fill(out, at(contacts.front().from));
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const int to = contacts[k].to;
      const Ground here = at(contacts[k].from);
      const bool isLast = k + 1 == contacts.size();
      const int next = isLast ? int(out.size()) : contacts[k + 1].from;
      std::fill(out.begin() + contacts[k].from, out.begin() + next, here);
      for (int i = to + 1; i < next && !isLast; ++i)
        mix(out[i], at(next), eased((times_[i] - times_[to]) / (times_[next] - times_[to])));
    }
    return out;
  }

  Retargeter& retargeter_;
  std::vector<double> times_;
  std::array<std::vector<Contact>, 2> contacts_;
  std::array<std::vector<Vec3>, 2> points_, offsets_, turns_;
  std::array<std::vector<double>, 2> hands_;
};

// --- Live ------------------------------------------------------------------------------------

class LiveFollower final : public Follower {
 public:
  explicit LiveFollower(Retargeter& retargeter) : retargeter_(retargeter) {}

  const std::array<Vec3, 2>& take(const Figure& figure) override {
    const double leg = retargeter_.legLength();
    step_ = figure.time - time_;
    const double jump = norm(figure.at(hips) - hips_) / leg;
    if (!(step_ >= 0 && step_ <= longestGap) || jump > std::max(1.0, step_ / window)) begin(figure);
    const bool isPaused = !isNew_ && figure.time == time_;
    time_ = figure.time;
    hips_ = figure.at(hips);
    isNew_ = false;
    if (!isPaused) retargeter_.learn(figure, std::max(step_, 0.01));
    double low = infinity;
    double standing = infinity;
    std::array<double, 2> heights;
    for (int side = 0; side < 2; ++side) {
      Foot& foot = feet_[side];
      const Vec3& point = figure.at(retargeter_.contactRole(side));
      if (!isPaused) {
        foot.window.add(point, time_);
        foot.behind.add(behindOf(figure, side, leg), time_);
      }
      const double mean = foot.window.mean().y();
      heights[side] = mean - point.y();
      const double height = (point.y() - retargeter_.ground) / leg;
      const double speed = foot.window.speed() / leg;
      const bool stood = foot.stands;
      const bool isFar = norm(foot.footing.offset) > farthest * leg * retargeter_.scale();
      foot.stands = touchingLive.hold(stood, height, speed) && !(stood && isFar);
      if (foot.stands && !stood) {
        foot.age = 0;
        foot.place = retargeter_.contactOf(figure, side) + foot.footing.offset;
        foot.place.y() = std::max(foot.place.y(), retargeter_.bodyGround());
      }
      low = std::min(low, mean);
      if (foot.stands) standing = std::min(standing, mean);
    }
    findGround(low, standing);
    for (int side = 0; side < 2; ++side) {
      const Vec3 point = retargeter_.contactOf(figure, side);
      hold(feet_[side], point, point.y() + retargeter_.scale() * heights[side]);
      points_[side] = point + feet_[side].footing.offset;
      turn(feet_[side], figure, side);
    }
    return points_;
  }

  void write(const Figure& figure, const std::array<Ground, 2>& grounds) override {
    for (int side = 0; side < 2; ++side) {
      const double share = isFirst_ ? 1 : fading(step_, halfLife);
      mix(feet_[side].footing.ground, grounds[side], share);
    }
    for (int arm = 0; arm < 2; ++arm) {
      const double most = isFirst_ ? 1 : step_ / letting;
      hands_[arm] += std::clamp(retargeter_.nearness(figure, arm) - hands_[arm], -most, most);
    }
    retargeter_.frame(figure, {{feet_[0].footing, feet_[1].footing}, {eased(hands_[0]), eased(hands_[1])}});
    isFirst_ = false;
  }

  bool stands(int side) const override { return feet_[side].stands; }

 private:
  /// The last `liveWindow` of a contact point.
  struct Window {
    static constexpr int most = 32;
    std::array<Vec3, most> points;
    std::array<double, most> times;
    int count = 0;

    void add(const Vec3& point, double time) {
      // More frames than there is room for would shorten the window.
      if (count > 1 && time - times[count - 2] < liveWindow / (most - 2)) --count;
      int old = 0;
      while (old < count - 1 && time - times[old] > liveWindow + 1e-9) ++old;
      std::copy(points.begin() + old, points.begin() + count, points.begin());
      std::copy(times.begin() + old, times.begin() + count, times.begin());
      count -= old;
      points[count] = point;
      times[count] = time;
      ++count;
    }
    Vec3 mean() const { return Fit({points.data(), n()}, {times.data(), n()}).mean; }
    /// Infinite for one point.
    double speed() const { return count > 1 ? Fit({points.data(), n()}, {times.data(), n()}).speed : infinity; }
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

  void begin(const Figure& figure) {
    for (Foot& foot : feet_) {
      foot.window.count = foot.behind.count = 0;
      foot.stands = foot.isFlat = false;
      foot.footing = {};
    }
    const auto heightOf = [&](int side) { return figure.at(retargeter_.contactRole(side)).y(); };
    if (isNew_) retargeter_.ground = std::min(heightOf(0), heightOf(1));
    step_ = 0;
    isFirst_ = true;
  }

  /// The ground sinks to the lowest foot at once, but for noise, and rises to a foot that stands.
  void findGround(double low, double standing) {
    double& ground = retargeter_.ground;
    if (low < ground)
      ground += (low - ground) * fading(step_, 0.03);
    else if (standing < infinity)
      ground += (standing - ground) * fading(step_, 1);
  }

  void hold(Foot& foot, const Vec3& point, double height) {
    Vec3& offset = foot.footing.offset;
    if (foot.stands) {
      // The height becomes a mean over the time since the foot came to stand.
      foot.age += step_;
      const double up = std::max(height, retargeter_.bodyGround()) - foot.place.y();
      foot.place.y() += up * step_ / (foot.age + window);
      offset = foot.place - point;
    } else {
      letGo(offset, step_, retargeter_.scale() * retargeter_.legLength());
      offset.y() = std::max(offset.y(), retargeter_.bodyGround() - point.y());
    }
  }

  /// While its heel is down, too, a foot keeps its rotation.
  void turn(Foot& foot, const Figure& figure, int side) {
    const double leg = retargeter_.legLength();
    const Quat now = retargeter_.turnOf(figure, Role::foot + side);
    const double height = (figure.at(Role::foot + side).y() - retargeter_.ground - retargeter_.ankle()) / leg;
    const double speed = foot.behind.speed() / leg;
    Vec3& turn = foot.footing.turn;
    const bool wasFlat = foot.isFlat;
    foot.isFlat = foot.stands && flat.hold(wasFlat, height, speed) && norm(turn) < (wasFlat ? 1 : 0.5) * mostTurn;
    if (foot.isFlat && !wasFlat) foot.held = expRotation<double>(turn) * now;
    if (foot.isFlat)
      turn = logRotation<double>(foot.held * now.conjugate());
    else
      letGo(turn, step_, 1);
  }

  Retargeter& retargeter_;
  std::array<Foot, 2> feet_;
  std::array<Vec3, 2> points_;
  std::array<double, 2> hands_{};       ///< of the stance
  double time_ = -infinity, step_ = 0;  ///< seconds
  Vec3 hips_ = Vec3::Zero();
  bool isNew_ = true;    ///< nothing was taken yet
  bool isFirst_ = true;  ///< since it began anew
};

}  // namespace

std::vector<Contact> findContacts(std::span<const Vec3> points, std::span<const double> times, double ground,
                                  double leg) {
  return findHeld(points, times, ground, leg, touching);
}

std::unique_ptr<Clip> Clip::make(Retargeter& retargeter, std::span<const Figure> figures, bool locks) {
  return std::make_unique<WholeClip>(retargeter, figures, locks);
}

std::unique_ptr<Follower> Follower::make(Retargeter& retargeter) { return std::make_unique<LiveFollower>(retargeter); }

}  // namespace limber::motion
