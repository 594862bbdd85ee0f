import type { SolveDetail } from '../bench/actor.ts';
import type { ErrorCode } from '../describe/errors.ts';

/** `ready`: an arm is drawn and can be dragged. Sent again after each change to another arm. */
export interface ReadyDetail {
  /** The name of the preset, URDF or character. */
  readonly name: string;
  /** Links or bones that have a target. */
  readonly effectors: readonly string[];
  /** Count of numbers in q. */
  readonly nq: number;
}

/** `error`: the element shows the message and keeps its current arm. */
export interface ErrorDetail {
  /** Code for programs. */
  readonly code: ErrorCode;
  /** Message for people: the cause and the remedy. */
  readonly message: string;
}

/** Events of `<limber-arm>`; they do not bubble. */
export interface LimberArmEventMap {
  /** An arm is drawn and can be dragged. */
  ready: CustomEvent<ReadyDetail>;
  /** A frame was solved. */
  solve: CustomEvent<SolveDetail>;
  /** An error occurred; the element shows it too. */
  error: CustomEvent<ErrorDetail>;
}
