import { capitalised } from '@common/base/english';
import type { Receipt } from '@platform/core/objects/receipt';
import { whatBecame } from '@platform/core/verify/addendum';
import type { Judgement } from '@platform/core/verify/judge';
import { judgementWords, missedOf } from '@platform/core/verify/judgement-words';
import { printable } from '@platform/core/verify/report-html';
import { ANCHORED_WORDS, LOGGED_WORDS } from '@platform/core/verify/verdict-words';
import type { Check, Verdict } from '@platform/core/verify/verification';
import { counted, listed } from '@platform/words/short';
import { type VerdictTitle, verdictTitle } from '@platform/words/verdict-title';

/** One line of the verdict. */
interface Line {
  readonly mark: 'holds' | 'half' | 'open' | 'fails';
  readonly text: string;
}

/** The verdict as a list of lines; the weakest decides. */
export interface VerdictSummary extends VerdictTitle {
  readonly checks: Line;
  readonly keys: Line;
  /** Null if the file is not a receipt. */
  readonly level: Line | null;
  /** Null if no proof of the log was given. */
  readonly log: Line | null;
  /** Null if no entry of a public log was given. */
  readonly publicLog: Line | null;
  /** What became of it; null if no addendum was given. */
  readonly later: Line | null;
  readonly so: Line;
}

/** INVARIANT: nothing here says "verified" of a simulated or declared level, whatever keys are pinned. */
export function tell(judgement: Judgement, hasKeys: boolean): VerdictSummary {
  const { proof, receipt } = judgement;
  const { verdict, verification } = proof;
  const keys = keysLine(verification.unpinned, verification.keys.length, hasKeys);
  const isUntrusted = verdict === 'self-consistent' && hasKeys;
  const { words } = judgementWords(judgement, hasKeys);
  const isRefused = isUntrusted || missedOf(judgement) !== null;
  return {
    ...verdictTitle(judgement, hasKeys),
    checks: checksLine(verification.checks),
    keys: isUntrusted ? { ...keys, mark: 'fails' } : keys,
    level: receipt === null ? null : LEVELS[receipt.what.level_achieved],
    ...besideLines(judgement),
    later: laterLine(judgement),
    so: { mark: isRefused ? 'fails' : SO[verdict], text: printable(words) },
  };
}

const SO = {
  verified: 'half',
  partial: 'half',
  'self-consistent': 'open',
  failed: 'fails',
} as const satisfies Record<Verdict, Line['mark']>;

const LOGGED = { everyone: 'holds', log_alone: 'half', no: 'fails' } as const;
const ANCHORED = { public: 'holds', claimed: 'half', no: 'fails' } as const;

/** What was found outside the receipt. The reasons contain text of the files. */
function besideLines({ logged, anchored }: Judgement): Pick<VerdictSummary, 'log' | 'publicLog'> {
  const line = (mark: Line['mark'], word: string, reasons: readonly string[]): Line => ({
    mark,
    text: `${word}: ${printable(reasons.join(' '))}`,
  });
  return {
    log: logged && line(LOGGED[logged.logged], LOGGED_WORDS[logged.logged], logged.reasons),
    publicLog:
      anchored && line(ANCHORED[anchored.anchored], ANCHORED_WORDS[anchored.anchored], anchored.reasons),
  };
}

function laterLine({ proof: { addenda } }: Judgement): Line | null {
  if (addenda.length === 0) return null;
  const became = whatBecame(addenda);
  if (became !== null) return { mark: 'half', text: `${printable(capitalised(became.words))}.` };
  const reasons = addenda.flatMap((one) => one.reasons).join('. ');
  return { mark: 'fails', text: `Not shown: ${printable(capitalised(reasons))}.` };
}

const LEVELS: Readonly<Record<Receipt['what']['level_achieved'], Line>> = {
  'L1-sim': { mark: 'half', text: 'L1-sim: the place it ran is simulated; no hardware vouches for it' },
  'L1-declared': {
    mark: 'half',
    text: 'L1-declared: where it ran is declared; nothing measured the software',
  },
};

function checksLine(checks: readonly Check[]): Line {
  const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ number }) => number);
  if (failed.length > 0) {
    return { mark: 'fails', text: `${listed(failed)} ${failed.length === 1 ? 'fails' : 'fail'}` };
  }
  const isWhole = checks.every(({ outcome }) => outcome !== 'hidden');
  return { mark: isWhole ? 'holds' : 'half', text: `${capitalised(holding(checks))}, run by this browser` };
}

/** `nine of nine hold`, `six hold, one hidden, two n/a`, `1 fails`. A check that does not apply does not hold. */
export function holding(checks: readonly Check[]): string {
  const count = (wanted: Check['outcome']) => checks.filter(({ outcome }) => outcome === wanted).length;
  const [failed, notApplying, passed] = [count('fail'), count('n/a'), count('pass')];
  if (failed > 0) return failed === 1 ? '1 fails' : `${failed} fail`;
  const hidden = count('hidden');
  if (notApplying + hidden === 0) return `${counted(passed)} of nine hold`;
  return [
    `${counted(passed)} hold`,
    ...(hidden === 0 ? [] : [`${counted(hidden)} hidden`]),
    ...(notApplying === 0 ? [] : [`${counted(notApplying)} n/a`]),
  ].join(', ');
}

function keysLine(unpinned: readonly string[], count: number, hasKeys: boolean): Line {
  if (count === 0) return { mark: 'open', text: 'None was used' };
  const names = listed(unpinned.map(printable));
  if (unpinned.length === 0)
    return { mark: 'holds', text: `All ${counted(count)} are in the key file that you gave` };
  if (!hasKeys)
    return { mark: 'open', text: `Only the receipt vouches for ${names}: give keys that you trust` };
  return { mark: 'open', text: `Your key file does not have ${names}` };
}
