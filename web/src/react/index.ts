/** A problem as a React hook; needs no three.js. Components for react-three-fiber: `limber/fiber`. */
export { useIK, type IK } from './use-ik.ts';
