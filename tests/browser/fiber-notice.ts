/** three.js's notice of its clock, which react-three-fiber 9 still uses. */
export const byFiber = /THREE\.Clock: This module has been deprecated/;
