import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import {
  type OpenedCheckpoint,
  openCheckpointByAny,
  parseCheckpoint,
} from '@platform/core/log/note/checkpoint';
import type { NoteKey } from '@platform/core/log/note/note-key';
import { TILE_WIDTH, type Tile, tilePath } from '@platform/core/log/note/tiles';

/** The place from which a log’s files are read (C2SP tlog-tiles). */
export interface LogSource {
  readonly read: (path: string, maxBytes: number) => Promise<Result<Uint8Array, ReadFailure>>;
}

/**
 * `log_lacks`: the log answered that it has no such file. `log_garbled`: the file is not of the expected
 * form.
 */
export type ReadFailure = 'log_unreachable' | 'log_lacks' | 'log_garbled';

export type CheckpointFailure = ReadFailure | 'checkpoint_unusable';

export interface ServedCheckpoint {
  /** The note as the log served it. */
  readonly note: string;
  readonly checkpoint: OpenedCheckpoint;
}

const CHECKPOINT_BYTES = 262_144;
const HASH_BYTES = 32;
const MAX_ENTRY_BYTES = 65_535;
const LENGTH_BYTES = 2;

/** Reads the newest checkpoint, which one of the log’s keys must have signed. */
export async function readCheckpoint(
  crypto: Crypto,
  source: LogSource,
  keys: readonly NoteKey[],
  path = 'checkpoint',
): Promise<Result<ServedCheckpoint, CheckpointFailure>> {
  const read = await source.read(path, CHECKPOINT_BYTES);
  if (!read.ok) return read;
  const note = utf8Of(read.value);
  return note === null
    ? fail('checkpoint_unusable', `/${path} is not UTF-8.`)
    : openShown(crypto, note, keys);
}

/** Opens a note under any of the log’s keys. */
export function openShown(
  crypto: Crypto,
  note: string,
  keys: readonly NoteKey[],
): Result<ServedCheckpoint, 'checkpoint_unusable'> {
  const opened = openCheckpointByAny(crypto, note, keys);
  return opened.ok
    ? ok({ note, checkpoint: opened.value })
    : fail('checkpoint_unusable', opened.error.message);
}

/**
 * Yields the entries `from` to `to - 1` of a log that has at least `to`, one file at a time. It stops at the
 * first file that it cannot read.
 */
export async function* readEntries(
  source: LogSource,
  from: number,
  to: number,
): AsyncGenerator<Result<readonly Uint8Array[], ReadFailure>> {
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index += 1) {
    const first = index * TILE_WIDTH;
    const tile: Tile = { level: 'entries', index, width: Math.min(TILE_WIDTH, to - first) };
    const read = await readTile(source, tile, (LENGTH_BYTES + MAX_ENTRY_BYTES) * TILE_WIDTH);
    const entries = read.ok ? splitBundle(read.value, tile) : read;
    yield entries.ok ? ok(entries.value.slice(Math.max(0, from - first))) : entries;
    if (!entries.ok) return;
  }
}

/** The hashes of one tile, in lowercase hex. */
export async function readHashes(
  source: LogSource,
  tile: Tile,
): Promise<Result<readonly string[], ReadFailure>> {
  const read = await readTile(source, tile, HASH_BYTES * TILE_WIDTH);
  if (!read.ok) return read;
  const hex = Buffer.from(read.value).toString('hex');
  const hashes = hex.match(/.{64}/g) ?? [];
  // The file may be the full tile, because a partial one may be gone once the full one exists.
  if (read.value.length % HASH_BYTES !== 0 || hashes.length < tile.width) {
    return fail('log_garbled', `/${tilePath(tile)} does not have ${tile.width} hashes.`);
  }
  return ok(hashes.slice(0, tile.width));
}

async function readTile(
  source: LogSource,
  tile: Tile,
  maxBytes: number,
): Promise<Result<Uint8Array, ReadFailure>> {
  const read = await source.read(tilePath(tile), maxBytes);
  if (read.ok || read.error.code !== 'log_lacks' || tile.width === TILE_WIDTH) return read;
  // The log may drop a partial file once the full one exists, which begins with the same content.
  const whole = await source.read(tilePath({ ...tile, width: TILE_WIDTH }), maxBytes);
  return whole.ok ? whole : read;
}

function splitBundle(bytes: Uint8Array, tile: Tile): Result<readonly Uint8Array[], ReadFailure> {
  const entries: Uint8Array[] = [];
  let at = 0;
  // It stops after one file’s number of entries, because a file of empty entries would otherwise make
  // millions of objects.
  while (at < bytes.length && entries.length < TILE_WIDTH) {
    const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    const entry = bytes.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length);
    if (at + LENGTH_BYTES > bytes.length || entry.length !== length) break;
    entries.push(entry);
    at += LENGTH_BYTES + length;
  }
  if (at === bytes.length && entries.length >= tile.width) return ok(entries.slice(0, tile.width));
  return fail('log_garbled', `/${tilePath(tile)} does not have ${tile.width} entries.`);
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The size in a checkpoint that was opened before. */
export function sizeOf(note: string): number {
  const said = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
  return said.ok ? said.value.size : 0;
}
