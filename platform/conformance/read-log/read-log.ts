import { createHash, createPublicKey, verify } from 'node:crypto';

/*
 * Reads a log as any client of C2SP's specifications does (signed-note, tlog-checkpoint, tlog-tiles; RFC
 * 6962), and computes its root from its entries. It shares no code with the log that it reads.
 */

/** The facts about a log that was read completely. */
export interface ReadLog {
  readonly origin: string;
  readonly size: number;
  /** The root in hex, recomputed from the entries and equal to the signed one. */
  readonly root: string;
  readonly entries: number;
  /** How much has ended, whose root is recomputed too; null if the checkpoint does not say. */
  readonly endings: number | null;
  readonly requests: number;
  readonly bytes: number;
}

/** A fault of the log, or of the arguments. */
export class LogFault extends Error {}

interface Options {
  /** The log's prefix: `/checkpoint` is below it. */
  readonly url: string;
  /** The log's verifier key. */
  readonly vkey: string;
  /** Called with each entry, in order. */
  readonly onEntry?: (entry: Buffer, index: number) => void;
}

const WIDTH = 256;
const HASH_BYTES = 32;
const AT_ONCE = 4;
const TIMEOUT_MS = 30_000;
/** The size of a bundle of 256 entries of 65,535 bytes. */
const MOST_BYTES = 256 * (2 + 65_535);

/** Reads a whole log. Throws a `LogFault` at the first difference from what the log signed. */
export async function readLog({ url, vkey, onEntry = () => {} }: Options): Promise<ReadLog> {
  const source = createSource(url);
  const { origin, size, root, standing } = openCheckpoint(await source.get('checkpoint'), vkey);
  const tree = new Tree();
  await eachInOrder(Math.ceil(size / WIDTH), async (tile) => {
    const width = Math.min(WIDTH, size - tile * WIDTH);
    const name = nameOf(tile, width);
    const [hashes, bundle] = await Promise.all([
      source.get(`tile/0/${name}`),
      source.get(`tile/entries/${name}`),
    ]);
    return () => {
      const entries = entriesOf(bundle, width, name);
      if (hashes.length !== width * HASH_BYTES)
        throw new LogFault(`tile/0/${name} has ${hashes.length} bytes`);
      for (const [at, entry] of entries.entries()) {
        const leaf = sha256(Buffer.of(0), entry);
        if (!leaf.equals(hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)))
          throw new LogFault(`entry ${tile * WIDTH + at} is not the leaf in tile/0/${name}`);
        onEntry(entry, tile * WIDTH + at);
        tree.append(leaf);
      }
    };
  });
  const computed = tree.root();
  if (!computed.equals(root)) {
    throw new LogFault(
      `the entries have the root ${computed.toString('hex')}, the checkpoint ${root.toString('hex')}`,
    );
  }
  await compareUpperTiles(source, tree, size);
  if (standing === null) await refuseLeftOut(source, vkey, size);
  else await compareEndings(source, standing);
  const endings = standing?.size ?? null;
  return { origin, size, root: computed.toString('hex'), entries: tree.size, endings, ...source.used() };
}

/** Compares every tile above the leaves with the hashes that the entries give. */
async function compareUpperTiles(source: Source, tree: Tree, size: number): Promise<void> {
  for (let level = 1; Math.floor(size / WIDTH ** level) > 0; level += 1) {
    const hashes = tree.rows(8 * level);
    await eachInOrder(Math.ceil(hashes.length / WIDTH), async (tile) => {
      const expected = hashes.slice(tile * WIDTH, (tile + 1) * WIDTH);
      const path = `tile/${level}/${nameOf(tile, expected.length)}`;
      const served = await source.get(path);
      return () => {
        if (!served.equals(Buffer.concat(expected)))
          throw new LogFault(`${path} is not what its entries make of it`);
      };
    });
  }
}

/** Fetches several items at once, and processes them in order. */
async function eachInOrder(count: number, fetchOne: (index: number) => Promise<() => void>): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, at) => start + at);
    for (const take of await Promise.all(indexes.map(fetchOne))) take();
  }
}

/** Returns `x001/x234/067`, with `.p/<width>` for a partial tile. */
function nameOf(index: number, width: number): string {
  const groups: string[] = [];
  for (let rest = index, first = true; first || rest > 0; rest = Math.floor(rest / 1_000), first = false) {
    groups.unshift(`${first ? '' : 'x'}${String(rest % 1_000).padStart(3, '0')}`);
  }
  return groups.join('/') + (width === WIDTH ? '' : `.p/${width}`);
}

function entriesOf(bundle: Buffer, width: number, name: string): Buffer[] {
  const entries: Buffer[] = [];
  let at = 0;
  while (at < bundle.length) {
    const end = at + 2 <= bundle.length ? at + 2 + bundle.readUInt16BE(at) : Number.POSITIVE_INFINITY;
    if (end > bundle.length) throw new LogFault(`tile/entries/${name} ends within an entry`);
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  if (entries.length !== width) throw new LogFault(`tile/entries/${name} has ${entries.length} entries`);
  return entries;
}

interface Source {
  get(path: string): Promise<Buffer>;
  /** Null if the log has no such file. */
  find(path: string): Promise<Buffer | null>;
  used(): { readonly requests: number; readonly bytes: number };
}

function createSource(url: string): Source {
  const prefix = url.replace(/\/$/, '');
  let [requests, bytes] = [0, 0];
  const find = async (path: string): Promise<Buffer | null> => {
    requests += 1;
    const answer = await fetch(`${prefix}/${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw new LogFault(`${path}: the log answered with status ${answer.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body ?? []) {
      length += part.length;
      if (length > MOST_BYTES) throw new LogFault(`${path} is longer than any file of a log`);
      parts.push(part);
    }
    bytes += length;
    return Buffer.concat(parts);
  };
  return {
    used: () => ({ requests, bytes }),
    find,
    async get(path) {
      const found = await find(path);
      if (found === null) throw new LogFault(`${path}: the log answered with status 404`);
      return found;
    },
  };
}

interface Standing {
  readonly size: number;
  readonly root: Buffer;
}

interface OpenedCheckpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  readonly standing: Standing | null;
}

/** Parses a checkpoint if a signature line under this key's name and id verifies. */
function openCheckpoint(note: Buffer, vkey: string): OpenedCheckpoint {
  const [, name = '', id = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  const key = Buffer.from(base64, 'base64');
  const expected = sha256(Buffer.from(`${name}\n`), key).subarray(0, 4);
  if (key.length !== 33 || key[0] !== 1 || expected.toString('hex') !== id)
    throw new LogFault('the verifier key is none of an Ed25519 log: <name>+<id>+<base64>');
  const text = note.toString('utf8');
  const end = text.lastIndexOf('\n\n') + 1;
  const body = text.slice(0, end);
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.subarray(1)]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const isSigned = text
    .slice(end + 1)
    .split('\n')
    .some((line) => {
      const [dash, by, signature = ''] = line.split(' ');
      const bytes = Buffer.from(signature, 'base64');
      if (dash !== '—' || by !== name || !bytes.subarray(0, 4).equals(expected)) return false;
      return verify(null, Buffer.from(body), publicKey, bytes.subarray(4));
    });
  if (end === 0 || !isSigned) throw new LogFault(`the checkpoint is not signed by ${name}+${id}`);
  const [origin = '', size = '', root = '', ...extensions] = body.split('\n');
  if (origin !== name) throw new LogFault(`the checkpoint is of ${origin}, the key of ${name}`);
  if (!/^(0|[1-9][0-9]{0,14})$/.test(size)) throw new LogFault('the checkpoint has no size');
  const standing = extensions.map(standingIn).find((found) => found !== null) ?? null;
  return { origin, size: Number(size), root: Buffer.from(root, 'base64'), standing };
}

/** The line `sanad-standing/1 <number> <root>`. */
function standingIn(line: string): Standing | null {
  const [, size, root = ''] =
    /^sanad-standing\/1 (0|[1-9][0-9]{0,14}) ([A-Za-z0-9+/]{43}=)$/.exec(line) ?? [];
  return size === undefined ? null : { size: Number(size), root: Buffer.from(root, 'base64') };
}

/**
 * Once a checkpoint has said what has ended, each later one does. A log that lists its earlier ones, as ours do, shows here
 * whether one did; of a log that does not, only who kept one knows.
 */
async function refuseLeftOut(source: Source, vkey: string, size: number): Promise<void> {
  for (let from = 0; from <= size; ) {
    const list = await source.find(`log/checkpoints?from=${from}&limit=1000`);
    if (list === null) return;
    const page: { readonly checkpoints: { readonly tree_size: number; readonly note: string }[] } =
      JSON.parse(list.toString('utf8'));
    for (const { tree_size: at, note } of page.checkpoints) {
      if (at <= size && openCheckpoint(Buffer.from(note), vkey).standing !== null)
        throw new LogFault(`the checkpoint of ${size} does not say what has ended, and that of ${at} does`);
    }
    const last = page.checkpoints.at(-1);
    if (last === undefined || last.tree_size < from) return;
    from = last.tree_size + 1;
  }
}

interface Leaf {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Computes the map of all that is listed as ended, and compares its root with the signed one. */
async function compareEndings(source: Source, { size, root }: Standing): Promise<void> {
  const leaves: Leaf[] = [];
  while (leaves.length < size) {
    const page: Record<string, string>[] = JSON.parse(
      (await source.get(`log/endings?from=${leaves.length}&limit=1000`)).toString('utf8'),
    );
    for (const { kind, id, ended_at, by } of page.slice(0, size - leaves.length)) {
      const canonical = JSON.stringify({ by, ended_at, id, kind });
      leaves.push({ key: sha256(Buffer.from(`${kind}:${id}`)), value: sha256(Buffer.from(canonical)) });
    }
    if (page.length === 0) throw new LogFault(`${leaves.length} endings are listed, and ${size} signed`);
  }
  const computed = mapRoot(leaves, 0);
  if (!computed.equals(root)) {
    throw new LogFault(
      `the endings have the root ${computed.toString('hex')}, the checkpoint ${root.toString('hex')}`,
    );
  }
}

/** The root of a sparse Merkle map in which a subtree with one leaf is that leaf. */
function mapRoot(leaves: readonly Leaf[], depth: number): Buffer {
  const [only] = leaves;
  if (only === undefined) return Buffer.alloc(HASH_BYTES);
  if (leaves.length === 1) return sha256(Buffer.of(0), only.key, only.value);
  if (depth === 8 * HASH_BYTES) throw new LogFault('something is listed as ended twice');
  const half = (bit: number) =>
    leaves.filter(({ key }) => ((key[depth >> 3] ?? 0) >> (7 - (depth & 7))) % 2 === bit);
  return sha256(Buffer.of(1), mapRoot(half(0), depth + 1), mapRoot(half(1), depth + 1));
}

/** RFC 6962, 2.1, from the bottom up: the root of every complete subtree is stored by its level. */
class Tree {
  readonly #rows: Buffer[][] = [[]];

  get size(): number {
    return this.rows(0).length;
  }

  rows(level: number): readonly Buffer[] {
    return this.#rows[level] ?? [];
  }

  append(leaf: Buffer): void {
    let hash = leaf;
    for (let level = 0; ; level += 1) {
      const row = this.#rows[level] ?? [];
      this.#rows[level] = row;
      row.push(hash);
      const left = row.at(-2);
      if (row.length % 2 === 1 || left === undefined) return;
      hash = sha256(Buffer.of(1), left, hash);
    }
  }

  /** Combines subtrees from the smallest one without a sibling upwards. */
  root(): Buffer {
    let root: Buffer | null = null;
    for (const row of this.#rows) {
      const last = row.at(-1);
      if (row.length % 2 === 0 || last === undefined) continue;
      root = root === null ? last : sha256(Buffer.of(1), last, root);
    }
    return root ?? sha256();
  }
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
