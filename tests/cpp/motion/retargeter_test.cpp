/// Laws of putting motion onto bodies.
#include "fixtures.h"
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

std::unique_ptr<Retargeter> made(State& body, const Person& person, const Figure& rest) {
  auto retargeter = Retargeter::make(body, person.links, rest);
  if (!retargeter) throw std::runtime_error(retargeter.error().text);
  return std::move(*retargeter);
}

const std::array<Footing, 2> unlocked{};

TEST(Retargeter, ABodyOntoItselfIsTheSame) {
  const Person person({});
  for (auto&& make : trials(50)) {
    State source(person.model), body(person.model);
    pose(make, source);
    const Figure figure = figureOf(source, person.links);
    const auto retargeter = made(body, person, restOf(person.model, person.links));
    retargeter->ground = retargeter->bodyGround();
    retargeter->learn(figure);
    retargeter->frame(figure, unlocked);
    for (const int link : person.links) {
      if (link < 0) continue;
      EXPECT_LT((body.poses[link].p - source.poses[link].p).norm(), 1e-6) << person.model->links[link].name;
      EXPECT_LT(body.poses[link].r.angularDistance(source.poses[link].r), 1e-4) << person.model->links[link].name;
    }
    for (const double missed : retargeter->missed()) EXPECT_LT(missed, 1e-6);
  }
}

/// q of a body that follows a random pose of a source.
std::vector<double> followed(Maker make, const Proportions& source, const Proportions& body, double unit = 1) {
  const Person from(source), to(body);
  State state(from.model), moved(to.model);
  Figure rest = figureOf((state.reset(), sweep(state), state), from.links, unit);
  pose(make, state);
  const auto retargeter = made(moved, to, rest);
  retargeter->learn(figureOf(state, from.links, unit));
  retargeter->frame(figureOf(state, from.links, unit), unlocked);
  return moved.q;
}

TEST(Retargeter, UnitsDoNotMatter) {
  for (auto&& make : trials(20)) {
    const Proportions body = {.leg = 0.7, .arm = 1.2, .shoulder = 1.3};
    const auto q = followed(make, {}, body);
    const auto inInches = followed(make, {}, body, 39.37);
    for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(q[i], inInches[i], 1e-9);
  }
}

TEST(Retargeter, BonesOfTheBackShareItsTurns) {
  for (auto&& make : trials(20)) {
    const Person from({}), to({.extra = 2});
    State source(from.model), body(to.model);
    pose(make, source);
    const auto retargeter = made(body, to, restOf(from.model, from.links));
    retargeter->frame(figureOf(source, from.links), unlocked);
    // The last bone of the back ends at the neck in both.
    const int top = to.model->links[to.links[neck]].parent;
    EXPECT_LT(body.poses[top].r.angularDistance(source.poses[from.links[upperChest]].r), 1e-6);
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
  const Person from({}), to({.leg = 0.8, .arm = 1.1, .shoulder = 1.2, .droop = 0.8});
  const Figure rest = restOf(from.model, from.links);
  for (auto&& make : trials(20)) {
    State source(from.model), body(to.model), other(to.model);
    pose(make, source);
    const Figure figure = figureOf(source, from.links);
    const auto run = [&](State& state, const Figure& with, const Figure& at) {
      const auto retargeter = made(state, to, at);
      retargeter->learn(with);
      retargeter->frame(with, unlocked);
    };
    run(body, figure, rest);
    run(other, mirrored(figure), mirrored(rest));
    const Figure expected = mirrored(figureOf(body, to.links));
    for (int role = 0; role < roleCount; ++role)
      EXPECT_LT((expected.at(role) - other.poses[to.links[role]].p).norm(), 1e-6) << role;
  }
}

TEST(Retargeter, LegsThatAreTooShortBringTheHipsDown) {
  const Person person({.leg = 0.9});
  State body(person.model);
  const Figure rest = restOf(person.model, person.links);
  const auto retargeter = made(body, person, rest);
  retargeter->ground = retargeter->bodyGround();
  retargeter->frame(rest, {{{.offset = {0.3, 0, 0}}, {.offset = {-0.3, 0, 0}}}});
  EXPECT_LT(body.poses[person.links[hips]].p.y(), rest.at(hips).y() - 0.02);
  for (const double missed : retargeter->missed()) EXPECT_LT(missed, 1e-9);
  for (const int side : {0, 1})
    EXPECT_NEAR(body.poses[person.links[foot + side]].r.angularDistance(rest.turn(foot + side)), 0, 1e-9);
}

TEST(Retargeter, LegsThatAreFoldedPushTheHipsAway) {
  const Person person({});
  State body(person.model);
  const Figure rest = restOf(person.model, person.links);
  const auto retargeter = made(body, person, rest);
  retargeter->ground = retargeter->bodyGround();
  for (auto&& make : trials(20)) {
    std::array<Footing, 2> footing;
    for (auto& [offset, ground] : footing) offset = Vec3(0, 0.8, 0) + make.vector(0.1);
    retargeter->frame(rest, footing);
    for (const double missed : retargeter->missed()) EXPECT_LT(missed, 1e-9);
    for (const int side : {0, 1})
      EXPECT_GT(body.poses[person.links[lowerLeg + side]].p.y(), rest.at(lowerLeg + side).y() - 1e-9);
  }
}

TEST(Retargeter, ABodyWithoutToesIsNoLower) {
  const Person person({});
  State body(person.model);
  const Figure rest = restOf(person.model, person.links);
  RoleLinks links = person.links;
  links[toes] = links[toes + 1] = -1;
  const auto retargeter = std::move(*Retargeter::make(body, links, rest));
  retargeter->ground = rest.at(foot).y();
  retargeter->frame(rest, unlocked);
  for (const int role : {hips, foot}) EXPECT_LT((body.poses[links[role]].p - rest.at(role)).norm(), 1e-6);
}

/// Both hands of a person go to places.
Figure reaching(const Person& person, State& state, const std::array<Vec3, 2>& places) {
  for (const int side : {0, 1}) {
    const auto of = [&](int role) { return person.links[role + side]; };
    Limb(*person.model, of(upperArm), of(lowerArm), of(hand)).reach(state, places[side], 1);
  }
  return figureOf(state, person.links);
}

TEST(Retargeter, HandsThatTouchTouchInTheBody) {
  const Person from({});
  int reached = 0;
  for (auto&& make : trials(50)) {
    const Proportions shape = {.arm = make.between(0.8, 1.3), .shoulder = make.between(0.8, 1.3)};
    const Person to(shape);
    State source(from.model), body(to.model);
    source.reset();
    sweep(source);
    const Vec3 middle = Vec3(0, 1.3, 0.3) + make.vector(0.1);
    const Vec3 off = make.between(0, 0.025) * make.unitVector();
    const Figure figure = reaching(from, source, {middle + off, middle - off});
    const auto retargeter = made(body, to, restOf(from.model, from.links));
    retargeter->frame(figure, unlocked);
    if (std::max(retargeter->missed()[0], retargeter->missed()[1]) > 1e-6) continue;
    ++reached;
    const double apart = (body.poses[to.links[hand]].p - body.poses[to.links[hand + 1]].p).norm();
    EXPECT_LT(apart, 0.05 * (0.53 * shape.arm + 0.18 * shape.shoulder) / 0.71 + 1e-3);
  }
  EXPECT_GT(reached, 40);
}

TEST(Retargeter, LongArmsDoNotReachIntoTheGround) {
  const Person from({}), to({.arm = 1.4});
  State source(from.model), body(to.model);
  source.reset();
  source.q[1] -= 0.9;
  sweep(source);
  const Figure figure = reaching(from, source, {Vec3(0.3, 0.03, 0.2), Vec3(-0.3, 0.03, 0.2)});
  const auto retargeter = made(body, to, restOf(from.model, from.links));
  retargeter->ground = 0.02;
  retargeter->frame(figure, unlocked);
  for (const int side : {0, 1}) {
    EXPECT_GT(body.poses[to.links[hand + side]].p.y(), retargeter->bodyGround() - 1e-9);
    EXPECT_LT(retargeter->missed()[side], 1e-9);
  }
}

TEST(Retargeter, NoFrameDependsOnThoseBefore) {
  const Person from({}), to({.leg = 0.8, .arm = 1.1, .droop = 0.8});
  State source(from.model), body(to.model);
  const auto retargeter = made(body, to, restOf(from.model, from.links));
  std::vector<Figure> figures;
  std::vector<std::vector<double>> played;
  for (auto&& make : trials(20)) {
    pose(make, source);
    figures.push_back(figureOf(source, from.links));
    retargeter->learn(figures.back());
  }
  const auto at = [&](const Figure& figure) {
    retargeter->frame(figure, unlocked);
    return body.q;
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
  const Person person({});
  State body(person.model);
  Figure rest = restOf(person.model, person.links);
  rest.weights[foot] = 0;
  const auto retargeter = Retargeter::make(body, person.links, rest);
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
std::vector<Figure> standing(const Person& from) {
  State source(from.model);
  const Limb leg(*from.model, from.links[upperLeg], from.links[lowerLeg], from.links[foot]);
  std::vector<Figure> figures;
  for (int i = 0; i < 120; ++i) {
    source.reset();
    source.q[2] = 0.0004 * i;
    source.q[1] -= 0.05;
    sweep(source);
    const Vec3 at = source.poses[from.links[foot]].p;
    leg.reach(source, at + Vec3(0, i > 60 && i < 90 ? 0.2 * std::sin(pi * (i - 60) / 30) : 0, 0), 1);
    figures.push_back(figureOf(source, from.links));
    figures.back().time = i / 60.0;
  }
  return figures;
}

TEST(Clip, HoldsFeetInTheirContacts) {
  const Person from({}), to({.leg = 0.75, .shoulder = 1.2});
  State body(to.model);
  const std::vector<Figure> figures = standing(from);
  const auto retargeter = made(body, to, restOf(from.model, from.links));
  const std::size_t nq = body.q.size();
  std::vector<double> q(120 * nq), missed(480), contact(240);
  const Clip clip(*retargeter, figures, true);
  clip.write(body, figures, {}, {q.data(), missed.data(), contact.data()});
  EXPECT_EQ(contact[2 * 75], 0);
  double slip = 0;
  Vec3 first;
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(contact[2 * i], 1) << i;
    std::copy_n(q.begin() + i * nq, nq, body.q.begin());
    sweep(body);
    const Vec3 at = body.poses[to.links[toes]].p;
    if (i == 0) first = at;
    slip = std::max(slip, (at - first).norm());
  }
  EXPECT_LT(slip, 1e-6);
}

TEST(Follower, HoldsFeetFromWhereTheyAreSeenToStand) {
  const Person from({}), to({.leg = 0.75, .shoulder = 1.2});
  State body(to.model);
  const auto retargeter = made(body, to, restOf(from.model, from.links));
  Follower follower(*retargeter);
  Vec3 held = Vec3::Zero();
  int i = 0;
  for (const Figure& figure : standing(from)) {
    follower.take(figure);
    follower.write(figure, {});
    const Vec3 at = body.poses[to.links[toes]].p;
    if (i == 6 || i == 95) held = at;
    const bool stands = (i >= 6 && i <= 60) || i >= 95;
    if (stands || (i > 70 && i < 85)) {
      EXPECT_EQ(follower.stands(0), stands) << i;
    }
    // Its height may still settle.
    if (stands) {
      EXPECT_LT(std::hypot(at.x() - held.x(), at.z() - held.z()), 1e-6) << i;
    }
    EXPECT_GT(at.y(), retargeter->bodyGround() - 1e-6);
    ++i;
  }
}

TEST(Follower, FindsTheGroundUnderSomebodyWhoStartsInTheAir) {
  const Person person({});
  State body(person.model);
  const Figure rest = restOf(person.model, person.links);
  const auto retargeter = made(body, person, rest);
  Follower follower(*retargeter);
  for (int i = 0; i < 60; ++i) {
    Figure figure = rest;
    figure.time = i / 60.0;
    for (Pose& pose : figure.poses) pose.p.y() += std::max(0.0, 0.4 - 0.03 * i);
    follower.take(figure);
    follower.write(figure, {});
  }
  EXPECT_NEAR(retargeter->ground, retargeter->bodyGround(), 1e-4);
  EXPECT_TRUE(follower.stands(0) && follower.stands(1));
  EXPECT_NEAR(body.poses[person.links[hips]].p.y(), rest.at(hips).y(), 2e-3);
}

TEST(Retargeter, StandsOnGroundsThatAreNotLevel) {
  const Person person({});
  const Figure rest = restOf(person.model, person.links);
  for (auto&& make : trials(20)) {
    State body(person.model);
    const auto retargeter = made(body, person, rest);
    retargeter->ground = retargeter->bodyGround();
    std::array<Footing, 2> footing;
    for (auto& [offset, ground] : footing)
      ground = {make.between(0, 0.3), unit(Vec3(make.between(-0.3, 0.3), 1, make.between(-0.3, 0.3)))};
    retargeter->frame(rest, footing);
    for (const int side : {0, 1}) {
      const auto& [height, normal] = footing[side].ground;
      const Pose& toe = body.poses[person.links[toes + side]];
      EXPECT_LT((toe.p - rest.at(toes + side) - Vec3(0, height, 0)).norm(), 1e-6);
      const Quat turned = body.poses[person.links[foot + side]].r * rest.turn(foot + side).conjugate();
      EXPECT_LT((turned * Vec3::UnitY() - normal).norm(), 1e-9);
    }
    const double rise = 0.5 * (footing[0].ground.height + footing[1].ground.height);
    EXPECT_LT(body.poses[person.links[hips]].p.y(), rest.at(hips).y() + rise + 1e-9);
  }
}

}  // namespace
}  // namespace limber::motion::retargeter_test
