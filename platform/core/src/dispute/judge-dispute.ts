import type { Crypto } from '@common/evidence/crypto';
import type { Dispute, Ground } from '../objects/dispute.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { ProblemCode } from '../verify/problems.ts';
import type { Level } from '../verify/verdict-words.ts';
import type { Check, UsedKey, Verdict, VerifyOptions } from '../verify/verification.ts';
import { type Examined, examine, verifyReading } from '../verify/verify.ts';
import { rowsOfApproval } from './approval-rows.ts';
import {
  keptProblems,
  type OtherSeen,
  previousOf,
  readMovements,
  readOthers,
  readPart,
  readStanding,
  seenBefore,
  usedBefore,
} from './beside.ts';
import { rowsOfAcknowledgment, rowsOfPerformance } from './performance-rows.ts';
import { type Row, type RowAnswer, restOf, row } from './row.ts';
import { rowsOfRules } from './rule-rows.ts';
import { rowsOfTime, sendingOf } from './time-rows.ts';

/**
 * `refused`: it was asked for outside what people signed, and nothing was sent. `failed`: some part of the file is not what
 * it says, so that it decides nothing.
 */
export type DisputeAnswer = RowAnswer | 'refused' | 'failed';

/** What a dispute comes to, without words. */
export interface DisputeJudgement {
  readonly answer: DisputeAnswer;
  readonly dispute: Dispute;
  /** Null if the receipt cannot be read. */
  readonly receipt: OpenReceipt | null;
  /** Of the receipt alone; `failed` too where every part is whole and outside what was signed. */
  readonly verdict: Verdict;
  readonly level: Level | null;
  readonly checks: readonly Check[];
  /** Every point, in the order of the grounds; empty for a file that failed. */
  readonly rows: readonly Row[];
  /** What the other receipts of the file count for. */
  readonly others: readonly OtherSeen[];
  /** What is wrong with parts of the file. They contain its text: escape them. */
  readonly problems: readonly string[];
  readonly keys: readonly UsedKey[];
  /** The kids relied on that the reader did not give. */
  readonly unpinned: readonly string[];
}

/**
 * Recomputes whether what was done is inside what the person signed. INVARIANT: the command and the page judge by this
 * function alone.
 */
export function judgeDispute(
  crypto: Crypto,
  dispute: Dispute,
  options: Pick<VerifyOptions, 'keys'>,
): DisputeJudgement {
  const opened = readPart(crypto, dispute.receipt);
  if (opened.ok) return judgeOpened(crypto, dispute, opened.value, options);
  const { checks, verdict } = verifyReading(crypto, opened, options);
  const nothing = { receipt: null, level: null, rows: [], others: [], keys: [], unpinned: [] };
  return { answer: 'failed', dispute, verdict, checks, problems: [opened.error.message], ...nothing };
}

/**
 * Like `judgeDispute`, for a receipt that was opened. INVARIANT: `inside` needs a receipt whose nine checks all hold, and
 * a row that says so for every point; what is not seen is `undecided`.
 */
function judgeOpened(
  crypto: Crypto,
  dispute: Dispute,
  receipt: OpenReceipt,
  options: Pick<VerifyOptions, 'keys'>,
): DisputeJudgement {
  const others = readOthers(crypto, dispute, receipt, options);
  const previous = previousOf(others, receipt);
  const examined = examine(crypto, receipt, previous === undefined ? options : { ...options, previous });
  const { subject, verification, findings } = examined;
  const seen = seenBefore(others, receipt);
  const standing = readStanding(examined, dispute.standing);
  const movements = readMovements(subject, dispute.movements);
  const broken = findings.flatMap(({ outcome, isBreach }, index) =>
    outcome === 'fail' && !isBreach ? [checkWords(verification.checks[index])] : [],
  );
  const problems = [
    ...broken,
    ...others.problems,
    ...keptProblems(subject, dispute.kept),
    ...standing.problems,
    ...movements.problems,
  ];
  const rows =
    problems.length > 0
      ? []
      : allRows(examined, {
          kept: dispute.kept,
          shown: standing.shown,
          pages: movements.pages,
          before: usedBefore(others, seen, receipt),
        });
  const keys = subject.keys.used();
  return {
    answer: problems.length > 0 ? 'failed' : answerOf(examined, rows, dispute.ground),
    dispute,
    receipt,
    verdict: verification.verdict,
    level: receipt.what.level_achieved,
    checks: verification.checks,
    rows,
    others: seen,
    problems,
    keys,
    unpinned: unpinnedOf(keys, others.whole),
  };
}

/** INVARIANT: those of the other receipts too, which anybody could have made to spend a limit. */
function unpinnedOf(keys: readonly UsedKey[], others: readonly Examined[]): readonly string[] {
  const own = keys.filter(({ pinned }) => !pinned).map(({ kid }) => kid);
  return [...new Set([...own, ...others.flatMap(({ verification }) => verification.unpinned)])];
}

function checkWords(check: Check | undefined): string {
  return check === undefined ? '' : `check ${check.number} (${check.name}): ${check.detail}`;
}

interface Beside {
  readonly kept: Dispute['kept'];
  readonly shown: Parameters<typeof rowsOfTime>[0]['shown'];
  readonly pages: Parameters<typeof rowsOfPerformance>[0]['pages'];
  readonly before: ReturnType<typeof usedBefore>;
}

const ORDER: readonly Ground[] = ['scope', 'amount', 'payee', 'approval', 'time', 'performance'];

function allRows({ subject, findings }: Examined, beside: Beside): readonly Row[] {
  const { kept, shown, pages, before } = beside;
  const isApproved = findings[3]?.outcome === 'pass';
  const rules = rowsOfRules({ subject, isApproved, before });
  const performance = { subject, finding: findings[5], kept, pages };
  const rows = [
    actionRow({ subject }),
    ...rules,
    ...rowsOfAcknowledgment(performance),
    ...rowsOfApproval({ subject, finding: findings[3], rules, kept }),
    ...rowsOfTime({ subject, finding: findings[8], shown, kept }),
    ...rowsOfPerformance(performance),
  ];
  return [...rows, ...furtherBreaches(findings, rows), ...hiddenRows(findings)].toSorted(
    (one, other) => ORDER.indexOf(one.ground) - ORDER.indexOf(other.ground),
  );
}

/** The action that is judged is the one that all of these keys signed. */
function actionRow({ subject }: Pick<Examined, 'subject'>): Row {
  const { how, signatures } = subject.receipt;
  const { approver, pep, counterparty } = signatures;
  const kids = new Set([how.grant_signature.kid, approver?.kid, pep.kid, counterparty?.kid]);
  const rests = [...kids].map((kid) => restOf(subject, kid, 'signature', 'action'));
  return row('scope', 'inside', { code: 'action' }, rests);
}

/** INVARIANT: a check that fails for a breach leaves a row that is outside. The rows of rules, approvals and time say most. */
function furtherBreaches(findings: Examined['findings'], rows: readonly Row[]): readonly Row[] {
  return findings.flatMap(({ isBreach, detail, codes }, index) => {
    const check = index + 1;
    const ground = groundOfBreach(check, codes);
    if (!isBreach || ground === null) return [];
    const isSaid =
      check !== 2 && rows.some(({ answer, found }) => answer === 'outside' && SAYS.has(found.code));
    return isSaid ? [] : [row(ground, 'outside', { code: 'breach', check, detail })];
  });
}

/** INVARIANT: a check that could not see all that it looks at leaves a row that is undecided. */
function hiddenRows(findings: Examined['findings']): readonly Row[] {
  return findings.flatMap(({ outcome, detail }, index) =>
    outcome === 'hidden'
      ? [
          row(GROUND_OF_CHECK[index + 1] ?? 'scope', 'undecided', {
            code: 'not_seen',
            check: index + 1,
            detail,
          }),
        ]
      : [],
  );
}

const GROUND_OF_CHECK: Readonly<Record<number, Ground>> = { 4: 'approval', 6: 'amount', 9: 'time' };

/** What a breach is about that no rule names; null for a check of which a row of its own tells. */
function groundOfBreach(check: number, codes: readonly ProblemCode[]): Ground | null {
  if (check === 2) return 'time';
  if (check === 3) return 'scope';
  if (check !== 5) return null;
  if (codes.some((code) => OF_PAYEES.has(code))) return 'payee';
  return codes.includes('grant_expired') ? 'time' : 'scope';
}

/** Codes of entries of directories and of statements that did not count. */
const OF_PAYEES: ReadonlySet<ProblemCode> = new Set([
  'entry_too_new',
  'signer_not_allowed',
  'key_compromised',
  'signers_too_few',
  'statement_refused',
]);

const SAYS: ReadonlySet<string> = new Set(['point', 'rule', 'approval_missing']);

/** The five grounds that a person signs always count; what was done of it counts where it is asked. */
function counted(rows: readonly Row[], asked: Ground | null): readonly Row[] {
  return rows.filter(({ ground }) => ground !== 'performance' || asked === 'performance');
}

function answerOf(examined: Examined, rows: readonly Row[], asked: Ground | null): DisputeAnswer {
  return isRefused(examined, rows) ? 'refused' : worst(counted(rows, asked));
}

/**
 * Whether what was asked for is outside what people signed, and the operator did as it must: it sent nothing. INVARIANT: a
 * check that fails, an acknowledgment or an entry in the counterparty’s list keeps it `outside`.
 */
function isRefused({ subject, findings }: Examined, rows: readonly Row[]): boolean {
  const has = (code: Row['found']['code']) => rows.some(({ found }) => found.code === code);
  return (
    rows.some(({ ground, answer }) => ground !== 'performance' && answer === 'outside') &&
    findings.every(({ outcome }) => outcome !== 'fail') &&
    has('not_done') &&
    !has('booked') &&
    !has('booked_otherwise') &&
    sendingOf(subject.receipt) === null
  );
}

/** The worst answer of some rows: one that is outside makes all of it so. */
export function worst(rows: readonly Pick<Row, 'answer'>[]): RowAnswer {
  if (rows.some(({ answer }) => answer === 'outside')) return 'outside';
  return rows.some(({ answer }) => answer === 'undecided') ? 'undecided' : 'inside';
}
