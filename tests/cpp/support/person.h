/// People of any proportions, for tests of motion.
#pragma once

#include <map>

#include "fixtures.h"
#include "limber/motion.h"

namespace limber::motion {

using namespace limber::test;

struct Proportions {
  double leg = 1, arm = 1, shoulder = 1;
  double droop = 0;  ///< radians by which arms hang at rest
  int extra = 0;     ///< bones of the back without a role
};

/// A person: links by role, each with z along the bone and x the axis it flexes about.
struct Person {
  std::shared_ptr<const Model> model;
  RoleLinks links;
  explicit Person(const Proportions& shape) {
    links.fill(-1);
    const double hipY = 0.09 + 0.83 * shape.leg;
    add("hips", "", {0, hipY + 0.05, 0}, Vec3::UnitY(), Vec3::UnitX(), hips, "free");
    std::string last = "hips";
    const std::array<int, 3> back = {spine, chest, upperChest};
    for (int i = 0; i < 3 + shape.extra; ++i) {
      const std::string name = i < 3 ? "back" + std::to_string(i) : "extra" + std::to_string(i);
      const Vec3 at(0, hipY + 0.14 + 0.3 * i / (3 + shape.extra), 0.01 * (i % 2));
      add(name, last, at, Vec3::UnitY(), Vec3::UnitX(), i < 3 ? back[i] : -1, "ball");
      last = name;
    }
    add("neck", last, {0, hipY + 0.56, 0}, Vec3::UnitY(), Vec3::UnitX(), neck, "ball");
    add("head", "neck", {0, hipY + 0.64, 0.01}, Vec3::UnitY(), Vec3::UnitX(), head, "ball");
    for (const int side : {0, 1}) {
      const double s = (side == 0 ? 1 : -1);
      const auto role = [&](int part) { return part + side; };
      const std::string mark = side == 0 ? "L" : "R";
      const Vec3 along(s * std::cos(shape.droop), -std::sin(shape.droop), 0);
      const Vec3 arm(s * 0.18 * shape.shoulder, hipY + 0.5, -0.01);
      const Vec3 flex = along.cross(Vec3::UnitZ());
      add("collar" + mark, last, {s * 0.04, hipY + 0.5, 0}, s * Vec3::UnitX(), s * Vec3::UnitX().cross(Vec3::UnitZ()),
          role(shoulder), "ball");
      add("arm" + mark, "collar" + mark, arm, along, flex, role(upperArm), "ball");
      add("elbow" + mark, "arm" + mark, arm + 0.28 * shape.arm * along + Vec3(0, 0.003, -0.004), along, flex,
          role(lowerArm), "hinge");
      add("hand" + mark, "elbow" + mark, arm + 0.53 * shape.arm * along, along, flex, role(hand), "ball");
      const double x = s * 0.09;
      add("leg" + mark, "hips", {x, hipY, 0}, -Vec3::UnitY(), Vec3::UnitX(), role(upperLeg), "ball");
      add("knee" + mark, "leg" + mark, {1.03 * x, 0.09 + 0.41 * shape.leg, 0.004}, -Vec3::UnitY(), Vec3::UnitX(),
          role(lowerLeg), "hinge");
      add("foot" + mark, "knee" + mark, {x, 0.09, -0.012}, Vec3::UnitZ(), -Vec3::UnitX(), role(foot), "ball");
      add("toes" + mark, "foot" + mark, {x, 0.02, 0.12}, Vec3::UnitZ(), -Vec3::UnitX(), role(toes), "hinge");
    }
    model = build(description_);
    for (int role = 0; role < roleCount; ++role)
      if (!names_[role].empty()) links[role] = model->findLink(names_[role]);
  }

 private:
  void add(const std::string& name, const std::string& parent, const Vec3& at, const Vec3& z, const Vec3& flex,
           int role, const std::string& type) {
    const Vec3 x = (flex - z * flex.dot(z)).normalized();
    const Pose world{at, Quat((Mat3() << x, z.cross(x), z).finished())};
    LinkDescription made =
        link(name, parent, Vec3::Zero(),
             joint(type == "hinge" ? "revolute" : type, type == "hinge" ? Vec3::UnitX() : Vec3::UnitZ()));
    if (type == "hinge") made.joint.limits = {{role >= toes ? -1.0 : 0.0, 2.8}};
    made.origin = parent.empty() ? world : worlds_[parent].inverse() * world;
    worlds_[name] = world;
    if (role >= 0) names_[role] = name;
    description_.push_back(made);
  }
  std::vector<LinkDescription> description_;
  std::map<std::string, Pose> worlds_;
  std::array<std::string, roleCount> names_;
};

inline Figure figureOf(const State& state, const RoleLinks& links, double unit = 1) {
  Figure figure;
  for (int role = 0; role < roleCount; ++role) {
    if (links[role] < 0) continue;
    figure.poses[role] = state.poses[links[role]];
    figure.poses[role].p *= unit;
    figure.weights[role] = 1;
  }
  return figure;
}

}  // namespace limber::motion
