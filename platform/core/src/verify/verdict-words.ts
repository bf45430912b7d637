import type { AnchorVerdict } from '../log/anchor/judge-anchor.ts';
import type { LogVerdict } from '../log/note/judge-log-proof.ts';
import type { Receipt } from '../objects/receipt.ts';
import type { Verdict } from './verification.ts';

export type Level = Receipt['what']['level_achieved'];

/** The facts behind a verdict, besides the checks. */
interface Standing {
  /** Null if the input is not a receipt. */
  readonly level: Level | null;
  /** The reader gave keys, and no others may be relied on. */
  readonly hasKeys: boolean;
  /** Something is withheld, and was not looked at. */
  readonly isView: boolean;
}

export interface VerdictWords {
  /** The verdict in a word or two. */
  readonly word: string;
  /** The rest of the sentence that the word begins. */
  readonly meaning: string;
}

/** Whether everyone is shown the same log, in words. */
export const LOGGED_WORDS = {
  everyone: 'Logged for everyone',
  log_alone: 'Logged, by the word of the log alone',
  no: 'Not logged for everyone',
} as const satisfies Record<LogVerdict['logged'], string>;

/** Whether a public log has it, in words. */
export const ANCHORED_WORDS = {
  public: 'In a public log',
  claimed: 'Said to be in a public log',
  no: 'Not shown to be in a public log',
} as const satisfies Record<AnchorVerdict['anchored'], string>;

const OF_LEVEL: Readonly<Record<Level, VerdictWords>> = {
  'L1-sim': {
    word: 'Holds as a simulation',
    meaning: 'every check holds under keys that you trust, but no hardware vouches for where it ran.',
  },
  'L1-declared': {
    word: 'Holds as declared',
    meaning: 'every check holds under keys that you trust, but only the cloud says where it ran.',
  },
};
const IN_PART: VerdictWords = {
  word: 'Holds in part',
  meaning:
    'what it shows holds under keys that you trust, but it is a view: some of it is withheld, and was not looked at.',
};
/** What a verdict is about. */
type Judged = 'receipt' | 'statement';

/**
 * Words a verdict, in the same way for the command, its report and the page. INVARIANT: a simulated or
 * declared level is never called verified (interface document, part 1), whatever keys the reader trusts.
 * @example verdictWords('verified', { level: 'L1-sim', hasKeys: true, isView: false }).word // 'Holds as a simulation'
 * @example verdictWords('self-consistent', { level: 'L1-sim', hasKeys: false, isView: false }).word // 'Self-consistent'
 */
export function verdictWords(
  verdict: Verdict,
  { level, hasKeys, isView }: Standing,
  judged: Judged = 'receipt',
): VerdictWords {
  if (verdict === 'failed' || level === null)
    return { word: 'Failed', meaning: `do not rely on this ${judged}.` };
  if (verdict === 'verified') return OF_LEVEL[level];
  if (verdict === 'partial') return IN_PART;
  const holds = isView ? 'what it shows holds' : 'every check holds';
  const limits = isView ? ' It is a view: some of it is withheld, and was not looked at.' : '';
  return hasKeys
    ? { word: 'Not verified', meaning: `${holds}, but not all under keys that you trust.${limits}` }
    : {
        word: 'Self-consistent',
        meaning: `${holds}, but only the ${judged} itself vouches for some of its keys.${limits}`,
      };
}
