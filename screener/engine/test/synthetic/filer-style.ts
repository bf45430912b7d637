import { pick, type Random } from '../support/random.ts';

/** Habits in which filers differ: which of several correct readings of a tag this filer follows. */
export interface FilerStyle {
  /** `ShortTermBorrowings` holds the current portion of long-term debt too (AMD, Intel). */
  readonly shortTermHoldsCurrentPortion: boolean;
  /** Notes payable are a part of short-term borrowings, else of the current portion of long-term debt. */
  readonly notesInsideShortTerm: boolean;
  /** `LongTermDebt` is all of it, or only what is due after a year; as principal, up to 1/0.95 of the carrying amount. */
  readonly longTermDebtIsTotal: boolean;
  readonly principalPerMille: number;
  /** Other receivables are a line of their own, or part of other current assets. */
  readonly otherReceivablesInsideOther: boolean;
  readonly otherReceivablesTag: 'NontradeReceivablesCurrent' | 'OtherReceivablesNetCurrent';
  /** IFRS: long-term borrowings with their current portion (LPA), or without (TSM). */
  readonly longTermBorrowingsHoldCurrent: boolean;
  /** Share of the tags that fit which this filer uses, in percent. */
  readonly tagsPercent: number;
}

export function randomStyle(random: Random): FilerStyle {
  const coin = () => random() < 0.5;
  return {
    shortTermHoldsCurrentPortion: coin(),
    notesInsideShortTerm: coin(),
    longTermDebtIsTotal: coin(),
    principalPerMille: 1000 + Math.floor(53 * random()),
    otherReceivablesInsideOther: coin(),
    otherReceivablesTag: coin() ? 'NontradeReceivablesCurrent' : 'OtherReceivablesNetCurrent',
    longTermBorrowingsHoldCurrent: coin(),
    tagsPercent: pick([25, 50, 75, 90, 100], random),
  };
}
