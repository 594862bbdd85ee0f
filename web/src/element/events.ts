import type { ErrorCode } from '../errors.ts';
import type { Status } from '../result.ts';

/** Of `ready`: an arm is drawn and can be dragged. Told again after each change to another arm. */
export interface ReadyDetail {
  /** Of the preset or the URDF. */
  readonly name: string;
  /** The links that reach. */
  readonly effectors: readonly string[];
  /** Numbers in q. */
  readonly nq: number;
}

/** Of `solve`: a frame was solved. */
export interface SolveDetail {
  /** How it ended; see `Status`. */
  readonly status: Status;
  /** Iterations of this frame. */
  readonly iterations: number;
  /** From each effector to its target, in metres (the article's arm: centimetres). */
  readonly residuals: readonly number[];
  /** Nothing will move before something changes. */
  readonly resting: boolean;
  /** Joint values, as the model orders them: radians, metres, quaternions x y z w. */
  readonly q: readonly number[];
  /** Three numbers a target: metres (the article's arm: centimetres), Y up. */
  readonly targets: readonly number[];
}

/** `LimberError`'s codes, and what only an element can meet. */
export type ArmErrorCode = ErrorCode | 'noWebGL' | 'unsupported';

/** Of `error`: the element shows the message, and goes on with the arm that it has. */
export interface ErrorDetail {
  /** For programs. */
  readonly code: ArmErrorCode;
  /** For people: what is wrong, and what to do. */
  readonly message: string;
}

/** What `<limber-arm>` tells; none of it bubbles. */
export interface LimberArmEventMap {
  /** An arm is drawn and can be dragged. */
  ready: CustomEvent<ReadyDetail>;
  /** A frame was solved. */
  solve: CustomEvent<SolveDetail>;
  /** Something is wrong; the element shows it, too. */
  error: CustomEvent<ErrorDetail>;
}

/** What keeps an arm from being shown, besides a `LimberError`. */
export class ArmError extends Error {
  override readonly name = 'ArmError';
  readonly code: ArmErrorCode;

  constructor(code: ArmErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
