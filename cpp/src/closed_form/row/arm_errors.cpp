// The most frequent calls on an arm: in WebAssembly only this file is compiled for speed.

#include "closed_form/row/arm.h"

namespace limber::analytic {

double Arm::errorAt(const Angles& angles) {
  Pose g = left_;
  for (int place = 0; place < inAll_; ++place) {
    const int i = inAngles(place);
    const Line& line = lines_[place];
    moved_[i] = {g.r * line.h, g * line.o, line.slides};
    if (line.slides) {
      g.p += angles[i] * moved_[i].h;
      continue;
    }
    const auto [cosine, sine] = cosSin(0.5 * angles[i]);
    const Vec3 v = sine * line.h;
    const Quat r(cosine, v.x(), v.y(), v.z());
    g = g * Pose{line.o - r * line.o, r};
  }
  link_ = g * start_;
  link_.r.normalize();
  int row = 0;
  errors.resize((goals_[0]->type->rows()) + (goalCount_ > 1 ? goals_[1]->type->rows() : 0));
  for (int k = 0; k < goalCount_; ++k) {
    const GoalType& type = *goals_[k]->type;
    const Pose tool = toolOf(*goals_[k]);
    type.error(*goals_[k], tool, &errors[row]);
    // A goal's own target is relative to the world's origin, so use wantedPoint_.
    const Vec3 away = goals_[k] == point_ ? Vec3(wantedPoint_ - tool.p) : Vec3(Vec3::Zero());
    if (type.linearRows > 0) errors.segment<3>(row) = errorRows_ * away / loop.size;
    row += type.rows();
  }
  // Propagates NaN, which meets no goal.
  return std::max(errors.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() - rounding_, 0.0);
}

bool Arm::isWithin(double tolerance, double angleTolerance) const {
  int row = 0;
  const auto areShort = [&](int count, double most) {
    double sum = 0;
    for (const int end = row + count; row < end; ++row) sum += errors[row] * errors[row];
    return sum <= most * most;
  };
  for (int k = 0; k < goalCount_; ++k) {
    const bool isNear = areShort(goals_[k]->type->linearRows, tolerance / loop.size);
    if (!areShort(goals_[k]->type->angularRows, angleTolerance) || !isNear) return false;
  }
  return true;
}

Arm::Rows Arm::rows() const {
  Rows rows(errors.size(), joints());
  int row = 0;
  for (int k = 0; k < goalCount_; ++k) {
    const GoalType& type = *goals_[k]->type;
    const Pose tool = toolOf(*goals_[k]);
    const RowMap map = type.rowMap(*goals_[k], tool);
    for (int i = 0; i < joints(); ++i) {
      Eigen::Matrix<double, 6, 1> twist;
      if (moved_[i].slides) {
        twist << loop.size * moved_[i].h, Vec3::Zero();
      } else {
        twist << moved_[i].h.cross(tool.p - moved_[i].o), moved_[i].h;
      }
      rows.block(row, i, type.rows(), 1) = map.topRows(type.rows()) * twist;
    }
    rows.middleRows(row, type.linearRows) /= loop.size;
    row += type.rows();
  }
  return rows;
}

}  // namespace limber::analytic
