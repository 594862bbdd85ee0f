import type { SolveDetail } from '../bench/actor.ts';
import type { ErrorCode } from '../errors.ts';

/** `ready`: an arm is drawn and can be dragged. Sent again after each change to another arm. */
export interface ReadyDetail {
  /** The name of the preset, URDF or character. */
  readonly name: string;
  /** The links or bones that have a target. */
  readonly effectors: readonly string[];
  /** Numbers in q. */
  readonly nq: number;
}

/** `error`: the element shows the message and keeps the arm that it has. */
export interface ErrorDetail {
  /** For programs. */
  readonly code: ErrorCode;
  /** For people: what is wrong and what to do. */
  readonly message: string;
}

/** Events of `<limber-arm>`; they do not bubble. */
export interface LimberArmEventMap {
  /** An arm is drawn and can be dragged. */
  ready: CustomEvent<ReadyDetail>;
  /** A frame was solved. */
  solve: CustomEvent<SolveDetail>;
  /** Something is wrong; the element shows it, too. */
  error: CustomEvent<ErrorDetail>;
}
