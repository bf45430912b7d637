import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  readKeyFile,
  replaceKeyFile,
} from '@common/kit/private-file';
import { ReceiptPlace, SignedTreeHead } from '@platform/core/objects/log';
import { SignedRevocation } from '@platform/core/objects/mandate';
import { Hash } from '@platform/core/objects/primitives';
import { SignedCancellation } from '@platform/core/objects/settlement';
import { KEYS_FOLDER } from '@platform/keys/key-files/keys-folder';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { KeptFiles } from '../use-cases/deps.ts';

const receiptPlace = Compile(ReceiptPlace);
const signedTreeHead = Compile(SignedTreeHead);
const signedRevocation = Compile(SignedRevocation);
const signedCancellation = Compile(SignedCancellation);

/** Opens the files beside the keys that reveal a lost or exchanged database. */
export async function openKeptFiles(keysDir: string): Promise<KeptFiles> {
  const folder = join(keysDir, KEYS_FOLDER.kept);
  const revocations = join(folder, 'revocations');
  const cancellations = join(folder, 'cancellations');
  const headFile = join(folder, 'log-head.json');
  const enrolmentsFile = join(folder, 'enrolments.jsonl');
  const placesFile = join(folder, 'receipts.jsonl');
  const revocationFile = (mandateId: string) => join(revocations, `${mandateId}.json`);
  await makePrivateFolder(folder);
  await makePrivateFolder(revocations);
  await makePrivateFolder(cancellations);
  return {
    head: () => readKept(signedTreeHead, headFile),
    keepHead: (head) => replaceKeyFile(headFile, jsonText(head), 'public'),
    async nextPlace(logId) {
      // Reads from the end and no further than needed, because this runs after every batch of receipts.
      for (const line of (await tailOf(placesFile)).split('\n').reverse()) {
        const place = placeIn(line);
        if (place?.log_id === logId) return place.leaf_index + 1;
      }
      return 0;
    },
    keepPlaces: (places) => appendLines(placesFile, places),
    places: async () => placesIn(await readText(placesFile)),
    revocation: (mandateId) => readKept(signedRevocation, revocationFile(mandateId)),
    revocations: () => allKept(signedRevocation, revocations),
    keepRevocation: (signed) =>
      replaceKeyFile(revocationFile(signed.revocation.contract_id), jsonText(signed), 'public'),
    cancellations: () => allKept(signedCancellation, cancellations),
    keepCancellation: (signed) =>
      replaceKeyFile(join(cancellations, `${signed.cancellation.grant_id}.json`), jsonText(signed), 'public'),
    enrolments: async () => new Set((await readText(enrolmentsFile)).split('\n').map(parse).filter(isHash)),
    keepEnrolments: (hashes) => appendLines(enrolmentsFile, hashes),
  };
}

/** A tail long enough for several lines. */
const TAIL_BYTES = 8_192;

async function tailOf(file: string): Promise<string> {
  const handle = await openIfThere(file);
  if (handle === null) return '';
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - from), position: from });
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}

function placesIn(text: string): readonly ReceiptPlace[] {
  return text.split('\n').flatMap((line) => placeIn(line) ?? []);
}

/**
 * Returns null for a line that a crash, or the start of the tail, cut off; its place is then stored again.
 */
function placeIn(line: string): ReceiptPlace | null {
  const place = parse(line);
  return receiptPlace.Check(place) ? place : null;
}

function isHash(value: unknown): value is string {
  return Value.Check(Hash, value);
}

async function appendLines(file: string, values: readonly unknown[]): Promise<void> {
  const handle = await open(file, 'a', 0o644);
  try {
    // The leading newline ends a line that a crash cut off.
    await handle.appendFile(`\n${values.map((value) => JSON.stringify(value)).join('\n')}\n`);
    await handle.datasync();
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
