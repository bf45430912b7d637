import { open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  readKeyFile,
  replaceKeyFile,
  syncFolder,
} from '@common/kit/private-file';
import { SignedAgentTokenEnd } from '@platform/core/objects/agent-token';
import {
  AddendumPlace,
  EntryPlace,
  type LeafPlace,
  leafData,
  ReceiptPlace,
  SignedTreeHead,
} from '@platform/core/objects/log';
import { SignedRevocation } from '@platform/core/objects/mandate';
import { closed, Hash } from '@platform/core/objects/primitives';
import { SignedCancellation } from '@platform/core/objects/settlement';
import { KEYS_FOLDER } from '@platform/keys/key-files/keys-folder';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { KeptFiles } from '../use-cases/deps.ts';

const receiptPlace = Compile(ReceiptPlace);
const entryPlace = Compile(EntryPlace);
const addendumPlace = Compile(AddendumPlace);
const { log_id, leaf_index, log_entry } = ReceiptPlace.properties;
const entryLeaf = Compile(closed({ log_id, leaf_index, log_entry }));
const signedTreeHead = Compile(SignedTreeHead);
const signedRevocation = Compile(SignedRevocation);
const signedCancellation = Compile(SignedCancellation);
const signedTokenEnd = Compile(SignedAgentTokenEnd);

const HEAD_FILE = 'log-head.json';
/** The place of each leaf, and after those of a round its head, so that both are on disk with one sync. */
const PLACES_FILE = 'receipts.jsonl';
/** The directories' entries, and addenda. Their leaves among the places have no text, so that these lines stay short. */
const ENTRIES_FILE = 'entries.jsonl';
/** More than a round that a crash cut off, before which the last whole one ends with its head. */
const HEAD_TAIL_BYTES = 1_048_576;

/** The newest head among the places; null if there is none, as in a file that 0.1.0 wrote. */
export async function headBesidePlaces(keysDir: string): Promise<SignedTreeHead | null> {
  const file = join(keysDir, KEYS_FOLDER.kept, PLACES_FILE);
  for (const bytes of [TAIL_BYTES, HEAD_TAIL_BYTES]) {
    const lines = (await tailOf(file, bytes)).split('\n');
    // Not the last, since two processes may write in another order than they grew the log.
    const head = lines.map(headIn).reduce(larger, null);
    if (head !== null) return head;
  }
  return null;
}

/** The text of the places without heads of more than so many entries, which a copy of the database may not have. */
export function withoutLargerHeads(places: string, entries: number): string {
  const isLater = (line: string) => (headIn(line)?.tree_head.tree_size ?? 0) > entries;
  return places
    .split('\n')
    .filter((line) => !isLater(line))
    .join('\n');
}

/** The text of the entries and addenda that a log of so many leaves has. */
export function withoutLaterEntries(entries: string, leaves: number): string {
  return entries
    .split('\n')
    .filter((line) => (wholeIn(line)?.leaf_index ?? leaves) < leaves)
    .join('\n');
}

function headIn(line: string): SignedTreeHead | null {
  if (!line.startsWith('{"tree_head"')) return null;
  const head = parse(line);
  return signedTreeHead.Check(head) ? head : null;
}

function larger(one: SignedTreeHead | null, other: SignedTreeHead | null): SignedTreeHead | null {
  if (one === null || other === null) return one ?? other;
  return other.tree_head.tree_size > one.tree_head.tree_size ? other : one;
}

/** Opens the files beside the keys that reveal a lost or exchanged database. */
export async function openKeptFiles(keysDir: string): Promise<KeptFiles> {
  const folder = join(keysDir, KEYS_FOLDER.kept);
  const revocations = join(folder, 'revocations');
  const cancellations = join(folder, 'cancellations');
  const tokenEnds = join(folder, 'token-ends');
  const headFile = join(folder, HEAD_FILE);
  const enrolmentsFile = join(folder, 'enrolments.jsonl');
  const placesFile = join(folder, PLACES_FILE);
  const entriesFile = join(folder, ENTRIES_FILE);
  const revocationFile = (mandateId: string) => join(revocations, `${mandateId}.json`);
  const tokenEndFile = (tokenId: string) => join(tokenEnds, `${tokenId}.json`);
  await makePrivateFolder(folder);
  await makePrivateFolder(revocations);
  await makePrivateFolder(cancellations);
  await makePrivateFolder(tokenEnds);
  const keepHead = (head: SignedTreeHead) => replaceKeyFile(headFile, jsonText(head), 'public');
  let unsettled: SignedTreeHead | null = null;
  const whole = async () => (await readText(entriesFile)).split('\n').flatMap((line) => wholeIn(line) ?? []);
  return {
    head: async () => larger(await readKept(signedTreeHead, headFile), await headBesidePlaces(keysDir)),
    keepHead,
    async settleHead() {
      const head = unsettled;
      if (head === null) return;
      const known = await readKept(signedTreeHead, headFile);
      if (larger(known, head) === head) await keepHead(head);
      if (unsettled === head) unsettled = null;
    },
    async nextPlace(logId) {
      // Reads from the end and no further than needed, because this runs after every batch of receipts.
      for (const line of (await tailOf(placesFile, TAIL_BYTES)).split('\n').reverse()) {
        const place = placeIn(line) ?? leafIn(line);
        if (place?.log_id === logId) return place.leaf_index + 1;
      }
      return 0;
    },
    async keepPlaces(places, head) {
      // First, so that a leaf that is among the places has its text.
      const those = places.filter((place) => !('log_entry' in place));
      if (those.length > 0) await appendLines(entriesFile, those);
      const lines = places.map((place) => ('log_entry' in place ? place : leafOf(place)));
      await appendLines(placesFile, head === null ? lines : [...lines, head]);
      unsettled = larger(unsettled, head);
    },
    async places() {
      const lines = (await readText(placesFile)).split('\n');
      return [...lines.flatMap((line) => placeIn(line) ?? []), ...(await whole())];
    },
    entries: async () => (await whole()).filter((place) => 'signed' in place),
    revocation: (mandateId) => readKept(signedRevocation, revocationFile(mandateId)),
    revocations: () => allKept(signedRevocation, revocations),
    keepRevocation: (signed) =>
      replaceKeyFile(revocationFile(signed.revocation.contract_id), jsonText(signed), 'public'),
    cancellations: () => allKept(signedCancellation, cancellations),
    keepCancellation: (signed) =>
      replaceKeyFile(join(cancellations, `${signed.cancellation.grant_id}.json`), jsonText(signed), 'public'),
    tokenEnd: (tokenId) => readKept(signedTokenEnd, tokenEndFile(tokenId)),
    tokenEnds: () => allKept(signedTokenEnd, tokenEnds),
    keepTokenEnd: (signed) => replaceKeyFile(tokenEndFile(signed.end.token_id), jsonText(signed), 'public'),
    enrolments: async () => new Set((await readText(enrolmentsFile)).split('\n').map(parse).filter(isHash)),
    keepEnrolments: (hashes) => appendLines(enrolmentsFile, hashes),
  };
}

/** A tail long enough for several lines. */
const TAIL_BYTES = 8_192;

async function tailOf(file: string, bytes: number): Promise<string> {
  const handle = await openIfThere(file);
  if (handle === null) return '';
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - from), position: from });
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}

/**
 * Returns null for a line that a crash, or the start of the tail, cut off; its place is then stored again.
 */
function placeIn(line: string): ReceiptPlace | null {
  const place = parse(line);
  return receiptPlace.Check(place) ? place : null;
}

function leafIn(line: string): ReturnType<typeof leafOf> | null {
  const leaf = parse(line);
  return entryLeaf.Check(leaf) ? leaf : null;
}

function leafOf(place: LeafPlace): Pick<ReceiptPlace, 'log_id' | 'leaf_index' | 'log_entry'> {
  const { log_id, leaf_index } = place;
  return { log_id, leaf_index, log_entry: leafData(place) };
}

function wholeIn(line: string): EntryPlace | AddendumPlace | null {
  const place = parse(line);
  return entryPlace.Check(place) || addendumPlace.Check(place) ? place : null;
}

function isHash(value: unknown): value is string {
  return Value.Check(Hash, value);
}

/**
 * The file is opened each time, which costs little beside the sync: an open one could be of a folder that was moved
 * aside, and what is written there would be gone.
 */
async function appendLines(file: string, values: readonly unknown[]): Promise<void> {
  const handle = await open(file, 'a', 0o644);
  try {
    const { size } = await handle.stat();
    // The leading newline ends a line that a crash cut off.
    await handle.appendFile(`\n${values.map((value) => JSON.stringify(value)).join('\n')}\n`);
    await handle.datasync();
    // A power cut takes a new file whose name is not on disk.
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await handle.close();
  }
}

async function readText(file: string): Promise<string> {
  const handle = await openIfThere(file);
  if (handle === null) return '';
  await handle.close();
  return readFile(file, 'utf8');
}

async function openIfThere(file: string) {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

interface Form<Value> {
  Check(value: unknown): value is Value;
}

async function allKept<Found>(form: Form<Found>, folder: string): Promise<readonly Found[]> {
  const names = (await readdir(folder)).filter((name) => /^[^.].*\.json$/.test(name)).sort();
  const kept = await Promise.all(names.map((name) => readKept(form, join(folder, name))));
  return kept.filter((found) => found !== null);
}

async function readKept<Found>(form: Form<Found>, file: string): Promise<Found | null> {
  const text = await readKeyFile(file, 'public');
  if (text === undefined) return null;
  const value = parse(text);
  if (form.Check(value)) return value;
  throw new KeyFileError(
    `${file} is not what the authority kept there; restore it from a backup of the keys folder`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
