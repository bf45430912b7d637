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
import type { Finding, Subject } from './checks/subject.ts';
import { createKeyRing } from './key-ring.ts';
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
  return reading.ok ? verifyRead(crypto, reading.value, options) : unreadable(reading.error.message, options);
}

/** Like `verify`. INVARIANT: `readReceipt` has read the receipt. */
export function verifyRead(crypto: Crypto, receipt: OpenReceipt, options: VerifyOptions = {}): Verification {
  const subject = subjectOf(crypto, receipt, options);
  const findings: Finding[] = [
    { outcome: 'pass', detail: 'A Proof Receipt 0.3 with every field and no others.' },
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
  return {
    verdict: verdictOf(findings, keys, receipt),
    checks: numbered(findings),
    receipt_id: receipt.receipt_id,
    as_of: options.asOf ?? null,
    keys,
    unpinned: [...new Set(keys.filter(({ pinned }) => !pinned).map(({ kid }) => kid))],
    withheld: receipt.hidden.map(nameOfPlace),
  };
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

function unreadable(problem: string, { asOf }: VerifyOptions): Verification {
  const findings = NAMES.map(
    (_, index): Finding => ({
      outcome: 'fail',
      detail: index === 0 ? problem : 'Not checked: check 1 failed.',
    }),
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
  return NAMES.map((name, index) => ({
    number: index + 1,
    name,
    ...(findings[index] ?? { outcome: 'fail', detail: 'Not checked.' }),
  }));
}

function verdictOf(findings: readonly Finding[], keys: readonly UsedKey[], { hidden }: OpenReceipt): Verdict {
  if (findings.some(({ outcome }) => outcome === 'fail')) return 'failed';
  if (!keys.every(({ pinned }) => pinned)) return 'self-consistent';
  return hidden.length === 0 ? 'verified' : 'partial';
}
