#include "collision/tree.h"

#include <algorithm>
#include <numeric>

namespace limber {

namespace {

/// The tree is rebuilt when the sum of its balls' radii has grown by this factor.
constexpr double tooWide = 1.5;

}  // namespace

void BallTree::fit(std::span<const Ball> balls) {
  if (numbers_.size() == balls.size()) refit(balls);
  if (numbers_.size() != balls.size() || !(sum_ <= tooWide * built_)) build(balls);
}

void BallTree::build(std::span<const Ball> balls) {
  numbers_.resize(balls.size());
  std::iota(numbers_.begin(), numbers_.end(), 0);
  nodes_.clear();
  nodes_.reserve(2 * balls.size());
  if (!balls.empty()) split(balls, numbers_);
  refit(balls);
  built_ = sum_;
}

/// Splits at the median along the axis with the widest spread of centres.
void BallTree::split(std::span<const Ball> balls, std::span<int> numbers) {
  const std::size_t at = nodes_.size();
  nodes_.push_back({{Vec3::Zero(), 0}, Vec3::Zero(), numbers.size() == 1 ? numbers[0] : -1, 0});
  if (numbers.size() == 1) return;
  Vec3 low = Vec3::Constant(infinity);
  Vec3 high = -low;
  for (const int i : numbers) {
    low = low.cwiseMin(balls[i].centre);
    high = high.cwiseMax(balls[i].centre);
  }
  int axis = 0;
  (high - low).maxCoeff(&axis);
  const std::size_t half = numbers.size() / 2;
  const auto isBefore = [&](int i, int k) {
    const double difference = balls[i].centre[axis] - balls[k].centre[axis];
    return difference != 0 ? difference < 0 : i < k;
  };
  // Heap sort takes a third of the code of std::sort.
  std::ranges::make_heap(numbers, isBefore);
  std::ranges::sort_heap(numbers, isBefore);
  split(balls, numbers.first(half));
  nodes_[at].right = static_cast<int>(nodes_.size());
  split(balls, numbers.subspan(half));
}

void BallTree::refit(std::span<const Ball> balls) {
  sum_ = 0;
  for (int i = static_cast<int>(nodes_.size()); i-- > 0;) {
    Node& node = nodes_[i];
    if (node.leaf >= 0)
      node.ball = balls[node.leaf];
    else
      enclose(node, i + 1);
    sum_ += node.ball.radius;
  }
}

/// The smallest ball about two balls.
void BallTree::enclose(Node& node, int left) {
  const Ball& a = nodes_[left].ball;
  const Ball& b = nodes_[node.right].ball;
  const Vec3 way = b.centre - a.centre;
  const double length = norm(way);
  if (a.radius >= length + b.radius) {
    node.ball = a;
  } else if (b.radius >= length + a.radius) {
    node.ball = b;
  } else {
    const double radius = 0.5 * (length + a.radius + b.radius);
    node.ball = {a.centre + (radius - a.radius) / length * way, radius};
  }
}

void BallTree::place(const Pose& worldFromLink) {
  const Mat3 turn = worldFromLink.r.toRotationMatrix();
  for (Node& node : nodes_) node.centre = worldFromLink.p + turn * node.ball.centre;
}

}  // namespace limber
