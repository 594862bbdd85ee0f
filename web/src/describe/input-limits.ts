/**
 * Largest inputs. A larger one is refused with `tooLarge` before any work on it. The docs' page "Limits of
 * input" lists these; a test compares them.
 */

/** Links of a model, as in the core, and bones of a character. */
export const mostLinks = 200_000;
/** Goals and loops of a problem together. */
export const mostGoals = 1000;
/** Goals and loops times degrees of freedom: bounds the memory for the Jacobian. */
export const mostGoalFreedoms = 1_000_000;
/** Characters of a name, a file's address or a word. */
export const mostLetters = 4096;
/** Points of a collision hull. */
export const mostHullPoints = 256;
/** Distance in metres from the origin to a vertex of a mesh that shapes are fitted to. */
export const mostMetres = 1e9;
/** Triangles of a mesh obstacle, and obstacles of a problem, each triangle counted as one. */
export const mostTriangles = 20_000;
/** Shapes of a link. */
export const mostShapes = 1000;
/** Numbers of a trajectory, including its times. */
export const mostNumbers = 10_000_000;
/** Characters of a trajectory's CSV or JSON. */
export const mostTrajectoryText = 2 ** 28;
/** Characters of a URDF. */
export const mostUrdfText = 2 ** 25;
/** Nesting depth of a URDF's elements. */
export const mostElements = 100;
/** Bytes of a file that a page loads: a robot, a character, a mesh. */
export const mostBytes = 2 ** 28;
/** Nesting depth of a character's or glTF's nodes. */
export const mostNodes = 1000;
/** Characters of an attribute of `<limber-arm>`. */
export const mostAttribute = 1_000_000;
/** Poses of a path. */
export const mostPoses = 100_000;
/** Frames that the command records. */
export const mostFrames = 100_000;
/** Cells of a reachability map. */
export const mostCells = 10_000_000;
/** Orientations or targets tried per cell. */
export const mostOrientations = 4096;
/** Characters of a map's JSON. */
export const mostMapText = 2 ** 29 - 1;
