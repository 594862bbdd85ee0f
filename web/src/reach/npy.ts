/** Files of NumPy: NPY, version 1.0, of numbers in C order (numpy.lib.format). */
import { LimberError, show } from '../describe/errors.ts';
import { asList, asObject, asWhole } from '../describe/flatten.ts';

/** An array of numbers in NumPy's form. */
export interface NpyArray {
  /** Its length along each axis; the last varies fastest. */
  readonly shape: readonly number[];
  /** All numbers, in sequence. */
  readonly data: NpyData;
}

/** Supported array types. */
export type NpyData = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** NumPy's names of the types; `<` is little-endian. */
const kinds = {
  '|u1': Uint8Array,
  '<u2': Uint16Array,
  '<u4': Uint32Array,
  '<f4': Float32Array,
  '<f8': Float64Array,
} as const;

/** "\x93NUMPY", then the version. */
const start = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
/** Offset of the header: after `start` and its own length, two bytes. */
const headerAt = start.length + 2;
/** The offset of the numbers is a multiple of this. */
const alignment = 64;

/**
 * Returns the bytes of a file. @throws LimberError `badDescription` for an array of another kind, or of
 * another length.
 */
export function writeNpy(array: NpyArray): Uint8Array {
  const { shape, data } = asObject(array, 'the NPY', ['shape', 'data']) as unknown as NpyArray;
  const kind = Object.entries(kinds).find(([, Kind]) => data instanceof Kind)?.[0];
  if (!kind)
    refuse(
      `data is ${show(data)}; give one of ${Object.values(kinds)
        .map((Kind) => Kind.name)
        .join(', ')}`,
    );
  for (const [i, each] of asList(shape, 'shape').entries())
    asWhole(each, 0, Number.MAX_SAFE_INTEGER, `shape[${i}]`);
  const count = shape.reduce((product, each) => product * each, 1);
  if (count !== data.length) refuse(`the shape has ${count} numbers, data ${data.length}`);
  const lengths = shape.map((each) => `${each},`).join(' ');
  const header = `{'descr': '${kind}', 'fortran_order': False, 'shape': (${lengths}), }`;
  const length = Math.ceil((headerAt + header.length + 1) / alignment) * alignment - headerAt;
  const bytes = new Uint8Array(headerAt + length + data.byteLength);
  bytes.set([...start, length & 255, length >> 8]);
  bytes.set(new TextEncoder().encode(`${header.padEnd(length - 1)}\n`), headerAt);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), headerAt + length);
  return bytes;
}

/** @throws LimberError `badDescription` for anything but a complete NPY of these types, naming the error. */
export function readNpy(bytes: Uint8Array): NpyArray {
  if (!(bytes instanceof Uint8Array)) refuse(`it is ${show(bytes)}; give a Uint8Array`);
  if (start.slice(0, 6).some((each, i) => bytes[i] !== each))
    refuse('it does not begin with the sign of an NPY');
  if (bytes[6] !== 1) refuse(`it is of version ${bytes[6]}; 1 can be read`);
  const length = bytes[8]! + 256 * bytes[9]!;
  const header = new TextDecoder().decode(bytes.subarray(headerAt, headerAt + length));
  const parts = /^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([\d, ]*)\), ?\} *\n$/.exec(
    header,
  );
  if (!parts) refuse(`its header is ${show(header)}; is the file whole?`);
  const [, kind, order, lengths] = parts as unknown as [string, string, string, string];
  if (!Object.hasOwn(kinds, kind))
    refuse(`its numbers are ${show(kind)}; known: ${Object.keys(kinds).join(', ')}`);
  if (order === 'True') refuse('it is in the order of Fortran; save np.ascontiguousarray of it');
  const Kind = kinds[kind as keyof typeof kinds];
  const shape = lengths
    .split(',')
    .filter((each) => each.trim() !== '')
    .map(Number);
  const size = Kind.BYTES_PER_ELEMENT * shape.reduce((product, each) => product * each, 1);
  const rest = bytes.length - headerAt - length;
  if (rest !== size)
    refuse(`it has ${rest} bytes of numbers, but its shape asks for ${size}; is the file whole?`);
  return { shape, data: new Kind(bytes.slice(headerAt + length).buffer) };
}

function refuse(what: string): never {
  throw new LimberError('badDescription', `the NPY: ${what}`);
}
