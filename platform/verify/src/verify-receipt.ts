import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { Addendum } from '@platform/core/objects/log';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { readKeySet } from '@platform/core/signed/key-set';
import { readAddenda } from '@platform/core/verify/addendum';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { type Judgement, judge, MAX_GIVEN_BYTES } from '@platform/core/verify/judge';
import { judgementWords } from '@platform/core/verify/judgement-words';
import type { VerifyOptions as CoreOptions } from '@platform/core/verify/verification';
import type { ReceiptAnswer, ReceiptContent, VerifyOptions, VerifyReceipt } from './answer.ts';

/** The texts of the known venues, which packing inserts; undeclared when run from source. */
declare const SANAD_TRUST_BUNDLE: readonly string[] | undefined;

/** The function of one source of cryptography. */
export function createVerifyReceipt(crypto: Crypto): VerifyReceipt {
  return (input, options) => {
    const text = textOf('the receipt', input);
    if (!text.ok) return unusable(text.error);
    const read = readOptions(crypto, options);
    if (!read.ok) return unusable(read.error);
    const judgement = judge(crypto, text.value, {
      ...read.value,
      venues: typeof SANAD_TRUST_BUNDLE === 'undefined' ? [] : SANAD_TRUST_BUNDLE,
      nowMs: Date.now(),
      as: undefined,
    });
    return answerOf(judgement, read.value.options.keys !== undefined);
  };
}

function unusable({ code, message }: { readonly code: string; readonly message: string }): ReceiptAnswer {
  return { verdict: 'unusable', words: `Nothing was judged: ${message}.`, code, checks: [] };
}

function answerOf(judgement: Judgement, hasKeys: boolean): ReceiptAnswer {
  const { proof, labels, receipt } = judgement;
  const { verdict, checks, unpinned, withheld } = proof.verification;
  const judged = {
    words: judgementWords(judgement, hasKeys).words,
    checks,
    claims: proof.claims,
    not_proven: proof.not_proven,
    labels: Object.fromEntries(labels),
  };
  if (receipt === null || proof.action === null || verdict === 'failed')
    return { verdict: 'failed', ...judged };
  const faulty = proof.addenda.find(({ holds }) => !holds);
  if (faulty !== undefined)
    return {
      verdict: 'failed',
      ...judged,
      words: `An addendum does not hold: ${faulty.reasons.join('. ')}.`,
    };
  if (verdict === 'self-consistent') return { verdict, ...judged, unpinned };
  const content = contentOf(receipt, proof.action);
  const later = proof.addenda.map(({ state, words }) => ({ state, words }));
  return verdict === 'verified'
    ? { verdict, ...judged, receipt: content, later }
    : { verdict, ...judged, view: content, withheld, later };
}

function contentOf(
  { receipt_id, deployment, what }: OpenReceipt,
  told: NonNullable<Judgement['proof']['action']>,
): ReceiptContent {
  const { summary, withheld, ...action } = told;
  return { receipt_id, deployment, level: what.level_achieved, ...action };
}

interface ReadOptions {
  readonly options: CoreOptions;
  readonly addenda: readonly Addendum[];
}

/** JavaScript callers may give anything, or nothing. */
function readOptions(crypto: Crypto, given: VerifyOptions): Result<ReadOptions> {
  const taken = takeOptions(given);
  if (!taken.ok) return taken;
  const { keys, previous, asOf, addenda } = taken.value;
  let options: CoreOptions = {};
  if (keys === undefined)
    return fail('keys_missing', 'give the keys that you trust as keys, or null if you have none');
  if (keys !== null) {
    const text = textOf('keys', keys);
    const set = text.ok ? readKeySet(crypto, text.value) : text;
    if (!set.ok) return fail(set.error.code, `keys: ${set.error.message}`);
    options = { ...options, keys: set.value };
  }
  if (previous !== undefined) {
    const text = textOf('previous', previous);
    const before = text.ok ? readReceipt(crypto, text.value) : text;
    if (!before.ok) return fail(before.error.code, `previous: ${before.error.message}`);
    options = { ...options, previous: before.value.document };
  }
  if (asOf !== undefined) {
    if (typeof asOf !== 'string' || instantMs(asOf) === null)
      return fail('instant_invalid', 'asOf: write an instant in UTC, such as 2026-06-01T09:00:00Z');
    options = { ...options, asOf };
  }
  if (addenda === undefined) return ok({ options, addenda: [] });
  const text = textOf('addenda', addenda);
  const later = text.ok ? readAddenda(text.value) : text;
  return later.ok
    ? ok({ options, addenda: later.value })
    : fail(later.error.code, `addenda: ${later.error.message}`);
}

type Taken = { readonly [Name in keyof VerifyOptions]-?: VerifyOptions[Name] | undefined };

/** INVARIANT: each option is read once, here, since reading one may throw or answer differently the next time. */
function takeOptions(given: VerifyOptions): Result<Taken> {
  try {
    const { keys, previous, asOf, addenda }: Partial<VerifyOptions> = Object(given);
    return ok({ keys, previous, asOf, addenda });
  } catch {
    return fail('unreadable', 'options: one of them cannot be read');
  }
}

/** Every input is judged as text, so that a value cannot change while it is looked at. */
function textOf(name: string, given: unknown): Result<string> {
  try {
    const text = toText(given);
    if (text === undefined)
      return fail('unreadable', `${name}: neither a text nor bytes nor the value of a JSON text`);
    return text.length > MAX_GIVEN_BYTES
      ? fail('too_large', `${name}: more than ${MAX_GIVEN_BYTES} bytes`)
      : ok(text);
  } catch {
    return fail('unreadable', `${name}: not UTF-8, or no value of a JSON text`);
  }
}

function toText(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null) return undefined;
  // A byte order mark stays, and is refused like everything else that is not JSON.
  if (given instanceof Uint8Array)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(given);
  return JSON.stringify(given);
}
