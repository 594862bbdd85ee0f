/// Bindings of models and of the descriptions they are built from.
#pragma once

#include "common.h"

namespace limber::bindings {

struct ModelHandle {
  std::shared_ptr<const Model> model;
};

/// A motion as numbers for `Motion` of web/src/model.ts; missing limits are infinite. Valid until the next
/// call. A list of numbers needs far less code than an embind object.
inline const double* motionNumbers(const Motion& motion) {
  static std::array<double, 26> numbers;
  double* at = numbers.data();
  const auto add = [&](auto... values) { ((*at++ = static_cast<double>(values)), ...); };
  const auto addInterval = [&](const Interval& interval) { add(interval.min, interval.max); };
  const BallLimits& ball = motion.ballLimits;
  add(motion.kind == Motion::Kind::ball, motion.mimics, motion.qIndex, motion.vIndex);
  for (const double w : motion.w) add(w);
  for (const double v : motion.v) add(v);
  addInterval(motion.limits);
  add(motion.ratio, motion.offset);
  writeQuat(motion.jointFromBone, at);
  at += 4;
  addInterval(ball.swing ? ball.swing->x : Interval{});
  addInterval(ball.swing ? ball.swing->y : Interval{});
  addInterval(ball.twist.value_or(Interval{}));
  return numbers.data();
}

/// Moves a link's joint in its parent and sets its turn axis; quaternion and axis have unit length. Only
/// for characters, which share their model with no one. Takes effect with the problem's next update.
inline void moveJoint(const ModelHandle& handle, int which, double px, double py, double pz, double qx, double qy,
                      double qz, double qw, double ax, double ay, double az) {
  auto& model = const_cast<Model&>(*handle.model);
  Link& link = model.links[which];
  link.parentFromJoint = {Vec3(px, py, pz), Quat(qw, qx, qy, qz)};
  link.isTurned = true;
  if (link.firstMotion == link.lastMotion) return;
  Motion& first = model.motions[link.firstMotion];
  if (first.kind == Motion::Kind::screw && first.turns()) first.w = {ax, ay, az};
}

/// A loop under construction.
struct LoopDraft {
  LoopDescription loop;

  void setName(const std::string& name) { loop.name = name; }
  void setWeight(double weight) { loop.weight = weight; }
  void setFree(int axis) { loop.free[axis] = true; }
  void setFrame(bool isB, const std::string& link, double px, double py, double pz, double qx, double qy, double qz,
                double qw) {
    (isB ? loop.b : loop.a) = {link, {Vec3(px, py, pz), Quat(qw, qx, qy, qz)}};
  }
};

/// A shape under construction, with the other fields of an obstacle.
struct ShapeDraft {
  ObstacleDescription obstacle;

  void setType(const std::string& type) { obstacle.shape.type = type; }
  void setSize(int place, double metres) { obstacle.shape.size[place] = metres; }
  void setPose(double px, double py, double pz, double qx, double qy, double qz, double qw) {
    obstacle.shape.pose = {Vec3(px, py, pz), Quat(qw, qx, qy, qz)};
  }
  void addPoint(double x, double y, double z) { obstacle.shape.points.push_back({x, y, z}); }
  void addTriangle(int a, int b, int c) { obstacle.shape.triangles.push_back({a, b, c}); }
  void setLink(const std::string& link) { obstacle.link = link; }
  void ignore(const std::string& link) { obstacle.ignored.push_back(link); }
};

class Builder : public Fallible {
 public:
  void setName(const std::string& text) { description_.name = text; }
  void addLink(const std::string& link, const std::string& parent, const std::string& jointType) {
    LinkDescription added;
    added.name = link;
    added.parent = parent;
    added.joint.type = jointType;
    description_.links.push_back(std::move(added));
  }
  // The functions below change the link added last.
  void setOrigin(double px, double py, double pz, double qx, double qy, double qz, double qw) {
    description_.links.back().origin = {Vec3(px, py, pz), Quat(qw, qx, qy, qz)};
  }
  void setAxis(double x, double y, double z) { joint().axis = {x, y, z}; }
  void setAxis2(double x, double y, double z) { joint().axis2 = {x, y, z}; }
  void setPitch(double metresPerRadian) { joint().pitch = metresPerRadian; }
  void addLimits(double min, double max) { joint().limits.push_back({min, max}); }
  void setSwing(double xMin, double xMax, double yMin, double yMax) {
    joint().swing = SwingBounds{{xMin, xMax}, {yMin, yMax}};
  }
  void setTwist(double min, double max) { joint().twist = Interval{min, max}; }
  void setMimic(const std::string& link, double multiplier, double offset) {
    joint().mimic = MimicDescription{link, multiplier, offset};
  }

  void addShape(const ShapeDraft& draft) { description_.links.back().collision.push_back(draft.obstacle.shape); }

  void addLoop(const LoopDraft& draft) { description_.loops.push_back(draft.loop); }

  /// Null after an error.
  ModelHandle* build(bool hinges) {
    auto model = buildModel(description_, {.hinges = hinges});
    if (model) return new ModelHandle{*model};
    error_ = model.error();
    return nullptr;
  }

 private:
  JointDescription& joint() { return description_.links.back().joint; }

  ModelDescription description_;
};

// clang-format off
inline void bindModel() {
  using namespace emscripten;
  class_<ModelHandle>("Model")
      .function("name", +[](const ModelHandle& h) { return h.model->name; })
      .function("linkCount", +[](const ModelHandle& h) { return static_cast<int>(h.model->links.size()); })
      .function("nq", +[](const ModelHandle& h) { return h.model->nq; })
      .function("nv", +[](const ModelHandle& h) { return h.model->nv; })
      .function("reach", +[](const ModelHandle& h) { return h.model->reach; })
      .function("size", +[](const ModelHandle& h) { return h.model->size; })
      .function("linkName", +[](const ModelHandle& h, int i) { return h.model->links[i].name; })
      .function("linkParent", +[](const ModelHandle& h, int i) { return h.model->links[i].parent; })
      .function("moveJoint", &moveJoint)
      .function("motionCount", +[](const ModelHandle& h, int i) {
        return h.model->links[i].lastMotion - h.model->links[i].firstMotion;
      })
      .function("motion", +[](const ModelHandle& h, int i, int k) {
        return address(motionNumbers(h.model->motions[h.model->links[i].firstMotion + k]));
      });

  class_<Builder>("Builder")
      .constructor<>()
      .function("setName", &Builder::setName)
      .function("addLink", &Builder::addLink)
      .function("setOrigin", &Builder::setOrigin)
      .function("setAxis", &Builder::setAxis)
      .function("setAxis2", &Builder::setAxis2)
      .function("setPitch", &Builder::setPitch)
      .function("addLimits", &Builder::addLimits)
      .function("setSwing", &Builder::setSwing)
      .function("setTwist", &Builder::setTwist)
      .function("setMimic", &Builder::setMimic)
      .function("addLoop", &Builder::addLoop)
      .function("addShape", &Builder::addShape)
      .function("build", &Builder::build, allow_raw_pointers())
      .function("errorCode", +[](const Builder& b) { return b.errorCode(); })
      .function("errorText", +[](const Builder& b) { return b.errorText(); });

  class_<ShapeDraft>("ShapeDraft")
      .constructor<>()
      .function("setType", &ShapeDraft::setType)
      .function("setSize", &ShapeDraft::setSize)
      .function("setPose", &ShapeDraft::setPose)
      .function("addPoint", &ShapeDraft::addPoint)
      .function("addTriangle", &ShapeDraft::addTriangle)
      .function("setLink", &ShapeDraft::setLink)
      .function("ignore", &ShapeDraft::ignore);
  class_<LoopDraft>("LoopDraft")
      .constructor<>()
      .function("setName", &LoopDraft::setName)
      .function("setWeight", &LoopDraft::setWeight)
      .function("setFree", &LoopDraft::setFree)
      .function("setFrame", &LoopDraft::setFrame);
}
// clang-format on

}  // namespace limber::bindings
