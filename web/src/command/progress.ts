/// <reference types="node" />
/** A progress line for a batch, shown on a terminal. */
import process from 'node:process';

const bars = 24;

/** Formats seconds as `0:07` or `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** `part`: fraction of the file that was read, from 0 to 1; undefined if unknown. */
export function progressLine(rows: number, part: number | undefined, seconds: number): string {
  const rate = seconds > 0 ? Math.round(rows / seconds) : 0;
  const count = `${rows.toLocaleString('en')} rows, ${rate.toLocaleString('en')}/s`;
  if (part === undefined || part === 0) return count;
  const full = Math.round(bars * part);
  const left = clock((seconds * (1 - part)) / part);
  return `${'█'.repeat(full)}${'░'.repeat(bars - full)} ${Math.floor(100 * part)} %, ${count}, ${left} left`;
}

/** Milliseconds between updates. */
const pause = 200;

export interface Progress {
  tell(rows: number, part: number | undefined): void;
  end(): void;
}

/** Writes to a terminal only; silent in a pipe. */
export function makeProgress(): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { tell: () => {}, end: () => {} };
  const began = performance.now();
  let last = -Infinity;
  return {
    tell(rows, part) {
      const now = performance.now();
      if (now - last < pause) return;
      last = now;
      stderr.write(`\r\x1b[2K${progressLine(rows, part, (now - began) / 1000)}`);
    },
    end: () => void stderr.write('\r\x1b[2K'),
  };
}
