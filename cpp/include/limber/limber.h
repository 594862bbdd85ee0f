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
#include "limber/description.h"  // description of a model, as plain data
#include "limber/error.h"        // error codes and messages
#include "limber/goal.h"         // goals for links
#include "limber/model.h"        // links, joints and limits, checked
#include "limber/motion.h"       // motion of a person onto a body
#include "limber/obstacle.h"     // shapes to avoid
#include "limber/problem.h"      // model, state, goals, loops and obstacles together
#include "limber/solutions.h"    // all poses that meet the goals
#include "limber/solve.h"        // solve(): the loop around a solver's steps
#include "limber/solver.h"       // the table of solvers
#include "limber/state.h"        // joint values and link poses
#include "limber/step.h"         // step(): moving targets and bases
