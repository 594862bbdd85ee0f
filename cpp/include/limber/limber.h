// clang-format off
/// Limber: inverse kinematics. The whole C++ API; START HERE.
///
///   ModelDescription description = ...;                     // plain data: links, joints, limits
///   auto model = limber::buildModel(description);           // checked; or an error that says what to fix
///   limber::Problem problem(*model);                        // model, state and goals
///   limber::Goal* goal = *problem.addGoal("position", "hand");
///   goal->target = {0.3, 0.5, 0.2};
///   limber::Result result = limber::solve(problem);         // or solve(problem, "ccd", options)
///   problem.state.poses[(*model)->findLink("hand")];        // world from link
// clang-format on
///
/// Conventions:
///   metres, radians, seconds; right-handed; world axes unless a name says otherwise;
///   quaternions and poses are stored x y z w and px py pz qx qy qz qw;
///   frames in names cancel: worldFromTool = worldFromHand * handFromTool;
///   e = target − current, J = −∂e/∂dq; q moves by q ⊕ dq, a ball by q · exp(dq) in its own axes.
///
/// Nothing here throws. A bad model or goal gives an Error in an Expected. Not reached, stalled and unsupported are
/// normal results, reported as a Status. A Problem is for one thread at a time; a Model may be shared.
#pragma once

#include "limber/batch.h"        // many targets in one call
#include "limber/description.h"  // what you hand over
#include "limber/error.h"        // what can be wrong with it
#include "limber/goal.h"         // what is wanted
#include "limber/model.h"        // what it becomes
#include "limber/obstacle.h"     // what it must not touch
#include "limber/problem.h"      // all of these together
#include "limber/solutions.h"    // every pose that meets the goals
#include "limber/solve.h"        // the loop around the steps
#include "limber/solver.h"       // who can take a step
#include "limber/state.h"        // where it is
#include "limber/step.h"         // time: targets and bases that move
