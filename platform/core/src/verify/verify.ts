import type { Failure } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { OpenReceipt } from '../objects/receipt.ts';
import { receiptHashes } from '../receipt/hashes.ts';
import { nameOfPlace } from '../receipt/open-receipt.ts';
import { checkApprover } from './checks/approver.ts';
import { checkChain } from './checks/chain.ts';
import { checkCounterparty } from './checks/counterparty.ts';
import { checkEnforcement } from './checks/enforcement.ts';
import { checkInclusion } from './checks/inclusion.ts';
import { checkPrincipal } from './checks/principal.ts';
import { readReceipt } from './checks/schema.ts';
import { checkServiceAssembly } from './checks/service-assembly.ts';
import { checkStatus } from './checks/status.ts';
import { conclude, type Finding, type Subject } from './checks/subject.ts';
import { createKeyRing } from './key-ring.ts';
import type { ProblemCode } from './problems.ts';
import type { Check, UsedKey, Verdict, Verification, VerifyOptions } from './verification.ts';

const NAMES = [
  'schema and required fields',
  'service assembly signature over receipt body',
  'principal signature over contract_hash',
  'approver signature over action_hash',
  'enforcement decision signature',
  'counterparty signature over acknowledgment',
  'receipt chain',
  'transparency log inclusion',
  'status as of revocation check',
] as const;

/**
 * The nine checks of the interface document (4.6), in its order, on the text of a receipt or its parsed value. Never
 * throws because of a receipt's content. If the first fails, the others have nothing to look at and fail too.
 * @example verify(crypto, 'not a receipt').verdict // 'failed'
 */
export function verify(crypto: Crypto, input: unknown, options: VerifyOptions = {}): Verification {
  return verifyReading(crypto, readReceipt(crypto, input), options);
}

/** Like `verify`, for a caller that needs the receipt too. INVARIANT: `readReceipt` has answered the reading. */
export function verifyReading(
  crypto: Crypto,
  reading: ReturnType<typeof readReceipt>,
  options: VerifyOptions = {},
): Verification {
  return reading.ok ? verifyRead(crypto, reading.value, options) : unreadable(reading.error, options);
}

/** Like `verify`. INVARIANT: `readReceipt` has read the receipt. */
export function verifyRead(crypto: Crypto, receipt: OpenReceipt, options: VerifyOptions = {}): Verification {
  return examine(crypto, receipt, options).verification;
}

/** What stands behind a verification, for those that ask more of the same receipt. */
export interface Examined {
  readonly verification: Verification;
  /** By check, as in the verification. */
  readonly findings: readonly Finding[];
  readonly subject: Subject;
}

/** Like `verifyRead`, with what it looked at. */
export function examine(crypto: Crypto, receipt: OpenReceipt, options: VerifyOptions = {}): Examined {
  const subject = subjectOf(crypto, receipt, options);
  const findings: Finding[] = [
    conclude([], 'A Proof Receipt 0.3 with every field and no others.'),
    checkServiceAssembly(subject),
    checkPrincipal(subject),
    checkApprover(subject),
    checkEnforcement(subject),
    checkCounterparty(subject),
    checkChain(subject),
    checkInclusion(subject),
    checkStatus(subject),
  ];
  const keys = subject.keys.used();
  const verification: Verification = {
    verdict: verdictOf(findings, keys, receipt),
    checks: numbered(findings),
    receipt_id: receipt.receipt_id,
    as_of: options.asOf ?? null,
    keys,
    unpinned: [...new Set(keys.filter(({ pinned }) => !pinned).map(({ kid }) => kid))],
    withheld: receipt.hidden.map(nameOfPlace),
  };
  return { verification, findings, subject };
}

function subjectOf(crypto: Crypto, receipt: OpenReceipt, options: VerifyOptions): Subject {
  return {
    crypto,
    receipt,
    keys: createKeyRing(receipt.bundle.keys, options.keys ?? {}),
    previous: options.previous ?? null,
    asOf: options.asOf ?? null,
    hashes: receiptHashes(crypto, receipt),
    enrolments: new Map(),
  };
}

const NOT_CHECKED: Finding = {
  outcome: 'fail',
  detail: 'Not checked: check 1 failed.',
  codes: ['not_checked'],
  isBreach: false,
};

function unreadable({ code, message }: Failure<ProblemCode>, { asOf }: VerifyOptions): Verification {
  const findings = NAMES.map(
    (_, index): Finding =>
      index === 0 ? { outcome: 'fail', detail: message, codes: [code], isBreach: false } : NOT_CHECKED,
  );
  return {
    verdict: 'failed',
    checks: numbered(findings),
    receipt_id: null,
    as_of: asOf ?? null,
    keys: [],
    unpinned: [],
    withheld: [],
  };
}

function numbered(findings: readonly Finding[]): Check[] {
  return NAMES.map((name, index) => {
    const { outcome, detail, codes } = findings[index] ?? NOT_CHECKED;
    return { number: index + 1, name, outcome, detail, codes };
  });
}

function verdictOf(findings: readonly Finding[], keys: readonly UsedKey[], { hidden }: OpenReceipt): Verdict {
  if (findings.some(({ outcome }) => outcome === 'fail')) return 'failed';
  if (!keys.every(({ pinned }) => pinned)) return 'self-consistent';
  return hidden.length === 0 ? 'verified' : 'partial';
}
