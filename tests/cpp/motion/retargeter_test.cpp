/// Laws of putting motion onto bodies.
#include "fixtures.h"
#include "motion/limb.h"
#include "person.h"

namespace limber::motion::retargeter_test {
namespace {

/// A random pose of a person, limbs bent by 0.02 to 2.4.
void pose(Maker& make, State& state) {
  state.reset();
  for (const Motion& motion : state.model->motions) {
    double* q = &state.q[motion.qIndex];
    if (motion.kind == Motion::Kind::ball)
      writeQuat(expRotation<double>(make.vector(0.4)), q);
    else if (motion.slides())
      *q = make.between(-0.3, 0.3);
    else
      *q = make.between(0.02, 1.2);
  }
  sweep(state);
}

const Stance unlocked{};
/// Hands in their places.
const Stance placed{.hands = {1, 1}};

/// A person, and the retargeter that puts its motion onto a body of another shape.
struct Copy {
  Person from{{}}, to;
  State source{from.model}, body{to.model};
  Figure rest;
  std::unique_ptr<Retargeter> retargeter;

  explicit Copy(const Proportions& shape = {}, double unit = 1) : to(shape) {
    source.reset();
    sweep(source);
    begin(figure(unit));
  }
  void begin(const Figure& at) {
    rest = at;
    retargeter = std::move(Retargeter::make(body, to.links, rest).value());
    retargeter->ground = rest.at(toes).y();
  }
  Figure figure(double unit = 1) const { return figureOf(source, from.links, unit); }
  void follow(const Figure& figure) {
    retargeter->learn(figure, 1);
    retargeter->frame(figure, unlocked);
  }
  const Pose& at(int role) const { return body.poses[to.links[role]]; }
};

TEST(Retargeter, ABodyOntoItselfIsTheSame) {
  for (auto&& make : trials(50)) {
    Copy copy;
    pose(make, copy.source);
    copy.follow(copy.figure());
    for (const int link : copy.to.links) {
      if (link < 0) continue;
      const Pose &body = copy.body.poses[link], &source = copy.source.poses[link];
      EXPECT_LT((body.p - source.p).norm(), 1e-6) << copy.to.model->links[link].name;
      EXPECT_LT(body.r.angularDistance(source.r), 1e-4) << copy.to.model->links[link].name;
    }
    for (const double missed : copy.retargeter->missed()) EXPECT_LT(missed, 1e-6);
  }
}

TEST(Retargeter, UnitsDoNotMatter) {
  for (auto&& make : trials(20)) {
    const auto followed = [](Maker maker, double unit) {
      Copy copy({.leg = 0.7, .arm = 1.2, .shoulder = 1.3}, unit);
      pose(maker, copy.source);
      copy.follow(copy.figure(unit));
      return copy.body.q;
    };
    const auto q = followed(make, 1), inInches = followed(make, 39.37);
    for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(q[i], inInches[i], 1e-9);
  }
}

TEST(Retargeter, BonesOfTheBackShareItsTurns) {
  for (auto&& make : trials(20)) {
    Copy copy({.extra = 2});
    pose(make, copy.source);
    copy.follow(copy.figure());
    // The last bone of the back ends at the neck in both.
    const int top = copy.to.model->links[copy.to.links[neck]].parent;
    EXPECT_LT(copy.body.poses[top].r.angularDistance(copy.figure().poses[upperChest].r), 1e-6);
  }
}

/// Reflects x → −x and exchanges left and right.
Figure mirrored(const Figure& figure) {
  Figure out = figure;
  const auto reflect = [](const Pose& p) {
    return Pose{{-p.p.x(), p.p.y(), p.p.z()}, Quat(p.r.w(), p.r.x(), -p.r.y(), -p.r.z())};
  };
  for (int role = 0; role < roleCount; ++role) {
    const int other = role < shoulder ? role : shoulder + ((role - shoulder) ^ 1);
    out.poses[role] = reflect(figure.poses[other]);
  }
  return out;
}

TEST(Retargeter, MirroredInMirroredOut) {
  const Proportions shape = {.leg = 0.8, .arm = 1.1, .shoulder = 1.2, .droop = 0.8};
  for (auto&& make : trials(20)) {
    Copy copy(shape), other(shape);
    other.begin(mirrored(other.rest));
    pose(make, copy.source);
    copy.follow(copy.figure());
    other.follow(mirrored(copy.figure()));
    const Figure expected = mirrored(figureOf(copy.body, copy.to.links));
    for (int role = 0; role < roleCount; ++role) EXPECT_LT((expected.at(role) - other.at(role).p).norm(), 1e-6) << role;
  }
}

TEST(Retargeter, LegsThatAreTooShortBringTheHipsDown) {
  Copy copy;
  copy.retargeter->frame(copy.rest, {{{{.offset = {0.3, 0, 0}}, {.offset = {-0.3, 0, 0}}}}});
  EXPECT_LT(copy.at(hips).p.y(), copy.rest.at(hips).y() - 0.02);
  for (const double missed : copy.retargeter->missed()) EXPECT_LT(missed, 1e-9);
  for (const int role : {foot + 0, foot + 1})
    EXPECT_NEAR(copy.at(role).r.angularDistance(copy.rest.turn(role)), 0, 1e-9);
}

TEST(Retargeter, LegsThatAreFoldedPushTheHipsAway) {
  Copy copy;
  for (auto&& make : trials(20)) {
    std::array<Footing, 2> footing;
    for (Footing& each : footing) each.offset = Vec3(0, 0.8, 0) + make.vector(0.1);
    copy.retargeter->frame(copy.rest, {footing});
    for (const double missed : copy.retargeter->missed()) EXPECT_LT(missed, 1e-9);
    for (const int role : {lowerLeg + 0, lowerLeg + 1}) EXPECT_GT(copy.at(role).p.y(), copy.rest.at(role).y() - 1e-9);
  }
}

TEST(Retargeter, ABodyWithoutToesIsNoLower) {
  Copy copy;
  copy.to.links[toes] = copy.to.links[toes + 1] = -1;
  copy.begin(copy.rest);
  copy.retargeter->ground = copy.rest.at(foot).y();
  copy.retargeter->frame(copy.rest, unlocked);
  for (const int role : {hips, foot}) EXPECT_LT((copy.at(role).p - copy.rest.at(role)).norm(), 1e-6);
}

/// Places both hands of the person, and retargets the frame.
void reach(Copy& copy, const std::array<Vec3, 2>& places) {
  for (const int side : {0, 1}) {
    const auto of = [&](int role) { return copy.from.links[role + side]; };
    Limb(*copy.from.model, of(upperArm), of(lowerArm), of(hand)).reach(copy.source, places[side], 1);
  }
  copy.retargeter->frame(copy.figure(), placed);
}

TEST(Retargeter, HandsThatTouchTouchInTheBody) {
  int reached = 0;
  for (auto&& make : trials(50)) {
    const Proportions shape = {.arm = make.between(0.8, 1.3), .shoulder = make.between(0.8, 1.3)};
    Copy copy(shape);
    const Vec3 middle = Vec3(0, 1.3, 0.3) + make.vector(0.1);
    const Vec3 off = make.between(0, 0.025) * make.unitVector();
    reach(copy, {middle + off, middle - off});
    if (std::max(copy.retargeter->missed()[0], copy.retargeter->missed()[1]) > 1e-6) continue;
    ++reached;
    const double apart = (copy.at(hand).p - copy.at(hand + 1).p).norm();
    EXPECT_LT(apart, 0.05 * (0.53 * shape.arm + 0.18 * shape.shoulder) / 0.71 + 1e-3);
  }
  EXPECT_GT(reached, 40);
}

TEST(Retargeter, LongArmsDoNotReachIntoTheGround) {
  Copy copy({.arm = 1.4});
  copy.source.q[1] -= 0.9;
  sweep(copy.source);
  reach(copy, {Vec3(0.3, 0.03, 0.2), Vec3(-0.3, 0.03, 0.2)});
  for (const int side : {0, 1}) {
    EXPECT_GT(copy.at(hand + side).p.y(), copy.retargeter->bodyGround() - 1e-9);
    EXPECT_LT(copy.retargeter->missed()[side], 1e-9);
  }
}

Vec3 direction(const Vec3& from, const Vec3& to) { return unit(Vec3(to - from)); }

TEST(Retargeter, ArmsHaveTheirDirectionsAndHandsTheirPlaces) {
  for (auto&& make : trials(50)) {
    Copy copy({.arm = make.between(0.8, 1.3), .shoulder = make.between(0.8, 1.3)});
    pose(make, copy.source);
    const Figure figure = copy.figure();
    copy.retargeter->frame(figure, unlocked);
    for (const int side : {0, 1})
      for (const auto& [from, to] : {std::pair{upperArm, lowerArm}, {lowerArm, hand}}) {
        const Vec3 own = direction(copy.at(from + side).p, copy.at(to + side).p);
        EXPECT_GT(own.dot(direction(figure.at(from + side), figure.at(to + side))), std::cos(0.05));
      }
  }
}

TEST(Retargeter, HandsAreInTheirPlacesWhereTheyAreNearSomething) {
  Copy copy({.shoulder = 1.3});
  const auto nearness = [&](const std::array<Vec3, 2>& places) {
    reach(copy, places);
    const Figure figure = copy.figure();
    return std::array{copy.retargeter->nearness(figure, 0), copy.retargeter->nearness(figure, 1)};
  };
  using Both = std::array<double, 2>;
  const Vec3 left(0.7, 1.2, 0.1), right(-0.7, 1.2, 0.1);
  EXPECT_EQ(nearness({left, right}), (Both{0, 0}));
  EXPECT_EQ(nearness({Vec3(0.1, 1.4, 0.5), Vec3(-0.1, 1.4, 0.5)}), (Both{1, 1})) << "each other";
  EXPECT_EQ(nearness({Vec3(0.12, 1.75, 0.05), right}), (Both{1, 0})) << "the head";
  EXPECT_EQ(nearness({left, Vec3(-0.05, 1.2, 0.2)}), (Both{0, 1})) << "the trunk";
  EXPECT_EQ(nearness({Vec3(0.2, 0.82, 0), Vec3(-0.2, 0.82, 0)}), (Both{0, 0})) << "arms hang";
  copy.retargeter->ground = 1.0;
  EXPECT_EQ(nearness({left, right}), (Both{1, 1})) << "the ground";
  copy.retargeter->hands = {Hands::direction, Hands::place};
  EXPECT_EQ(nearness({left, right}), (Both{0, 1}));
}

TEST(Retargeter, NearlyStraightLimbsDoNotRollWithTheirPlane) {
  Copy copy({.leg = 0.8});
  Maker make = *trials(1).begin();
  pose(make, copy.source);
  const double bend = 0.1;  // 6°
  Figure figure = copy.figure();
  const Vec3 thigh = figure.at(lowerLeg) - figure.at(upperLeg);
  std::vector<Quat> turns;
  for (int i = 0; i < 36; ++i) {
    const Vec3 aside =
        Quat::FromTwoVectors(Vec3::UnitZ(), thigh) * Vec3(std::cos(i * pi / 18), std::sin(i * pi / 18), 0);
    figure.poses[foot].p =
        figure.at(lowerLeg) + 0.45 * unit(Vec3(std::cos(bend) * unit(thigh) + std::sin(bend) * aside));
    copy.retargeter->frame(figure, unlocked);
    turns.push_back(copy.at(upperLeg).r);
    EXPECT_LT(turns.back().angularDistance(turns.front()), 3 * bend) << i;
  }
}

TEST(Retargeter, NecksPointWhereTheSourcesDo) {
  Copy copy;
  Figure rest = copy.rest;
  rest.poses[head].p.z() += 0.05;
  copy.begin(rest);
  for (auto&& make : trials(20)) {
    pose(make, copy.source);
    Figure figure = copy.figure();
    figure.poses[head].p += figure.turn(neck) * (rest.turn(neck).conjugate() * Vec3(0, 0, 0.05));
    copy.follow(figure);
    const Vec3 own = direction(copy.at(neck).p, copy.at(head).p);
    EXPECT_NEAR(own.dot(direction(figure.at(neck), figure.at(head))), 1, 1e-9);
  }
}

TEST(Retargeter, NoFrameDependsOnThoseBefore) {
  Copy copy({.leg = 0.8, .arm = 1.1, .droop = 0.8});
  std::vector<Figure> figures;
  std::vector<std::vector<double>> played;
  for (auto&& make : trials(20)) {
    pose(make, copy.source);
    figures.push_back(copy.figure());
    copy.retargeter->learn(figures.back(), 1);
  }
  const auto at = [&](const Figure& figure) {
    copy.retargeter->frame(figure, unlocked);
    return copy.body.q;
  };
  for (const Figure& figure : figures) played.push_back(at(figure));
  for (int i = std::ssize(figures) - 1; i >= 0; --i) EXPECT_EQ(at(figures[i]), played[i]);
}

TEST(Limb, ReachesRandomTargetsExactly) {
  const Person person({.droop = 0.4});
  for (auto&& make : trials(200)) {
    State state(person.model);
    pose(make, state);
    const int side = make.below(2);
    const bool isArm = make.chance(0.5);
    const int ball = person.links[(isArm ? upperArm : upperLeg) + side];
    const int end = person.links[(isArm ? hand : foot) + side];
    const Limb limb(*person.model, ball, person.links[(isArm ? lowerArm : lowerLeg) + side], end);
    const Vec3 target = state.poses[ball].p + make.between(0.4, 0.99) * limb.span(1) * make.unitVector();
    limb.reach(state, target, 1);
    EXPECT_LT((state.poses[end].p - target).norm(), 1e-9);
    EXPECT_FALSE(projectOntoLimits(*person.model, state.q.data()));
  }
}

TEST(Retargeter, NamesWhatIsMissing) {
  Copy copy;
  copy.rest.weights[foot] = 0;
  const auto retargeter = Retargeter::make(copy.body, copy.to.links, copy.rest);
  ASSERT_FALSE(retargeter);
  EXPECT_NE(retargeter.error().text.find("Foot"), std::string::npos);
}

// --- Contacts ----------------------------------------------------------------------------

/// A foot that steps: stands for 0.6 s, swings for 0.4 s, with noise.
std::vector<Vec3> steps(Maker& make, double noise, double rate, std::vector<double>& times) {
  std::vector<Vec3> points;
  for (int i = 0; i < 5 * rate; ++i) {
    const double t = i / rate;
    const double swing = std::max(0.0, (t - std::floor(t) - 0.6) / 0.4);
    const double part = swing * swing * (3 - 2 * swing);
    points.push_back(Vec3(0, 0.2 * std::sin(pi * swing), std::floor(t) + part) + noise * make.vector());
    times.push_back(t);
  }
  return points;
}

TEST(Contacts, AreFoundAtAnyRateAndThroughNoise) {
  for (auto&& make : trials(5)) {
    for (const double rate : {30, 60, 120}) {
      std::vector<double> times;
      const auto points = steps(make, 0.005, rate, times);
      const auto spans = findContacts(points, times, 0, 0.9);
      ASSERT_EQ(spans.size(), 5u) << rate;
      for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_NEAR(times[spans[k].from], double(k), 0.1);
        EXPECT_NEAR(times[spans[k].to], double(k) + 0.6, 0.1);
      }
    }
  }
}

TEST(Contacts, AreTheSameBackwards) {
  for (auto&& make : trials(5)) {
    std::vector<double> times;
    auto points = steps(make, 0.002, 60, times);
    const auto spans = findContacts(points, times, 0, 0.9);
    std::ranges::reverse(points);
    auto back = findContacts(points, times, 0, 0.9);
    std::ranges::reverse(back);
    ASSERT_EQ(back.size(), spans.size());
    const int last = std::ssize(times) - 1;
    for (std::size_t k = 0; k < spans.size(); ++k) {
      EXPECT_NEAR(last - back[k].to, spans[k].from, 3);
      EXPECT_NEAR(last - back[k].from, spans[k].to, 3);
    }
  }
}

/// Stands with drifting feet for two seconds at 60 frames per second, and lifts the left one from 1 s to 1.5 s.
std::vector<Figure> standing(Copy& copy) {
  State& source = copy.source;
  const auto of = [&](int role) { return copy.from.links[role]; };
  const Limb leg(*copy.from.model, of(upperLeg), of(lowerLeg), of(foot));
  std::vector<Figure> figures;
  for (int i = 0; i < 120; ++i) {
    source.reset();
    source.q[2] = 0.0004 * i;
    source.q[1] -= 0.05;
    sweep(source);
    const Vec3 at = source.poses[of(foot)].p;
    leg.reach(source, at + Vec3(0, i > 60 && i < 90 ? 0.2 * std::sin(pi * (i - 60) / 30) : 0, 0), 1);
    figures.push_back(copy.figure());
    figures.back().time = i / 60.0;
  }
  return figures;
}

/// The left foot turns about its toes, too.
std::vector<Figure> turning(std::vector<Figure> figures) {
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Quat turn = expRotation<double>(Vec3(0, 0.001 * double(i), 0));
    Pose& ankle = figures[i].poses[foot];
    const Vec3& tip = figures[i].at(toes);
    ankle = {tip + turn * (ankle.p - tip), turn * ankle.r};
  }
  return figures;
}

/// Calls `see(i)` with the body as a clip has it in every frame. Returns two contacts per frame.
template <class See>
std::vector<double> playClip(Copy& copy, const std::vector<Figure>& figures, See see) {
  const std::size_t n = figures.size(), nq = copy.body.q.size();
  std::vector<double> q(n * nq), missed(4 * n), contact(2 * n);
  Clip::make(*copy.retargeter, figures, true)->write(copy.body, figures, {}, {q.data(), missed.data(), contact.data()});
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(q.begin() + i * nq, nq, copy.body.q.begin());
    sweep(copy.body);
    see(i);
  }
  return contact;
}

TEST(Clip, HoldsFeetInTheirContacts) {
  Copy copy({.leg = 0.75, .shoulder = 1.2});
  std::array<Vec3, 2> first;
  const std::vector<double> contact = playClip(copy, turning(standing(copy)), [&](std::size_t i) {
    const std::array<Vec3, 2> now = {copy.at(toes).p, copy.at(foot).p};
    if (i == 0) first = now;
    for (const int k : {0, 1}) EXPECT_TRUE(i >= 50 || (now[k] - first[k]).norm() < 1e-6) << i;
  });
  for (int i = 0; i < 50; ++i) EXPECT_EQ(contact[2 * i], 1) << i;
  EXPECT_EQ(contact[2 * 75], 0);
}

TEST(Follower, HoldsFeetFromWhereTheyAreSeenToStand) {
  Copy copy({.leg = 0.75, .shoulder = 1.2});
  const auto follower = Follower::make(*copy.retargeter);
  Vec3 held = Vec3::Zero();
  Quat turn(1, 0, 0, 0);
  int i = 0;
  for (const Figure& figure : turning(standing(copy))) {
    follower->take(figure);
    follower->write(figure, {});
    const Vec3 at = copy.at(toes).p;
    if (i == 6 || i == 95) {
      held = at;
      turn = copy.at(foot).r;
    }
    const bool stands = (i >= 6 && i <= 60) || i >= 95;
    if (stands || (i > 70 && i < 85)) {
      EXPECT_EQ(follower->stands(0), stands) << i;
    }
    // Its height may still settle.
    if (stands) {
      EXPECT_LT(std::hypot(at.x() - held.x(), at.z() - held.z()), 1e-6) << i;
      EXPECT_LT(copy.at(foot).r.angularDistance(turn), 1e-6) << i;
    }
    EXPECT_GT(at.y(), copy.retargeter->bodyGround() - 1e-6);
    ++i;
  }
}

/// Turns on the ball of the left foot at an even speed, radians per second, with the right one lifted.
std::vector<Figure> pivoting(const Copy& copy, double speed) {
  std::vector<Figure> figures;
  for (int i = 0; i < 180; ++i) {
    Figure figure = copy.rest;
    figure.time = i / 60.0;
    for (const int part : {foot + 1, toes + 1}) figure.poses[part].p.y() += 0.3;
    const Vec3 pivot = copy.rest.at(toes);
    const Quat turn = expRotation<double>(Vec3(0, speed * figure.time, 0));
    for (Pose& pose : figure.poses) pose = {pivot + turn * (pose.p - pivot), turn * pose.r};
    figures.push_back(figure);
  }
  return figures;
}

TEST(Feet, TurnOnTheirBallsInAClipAndLive) {
  for (const double speed : {0.1, 0.5, 1.5}) {
    Copy copy;
    const std::vector<Figure> figures = pivoting(copy, speed);
    const auto see = [&](std::size_t i) {
      EXPECT_LT(copy.at(foot).r.angularDistance(figures[i].turn(foot)), 0.3 + speed / 30)
          << speed << " at " << figures[i].time;
    };
    playClip(copy, figures, see);
    Copy live;
    const auto follower = Follower::make(*live.retargeter);
    for (std::size_t i = 0; i < figures.size(); ++i) {
      follower->take(figures[i]);
      follower->write(figures[i], {});
      copy.body = live.body;
      see(i);
    }
  }
}

TEST(Follower, FindsTheGroundUnderSomebodyWhoStartsInTheAir) {
  Copy copy;
  const auto follower = Follower::make(*copy.retargeter);
  for (int i = 0; i < 60; ++i) {
    Figure figure = copy.rest;
    figure.time = i / 60.0;
    for (Pose& pose : figure.poses) pose.p.y() += std::max(0.0, 0.4 - 0.03 * i);
    follower->take(figure);
    follower->write(figure, {});
  }
  EXPECT_NEAR(copy.retargeter->ground, copy.retargeter->bodyGround(), 1e-4);
  EXPECT_TRUE(follower->stands(0) && follower->stands(1));
  EXPECT_NEAR(copy.at(hips).p.y(), copy.rest.at(hips).y(), 2e-3);
}

TEST(Retargeter, StandsOnGroundsThatAreNotLevel) {
  Copy copy;
  for (auto&& make : trials(20)) {
    std::array<Footing, 2> footing;
    for (Footing& each : footing)
      each.ground = {make.between(0, 0.3), unit(Vec3(make.between(-0.3, 0.3), 1, make.between(-0.3, 0.3)))};
    copy.retargeter->frame(copy.rest, {footing});
    for (const int side : {0, 1}) {
      const auto& [height, normal] = footing[side].ground;
      EXPECT_LT((copy.at(toes + side).p - copy.rest.at(toes + side) - Vec3(0, height, 0)).norm(), 1e-6);
      const Quat turned = copy.at(foot + side).r * copy.rest.turn(foot + side).conjugate();
      EXPECT_LT((turned * Vec3::UnitY() - normal).norm(), 1e-9);
    }
    const double rise = 0.5 * (footing[0].ground.height + footing[1].ground.height);
    EXPECT_LT(copy.at(hips).p.y(), copy.rest.at(hips).y() + rise + 1e-9);
  }
}

}  // namespace
}  // namespace limber::motion::retargeter_test
