import type { ErrorCode } from '../errors.ts';
import type { Status } from '../result.ts';

/** `ready`: an arm is drawn and can be dragged. Sent again after each change to another arm. */
export interface ReadyDetail {
  /** The name of the preset, URDF or character. */
  readonly name: string;
  /** The links or bones that have a target. */
  readonly effectors: readonly string[];
  /** Numbers in q. */
  readonly nq: number;
}

/** `solve`: a frame was solved. */
export interface SolveDetail {
  /** How it ended; see `Status`. */
  readonly status: Status;
  /** Iterations of this frame. */
  readonly iterations: number;
  /** From each effector to its target, in metres (the article's arm: centimetres). */
  readonly residuals: readonly number[];
  /** Nothing will move until something changes. */
  readonly resting: boolean;
  /** Joint values in the model's order: radians, metres, quaternions x y z w. */
  readonly q: readonly number[];
  /** Three numbers a target: metres (the article's arm: centimetres), Y up. */
  readonly targets: readonly number[];
}

/** The codes of `LimberError`, and those of the element itself. */
export type ArmErrorCode = ErrorCode | 'noWebGL' | 'unsupported';

/** `error`: the element shows the message and keeps the arm that it has. */
export interface ErrorDetail {
  /** For programs. */
  readonly code: ArmErrorCode;
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

/** Why an arm cannot be shown, other than a `LimberError`. */
export class ArmError extends Error {
  override readonly name = 'ArmError';
  readonly code: ArmErrorCode;

  constructor(code: ArmErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
