/**
 * How large an input may be. What is larger is refused with `tooLarge` before any work is done on it. The page Limits of
 * input in the docs lists these; a test compares them.
 */

/** Links of a model, as in the core, and bones of a character. */
export const mostLinks = 200_000;
/** Goals and loops of a problem together. */
export const mostGoals = 1000;
/** The same times the degrees of freedom: memory for the Jacobian. */
export const mostGoalFreedoms = 1_000_000;
/** Characters of a name, a file's address or a word. */
export const mostLetters = 4096;
/** Points of a hull that must not touch others. */
export const mostHullPoints = 256;
/** Metres from its origin to a vertex of a mesh that shapes are fitted to. */
export const mostMetres = 1e9;
/** Triangles of a mesh among obstacles, and all of a problem's obstacles, each triangle counted. */
export const mostTriangles = 20_000;
/** Shapes of a link. */
export const mostShapes = 1000;
/** Numbers of a trajectory, its times among them. */
export const mostNumbers = 10_000_000;
/** Characters of a trajectory's CSV or JSON. */
export const mostTrajectoryText = 2 ** 28;
/** Characters of a URDF. */
export const mostUrdfText = 2 ** 25;
/** Elements of a URDF in one another. */
export const mostElements = 100;
/** Bytes of a file that a page loads: a robot, a character, a mesh. */
export const mostBytes = 2 ** 28;
/** Nodes of a character or a glTF below one another. */
export const mostNodes = 1000;
/** Characters of an attribute of `<limber-arm>`. */
export const mostAttribute = 1_000_000;
/** Poses of a way. */
export const mostPoses = 100_000;
/** Frames that the command records. */
export const mostFrames = 100_000;
/** Cells of a map of what an arm reaches. */
export const mostCells = 10_000_000;
/** Orientations or targets that are looked for at each of them. */
export const mostOrientations = 4096;
/** Characters of a map's JSON. */
export const mostMapText = 2 ** 29 - 1;
