/// Seven hinges for a pose: chooses the slice of their curves of poses.
#pragma once

#include <string_view>

#include "closed_form/seven/curve.h"
#include "closed_form/seven/swivel.h"
#include "limber/solutions.h"
#include "numbers/deadline.h"

namespace limber::analytic {

class Poses;
struct Tolerances;

class Spare : private Found {
 public:
  Spare(Arm& arm, const Problem& problem, const SolutionOptions& options);

  /// Null, or why there is no such slice.
  const char* choose(const Redundancy& redundancy);
  /// Chooses the slice through the pose nearest to the state; false if none was found.
  bool chooseNearest();
  /// Whether lengths prove that no pose is within the tolerances.
  bool isOutOfReach(const Tolerances& tolerances) const;
  /// Offers all poses of the slice; false if some may be missing.
  bool findPoses(Poses& poses, std::string_view& family);

  /// Name of the slice's family.
  std::string_view nameOfFamily() const;
  /// Redundancy::qIndex of the slice.
  int parameter() const { return isSwivel_ ? Redundancy::swivel : arm_.motionInRow(place_).qIndex; }
  /// Pairs of values of the parameter between which there are poses, in ascending order.
  void findIntervals(std::vector<double>& intervals);
  /// Whether time was up before all slices were tried.
  bool isLate() const { return isLate_; }

 private:
  /// A pose from which the curve is followed.
  struct Start {
    double merit;  ///< lower is followed sooner
    Seven angles;
  };
  static constexpr int mostStarts = 256, mostValues = 600;
  static constexpr int firstSamples = 40;  ///< per turn, if each slice is an elimination

  const char* hold(const Redundancy& redundancy);
  void chooseHinges();
  /// Function called with each pose of a slice.
  using Take = void (Spare::*)(const Seven&);
  double offer(const std::array<double, 6>& given, bool isOpen) override;
  bool wants(int first, const std::array<double, 3>& angles) const override;
  bool isEnough(bool any) const override { return any || take_ == &Spare::trace; }
  bool hasTime();
  void slice(int place, double angle, Take take);
  void sliceSwivel(double psi, Take take);
  void addStart(const Seven& angles);
  void descendFromState();
  void findStarts();
  void findStartsAtLimits();
  void descendFromStarts();
  void holdParameter();
  void settleNearest();
  void tryPose(const Seven& given);
  bool hasPose(double value);
  void addValue(double value);
  void addEnd(const Seven& given);
  void findValues();
  double valueOf(const Seven& angles) const;
  double edge(double with, double without);
  void coverByArcs(std::vector<double>& intervals);
  void cover(double from, double to);
  bool isCovered(double value) const;
  bool isTraced(const Seven& angles) const;
  void trace(const Seven& given);
  bool traceTowards(const Seven& start, double sign, Interval& seen);

  Arm& arm_;
  const Problem& problem_;
  const SolutionOptions& options_;
  Deadline deadline_;
  bool isLate_ = false;
  std::optional<Swivel> swivel_;
  Curve curve_;
  bool isSwivel_;
  double slack_;  ///< how much shorter the way from a start may become
  double psi_ = 0;
  double leastElbow_ = 0;  ///< with a swivel
  int samples_;            ///< per whole turn, for intervals
  /// Whether each slice is an elimination.
  bool byArcs() const { return samples_ == firstSamples; }
  int place_ = 0;  ///< index of the hinge whose value is the parameter
  std::array<bool, mostJoints> isSliced_{};
  std::array<Start, mostStarts> starts_;
  int startCount_ = 0;
  Take take_ = nullptr;
  int sliced_ = 0;  ///< the hinge that the last slice held
  bool hasOne_ = false;
  /// Values of the parameter to try.
  struct {
    std::array<double, mostValues> each;
    int count = 0;
    bool isRound = false;
    Interval range;
  } values_;
  std::vector<Interval> covered_;  ///< values of the parameter with poses
  std::vector<Seven> traced_;      ///< along the arcs that have been followed
  double best_ = infinity;
  std::optional<Seven> nearest_;
};

}  // namespace limber::analytic
