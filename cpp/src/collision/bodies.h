/// All that must not touch: shapes of links and obstacles; which of them are compared; and the pairs that are near.
///
/// Pairs that may come near soon are listed by a descent of two trees of balls. Until a link has gone farther than was
/// allowed for, whatever is near is on that list (Verlet 1967). Its order is that of the trees, so what is found does
/// not depend on when it was made.
#pragma once

#include <optional>

#include "limber/obstacle.h"
#include "limber/state.h"
#include "tree.h"

namespace limber {

/// Pairs kept at a time: an arm pressed into a heap of obstacles is near to less.
inline constexpr int mostPairs = 300;

/// Swaps the nearest of some pairs with the first of them. For few of many, repeated, it is as quick as sorting, whose
/// code for a type as large as this weighs 17 kB.
void bringNearest(std::span<NearPair> pairs);

class Bodies {
 public:
  explicit Bodies(const Model& model);

  bool isEmpty() const { return bodies_.empty(); }
  /// After obstacles or loops were added or removed; allocates. `joined`: pairs of links that loops connect.
  void list(std::span<const std::unique_ptr<Obstacle>> obstacles, std::span<const LinkPair> joined);
  void setPairs(std::span<const LinkPair> pairs);
  /// Pairs of links that are compared.
  std::vector<LinkPair> pairs() const;

  /// Reads what has been written to obstacles. Null, or what is wrong with one.
  const char* read();
  /// All pairs nearer than `within`, at the state's poses; the nearest of very many. What was found last is kept where
  /// neither poses nor obstacles nor `within` have changed.
  void find(const State& state, double within);
  /// The same, and those nearer by what their links go, by link.
  void findAhead(const State& state, double within, std::span<const double> ways);
  /// Named by bodies: a mesh has many.
  std::span<const NearPair> found() const { return found_; }
  std::span<NearPair> found() { return found_; }
  /// The nearest of those found, nearest first, by shapes and obstacles instead of bodies; until the next search.
  std::span<const NearPair> nearest(int most);
  /// Of the pairs found, Σ (clearance − distance)² of those that are nearer than `clearance`, beyond rounding.
  double shortfall(double clearance, double rounding) const;

  /// Of the link's shapes but half-spaces: the greatest distance of a point from its frame. 0 without.
  double extent(int link) const { return extents_[static_cast<std::size_t>(link)]; }

 private:
  /// A link's shape or an obstacle: numbers that may change, and the bodies that follow them.
  struct Source {
    const Shape* shape;
    const Pose* given;
    Obstacle* obstacle;  ///< null: of a link
    int first;           ///< of its bodies
    int last;
    int group;
    int inGroup;  ///< of its first body, among the group's
    /// Size and pose as last read.
    std::array<double, 11> read = {-1};
    const char* wrong = nullptr;  ///< of an obstacle
  };
  /// What is compared: it is convex.
  struct Body {
    const Shape* shape;
    const Obstacle* obstacle;  ///< null: of a link
    int link;
    int source;
    Pose pose;          ///< in its link's frame, with a unit quaternion
    Vec3 at;            ///< where it is in the world,
    Mat3 turn;          ///< and how it is turned; not kept for spheres
    double radius = 0;  ///< of a ball about it; of a plane infinite
  };
  /// The bodies of one link, or of the world, but half-spaces, which have no ball.
  struct Group {
    int link;
    std::vector<int> bodies;
    std::vector<int> planes;
    std::vector<Ball> balls;
    BallTree tree;
    Pose listedAt = {};      ///< its link, when pairs were last listed
    bool isChanged = false;  ///< since its tree was fitted
  };

  int rigidOf(int link) const;
  bool areNeighbours(int a, int b) const;
  void listPairs();
  int groupOf(int link);
  void addSource(const Shape& shape, const Pose& pose, int link, Obstacle* obstacle);
  static const char* whatIsWrong(const Source& source);
  void readSource(Source& source);
  void fit(Group& group);
  void place(Body& body, const Pose& worldFromLink);
  bool isFar(const Body& body, const Vec3& centre, double radius, double within) const;
  double leverOf(const Group& group, const State& state) const;
  double wayGone(const State& state) const;
  void listIfNeeded(const State& state, double within);
  void listNear(const State& state, double within);
  void descend(const Group& a, int i, const Group& b, int k, double within);
  void descendBelow(int plane, const Group& group, int i, double within);
  void add(int a, int b);
  void compare(int a, int b, double within);
  void keep(const NearPair& pair);

  const Model& model_;
  std::vector<int> rigid_;  ///< of every link, the first link that it cannot move against; −1: the world
  std::vector<LinkPair> joined_;
  std::vector<Source> sources_;
  const char* wrong_ = nullptr;  ///< of the first source that has something wrong
  std::vector<Body> bodies_;
  std::vector<Group> groups_;
  std::optional<std::vector<LinkPair>> chosen_;
  std::vector<std::array<int, 2>> compared_;  ///< groups
  std::vector<double> extents_;
  std::vector<std::array<int, 2>> listed_;  ///< bodies
  double listedWithin_ = -infinity;
  double slack_ = 0;  ///< how far links may go before pairs are listed again
  int uses_ = 0;      ///< of the list
  std::vector<NearPair> found_;
  std::vector<double> foundQ_;
  double foundWithin_ = -infinity;
  bool isFound_ = false;
};

}  // namespace limber
