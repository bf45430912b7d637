import { AMOUNTS, AMOUNTS_IN_SENTENCES } from './amounts.ts';
import { APPROXIMATIONS } from './approximations.ts';
import { boundRules } from './bound-rules.ts';
import { BUSINESS_NAMES } from './business-names.ts';
import { DATES } from './dates.ts';
import { EDITIONS } from './editions.ts';
import { FINDINGS } from './findings.ts';
import { FORMER } from './former.ts';
import { FRAME } from './frame.ts';
import { FUND_REASONS } from './fund-reasons.ts';
import { GAPS } from './gaps.ts';
import { GIVING } from './giving.ts';
import { NAMES } from './names.ts';
import { NEXT_STEP } from './next-step.ts';
import { NUMBERS, RANGES } from './numbers.ts';
import { RANKING_TERMS } from './ranking-terms.ts';
import { REASONS } from './reasons.ts';
import { REFUSALS } from './refusals.ts';
import { SHARES } from './shares.ts';
import { TENSE } from './tense.ts';
import { TIME } from './time.ts';
import { TRANSLATION } from './translation.ts';
import { SHORT_STATUSES, STATUSES, VERDICTS } from './verdicts.ts';
import { WEIGHTS } from './weights.ts';

/** Every text of the public and portal pages, by the room that shows it; what several rooms say has its own names. */
export const EN = {
  amounts: AMOUNTS,
  amountsInSentences: AMOUNTS_IN_SENTENCES,
  approximations: APPROXIMATIONS,
  boundRules,
  businessNames: BUSINESS_NAMES,
  dates: DATES,
  editions: EDITIONS,
  findings: FINDINGS,
  former: FORMER,
  frame: FRAME,
  fundReasons: FUND_REASONS,
  gaps: GAPS,
  giving: GIVING,
  names: NAMES,
  nextStep: NEXT_STEP,
  numbers: NUMBERS,
  ranges: RANGES,
  rankingTerms: RANKING_TERMS,
  reasons: REASONS,
  refusals: REFUSALS,
  shares: SHARES,
  shortStatuses: SHORT_STATUSES,
  statuses: STATUSES,
  tense: TENSE,
  time: TIME,
  translation: TRANSLATION,
  verdicts: VERDICTS,
  weights: WEIGHTS,
};

export type Words = typeof EN;
