/** How a recording is written, by the ending of the file. A new format is one line in the table. */
import { csvLine } from '../csv.ts';
import type { Recording } from './recording.ts';

export type Format = (recording: Recording) => string;

const toCsv: Format = ({ columns, rows }) => [columns, ...rows].map(csvLine).join('');

/** A row a line. */
const toJson: Format = ({ rows, ...head }) => {
  const opening = JSON.stringify(head, undefined, 2).slice(0, -2);
  return `${opening},\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]\n}\n`;
};

export const formats: Readonly<Record<string, Format | undefined>> = { '.csv': toCsv, '.json': toJson };
