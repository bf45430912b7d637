import type { Verdict } from '@screener/engine/verdict/verdict';

/** A verdict in its time; `day` is written out. */
interface Timed {
  readonly compliance: Verdict;
  /** The verdict in words. */
  readonly verdict: string;
  readonly verb: 'is' | 'was';
  readonly how: 'on' | 'as of' | 'by an old report' | null;
  readonly day: string | null;
}

export const TENSE = {
  verdict: ({ verdict, verb, how, day }: Timed) =>
    [verb, verdict, how, day].filter((word) => word !== null).join(' '),
};
