/// <reference types="node" />
/** Parquet, by hyparquet and hyparquet-writer, which users install themselves. */
import zlib from 'node:zlib';
import { listed, show } from '../describe/errors.ts';
import { reasonOf, UsageError } from './reading.ts';

const missing = 'Parquet needs two more packages: npm install hyparquet hyparquet-writer';

async function ask<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw new UsageError(missing);
    throw error;
  }
}

/** Decompressors of Node; hyparquet has Snappy. */
function compressors() {
  const by = (unpack: ((bytes: Uint8Array) => Uint8Array) | undefined, name: string) =>
    unpack ? { [name]: (bytes: Uint8Array) => new Uint8Array(unpack(bytes)) } : {};
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array };
  return {
    ...by(zlib.gunzipSync, 'GZIP'),
    ...by(zlib.brotliDecompressSync, 'BROTLI'),
    ...by(zstdDecompressSync, 'ZSTD'),
  };
}

/** Some rows, by column. */
export interface ColumnRows {
  /** Number of the first row, from 0. */
  readonly first: number;
  readonly count: number;
  /** One list per column, in order. */
  readonly values: readonly (readonly unknown[])[];
  /** Bytes of the file before the next rows. */
  readonly bytes: number;
}

async function open(path: string) {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetRead } = await ask(() => import('hyparquet'));
  const reading = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
    }
  };
  const file = await reading(() => asyncBufferFromFile(path));
  const metadata = await reading(() => parquetMetadataAsync(file));
  return { file, metadata, names: metadata.schema.slice(1).map(({ name }) => name), parquetRead, reading };
}

/** Names of a file's columns. @throws UsageError */
export const columnsIn = async (path: string): Promise<readonly string[]> => (await open(path)).names;

/** Yields row group by row group. @throws UsageError */
export async function* readParquet(path: string, columns: readonly string[]): AsyncGenerator<ColumnRows> {
  const { file, metadata, names, parquetRead, reading } = await open(path);
  for (const name of columns)
    if (!names.includes(name))
      throw new UsageError(`${path} has no column ${show(name)}; it has ${listed(names)}`);
  let first = 0;
  let bytes = 0;
  for (const group of metadata.row_groups) {
    const count = Number(group.num_rows);
    const found = new Map(columns.map((name) => [name, [] as unknown[]]));
    const range = { rowStart: first, rowEnd: first + count };
    const onChunk = ({ columnName, columnData, rowStart }: Chunk): void => {
      const column = found.get(columnName);
      for (let i = 0; column && i < columnData.length; ++i) column[rowStart - first + i] = columnData[i];
    };
    await reading(() =>
      parquetRead({ file, metadata, columns: [...columns], ...range, compressors: compressors(), onChunk }),
    );
    // A damaged file may announce more rows than memory can hold.
    for (const [name, { length }] of found)
      if (length !== count)
        throw new UsageError(
          `cannot read ${path}: ${count} rows are announced, but ${show(name)} has ${length}`,
        );
    bytes += Number(group.total_compressed_size ?? group.total_byte_size);
    yield { first, count, values: columns.map((name) => found.get(name)!), bytes };
    first += count;
  }
}

interface Chunk {
  readonly columnName: string;
  readonly columnData: ArrayLike<unknown>;
  readonly rowStart: number;
}

/** A column to write. */
export interface Column {
  readonly name: string;
  readonly type: 'INT64' | 'INT32' | 'DOUBLE' | 'STRING';
}

/** Writes row groups; `write` receives the bytes. */
export async function parquetWriter(columns: readonly Column[], write: (bytes: Uint8Array) => Promise<void>) {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await ask(() => import('hyparquet-writer'));
  const writer = new ByteWriter();
  const sourced = (lists: readonly unknown[][]) =>
    columns.map(({ name, type }, i) => ({ name, type, nullable: false, data: lists[i]! }));
  const schema = schemaFromColumnData({ columnData: sourced(columns.map(() => [])) });
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'limber' });
  const flush = async (): Promise<void> => {
    const bytes = new Uint8Array(writer.buffer, 0, writer.index).slice();
    writer.index = 0;
    await write(bytes);
  };
  return {
    /** One list per column. */
    async write(lists: readonly unknown[][]): Promise<void> {
      if (lists[0]!.length === 0) return;
      await parquet.write({ columnData: sourced(lists), rowGroupSize: lists[0]!.length });
      await flush();
    },
    async end(): Promise<void> {
      await parquet.finish();
      await flush();
    },
  };
}
