#include <algorithm>

#include "limber/motion.h"

namespace limber::motion {
namespace {

constexpr double window = 0.1;  ///< seconds over which a speed is fitted
constexpr double lowIn = 0.06, lowOut = 0.09, slowIn = 0.35, slowOut = 0.6;
constexpr double shortest = 0.08;  ///< seconds
constexpr double easing = 0.2;     ///< seconds

/// Slope of the line fitted to the points at most half a window away: Σ (t − t̄)(p − p̄) / Σ (t − t̄)².
double fittedSpeed(std::span<const Vec3> points, std::span<const double> times, std::size_t i) {
  std::size_t from = i;
  std::size_t to = i + 1;
  const double room = 0.5 * window + 1e-9;
  while (from > 0 && (times[i] - times[from - 1] <= room || from == i)) --from;
  while (to < times.size() && (times[to] - times[i] <= room || to == i + 1)) ++to;
  double t = 0;
  Vec3 p = Vec3::Zero();
  for (std::size_t k = from; k < to; ++k) {
    t += times[k] / double(to - from);
    p += points[k] / double(to - from);
  }
  double tt = 0;
  Vec3 tp = Vec3::Zero();
  for (std::size_t k = from; k < to; ++k) {
    tt += (times[k] - t) * (times[k] - t);
    tp += (times[k] - t) * (points[k] - p);
  }
  return tt > 0 ? norm(tp) / tt : 0;
}

/// The 5th percentile of heights: a foot that sinks for a moment does not lower the ground.
double lowest(std::span<const Vec3> points) {
  std::vector<double> heights;
  for (const Vec3& point : points) heights.push_back(point.y());
  const auto at = heights.begin() + std::ptrdiff_t(heights.size() / 20);
  std::ranges::nth_element(heights, at);
  return *at;
}

double eased(double x) { return x * x * (3 - 2 * x); }

/// Offsets that hold a point at the mean place of each contact, and ease in and out, never across the next contact.
std::vector<Vec3> holdContacts(std::span<const Vec3> points, std::span<const double> times, std::span<const Span> spans,
                               double ground) {
  const int n = static_cast<int>(points.size());
  std::vector<Vec3> offsets(points.size(), Vec3::Zero());
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
  for (const auto& [from, to] : spans) {
    Vec3 mean = Vec3::Zero();
    for (int i = from; i <= to; ++i) mean += points[i] / double(to - from + 1);
    mean.y() = std::max(mean.y(), ground);
    for (int i = from; i <= to; ++i) offsets[i] = mean - points[i];
  }
  for (std::size_t k = 0; k < spans.size(); ++k) {
    ease(spans[k].from, -1, k > 0 ? spans[k - 1].to : -1);
    ease(spans[k].to, 1, k + 1 < spans.size() ? spans[k + 1].from : n);
  }
  return offsets;
}

}  // namespace

std::vector<Span> findContacts(std::span<const Vec3> points, std::span<const double> times, double ground, double leg) {
  std::vector<Span> spans;
  const int n = static_cast<int>(points.size());
  int from = -1;
  const auto end = [&](int to) {
    if (times[to] - times[from] >= shortest) spans.push_back({from, to});
    from = -1;
  };
  for (int i = 0; i < n; ++i) {
    const double height = (points[i].y() - ground) / leg;
    const double speed = fittedSpeed(points, times, i) / leg;
    if (from < 0 && height < lowIn && speed < slowIn)
      from = i;
    else if (from >= 0 && (height > lowOut || speed > slowOut))
      end(i - 1);
  }
  if (from >= 0) end(n - 1);
  return spans;
}

void retarget(Retargeter& retargeter, State& body, std::span<const Figure> figures, bool locks, const ClipRows& rows) {
  const std::size_t n = figures.size();
  std::vector<double> times;
  for (const Figure& figure : figures) {
    retargeter.learn(figure);
    times.push_back(figure.time);
  }
  std::array<std::vector<Vec3>, 2> points;
  std::array<double, 2> low{};
  for (int side = 0; side < 2; ++side) {
    auto& path = points[side];
    for (const Figure& figure : figures) path.push_back(figure.at(retargeter.contactRole(side)));
    low[side] = lowest(path);
  }
  retargeter.ground = std::min(low[0], low[1]);
  std::array<std::vector<Vec3>, 2> offsets;
  for (int side = 0; side < 2; ++side) {
    const std::vector<Span> spans = findContacts(points[side], times, low[side], retargeter.legLength());
    for (const auto& [from, to] : spans)
      for (int i = from; i <= to; ++i) rows.contact[2 * i + side] = 1;
    for (std::size_t i = 0; i < n; ++i) points[side][i] = retargeter.contactOf(figures[i], side);
    if (locks)
      offsets[side] = holdContacts(points[side], times, spans, retargeter.bodyGround());
    else
      offsets[side].assign(n, Vec3::Zero());
  }
  for (std::size_t i = 0; i < n; ++i) {
    retargeter.frame(figures[i], {offsets[0][i], offsets[1][i]});
    std::ranges::copy(body.q, rows.q + i * body.q.size());
    std::ranges::copy(retargeter.missed(), rows.missed + 4 * i);
  }
}

}  // namespace limber::motion
