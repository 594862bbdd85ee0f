/// Real arms from data sheets and public descriptions, as modified Denavit–Hartenberg parameters.
#pragma once

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "limber/limber.h"

namespace limber::test {

/// A joint's frame relative to the previous one: Rx(alpha) Tx(a) Rz(theta) Tz(d), in metres and degrees.
struct DHRow {
  double alpha, a, d, theta;
};
using DHRows = std::vector<DHRow>;
struct Range {
  double low, high;

  Range(double either) : low(-either), high(either) {}
  Range(double low, double high) : low(low), high(high) {}
};

/// A hinge that does not move: its index, or −1, and degrees.
struct HeldHinge {
  int joint = -1;
  double at = 0;
};

/// A real arm. Ranges are cut to half a turn either way, so that every pose has one row.
struct RealArm {
  std::string_view name;
  DHRows rows;
  std::vector<Range> ranges;
  HeldHinge held = {};
  int slide = -1;  ///< index of the joint that slides, or −1
};

/// Prints an arm in GoogleTest's failures.
inline void PrintTo(const RealArm& arm, std::ostream* out) { *out << arm.name; }

/// The same by columns.
inline DHRows dh(const std::vector<double>& alpha, const std::vector<double>& a, const std::vector<double>& d,
                 const std::vector<double>& theta) {
  DHRows rows;
  for (std::size_t i = 0; i < alpha.size(); ++i) rows.push_back({alpha[i], a[i], d[i], theta[i]});
  return rows;
}
/// Three parallel axes after the first, as in arms by Universal Robots.
inline DHRows ur(double d1, double a2, double a3, double d4, double d5, double d6) {
  return {{0, 0, d1, 0}, {90, 0, 0, 0}, {0, -a2, 0, 0}, {0, -a3, d4, 0}, {90, 0, d5, 0}, {-90, 0, d6, 0}};
}
/// A wrist at the end of an upright shoulder and elbow, with the parameters of Brandstötter, Angerer and
/// Hofbaur; at zero all links point upwards. The wrist's last axis may be offset: by `across` along the
/// fifth, or by `beside` along its x.
inline DHRows opw(double a1, double a2, double b, double c1, double c2, double c3, double c4, double across = 0,
                  double beside = 0) {
  return {{0, 0, c1, 0}, {-90, a1, 0, -90}, {0, c2, b, 90}, {90, a2, c3, 0}, {-90, 0, across, 0}, {90, beside, c4, 0}};
}
/// A simulated calibration of one specimen: every number is off by up to `by`, in metres and radians.
inline DHRows calibrated(DHRows rows, double by, unsigned seed) {
  std::mt19937 bits(seed);
  const auto off = [&] { return by * (2.0 * (bits() >> 8) / 0xffffff - 1); };
  constexpr double degree = pi / 180;
  for (auto& [alpha, a, d, theta] : rows) {
    alpha += off() / degree;
    a += off();
    d += off();
    theta += off() / degree;
  }
  return rows;
}

inline const std::vector<RealArm>& realArms() {
  static const std::vector<Range> turns(6, 180);
  static const DHRows ur5 = ur(.089159, .425, .39225, .10915, .09465, .0823);
  static const DHRows crx10 = opw(0, 0, 0, .245, .54, .54, .16, -.15), irb120 = opw(0, -.07, 0, .29, .27, .302, .072);
  static const std::vector<Range> irb120Ranges = {165, 110, {-20, 160}, 160, 120, 180};
  static const DHRows panda = dh({0, -90, 90, 90, -90, 90, 90}, {0, 0, 0, .0825, -.0825, 0, .088},
                                 {.333, 0, .316, 0, .384, 0, .107}, {0, 0, 0, 0, 0, 0, 0});
  static const std::vector<Range> pandaRanges = {166, 101, 166, {-176, -4}, 166, {-1, 215}, 166};
  static const DHRows iiwa =
      dh({0, -90, 90, 90, -90, -90, 90}, {0, 0, 0, 0, 0, 0, 0}, {.36, 0, .42, 0, .4, 0, .126}, {0, 0, 0, 0, 0, 0, 0});
  static const std::vector<Range> iiwaRanges = {170, 120, 170, 120, 170, 120, 175};
  static const DHRows gen3 =
      dh({180, 90, 90, 90, 90, 90, 90}, {0, 0, 0, 0, 0, 0, 0},
         {-.28481, -.01175, -.42076, -.01275, -.31436, -.00035, -.16743}, {0, 180, 180, 180, 180, 180, 180});
  static const std::vector<Range> gen3Ranges = {180, 138, 180, 152, 180, 128, 180};
  static const std::vector<RealArm> arms = {
      // Three parallel axes
      {"UR3", ur(.1519, .24365, .21325, .11235, .08535, .0819), turns},
      {"UR5", ur5, turns},
      {"UR10", ur(.1273, .612, .5723, .163941, .1157, .0922), turns},
      {"UR3e", ur(.15185, .24355, .2132, .13105, .08535, .0921), turns},
      {"UR5e", ur(.1625, .425, .3922, .1333, .0997, .0996), turns},
      {"UR10e", ur(.1807, .6127, .57155, .17415, .11985, .11655), turns},
      {"UR16e", ur(.1807, .4784, .36, .17415, .11985, .11655), turns},
      {"UR20", ur(.2363, .862, .7287, .201, .1593, .1543), turns},
      {"AUBO i5", ur(.122, .408, .376, .1215, .1025, .094), {175, 175, 175, 175, 175, 175}},
      {"Dobot CR5", ur(.147, .427, .357, .141, .116, .105), {180, 180, 160, 180, 180, 180}},
      {"Elephant myCobot 280", ur(.13122, .1104, .096, .06462, .07318, .0456), {168, 135, 150, 145, 165, 180}},
      {"Techman TM5-700",
       dh({0, -90, 0, 0, 90, 90}, {0, 0, .329, .3115, 0, 0}, {.1452, 0, 0, -.1223, .106, .11315},
          {0, -90, 0, 90, 0, 0}),
       {180, 180, 155, 180, 180, 180}},
      // Calibrated specimens of these
      {"UR5, off by 1e-3", calibrated(ur5, 1e-3, 1), turns},
      {"UR5, off by 1e-3 (2)", calibrated(ur5, 1e-3, 2), turns},
      {"UR5, off by 1e-4", calibrated(ur5, 1e-4, 3), turns},
      {"UR5, off by 1e-4 (2)", calibrated(ur5, 1e-4, 4), turns},
      {"UR5, off by 1e-5", calibrated(ur5, 1e-5, 5), turns},
      {"UR5, off by 1e-7", calibrated(ur5, 1e-7, 6), turns},
      {"CRX-10iA, off by 1e-4", calibrated(crx10, 1e-4, 7), turns},
      {"IRB 120, off by 1e-3", calibrated(irb120, 1e-3, 8), irb120Ranges},
      {"IRB 120, off by 1e-5", calibrated(irb120, 1e-5, 9), irb120Ranges},
      // Wrists whose axes do not meet
      {"FANUC CRX-10iA, ±120°",
       dh({0, -90, 0, -90, 90, -90}, {0, 0, .54, 0, 0, 0}, {.245, 0, 0, .54, -.15, .16}, {0, -90, 0, 0, 0, 0}),
       {120, 120, 120, 120, 120, 120}},
      {"FANUC CRX-5iA", opw(0, 0, 0, .185, .41, .43, .145, -.13), turns},
      {"FANUC CRX-10iA/L", opw(0, 0, 0, .245, .71, .54, .16, -.15), turns},
      {"FANUC CRX-25iA", opw(0, 0, 0, .37, .95, .75, .18, -.185), turns},
      {"Motoman HC10", opw(0, 0, 0, .275, .7, .5, .13, .162), turns},
      {"ABB GoFa 5", opw(0, -.11, 0, .265, .444, .47, .101, 0, -.08), turns},
      {"Kinova Gen3 lite",
       dh({0, 90, 180, 90, 90, 90}, {0, 0, .28, 0, 0, 0}, {.2433, .03, .02, .245, .057, .235},
          {0, 90, 90, 90, 180, 90}),
       {154, 150, 150, 149, 145, 149}},
      {"Kinova Gen3, six joints",
       dh({180, 90, 180, 90, 90, 90}, {0, 0, .41, 0, 0, 0}, {-.28481, -.005375, -.006375, -.31436, -.00035, -.16743},
          {0, -90, -90, 180, 180, 180}),
       {180, 128, 147, 180, 120, 180}},
      {"Kinova Jaco2",
       dh({0, 90, 180, 90, 60, 60}, {0, 0, .41, 0, 0, 0}, {.2755, 0, -.0098, -.25008, -.08556, -.20278},
          {0, 0, 0, 0, 0, 0}),
       {180, {47, 313}, {19, 341}, 180, 180, 180}},
      {"UFACTORY xArm6",
       dh({0, -90, 0, -90, 90, -90}, {0, 0, .28948866, .0775, 0, .076}, {.267, 0, 0, .3425, 0, .097},
          {0, -79.34995, 79.34995, 0, 0, 0}),
       {180, {-118, 120}, {-225, 11}, 180, {-97, 180}, 180}},
      {"Niryo One",
       dh({0, -90, 0, -90, 90, -90}, {0, 0, .21, .03, 0, -.0055}, {.183, 0, 0, .2215, 0, .0237}, {0, -90, 0, 0, 0, 0}),
       {175, {-105, 36}, {-80, 90}, 175, {-100, 110}, 147}},
      {"FANUC P-50iB, hollow wrist",
       dh({0, -90, 0, -90, 70, -70}, {0, 0, .9, 0, 0, 0}, {0, 0, 0, .863603, .106418, .082}, {0, -90, 0, -90, 0, 90}),
       {160, {-45, 120}, {-180, 165}, 180, 180, 180}},
      {"ABB IRB 5400, hollow wrist",
       dh({0, -90, 0, -90, 35, -70}, {0, .3, 1.2, .213, 0, 0}, {.66, 0, 0, 1.408298, .079169, .079169},
          {0, -90, 0, -90, 0, 180}),
       {150, {-65, 150}, 70, 180, 180, 180}},
      // Wrists whose axes meet
      {"Unimation Puma 560",
       dh({0, 90, 0, -90, 90, -90}, {0, 0, .4318, .0203, 0, 0}, {0, 0, .15005, .4318, 0, 0}, {0, 0, 0, 0, 0, 0}),
       {160, 110, 135, 180, 100, 180}},
      {"Stanford arm",
       dh({0, -90, 90, 0, -90, 90}, {0, 0, 0, .0203, 0, 0}, {.412, .154, 0, 0, 0, 0}, {0, 0, -90, 0, 0, 0}),
       {170, 170, {.3048, 1.27}, 170, 90, 170},
       {},
       2},
      {"ABB IRB 120", irb120, irb120Ranges},
      {"ABB IRB 2400", opw(.1, -.135, 0, .615, .705, .755, .085), {180, {-100, 110}, {30, 155}, 180, 120, 180}},
      {"ABB IRB 4600", opw(.175, -.175, 0, .495, .9, .96, .135), {180, {-90, 150}, {-90, 165}, 180, {-125, 120}, 180}},
      {"ABB IRB 6640", opw(.32, -.2, 0, .78, 1.075, 1.1425, .2), {170, {-65, 85}, {-90, 160}, 180, 120, 180}},
      {"KUKA KR 5 arc", opw(.18, -.12, 0, .4, .6, .62, .115), {155, {-90, 155}, {-75, 158}, 180, 130, 180}},
      {"KUKA KR 6 R900", opw(.025, -.035, 0, .4, .455, .42, .08), {170, {-100, 135}, {-120, 156}, 180, 120, 180}},
      {"KUKA KR 210 R2700", opw(.35, .041, 0, .675, 1.15, 1.2, .215), {180, {-50, 85}, {-120, 155}, 180, 122, 180}},
      {"Stäubli TX2-60", opw(0, 0, .02, .375, .29, .31, .07), {180, 127, 142, 180, {-121, 132}, 180}},
      {"Stäubli TX2-90", opw(.05, 0, .05, .478, .425, .425, .1), {180, {-130, 147}, 145, 180, {-115, 140}, 180}},
      {"FANUC LR Mate 200iD", opw(.05, -.035, 0, .33, .33, .335, .08), {170, {-100, 145}, {-70, 180}, 180, 125, 180}},
      {"Motoman GP7", opw(.04, -.04, 0, .33, .445, .44, .08), {170, {-65, 145}, {-70, 190}, 180, 135, 180}},
      {"Comau Racer 7", opw(.15, -.13, 0, .43, .59, .6474, .095), {165, {-85, 155}, {-80, 90}, 180, 125, 180}},
      {"Nachi MZ07", opw(.05, -.045, 0, .345, .33, .34, .073), {170, {-135, 80}, {-136, 180}, 180, 120, 180}},
      {"Denso VS-060", opw(0, -.01, 0, .345, .305, .3, .07), {170, 120, {-125, 155}, 180, 120, 180}},
      {"Doosan M1013", opw(0, 0, .0345, .1525, .62, .559, .121), {180, 180, 160, 180, 180, 180}},
      {"Han's Elfin5", opw(0, 0, 0, .22, .38, .42, .18), {180, 135, 150, 180, 147, 180}},
      {"Mecademic Meca500", opw(0, -.038, 0, .135, .135, .12, .07), {175, {-70, 90}, {-135, 70}, 170, 115, 180}},
      {"Kinova Jaco2, spherical wrist",
       dh({0, 90, 180, 90, 90, 90}, {0, 0, .41, 0, 0, 0}, {.2755, 0, -.0098, -.3111, 0, -.2638}, {0, 0, 0, 0, 0, 0}),
       {180, {47, 313}, {19, 341}, 180, {30, 330}, 180}},
      {"UFACTORY Lite6",
       dh({0, -90, 180, 90, 90, -90}, {0, 0, .2, .087, 0, 0}, {.2433, 0, 0, .2276, 0, .0615}, {0, -90, -90, 0, 0, 0}),
       {180, 150, {-3.5, 300}, 180, 124, 180}},
      {"AgileX Piper",
       dh({0, -90, 0, 90, -90, 90}, {0, 0, .28503, -.02198, 0, 0}, {.123, 0, 0, .25075, 0, .091},
          {0, -172.22, -102.78, 0, 0, 0}),
       {150, {0, 180}, {-170, 0}, 100, 70, 120}},
      // Seven hinges, one of them held
      {"Franka Panda, joint 3 at 0", panda, pandaRanges, {2, 0}},
      {"Franka Panda, joint 7 at 45°", panda, pandaRanges, {6, 45}},
      {"KUKA iiwa 14, joint 3 at 0", iiwa, iiwaRanges, {2, 0}},
      {"KUKA iiwa 14, joint 5 at 30°", iiwa, iiwaRanges, {4, 30}},
      {"Kinova Gen3, joint 7 at 0", gen3, gen3Ranges, {6, 0}},
      {"Kinova Gen3, joint 3 at 20°", gen3, gen3Ranges, {2, 20}},
      {"ABB YuMi, joint 3 at 0",
       dh({0, 90, -90, 90, -90, 90, -90}, {0, .03, -.03, -.04188, .0405, -.027, .027},
          {.1, 0, .25156, 0, .265, 0, .029}, {0, 0, 0, 90, 0, 0, 0}),
       {168, {-143, 43}, 168, {-123, 80}, 180, {-88, 138}, 180},
       {2, 0}},
      {"Rethink Baxter, joint 3 at 0",
       dh({0, -90, 90, -90, 90, -90, 90}, {0, .069, 0, .069, 0, .01, 0}, {.27035, 0, .36442, 0, .37429, 0, .229525},
          {0, 90, 0, 0, 0, 0, 0}),
       {97, {-123, 60}, 175, {-2, 150}, 175, {-90, 120}, 175},
       {2, 0}},
      {"Rethink Sawyer, joint 3 at 0",
       dh({0, -90, 90, -90, 90, -90, 90}, {0, .081, 0, 0, 0, 0, 0}, {.317, .1925, .4, -.1685, .4, .1363, .13375},
          {0, -90, 0, 0, 0, 0, 0}),
       {175, {-175, 124}, 175, 175, 170, 170, 180},
       {2, 0}},
      {"UFACTORY xArm7, joint 3 at 10°",
       dh({0, -90, 90, 90, 90, 90, -90}, {0, 0, 0, .0525, .0775, 0, .076}, {.267, 0, .293, 0, .3425, 0, .097},
          {0, 0, 0, 0, 0, 0, 0}),
       {180, {-118, 120}, 180, {-11, 225}, 180, {-97, 180}, 180},
       {2, 10}},
      {"Fetch, joint 5 at 0",
       dh({0, -90, 90, -90, 90, -90, 90}, {0, .117, 0, 0, 0, 0, 0}, {.06, 0, .352, 0, .3215, 0, .1385},
          {0, 90, 0, 0, 0, 0, 0}),
       {92, {-70, 87}, 180, 129, 180, 124, 180},
       {4, 0}},
  };
  return arms;
}

/// By its name; without a held hinge if it is `free`.
inline RealArm realArm(std::string_view name, bool free = false) {
  RealArm arm = *std::ranges::find(realArms(), name, &RealArm::name);
  if (free) arm.held = {};
  return arm;
}

/// One link per joint that is not held, named "joint1" and so on, and "tool" at the end.
inline ModelDescription describe(const RealArm& arm) {
  constexpr double degree = pi / 180;
  ModelDescription made;
  Pose frame;  // from the last link, through a joint that is held
  const auto add = [&](std::string name) -> LinkDescription& {
    LinkDescription link{std::move(name), made.links.empty() ? "" : made.links.back().name, frame, {}};
    frame = Pose();
    return made.links.emplace_back(std::move(link));
  };
  for (int i = 0; i < static_cast<int>(arm.rows.size()); ++i) {
    const auto [alpha, a, d, theta] = arm.rows[i];
    const double at = theta + (i == arm.held.joint ? arm.held.at : 0);
    frame = frame * Pose{Vec3(a, 0, 0), expRotation<double>(alpha * degree * Vec3::UnitX())} *
            Pose{Vec3(0, 0, d), expRotation<double>(at * degree * Vec3::UnitZ())};
    if (i == arm.held.joint) continue;
    LinkDescription& link = add(std::string("joint").append(std::to_string(i + 1)));
    link.joint.type = i == arm.slide ? "prismatic" : "revolute";
    link.joint.axis = Vec3::UnitZ();
    const double unit = i == arm.slide ? 1 : degree;
    link.joint.limits = {{unit * arm.ranges[i].low, unit * arm.ranges[i].high}};
  }
  add("tool");
  return made;
}

}  // namespace limber::test
