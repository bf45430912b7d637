import { canonicalText, parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { Compile } from 'typebox/compile';
import { verifyInclusion } from '../log/merkle/tree.ts';
import { rememberGood } from '../log/remembered.ts';
import {
  STATEMENT_TYPE,
  StatementHead,
  StatementLine,
  type StatementSummary,
} from '../objects/account-statement.ts';
import type { MovementPage, SignedMovementPage } from '../objects/movement.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { ReceiptRow } from '../objects/receipt-row.ts';
import type { Signature } from '../objects/signature.ts';
import { rowOf } from '../row/row-of.ts';
import { verifySigned } from '../signed/signed.ts';
import { readReceipt } from '../verify/checks/schema.ts';
import { createKeyRing, type KeyRing } from '../verify/key-ring.ts';
import type { Level } from '../verify/verdict-words.ts';
import type { Verdict, VerifyOptions } from '../verify/verification.ts';
import { verifyRead } from '../verify/verify.ts';
import { type ChainLink, type ChainSpan, chainOf } from './chain.ts';
import { extentOf, type StatementExtent } from './extent.ts';
import { joinPages, type ListedAccount } from './pages.ts';
import { withParts } from './parts.ts';
import { isBefore, isWithin, statementPeriod } from './period.ts';
import { type AccountStatement, reconcile, summaryOf } from './reconcile.ts';
import { partHash } from './write-file.ts';

/** What the judge looks at, in this order. A statement of which one fails proves nothing. */
export const STATEMENT_CHECKS = ['file', 'receipts', 'log', 'chain', 'movements', 'sums'] as const;
export type StatementCheck = (typeof STATEMENT_CHECKS)[number];

interface StatementFault {
  readonly check: StatementCheck;
  /** It contains text of the file: escape it. */
  readonly detail: string;
}

/** What a statement's file shows by itself. That receipts and list differ is no fault of the file. */
export interface StatementJudgement {
  readonly verdict: Verdict;
  readonly head: StatementHead | null;
  readonly receipts: number;
  /** The weakest level of its receipts. */
  readonly level: Level;
  /** The first ones; `faultCount` counts all. */
  readonly faults: readonly StatementFault[];
  readonly faultCount: number;
  /** Null for a file without receipts, or with a chain that has a gap. */
  readonly chain: ChainSpan | null;
  /** Null without a whole list of movements. */
  readonly listed: ListedAccount | null;
  readonly statement: AccountStatement | null;
  /** How far it goes; null without a first line. */
  readonly extent: StatementExtent | null;
  /** The kids of the keys relied on that the reader did not give. */
  readonly unpinned: readonly string[];
}

/** Takes the lines of a file one by one. It keeps of each receipt its place and its row, never the whole. */
interface StatementJudge {
  readonly take: (line: string) => void;
  readonly end: () => StatementJudgement;
}

const MOST_FAULTS = 20;

const isHead = Compile(StatementHead);
const isLine = Compile(StatementLine);

interface Found {
  readonly crypto: Crypto;
  readonly pinned: VerifyOptions['keys'];
  head: StatementHead | null;
  ring: KeyRing;
  lines: number;
  receipts: number;
  declared: number;
  /** By their hashes. */
  readonly parts: Map<string, unknown>;
  /** Those that no receipt has had yet. */
  readonly unused: Set<string>;
  readonly links: ChainLink[];
  readonly rows: ReceiptRow[];
  readonly pages: MovementPage[];
  end: EndLine | null;
  readonly faults: StatementFault[];
  faultCount: number;
  readonly unpinned: Set<string>;
}

/**
 * Whether a text begins as a statement's file does.
 * @example isStatementFile('{"type":"sanad/account-statement/1","deployment":"dp_1"}') // true
 */
export function isStatementFile(beginning: string): boolean {
  return /^\s*\{\s*"type"\s*:\s*"sanad\/account-statement\/1"/.test(beginning);
}

/** Judges a statement's file, offline. Never throws because of its content. */
export function createStatementJudge(
  crypto: Crypto,
  { keys = {} }: Pick<VerifyOptions, 'keys'> = {},
): StatementJudge {
  const found: Found = {
    // Receipts of one mandate share the signatures of people and of their keys.
    crypto: rememberGood(crypto),
    pinned: keys,
    head: null,
    ring: createKeyRing({}, keys),
    lines: 0,
    receipts: 0,
    declared: 0,
    parts: new Map(),
    unused: new Set(),
    links: [],
    rows: [],
    pages: [],
    end: null,
    faults: [],
    faultCount: 0,
    unpinned: new Set(),
  };
  return {
    take: (line) => takeLine(found, line),
    end: () => conclude(found),
  };
}

function add(found: Found, check: StatementCheck, detail: string): void {
  found.faultCount += 1;
  if (found.faults.length < MOST_FAULTS) found.faults.push({ check, detail });
}

function takeLine(found: Found, text: string): void {
  found.lines += 1;
  const fault = found.lines === 1 ? takeFirst(found, text) : takeNext(found, text);
  if (fault !== null) add(found, 'file', `Line ${found.lines} ${fault}.`);
}

/** Returns what is wrong with the form of a line; null if nothing is. */
function takeFirst(found: Found, text: string): string | null {
  const line = parseStrict(text);
  if (!line.ok) return `is not strict JSON: ${line.error.message}`;
  if (!isHead.Check(line.value)) return `is not the first one of a ${STATEMENT_TYPE}`;
  takeHead(found, line.value);
  return null;
}

function takeNext(found: Found, text: string): string | null {
  const { head } = found;
  // What is wrong with the first line has been said.
  if (head === null) return null;
  const parsed = parseStrict(text);
  if (!parsed.ok) return `is not strict JSON: ${parsed.error.message}`;
  const line = parsed.value;
  if (!isLine.Check(line)) return 'is none that a statement has';
  if (found.end !== null) return 'follows the last one';
  const at = `line ${found.lines}`;
  if ('part' in line) return takePart(found, line.part);
  if ('receipt' in line) takeReceipt(found, head, line, at);
  else if ('movements' in line) takePage(found, line.movements, at);
  else return takeEnd(found, line.end);
  return null;
}

function takePart({ crypto, parts, unused }: Found, part: unknown): string | null {
  const hash = partHash(crypto, part);
  if (parts.has(hash)) return 'is a part that an earlier line has';
  parts.set(hash, part);
  unused.add(hash);
  return null;
}

function takeEnd(found: Found, end: EndLine): string | null {
  found.end = end;
  const pages = found.pages.length;
  if (end.receipts === found.receipts && end.pages === pages) return null;
  return `says that there are ${end.receipts} receipts and ${end.pages} pages of movements; there are ${found.receipts} and ${pages}`;
}

function takeHead(found: Found, head: StatementHead): void {
  found.head = head;
  found.ring = createKeyRing(head.keys, found.pinned ?? {});
  if (head.head === null) return;
  const { tree_head, tree_head_hash: hash, signature } = head.head;
  if (tree_head.deployment !== head.deployment) add(found, 'log', 'The log’s head is of another deployment.');
  const fault = signatureFault(found, tree_head, { hash, signature, at: tree_head.timestamp });
  if (fault !== null) add(found, 'log', `The log’s head: ${fault}.`);
}

interface SignedBy {
  readonly hash: string;
  readonly signature: Signature;
  readonly at: string;
}

function signatureFault(
  { crypto, ring }: Found,
  object: { readonly type: string; readonly deployment: string },
  { hash, signature, at }: SignedBy,
): string | null {
  const key = ring.find(signature.kid);
  if (!key.ok) return key.error.message;
  const keys = { [signature.kid]: key.value };
  const made = verifySigned(crypto, { object, hash, signature, keys, at });
  if (!made.ok) return made.error.message;
  ring.reliesOn(made.value);
  return null;
}

type ReceiptLine = Extract<StatementLine, { readonly receipt: unknown }>;
type EndLine = Extract<StatementLine, { readonly end: unknown }>['end'];

function takeReceipt(found: Found, head: StatementHead, line: ReceiptLine, at: string): void {
  found.receipts += 1;
  const whole = withParts(line.receipt, (hash) => {
    found.unused.delete(hash);
    return found.parts.get(hash);
  });
  const read = whole.ok ? readReceipt(found.crypto, whole.value) : whole;
  if (read.ok) takeRead(found, head, read.value, line.proof);
  else add(found, 'receipts', `${at}: ${read.error.message}`);
}

function takeRead(found: Found, head: StatementHead, receipt: OpenReceipt, proof: readonly string[]): void {
  const { receipt_id: id, who, bundle, status } = receipt;
  const options = found.pinned === undefined ? {} : { keys: found.pinned };
  const { verdict, checks, unpinned } = verifyRead(found.crypto, receipt, options);
  for (const kid of unpinned) found.unpinned.add(kid);
  if (receipt.what.level_achieved === 'L1-declared') found.declared += 1;
  const failed = checks.find(({ outcome }) => outcome === 'fail');
  if (receipt.hidden.length > 0)
    add(found, 'receipts', `${id} is a view: ${receipt.hidden.length} of its members are withheld.`);
  if (verdict === 'failed' && failed !== undefined)
    add(found, 'receipts', `${id}: check ${failed.number}, ${failed.name}: ${failed.detail}`);
  if (who.tenant !== head.tenant || receipt.deployment !== head.deployment) {
    add(found, 'receipts', `${id} is of ${who.tenant} in ${receipt.deployment}: not of this statement.`);
    return;
  }
  if (!isUnder(found.crypto, receipt, head, proof))
    add(found, 'log', `${id} is not proven to be under the statement’s head of the log.`);
  found.links.push({
    id,
    sequence: bundle.sequence,
    hash: receipt.receipt_body_hash,
    previous: bundle.previous_receipt_hash,
    leaf: status.log?.leaf_index ?? -1,
    decidedAt: receipt.when.decided_at,
    loggedAt: status.log?.tree_head.timestamp ?? receipt.when.decided_at,
  });
  const row = rowOf(receipt);
  if (row.account === head.account) found.rows.push(row);
}

/** INVARIANT: check 8 of the receipt has compared its leaf with its content. */
function isUnder(
  crypto: Crypto,
  { status: { log } }: OpenReceipt,
  { head }: StatementHead,
  proof: readonly string[],
): boolean {
  if (log === null || head === null || log.tree_head.log_id !== head.tree_head.log_id) return false;
  const { tree_size: size, root_hash: root } = head.tree_head;
  return verifyInclusion(crypto, { index: log.leaf_index, size, leaf: log.leaf_hash, proof, root });
}

function takePage(found: Found, signed: SignedMovementPage, at: string): void {
  const { page, page_hash: hash, signature } = signed;
  const fault = signatureFault(found, page, { hash, signature, at: page.listed_at });
  if (fault !== null) add(found, 'movements', `${at}: ${fault}.`);
  found.pages.push(page);
}

function conclude(found: Found): StatementJudgement {
  const { head, end } = found;
  if (found.lines === 0) add(found, 'file', 'The file is empty.');
  if (head !== null && end === null) add(found, 'file', 'The file ends before its last line.');
  if (found.unused.size > 0) add(found, 'file', `No receipt has ${found.unused.size} of its parts.`);
  const chained = chainOf(found.links);
  for (const detail of chained.faults) add(found, 'chain', detail);
  const listed = head === null ? null : listedIn(found, head);
  const statement = head === null || listed === null ? null : statementIn(found, head, listed);
  const extent = head === null ? null : extentIn(found, head, chained.span);
  if (end !== null && head !== null) {
    const summary = statement === null ? null : summaryOf(statement);
    if (canonicalText(summary) !== canonicalText(end.summary))
      add(found, 'sums', sumsFault(summary, end.summary));
  }
  for (const { kid, pinned } of found.ring.used()) if (!pinned) found.unpinned.add(kid);
  const { faults, faultCount, receipts } = found;
  const isSound = faultCount === 0 && head !== null;
  return {
    verdict: !isSound ? 'failed' : found.unpinned.size === 0 ? 'verified' : 'self-consistent',
    head,
    receipts,
    level: receipts > 0 && found.declared === receipts ? 'L1-declared' : 'L1-sim',
    faults,
    faultCount,
    chain: chained.span,
    listed,
    statement,
    extent,
    unpinned: [...found.unpinned],
  };
}

function listedIn(found: Found, head: StatementHead): ListedAccount | null {
  if (found.pages.length === 0) return null;
  const { deployment, tenant, account, month } = head;
  const days = statementPeriod(month).movements;
  const joined = joinPages({ deployment, tenant, account, days }, found.pages);
  if (joined.ok) return joined.value;
  add(found, 'movements', joined.error.message);
  return null;
}

/** INVARIANT: a file must have something that was signed in its month or later. */
function extentIn(found: Found, { head, month }: StatementHead, chain: ChainSpan | null): StatementExtent {
  const listedAt = found.pages.at(-1)?.listed_at ?? null;
  const extent = extentOf({ month, listedAt, head: head?.tree_head ?? null, chain });
  const newest = listedAt ?? extent.headAt;
  const of = listedAt === null ? 'log' : 'movements';
  if (newest === null) add(found, 'file', 'It has neither a list of movements nor a head of the log.');
  else if (isBefore(month, newest))
    add(found, of, `It is of a month that had not begun when its newest part was signed (${newest}).`);
  return extent;
}

function statementIn({ rows }: Found, { month }: StatementHead, listed: ListedAccount): AccountStatement {
  const period = statementPeriod(month);
  const within = rows
    .filter(({ decided_at: at }) => isWithin(at, period.receipts))
    .sort((a, b) => a.sequence - b.sequence);
  return reconcile({ period, rows: within, listed });
}

function sumsFault(computed: StatementSummary | null, claimed: StatementSummary | null): string {
  if (computed === null || claimed === null)
    return 'The last line has sums without a list of movements, or none of its list.';
  const names = Object.keys(computed) as (keyof StatementSummary)[];
  const other = names.filter((name) => canonicalText(computed[name]) !== canonicalText(claimed[name]));
  const told = other.map(
    (name) => `${name} (${textOf(claimed[name])}, and comes to ${textOf(computed[name])})`,
  );
  return `The last line says otherwise than its receipts and movements: ${told.join(', ')}.`;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `${value.length}` : String(value);
}
