#include "solvers/maximal/equations.h"

#include <algorithm>

namespace limber::maximal {
namespace {

using Pairs = std::vector<std::array<int, 2>>;

}  // namespace

SparseLdlt Equations::pattern(const Problem& problem, std::vector<int>& blockOf) {
  const Model& model = problem.model();
  std::vector<int> sizes(model.links.size(), 6);
  blockOf.assign(model.nv, -1);
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    for (int k = 0; k < motion.nv(); ++k) blockOf[motion.vIndex + k] = static_cast<int>(sizes.size());
    sizes.push_back(motion.nv());
  }
  Pairs pairs;
  const int count = static_cast<int>(model.links.size());
  for (int i = 0; i < count; ++i) {
    const Link& link = model.links[i];
    if (link.parent >= 0) pairs.push_back({i, link.parent});
    for (int m = link.firstMotion; m < link.lastMotion; ++m) {
      const int block = blockOf[model.motions[m].vIndex];
      pairs.push_back({i, block});
      if (link.parent >= 0) pairs.push_back({link.parent, block});
      for (int other = link.firstMotion; other < m; ++other)
        pairs.push_back({block, blockOf[model.motions[other].vIndex]});
    }
  }
  const auto tie = [&](const Goal& goal) {
    if (goal.targetLink >= 0) pairs.push_back({goal.link, goal.targetLink});
  };
  for (const auto& loop : problem.loops()) tie(loop->goal);
  for (const auto& goal : problem.goals()) tie(*goal);
  return {sizes, pairs};
}

Equations::Equations(const Problem& problem)
    : matrix(pattern(problem, blockOf_)),
      gradient(matrix.size()),
      inertia(matrix.size()),
      carried_(problem.model().links.size()),
      units_(problem.model().nv),
      isHeld_(problem.model().nv),
      isHeldUnknown_(matrix.size(), 0),
      isStopped_(matrix.size()),
      willing_(matrix.size(), 1.0) {
  const int count = static_cast<int>(problem.model().links.size());
  for (int i = 0; i < count; ++i) addRow(problem, Of::joint, i, nullptr, nullptr);
  for (const auto& loop : problem.loops()) addRow(problem, Of::loop, 0, &loop->goal, loop.get());
  for (const auto& goal : problem.goals()) addRow(problem, Of::goal, 0, goal.get(), nullptr);
  for (const Motion& motion : problem.model().motions) {
    if (!motion.mimics) std::fill_n(units_.begin() + motion.vIndex, motion.nv(), unitOf(problem.model(), motion));
  }
  derivatives_.resize(6 * columns_.size());
  const auto balls = std::ranges::count(problem.model().motions, Motion::Kind::ball, &Motion::kind);
  stops_.reserve(static_cast<std::size_t>(2 * balls));
  findSizes(problem);
}

void Equations::addRow(const Problem& problem, Of of, int joint, const Goal* goal, const Loop* loop) {
  Row row;
  row.of = of;
  row.link = joint;
  row.goal = goal;
  row.loop = loop;
  const Model& model = problem.model();
  row.first = static_cast<int>(columns_.size());
  row.places = static_cast<int>(places_.size());
  const auto addBlock = [&](int column, int size) {
    for (int k = 0; k < size; ++k) columns_.push_back(column + k);
  };
  if (row.of == Of::joint) {
    const Link& link = model.links[row.link];
    addBlock(columnOfLink(row.link), 6);
    if (link.parent >= 0) addBlock(columnOfLink(link.parent), 6);
    for (int m = link.firstMotion; m < link.lastMotion; ++m)
      addBlock(columnOfMotion(model.motions[m]), model.motions[m].nv());
  } else if (row.goal->type->motion) {
    addBlock(columnOfMotion(row.goal->type->motion(*row.goal, model)), 1);
  } else {
    addBlock(columnOfLink(row.goal->link), 6);
    if (row.goal->targetLink >= 0) addBlock(columnOfLink(row.goal->targetLink), 6);
  }
  row.count = static_cast<int>(columns_.size()) - row.first;
  for (int a = 0; a < row.count; ++a) {
    for (int b = 0; b <= a; ++b) places_.push_back(matrix.place(columns_[row.first + a], columns_[row.first + b]));
  }
  rows_.push_back(row);
}

/// A joint's length is that of the longer of its two links, or a typical length if both are points.
void Equations::findSizes(const Problem& problem) {
  const Model& model = problem.model();
  const std::size_t count = model.links.size();
  std::vector<double> sizes(count, 0.0);
  const auto grow = [&](int link, const Vec3& to) {
    if (link >= 0) sizes[link] = std::max(sizes[link], norm(to));
  };
  for (const Link& link : model.links) grow(link.parent, link.parentFromJoint.p);
  for (const auto& loop : problem.loops()) {
    grow(loop->goal.link, loop->goal.linkFromTool.p);
    grow(loop->goal.targetLink, loop->goal.targetVector());
  }
  double sum = 0;
  int long_ = 0;
  for (const double size : sizes) {
    sum += size;
    long_ += size > 0;
  }
  lengths_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int parent = model.links[i].parent;
    const double longer = std::max(sizes[i], parent >= 0 ? sizes[parent] : 0);
    lengths_[i] = longer > 0 ? longer : long_ > 0 ? sum / long_ : model.reach;
  }
}

void Equations::prepare(const Problem& problem, const SolveOptions& options, bool movesAll) {
  const Model& model = problem.model();
  const double perReach = 1 / model.reach;
  double largest = 0;
  for (const auto& goal : problem.goals()) largest = std::max({largest, goal->linearWeight(), goal->angularWeight()});
  hasGoals_ = largest > 0;
  for (Row& row : rows_) {
    row.isFar = false;
    row.shift.setZero();
    double linear = 1;
    double angular = 1;
    if (row.of == Of::joint) {
      linear = std::sqrt(problem.fitWeights[row.link]);
      angular = linear * lengths_[row.link] * perReach;
    } else if (row.of == Of::loop) {
      linear = row.loop->closed ? std::sqrt(row.goal->weight) : 0;
      angular = linear * lengths_[row.goal->link] * perReach;
    } else {
      linear = hasGoals_ ? row.goal->linearWeight() / largest : 0;
      angular = hasGoals_ ? row.goal->angularWeight() / largest * turnWeightOf(model) : 0;
    }
    row.isOn = linear > 0 || angular > 0;
    row.linear = linear * perReach;
    row.angular = angular;
  }
  findMovers(problem, movesAll);
  for (const Motion& motion : model.motions) {
    if (motion.mimics) continue;
    const bool held = limber::isHeld(problem, options, motion);
    for (int k = 0; k < motion.nv(); ++k) {
      const int v = motion.vIndex + k;
      const double weight = problem.jointWeights[v];
      if (held || weight == 0) isHeld_[v] = true;
      isHeldUnknown_[columnOfMotion(motion) + k] = isHeld_[v];
      willing_[columnOfMotion(motion) + k] = weight * weight;
    }
  }
}

/// Joints that carry no goal and no loop stay fixed.
void Equations::findMovers(const Problem& problem, bool movesAll) {
  const Model& model = problem.model();
  std::ranges::fill(isHeld_, !movesAll);
  if (movesAll) return;
  for (const Row& row : rows_) {
    if (row.of == Of::joint || !row.isOn) continue;
    forEachMotionOf(*row.goal, model, [&](const Motion& motion, double) {
      std::fill_n(isHeld_.begin() + motion.vIndex, motion.nv(), false);
    });
  }
}

// --- Rows ---------------------------------------------------------------------------------------

void Equations::measure(Problem& problem) {
  gaping_ = pull_ = 0;
  problem.measure();
  for (Row& row : rows_) {
    if (row.of == Of::joint) {
      measureJoint(problem, row);
    } else if (row.isOn) {
      measureGoal(problem, row);
    }
    if (row.isOn) (row.of == Of::goal ? pull_ : gaping_) += 0.5 * row.e.squaredNorm();
  }
}

void Equations::measureJoint(Problem& problem, Row& row) {
  const Pose& is = problem.state.poses[row.link];
  const Pose wanted = carriedPose(problem.state, row.link);
  carried_[row.link] = wanted;
  const Vec3 slide = wanted.p - is.p;
  const Vec3 turn = logRotation<double>(wanted.r * is.r.conjugate());
  problem.misfits[2 * row.link] = norm(slide);
  problem.misfits[2 * row.link + 1] = norm(turn);
  row.e << row.linear * slide, row.angular * turn;
}

void Equations::measureGoal(const Problem& problem, Row& row) {
  const Goal& goal = *row.goal;
  const double* e = problem.errors.data() + goal.firstRow;
  const int linear = goal.type->linearRows;
  const int count = goal.type->rows();
  for (int i = 0; i < count; ++i) row.e[i] = (i < linear ? row.linear : row.angular) * e[i];
  for (int i = count; i < 6; ++i) row.e[i] = 0;
  if (linear == 0) return;
  if (row.isFar) {
    row.e.head<3>() = row.near - row.map * (problem.toolPose(goal).p - row.tool);
  } else {
    row.e.head<3>() -= row.shift;
  }
}

double Equations::rest(const Problem& problem) const {
  double sum = 0;
  for (const Row& row : rows_) {
    if (row.of != Of::goal || !row.isOn) continue;
    const Residual left = problem.measured(*row.goal);
    sum += std::pow(row.linear * left.distance, 2) + std::pow(row.angular * left.angle, 2);
  }
  return sum;
}

/// For a target 1e9 away, rounding hides every motion. A point one reach away on the same line is used
/// instead: approaching it approaches the target.
void Equations::bringNear(const Problem& problem, Row& row, double most) {
  const Goal& goal = *row.goal;
  const int linear = goal.type->linearRows;
  const double* e = problem.errors.data() + goal.firstRow;
  row.isFar = false;
  row.shift.setZero();
  if (linear == 0) return;
  const Vec3 whole = row.linear * Eigen::Map<const Vec3>(e);
  const double least = most * row.linear * problem.model().reach;
  row.near = whole;
  if (norm(whole) > least) row.near = least * unit(whole);
  row.shift = whole - row.near;
  if (goal.type->hasPoint(goal) && goal.targetLink < 0 && norm(whole) > 10 * least) {
    row.isFar = true;
    row.tool = problem.toolPose(goal).p;
    row.map = row.linear * problem.rowMap(goal).topLeftCorner<3, 3>();
  }
  pull_ -= 0.5 * row.e.head<3>().squaredNorm();
  row.e.head<3>() = row.near;
  pull_ += 0.5 * row.e.head<3>().squaredNorm();
}

}  // namespace limber::maximal
