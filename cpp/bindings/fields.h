/// Fields of descriptions as JavaScript sees them, one line each. TypeScript checks a description and packs it into one
/// block of numbers by these lines (tables.h writes them down for it); Reader reads the block in the same order.
#pragma once

#include "common.h"

namespace limber::bindings {

/// must: required; may: undefined stands for the initial value; orNull: so does null.
enum class Need { must, may, orNull };
using enum Need;

struct GoalDescription {
  std::string type;
  std::string link;
  GoalOptions options;
};

// clang-format off
void fields(auto& v, Pose& pose) {
  v(may, "position", pose.p);
  v(may, "rotation", pose.r);
}
void fields(auto& v, SwingBounds& swing) {
  v(must, "x", swing.x);
  v(must, "y", swing.y);
}
void fields(auto& v, MimicDescription& mimic) {
  v(must, "link", mimic.link);
  v(orNull, "multiplier", mimic.multiplier);
  v(orNull, "offset", mimic.offset);
  v(may, "limits", mimic.limits);
}
void fields(auto& v, JointDescription& joint) {
  v(must, "type", joint.type);
  v(may, "name", joint.name);
  v(may, "axis", joint.axis);
  v(may, "axis2", joint.axis2);
  v(may, "pitch", joint.pitch);
  v(may, "limits", joint.limits);
  v(may, "swing", joint.swing);
  v(may, "twist", joint.twist);
  v(may, "mimic", joint.mimic);
  v(may, "rest", joint.rest);
  v.unread("maxVelocity", "bound");
}
void fields(auto& v, LinkDescription& link) {
  v(must, "name", link.name);
  v(orNull, "parent", link.parent);
  v(may, "origin", link.origin);
  v(orNull, "joint", link.joint);
  v.unread("shapes", "drawn");
  v(orNull, "collision", link.collision);
}
void fields(auto& v, FrameDescription& frame) {
  v(orNull, "link", frame.link);
  fields(v, frame.linkFromFrame);
}
void fields(auto& v, LoopDescription& loop) {
  v(orNull, "name", loop.name);
  v(must, "a", loop.a);
  v(must, "b", loop.b);
  v(orNull, "free", loop.free);
  v(orNull, "weight", loop.weight);
}
void fields(auto& v, ModelDescription& model) {
  v(orNull, "name", model.name);
  v(must, "links", model.links);
  v(orNull, "loops", model.loops);
}
void fields(auto& v, const ShapeType& type, ShapeDescription& shape) {
  for (const ShapeField& each : type.fields) {
    std::span numbers(shape.size.data() + each.first, static_cast<std::size_t>(each.count));
    const bool isAdded = each.first == type.roundingAt && each.mayBeZero;
    v(isAdded ? orNull : must, each.name, numbers);
  }
  // Points come one by one in a hull, and as a flat list in a mesh.
  if (type.mostPoints > 0) v(must, type.mostTriangles > 0 ? "positions" : "points", shape.points);
  if (type.mostTriangles > 0) v(must, "index", shape.triangles);
  fields(v, shape.pose);
}
/// Those beside its shape's.
void fields(auto& v, ObstacleDescription& obstacle) {
  v(orNull, "link", obstacle.link);
  v(orNull, "ignore", obstacle.ignored);
}
/// Those beside its parameters.
void fields(auto& v, GoalDescription& goal) {
  v(must, "type", goal.type);
  v(must, "link", goal.link);
  v.unread("target", "later");
  v(orNull, "offset", goal.options.linkFromTool);
  v(orNull, "priority", goal.options.priority);
  v(may, "targetLink", goal.options.targetLink);
}
// clang-format on

/// Reads what JavaScript has packed. A missing value leaves the initial one.
class Reader {
 public:
  /// Takes the block.
  Reader() : block_(std::exchange(block, {})) {}

  void operator()(Need need, std::string_view, auto& to) {
    if (need == must || number() != 0) read(to);
  }
  void unread(std::string_view, std::string_view) {}

  void read(double& to) { to = number(); }
  void read(int& to) { to = static_cast<int>(number()); }
  void read(bool& to) { to = number() != 0; }
  void read(char& to) { to = static_cast<char>(static_cast<int>(number())); }
  void read(Interval& to) { to = {number(), number()}; }
  void read(Vec3& to) { readAll(to); }
  void read(Quat& to) { readAll(to.coeffs()); }
  void read(std::span<double>& to) { readAll(to); }
  void read(std::string& to) { readList(to); }
  template <class T>
  void read(std::vector<T>& to) {
    readList(to);
  }
  template <class T, std::size_t n>
  void read(std::array<T, n>& to) {
    readAll(to);
  }
  template <class T>
  void read(std::optional<T>& to) {
    read(to.emplace());
  }
  void read(ShapeDescription& to) {
    read(to.type);
    if (const ShapeType* type = findShapeType(to.type)) fields(*this, *type, to);
  }
  void read(ObstacleDescription& to) {
    read(to.shape);
    fields(*this, to);
  }
  void read(GoalDescription& to) {
    fields(*this, to);
    const GoalType* type = findGoalType(to.type);
    if (!type) return;
    (*this)(may, "weight", to.options.weight);
    (*this)(may, "gain", to.options.gain);
    for (const ParameterField& each : type->parameters) {
      // TypeScript writes short words as the intervals that they stand for.
      if (!each.stands.empty() || number() == 0) continue;
      GoalParameter& added = to.options.parameters.emplace_back(std::string(each.name));
      added.numbers.resize(static_cast<std::size_t>(each.count));
      readAll(added.numbers);
    }
  }
  void read(auto& to) { fields(*this, to); }

 private:
  double number() { return block_[at_++]; }
  void readAll(auto& list) {
    for (auto& each : list) read(each);
  }
  void readList(auto& list) {
    list.resize(static_cast<std::size_t>(number()));
    readAll(list);
  }

  std::vector<double> block_;
  std::size_t at_ = 0;
};

template <class T>
T readBlock() {
  T description;
  Reader().read(description);
  return description;
}

}  // namespace limber::bindings
