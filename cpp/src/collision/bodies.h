/// All bodies for collision avoidance (shapes of links, and obstacles), which of them are compared, and the
/// near pairs.
///
/// Pairs that may soon come near are listed by a descent of two trees of balls. The list contains all near
/// pairs until a link has moved farther than allowed for (Verlet 1967). It is in the order of the trees, so
/// results do not depend on when it was made. A listed pair is not measured again until its links have gone as far as
/// it was apart.
#pragma once

#include <optional>

#include "collision/tree.h"
#include "limber/obstacle.h"
#include "limber/state.h"

namespace limber {

/// Pairs kept at a time; an arm pressed into a heap of obstacles has fewer.
inline constexpr int mostPairs = 300;

/// Swaps the nearest pair with the first. Repeated for a few of many pairs, it is as quick as sorting, whose
/// code for so large a type weighs 17 kB.
void bringNearest(std::span<NearPair> pairs);

class Bodies {
 public:
  explicit Bodies(const Model& model);

  bool isEmpty() const { return bodies_.empty(); }
  /// Call after obstacles or loops were added or removed; allocates. `joined`: pairs of links that loops
  /// connect.
  void list(std::span<const std::shared_ptr<Obstacle>> obstacles, std::span<const LinkPair> joined);
  void setPairs(std::span<const LinkPair> pairs);
  /// Pairs of links that are compared.
  std::vector<LinkPair> pairs() const;

  /// Reads sizes and poses written to obstacles. Null, or the reason why one is invalid.
  const char* read();
  /// Finds all pairs nearer than `within` at the state's poses; only the nearest if there are very many.
  /// Keeps the last result if poses and obstacles have not changed and `within` has not grown.
  void find(const State& state, double within);
  /// The same, with `within` extended by the distance that links may move, given per link.
  void findAhead(const State& state, double within, std::span<const double> ways);
  /// a and b are indices of bodies: a mesh has many.
  std::span<const NearPair> found() const { return found_; }
  std::span<NearPair> found() { return found_; }
  /// The nearest found pairs, nearest first, by shapes and obstacles instead of bodies; valid until the next
  /// search.
  std::span<const NearPair> nearest(int most);
  /// Σ (clearance − distance)² over found pairs nearer than `clearance`, beyond rounding.
  double shortfall(double clearance, double rounding) const;

  /// The greatest distance of a point of the link's shapes, without half-spaces, from its frame. 0 without
  /// shapes.
  double extent(int link) const { return extents_[static_cast<std::size_t>(link)]; }

 private:
  /// A link's shape or an obstacle: numbers that may change, and its bodies, which follow them.
  struct Source {
    const Shape* shape;
    const Pose* given;
    Obstacle* obstacle;  ///< null: a link's shape
    int first;           ///< its bodies are [first, last)
    int last;
    int group;
    int inGroup;  ///< index of its first body within the group
    /// Size and pose as last read.
    std::array<double, 11> read = {-1};
    const char* wrong = nullptr;  ///< an obstacle's invalid numbers
  };
  /// A convex body that is compared with others.
  struct Body {
    const Shape* shape;
    const Obstacle* obstacle;  ///< null: a link's shape
    int link;
    int source;
    Pose pose;          ///< in its link's frame, with a unit quaternion
    Vec3 at;            ///< world position,
    Mat3 turn;          ///< and world rotation; not kept for spheres
    double radius = 0;  ///< of a ball about it; infinite for a plane
    int placedIn = 0;   ///< number of the search; not kept in the world
  };
  /// The bodies of one link, or of the world. Half-spaces are apart, because they have no ball.
  struct Group {
    int link;
    std::vector<int> bodies;
    std::vector<int> planes;
    std::vector<Ball> balls;
    BallTree tree;
    Pose listedAt = {};      ///< its link's pose when pairs were last listed
    bool isChanged = false;  ///< since its tree was last fitted
    Pose seenAt = {};        ///< its link's pose at the last search
    double gone = 0;         ///< metres that points of its shapes have gone at most since pairs were last listed
    double spent = 0;        ///< the same, with the way that they may go next
  };
  /// Two bodies, with their groups.
  struct Listed {
    int a, b;
    int groupA, groupB;
    double bound;  ///< their distance at least, plus what both groups had gone by then
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
  const Body& placed(int body, const State& state);
  bool isFar(const Body& body, const Vec3& centre, double radius, double within) const;
  double leverOf(const Group& group, const State& state) const;
  double go(const State& state, std::span<const double> ways);
  void measure(Listed& pair, const State& state, double within);
  void listIfNeeded(const State& state, double within, double way);
  void listNear(const State& state, double within);
  void descend(const Group& a, int i, const Group& b, int k, double within);
  void descendBelow(int plane, const Group& group, int i, double within);
  void add(int a, int b);
  NearPair compare(int a, int b) const;
  void keep(const NearPair& pair);

  const Model& model_;
  std::vector<int> rigid_;  ///< per link: the first link of its rigid group; −1: the world
  std::vector<LinkPair> joined_;
  std::vector<Source> sources_;
  const char* wrong_ = nullptr;  ///< of the first invalid source
  std::vector<Body> bodies_;
  std::vector<Group> groups_;
  std::optional<std::vector<LinkPair>> chosen_;
  std::vector<std::array<int, 2>> compared_;  ///< groups
  std::vector<double> extents_;
  std::vector<Listed> listed_;
  int searches_ = 0;
  double listedWithin_ = -infinity;
  double slack_ = 0;  ///< how far links may move before pairs are listed again
  int uses_ = 0;      ///< how often the list was used
  std::vector<NearPair> found_;
  std::vector<double> foundQ_;
  double foundWithin_ = -infinity;
  bool isFound_ = false;
};

}  // namespace limber
