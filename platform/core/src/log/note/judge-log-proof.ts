import { formatInstant } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { verifyInclusion } from '../merkle/tree.ts';
import {
  checkStandingKept,
  type HeadStanding,
  type OpenedCheckpoint,
  openCheckpointByAny,
} from './checkpoint.ts';
import { type CosignatureState, readCosignature } from './cosignature.ts';
import { isQuorum, type LogPolicy, type PolicyWitness, type Quorum, quorumWitnesses } from './log-policy.ts';
import type { LogProof } from './log-proof.ts';
import { KEY_TYPES } from './note-key.ts';

/**
 * Why a proof does not show that a receipt is logged, for programs: each code with its meaning. The reference
 * (`docs/reference/evidence`) lists them, and the kit for other implementers expects them.
 */
export const LOG_CODES = {
  checkpoint_refused: 'The checkpoint is no note that a log of the policy signed.',
  other_place: 'The receipt is not in a log, or at another place in it than the proof is of.',
  inclusion_not_proven: 'The receipt is not proven to be in the tree of the checkpoint.',
  standing_left_out: 'The checkpoint leaves out what has ended, though an earlier head of the log has it.',
  cosignature_invalid: 'A line of a witness of the policy does not verify.',
  witnesses_too_few: 'Fewer witnesses signed the checkpoint than the policy asks for.',
} as const satisfies Readonly<Record<string, string>>;

export type LogCode = keyof typeof LOG_CODES;

/**
 * `everyone`: in the log, at a checkpoint that enough witnesses of the reader's policy signed, so that
 * everyone who trusts them sees the same log. `log_alone`: in the log, and the policy asks for no witness.
 * `no`: anything else.
 */
export interface LogVerdict {
  readonly logged: 'everyone' | 'log_alone' | 'no';
  /** The reasons, one sentence each. They contain text of the files: escape them for their output. */
  readonly reasons: readonly string[];
  /** Why not; empty unless `no`. */
  readonly codes: readonly LogCode[];
  /** The size of the checkpoint that counts; null before the log's signature is verified. */
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string } | null;
  /** Names in the policy. */
  readonly witnesses: readonly string[];
}

interface LogClaim {
  /** The leaf, recomputed from the object that is claimed to be logged, and never taken from the proof. */
  readonly leaf: string;
  /** The place that the receipt states. */
  readonly index: number;
  /** The head that the receipt itself states. */
  readonly head: HeadStanding;
  readonly proof: LogProof;
  readonly policy: LogPolicy;
}

/** INVARIANT: a note proves nothing if one line of a key in the policy does not verify. */
export function judgeLogProof(crypto: Crypto, { leaf, index, head, proof, policy }: LogClaim): LogVerdict {
  const opened = openByPolicy(crypto, proof.checkpoint, policy);
  if (typeof opened === 'string') return notLogged('checkpoint_refused', opened);
  const { origin, size, root } = opened;
  const problems: (readonly [LogCode, words: string])[] = [];
  if (proof.index !== index) {
    const words = `The proof is of leaf ${proof.index}, but the receipt says that it is leaf ${index}.`;
    problems.push(['other_place', words]);
  }
  if (!verifyInclusion(crypto, { index: proof.index, size, leaf, proof: proof.hashes, root })) {
    const words = `The receipt is not proven to be leaf ${proof.index} of the ${size} in ${origin}.`;
    problems.push(['inclusion_not_proven', words]);
  }
  const kept = checkStandingKept(head, opened);
  if (!kept.ok) problems.push([kept.error.code, kept.error.message]);
  const lines = policy.witnesses.map((witness) => ({
    witness,
    found: readCosignature(crypto, opened, witness.key),
  }));
  const signed = lines.flatMap(({ witness, found }) =>
    found.state === 'valid' ? [{ witness, timeS: found.timeS }] : [],
  );
  for (const { witness, found } of lines) {
    if (found.state === 'invalid') problems.push(['cosignature_invalid', whyInvalid(crypto, witness)]);
  }
  const names = new Set(signed.map(({ witness }) => witness.name));
  const [have, need] = [count(policy, names), policy.quorum];
  if (!isQuorum(policy, names)) {
    const words = `Too few witnesses signed this checkpoint: ${have}, and the policy asks for ${wordsOf(need)}. The log may show others another history.`;
    problems.push(['witnesses_too_few', words]);
  }
  const reasons = [
    `Leaf ${proof.index} of the ${size} in ${origin} at the proof’s checkpoint, which the log signed.`,
    need === null
      ? 'The policy asks for no witness: this is the word of the log alone.'
      : `The policy asks for ${wordsOf(need)}: ${have}${told(signed)}.`,
  ];
  const common = { checkpoint: { origin, size, root }, witnesses: [...names] };
  if (problems.length > 0) {
    const codes = [...new Set(problems.map(([code]) => code))];
    return { ...common, logged: 'no', reasons: problems.map(([, words]) => words), codes };
  }
  return { ...common, logged: need === null ? 'log_alone' : 'everyone', reasons, codes: [] };
}

/**
 * Whether the policy knows the log, and enough of its witnesses signed this checkpoint.
 * @example isEnough(crypto, '', { logs: [], witnesses: [], quorum: null }) // false
 */
export function isEnough(crypto: Crypto, note: string, policy: LogPolicy): boolean {
  const opened = openByPolicy(crypto, note, policy);
  if (typeof opened === 'string') return false;
  const found = policy.witnesses.map(({ name, key }) => ({ name, ...readCosignature(crypto, opened, key) }));
  if (found.some(({ state }) => state === 'invalid')) return false;
  return isQuorum(policy, new Set(found.flatMap(({ name, state }) => (state === 'valid' ? [name] : []))));
}

/** What the report lists as not proven: nothing once enough witnesses signed. Null if nobody asked. */
export function notEveryone(verdict: LogVerdict | null): string[] {
  if (verdict?.logged === 'everyone') return [];
  const alone = verdict?.logged === 'log_alone' ? 'your policy asks for no witness.' : null;
  const why = verdict === null ? 'no witness countersigned its head.' : (alone ?? verdict.reasons.join(' '));
  return [`That the log shows everyone the same tree: ${why}`];
}

/**
 * Returns a text if something is wrong. A log that is changing its key signs with several, each of which must
 * verify.
 */
function openByPolicy(crypto: Crypto, note: string, { logs }: LogPolicy): OpenedCheckpoint | string {
  if (logs.length === 0)
    return 'The policy names no log: add the line "log <vkey>" of the log that you trust.';
  const opened = openCheckpointByAny(
    crypto,
    note,
    logs.map(({ key }) => key),
  );
  if (opened.ok) return opened.value;
  const { code, message, detail } = opened.error;
  return code === 'origin_mismatch'
    ? `The checkpoint is of the log ${detail?.origin}, which the policy does not name: ${logs.map(({ key }) => key.name).join(', ')}.`
    : message;
}

/** A verdict before the log's signature is verified. */
export function notLogged(code: LogCode, words: string): LogVerdict {
  return { logged: 'no', reasons: [words], codes: [code], checkpoint: null, witnesses: [] };
}

/** INVARIANT: a missing check here never counts as a false signature. */
function whyInvalid({ verifyMlDsa44 }: Crypto, witness: PolicyWitness): string {
  const isChecked = witness.key.type !== KEY_TYPES.cosignerMlDsa44 || verifyMlDsa44 !== undefined;
  return isChecked
    ? `${nameOf(witness)} did not sign this: its line is false.`
    : `${nameOf(witness)} signs with ML-DSA-44, which cannot be checked here: use the command sanad-verify.`;
}

function nameOf({ name, key }: PolicyWitness): string {
  return name === key.name ? name : `${name} (${key.name})`;
}

/** Considers only witnesses that can count. */
function count(policy: LogPolicy, signed: ReadonlySet<string>): string {
  const counted = quorumWitnesses(policy);
  const have = counted.filter((name) => signed.has(name));
  return `${have.length} of ${counted.length} signed`;
}

function told(
  signed: readonly {
    readonly witness: PolicyWitness;
    readonly timeS: Extract<CosignatureState, { state: 'valid' }>['timeS'];
  }[],
): string {
  if (signed.length === 0) return '';
  return ` (${signed.map(({ witness, timeS }) => `${nameOf(witness)} at ${instantOf(timeS)}`).join(', ')})`;
}

/** The last second that has four digits of a year. */
const LAST_SECOND = 253_402_300_799;

function instantOf(timeS: number): string {
  return timeS <= LAST_SECOND ? formatInstant(timeS * 1_000) : `second ${timeS}`;
}

function wordsOf(quorum: Quorum | null): string {
  if (quorum === null) return 'none';
  const { threshold, members } = quorum;
  const names = members.map((member) => (typeof member === 'string' ? member : `(${wordsOf(member)})`));
  return members.length === 1 && threshold === 1 ? names.join('') : `${threshold} of ${names.join(', ')}`;
}
