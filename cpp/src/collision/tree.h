/// A tree of balls around the shapes of one link, so that most pairs of shapes of two links are skipped.
#pragma once

#include <span>
#include <vector>

#include "limber/math.h"

namespace limber {

struct Ball {
  Vec3 centre;
  double radius;
};

class BallTree {
 public:
  struct Node {
    Ball ball;    ///< in the link's frame
    Vec3 centre;  ///< in the world, set by place()
    int leaf;     ///< number of its ball, or −1
    int right;    ///< its second half; the first is the next node
  };

  /// Builds the tree, or updates it for balls that have moved. Allocates if their number has changed.
  void fit(std::span<const Ball> balls);
  void place(const Pose& worldFromLink);

  bool isEmpty() const { return nodes_.empty(); }
  const Node& operator[](int i) const { return nodes_[static_cast<std::size_t>(i)]; }

 private:
  void build(std::span<const Ball> balls);
  void refit(std::span<const Ball> balls);
  void split(std::span<const Ball> balls, std::span<int> numbers);
  void enclose(Node& node, int left);

  std::vector<Node> nodes_;  ///< parents before children
  std::vector<int> numbers_;
  double built_ = 0;  ///< sum of all radii when built
  double sum_ = 0;    ///< the same now
};

}  // namespace limber
