// limber_bench_simbody: reads a four-bar and joint values near closed poses, assembles it from each of them with
// its crank locked, and prints {"timesUs": [...], "iterations": [...], "q": [...]}.
//
//   bars CRANK COUPLER ROCKER GROUND
//   way assemble|project tolerance T
//   starts N repeats R, then N lines of q: crank, coupler, rocker
#include <Simbody.h>

#include <chrono>
#include <limits>

#include "../words.h"

namespace {

using namespace bench;

/// A tree of three pins. Two planes of the rocker hold the coupler's end in place of the fourth pin. A ball
/// joint would add a redundant equation across the plane.
struct FourBar {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::MobilizedBody::Pin crank, coupler, rocker;
  SimTK::State state;

  FourBar(double a, double b, double c, double d) {
    const SimTK::Body::Rigid body(SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::UnitInertia(1)));
    const auto at = [](double x) { return SimTK::Transform(SimTK::Vec3(x, 0, 0)); };
    crank = SimTK::MobilizedBody::Pin(matter.Ground(), at(0), body, at(0));
    coupler = SimTK::MobilizedBody::Pin(crank, at(a), body, at(0));
    rocker = SimTK::MobilizedBody::Pin(matter.Ground(), at(d), body, at(0));
    const SimTK::Vec3 end(b, 0, 0);
    SimTK::Constraint::PointInPlane(rocker, SimTK::UnitVec3(1, 0, 0), c, coupler, end);
    SimTK::Constraint::PointInPlane(rocker, SimTK::UnitVec3(0, 1, 0), 0, coupler, end);
    state = system.realizeTopology();
    system.realizeModel(state);
  }

  void place(const double* q) {
    crank.setAngle(state, q[0]);
    coupler.setAngle(state, q[1]);
    rocker.setAngle(state, q[2]);
  }
};

class Way {
 public:
  virtual ~Way() = default;
  /// Preparation that is not timed.
  virtual void place(FourBar& bar, const double* q) { bar.place(q); }
  virtual void close(FourBar& bar) = 0;
};

class Assemble : public Way {
 public:
  Assemble(FourBar& bar, double tolerance) : assembler_(bar.system) {
    assembler_.setErrorTolerance(tolerance);
    assembler_.lockMobilizer(bar.crank.getMobilizedBodyIndex());
  }
  void close(FourBar& bar) override { assembler_.assemble(bar.state); }

 private:
  SimTK::Assembler assembler_;
};

class Project : public Way {
 public:
  explicit Project(double tolerance) : tolerance_(tolerance) {}
  void place(FourBar& bar, const double* q) override {
    bar.place(q);
    bar.crank.lockAt(bar.state, q[0]);
    bar.system.realize(bar.state, SimTK::Stage::Instance);
  }
  void close(FourBar& bar) override {
    bar.system.realize(bar.state, SimTK::Stage::Position);
    bar.system.project(bar.state, tolerance_);
  }

 private:
  double tolerance_;
};

std::unique_ptr<Way> makeWay(const std::string& name, FourBar& bar, double tolerance) {
  if (name == "assemble") return std::make_unique<Assemble>(bar, tolerance);
  if (name == "project") return std::make_unique<Project>(tolerance);
  fail("way " + name + " is unknown; known: assemble, project");
}

double closeUs(FourBar& bar, Way& way, const double* q) {
  way.place(bar, q);
  const auto start = std::chrono::steady_clock::now();
  try {
    way.close(bar);
  } catch (const std::exception&) {
    // Not assembled; the judge will notice.
  }
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
  return spent.count();
}

void run() {
  expectWord("bars");
  const std::vector<double> bars = readNumbers(4);
  const auto name = readAfter<std::string>("way");
  const auto tolerance = readAfter<double>("tolerance");
  const int count = readAfter<int>("starts"), repeats = readAfter<int>("repeats");
  const std::vector<double> starts = readNumbers(std::size_t(count) * 3);
  FourBar bar(bars[0], bars[1], bars[2], bars[3]);
  const std::unique_ptr<Way> way = makeWay(name, bar, tolerance);

  std::vector<double> timesUs(count, std::numeric_limits<double>::infinity()), iterations(count), q;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (int i = 0; i < count; ++i) {
      timesUs[i] = std::min(timesUs[i], closeUs(bar, *way, &starts[std::size_t(3) * i]));
      if (repeat > 0) continue;
      for (const auto* body : {&bar.crank, &bar.coupler, &bar.rocker}) q.push_back(body->getAngle(bar.state));
    }
  }
  std::printf("{");
  print("timesUs", timesUs, ",");
  print("iterations", iterations, ",");
  print("q", q, "}");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "version") {
    int major = 0, minor = 0, build = 0;
    SimTK_version_simbody(&major, &minor, &build);
    std::printf("%d.%d.%d\n", major, minor, build);
  } else if (argc == 1) {
    run();
  } else {
    fail("usage: limber_bench_simbody < input, or limber_bench_simbody version");
  }
}
