import { type Failure, fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { type AnchorClaim, readAnchor, readAnchorKey } from '../log/anchor/judge-anchor.ts';
import { readTrustedRoot } from '../log/anchor/trusted-root.ts';
import { type LogPolicy, parseLogPolicy } from '../log/note/log-policy.ts';
import { type LogProof, parseLogProof } from '../log/note/log-proof.ts';
import { type CloudKeys, readCloudKeys } from './cloud/cloud-keys.ts';

/** Inputs that a reader may give in addition to a receipt and keys. */
export type BesideKind = 'proof' | 'policy' | 'anchor' | 'trustedRoot' | 'anchorKey' | 'cloudKeys';

/** A given file. */
export interface GivenText {
  /** The name of the input in answers: `--policy policy.txt`. */
  readonly label: string;
  readonly text: string;
}

/** The inputs beside the receipt and its keys: proofs of the log, an anchor, and inputs for labels only. */
export interface BesideInputs {
  /** A proof of the log, and the reader's trust about it. */
  readonly log?: { readonly proof: LogProof; readonly policy: LogPolicy };
  /**
   * A head of the log in a public log, and the reader's trust about it; null for a part that the reader did
   * not name.
   */
  readonly anchor?: Omit<AnchorClaim, 'leaf' | 'index' | 'loggedAt'>;
  readonly cloudKeys: CloudKeys | null;
}

interface Reader {
  readonly crypto: Crypto;
  /** The names of the inputs in answers. */
  readonly names: Readonly<Record<BesideKind, string>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type BesideTexts = Readonly<Partial<Record<BesideKind, GivenText>>>;

/**
 * If an input cannot be used, `detail` is as in `unreadable`.
 * INVARIANT: the command and the page read these files by this function alone, as they judge by `judge` alone.
 * @example readBeside({ crypto, names: { policy: '--policy', proof: '--proof', anchor: '--anchor' } }, {
 *     policy: { label: '--policy', text: 'quorum none' },
 *   }).error.code // 'options_incomplete'
 */
export function readBeside(reader: Reader, given: BesideTexts): Result<BesideInputs> {
  const missing = incomplete(reader, given);
  if (missing !== null) return fail('options_incomplete', missing);
  const { crypto } = reader;
  const policy = readGiven(given, 'policy', (text) => parseLogPolicy(crypto, text));
  if (!policy.ok) return policy;
  const proof = readGiven(given, 'proof', parseLogProof);
  if (!proof.ok) return proof;
  const anchor = readGivenAnchor(reader, given, policy.value);
  if (!anchor.ok) return anchor;
  const cloudKeys = readGiven(given, 'cloudKeys', readCloudKeys);
  if (!cloudKeys.ok) return cloudKeys;
  return ok({
    cloudKeys: cloudKeys.value?.keys ?? null,
    ...(proof.value === null || policy.value === null
      ? {}
      : { log: { proof: proof.value, policy: policy.value } }),
    ...(anchor.value === null ? {} : { anchor: anchor.value }),
  });
}

/**
 * `detail.input` is the kind of the input, `detail.why` the reason without its name.
 * @example unreadable('policy', '--policy', { code: 'c', message: 'm' })
 *   // fail('c', '--policy: m', { input: 'policy', why: 'm' })
 */
export function unreadable(input: BesideKind, label: string, { code, message }: Failure): Result<never> {
  return fail(code, `${label}: ${message}`, { input, why: message });
}

/** Names an input that was given without its companion; null if there is none. */
function incomplete({ names }: Reader, given: BesideTexts): string | null {
  const { proof, policy, anchor, trustedRoot, anchorKey } = given;
  if (policy !== undefined && proof === undefined && anchor === undefined)
    return `${names.policy} goes with ${names.proof} or ${names.anchor}: these say what the log signed, the policy whom you trust`;
  if (proof !== undefined && policy === undefined)
    return `${names.proof} and ${names.policy} go together: the proof says what the log signed, the policy whom you trust`;
  if (anchor !== undefined) return null;
  if (trustedRoot !== undefined)
    return `${names.trustedRoot} goes with ${names.anchor}: it says which public logs you trust`;
  if (anchorKey !== undefined)
    return `${names.anchorKey} goes with ${names.anchor}: it says which key posts the log’s heads`;
  return null;
}

function readGivenAnchor(
  { crypto, now }: Reader,
  given: BesideTexts,
  policy: LogPolicy | null,
): Result<NonNullable<BesideInputs['anchor']> | null> {
  const anchor = readGiven(given, 'anchor', readAnchor);
  if (!anchor.ok) return anchor;
  const anchorKey = readGiven(given, 'anchorKey', readAnchorKey);
  if (!anchorKey.ok) return anchorKey;
  const trusted = readGiven(given, 'trustedRoot', (text) => readTrustedRoot(crypto, text));
  if (!trusted.ok) return trusted;
  if (anchor.value === null) return ok(null);
  const pins = { trusted: trusted.value, logs: policy?.logs ?? null, anchorKey: anchorKey.value };
  return ok({ anchor: anchor.value, ...pins, now });
}

/** Null for nothing given. */
function readGiven<Value>(
  texts: BesideTexts,
  input: BesideKind,
  read: (text: string) => Result<Value>,
): Result<Value | null> {
  const given = texts[input];
  if (given === undefined) return ok(null);
  const value = read(given.text);
  return value.ok ? value : unreadable(input, given.label, value.error);
}
