/// <reference types="node" />
/** Progress of long work: a line on a terminal, lines in a log. */
import process from 'node:process';

const bars = 24;

/** Formats seconds as `0:07` or `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** `part`: fraction that is done, from 0 to 1; undefined if unknown. `what`: the name of that which is counted. */
export function progressLine(rows: number, part: number | undefined, seconds: number, what = 'rows'): string {
  const rate = seconds > 0 ? Math.round(rows / seconds) : 0;
  const count = `${rows.toLocaleString('en')} ${what}, ${rate.toLocaleString('en')}/s`;
  if (part === undefined || part === 0) return count;
  const full = Math.round(bars * part);
  const left = clock((seconds * (1 - part)) / part);
  return `${'█'.repeat(full)}${'░'.repeat(bars - full)} ${Math.floor(100 * part)} %, ${count}, ${left} left`;
}

/** Milliseconds between updates on a terminal, and between lines elsewhere, such as in a log. */
const [pause, pauseOfLines] = [200, 10_000];

export interface Progress {
  tell(rows: number, part: number | undefined): void;
  end(): void;
}

/** Writes one line over and over on a terminal, and plain lines elsewhere. */
export function makeProgress({ stderr } = process, now = () => performance.now(), what = 'rows'): Progress {
  const { isTTY } = stderr;
  const began = now();
  let last = isTTY ? -Infinity : began;
  return {
    tell(rows, part) {
      const at = now();
      if (at - last < (isTTY ? pause : pauseOfLines)) return;
      last = at;
      const line = progressLine(rows, part, (at - began) / 1000, what);
      stderr.write(isTTY ? `\r\x1b[2K${line}` : `limber: ${line.replace(/^[█░]* /, '')}\n`);
    },
    end: () => void (isTTY && stderr.write('\r\x1b[2K')),
  };
}
