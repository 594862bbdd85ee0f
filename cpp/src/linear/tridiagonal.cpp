#include "linear/tridiagonal.h"

#include "linear/columns.h"

namespace limber {

bool Weighing::weigh(double* d, double* beside, int n, const ModeDamping& damping, double* b) {
  turns_.clear();
  const bool isDone = makeDiagonal(d, beside, n, [&](int k, double c, double s) {
    turn(c, s, b + k, b + k + 1, 1);
    turns_.push_back({k, c, s});
  });
  for (int i = 0; i < n; ++i) b[i] /= damping.damped(d[i]);
  for (auto each = turns_.rbegin(); each != turns_.rend(); ++each)
    turn(each->c, -each->s, b + each->k, b + each->k + 1, 1);
  return isDone;
}

}  // namespace limber
