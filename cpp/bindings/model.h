/// Bindings of models.
#pragma once

#include "fields.h"
#include "model/move_joint.h"

namespace limber::bindings {

struct ModelHandle {
  std::shared_ptr<const Model> model;
};

/// A motion as numbers for `Motion` of web/src/core/model.ts; missing limits are infinite. Valid until the next
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

/// Takes effect with the problem's next update.
inline void moveJoint(const ModelHandle& handle, int which, double px, double py, double pz, double qx, double qy,
                      double qz, double qw, double ax, double ay, double az) {
  limber::moveJoint(*handle.model, which, {Vec3(px, py, pz), Quat(qw, qx, qy, qz)}, {ax, ay, az});
}

/// Builds the model in the block; null after an error.
inline ModelHandle* buildModel(bool hinges) {
  auto model = limber::buildModel(readBlock<ModelDescription>(), {.hinges = hinges});
  return passes(model) ? new ModelHandle{*model} : nullptr;
}

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
      .function("warnings", +[](const ModelHandle& h) { return h.model->warnings.size(); })
      .function("warning", +[](const ModelHandle& h, int i) { return h.model->warnings[i]; })
      .function("moveJoint", &moveJoint)
      .function("motionCount", +[](const ModelHandle& h, int i) {
        return h.model->links[i].lastMotion - h.model->links[i].firstMotion;
      })
      .function("motion", +[](const ModelHandle& h, int i, int k) {
        return address(motionNumbers(h.model->motions[h.model->links[i].firstMotion + k]));
      });
  function("buildModel", &buildModel, allow_raw_pointers());
}
// clang-format on

}  // namespace limber::bindings
