import { readFile } from 'node:fs/promises';
import { requiredMs } from '@common/base/instant';
import { fromHex } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { Hash, Instant, readStatement } from '@common/evidence/statement';
import { continuityFault, EMPTY_LIST, readHead, type SignedHead } from '@common/evidence/statement-list';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';

const KID = 'screener';
const PAGE = 1_000;
const TIMEOUT_MS = 30_000;

/** Why a list cannot be checked; it says nothing about the list. */
export class Unusable extends Error {}

const Version = Type.Object({
  alg: Type.Literal('ed25519'),
  public_key: Hash,
  not_before: Instant,
  not_after: Type.Union([Instant, Type.Null()]),
});
const KeysFile = Type.Object({
  [KID]: Type.Intersect([Version, Type.Object({ retired: Type.Optional(Type.Array(Version)) })]),
});
type Version = Static<typeof Version>;

const Page = Type.Object({
  data: Type.Object({
    head: Type.Unknown(),
    statements: Type.Array(
      Type.Object({ number: Type.Integer(), statement_hash: Hash, sealed: Type.Unknown() }),
    ),
  }),
});

/** What a screener says of its list: a head that it signed, and what follows the number that was asked for. */
interface FetchedList {
  readonly head: SignedHead;
  readonly statementHashes: readonly string[];
  /** A statement that does not belong where it stands; null if all do. */
  readonly wrong: string | null;
}

/** The keys that the reader pinned. */
export async function readKeys(file: string): Promise<readonly Version[]> {
  const keys = await readJson(file);
  if (!Check(KeysFile, keys))
    throw new Unusable(`${file} is no copy of /.well-known/keys.json of a screener.`);
  return [keys[KID], ...(keys[KID].retired ?? [])];
}

/** Null where no head was kept yet. */
export async function readKeptHead(file: string, keys: readonly Version[]): Promise<SignedHead | null> {
  const kept = await readJson(file, null);
  if (kept === null) return null;
  const head = headBy(keys, kept);
  if (head === null) throw new Unusable(`${file} is no head that one of the keys signed.`);
  return head;
}

/** Reads the list after the head that was kept, page by page. */
export async function fetchList(
  address: string,
  keys: readonly Version[],
  kept: SignedHead | null,
): Promise<FetchedList> {
  const from = (kept?.head.size ?? 0) + 1;
  let head: SignedHead | null = null;
  const statementHashes: string[] = [];
  let wrong: string | null = null;
  do {
    const page = await fetchPage(address, from + statementHashes.length);
    // The list may grow meanwhile: what is checked is the head of the first page.
    head ??= headBy(keys, page.head);
    if (head === null)
      throw new Unusable('The head of the list is signed by none of the keys. Was the key replaced?');
    for (const { number, statement_hash: hash, sealed } of page.statements) {
      if (number > head.head.size) break;
      if (wrong === null && sealed !== null && !isStatement(keys, sealed, hash))
        wrong = `Number ${number} has a statement that none of the keys signed, or another one than the list says.`;
      statementHashes.push(hash);
    }
    if (page.statements.length === 0) break;
  } while (from + statementHashes.length <= head.head.size);
  return { head, statementHashes, wrong };
}

const FAULTS = {
  issuer_mismatch: 'The list is of another issuer than the head that you kept.',
  shrunk: 'The list is shorter than it was: statements were taken back.',
  earlier: 'The head is older than the one that you kept.',
  entries_missing: 'The list does not have as many statements as its head says.',
  rewritten: 'The list does not continue the one that you kept: a statement was rewritten.',
} as const;

/** What is wrong with a list, in words; null if it agrees with its head and continues the kept one. */
export function checkList(
  { head, statementHashes, wrong }: FetchedList,
  kept: SignedHead | null,
): string | null {
  const earlier = kept?.head ?? { ...head.head, ...EMPTY_LIST };
  const fault = continuityFault(nodeCrypto, earlier, statementHashes, head.head);
  if (fault === null) return wrong;
  return kept === null && fault === 'rewritten'
    ? 'The list is not the one that its head is of.'
    : FAULTS[fault];
}

function headBy(keys: readonly Version[], input: unknown): SignedHead | null {
  for (const { public_key: key, ...times } of keys) {
    const head = readHead(nodeCrypto, input, { kid: KID, publicKey: fromHex(key) ?? new Uint8Array() });
    if (head.ok && signedIn(times, head.value.head.at)) return head.value;
  }
  return null;
}

function isStatement(keys: readonly Version[], input: unknown, hash: string): boolean {
  return keys.some(({ public_key: key, ...times }) => {
    const read = readStatement(nodeCrypto, input, {
      kid: KID,
      publicKey: fromHex(key) ?? new Uint8Array(),
    });
    return read.ok && read.value.statement_hash === hash && signedIn(times, read.value.statement.issued_at);
  });
}

function signedIn({ not_before: from, not_after: to }: Omit<Version, 'public_key'>, at: string): boolean {
  const atMs = requiredMs(at);
  return requiredMs(from) <= atMs && (to === null || atMs <= requiredMs(to));
}

async function fetchPage(address: string, from: number): Promise<Static<typeof Page>['data']> {
  const target = `${address.replace(/\/$/, '')}/v1/attestations?from=${from}&limit=${PAGE}`;
  let answer: Response;
  try {
    answer = await fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new Unusable(`${address} does not answer: ${error instanceof Error ? error.message : error}`);
  }
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok || !Check(Page, body))
    throw new Unusable(`${target} answered ${answer.status}, which is no list of statements.`);
  return body.data;
}

async function readJson(file: string, absent?: null): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isAbsent && absent === null) return null;
    throw new Unusable(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
