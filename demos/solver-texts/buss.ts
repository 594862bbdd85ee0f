/** The survey that most of the solvers follow. */
export const buss2004 = {
  text:
    'S. R. Buss, “Introduction to Inverse Kinematics with Jacobian Transpose, Pseudoinverse and Damped Least Squares ' +
    'Methods”, 2004',
  href: 'https://mathweb.ucsd.edu/~sbuss/ResearchWeb/ikmethods/iksurvey.pdf',
};
