import { ACCOUNT, KEYS, USAGE } from './account.ts';
import { ALERTS } from './alerts.ts';
import { AMOUNTS, AMOUNTS_IN_SENTENCES } from './amounts.ts';
import { ANSWER, FIGURES, GLANCE, NO_ANSWER, SEVERAL } from './answer.ts';
import { APPROXIMATIONS } from './approximations.ts';
import { BADGE } from './badge.ts';
import { BLOG } from './blog.ts';
import { boundRules } from './bound-rules.ts';
import { BUSINESS_NAMES } from './business-names.ts';
import { CHOICE } from './choice.ts';
import { DATES } from './dates.ts';
import { DEVELOPERS, REFERENCE } from './developers.ts';
import { DOOR, PASSWORD, WAITLIST } from './door.ts';
import { EDITIONS } from './editions.ts';
import { FINDINGS } from './findings.ts';
import { FORMER } from './former.ts';
import { FORMS } from './forms.ts';
import { FRAME } from './frame.ts';
import { FUND_REASONS } from './fund-reasons.ts';
import { GAPS } from './gaps.ts';
import { GIVING } from './giving.ts';
import { HOLDINGS } from './holdings.ts';
import { PRIVACY, TERMS } from './legal.ts';
import { FUND_LIST, LIST_ROWS, LIST_RULES, LISTS } from './lists.ts';
import { MAILS, TOLD } from './mails.ts';
import { METHODOLOGY, PRINCIPLES } from './methodology.ts';
import { NAMES } from './names.ts';
import { NEXT_STEP } from './next-step.ts';
import { NUMBERS, RANGES } from './numbers.ts';
import { DATA, INTERVAL_KEY, PARTS } from './parts.ts';
import { PORTFOLIO } from './portfolio.ts';
import { PURIFICATION } from './purification.ts';
import { REASONS } from './reasons.ts';
import { REFUSALS } from './refusals.ts';
import { REPORT } from './report.ts';
import { RULE_BOOKS, VERDICT_RULES } from './rule-books.ts';
import { SHARES } from './shares.ts';
import { ERRORS, START } from './start.ts';
import { TENSE } from './tense.ts';
import { TIME } from './time.ts';
import { TRANSLATION } from './translation.ts';
import { SHORT_STATUSES, STATUSES, VERDICTS } from './verdicts.ts';
import { WATCHLIST } from './watchlist.ts';
import { WEIGHTS } from './weights.ts';
import { ZAKAT } from './zakat.ts';
import { ZAKAT_SOURCES } from './zakat-sources.ts';

/** Every text of the public and portal pages, by the room that shows it. */
export const EN = {
  account: ACCOUNT,
  alerts: ALERTS,
  amounts: AMOUNTS,
  amountsInSentences: AMOUNTS_IN_SENTENCES,
  answer: ANSWER,
  approximations: APPROXIMATIONS,
  badge: BADGE,
  blog: BLOG,
  boundRules,
  businessNames: BUSINESS_NAMES,
  choice: CHOICE,
  data: DATA,
  dates: DATES,
  developers: DEVELOPERS,
  door: DOOR,
  editions: EDITIONS,
  errors: ERRORS,
  figures: FIGURES,
  findings: FINDINGS,
  former: FORMER,
  forms: FORMS,
  frame: FRAME,
  fundReasons: FUND_REASONS,
  gaps: GAPS,
  giving: GIVING,
  glance: GLANCE,
  holdings: HOLDINGS,
  intervalKey: INTERVAL_KEY,
  keys: KEYS,
  fundList: FUND_LIST,
  listRows: LIST_ROWS,
  listRules: LIST_RULES,
  lists: LISTS,
  mails: MAILS,
  methodology: METHODOLOGY,
  names: NAMES,
  nextStep: NEXT_STEP,
  noAnswer: NO_ANSWER,
  numbers: NUMBERS,
  parts: PARTS,
  password: PASSWORD,
  portfolio: PORTFOLIO,
  principles: PRINCIPLES,
  privacy: PRIVACY,
  purification: PURIFICATION,
  ranges: RANGES,
  reasons: REASONS,
  reference: REFERENCE,
  refusals: REFUSALS,
  report: REPORT,
  ruleBooks: RULE_BOOKS,
  several: SEVERAL,
  shares: SHARES,
  shortStatuses: SHORT_STATUSES,
  start: START,
  statuses: STATUSES,
  tense: TENSE,
  terms: TERMS,
  time: TIME,
  told: TOLD,
  translation: TRANSLATION,
  usage: USAGE,
  verdictRules: VERDICT_RULES,
  verdicts: VERDICTS,
  waitlist: WAITLIST,
  watchlist: WATCHLIST,
  weights: WEIGHTS,
  zakat: ZAKAT,
  zakatSources: ZAKAT_SOURCES,
};

export type Words = typeof EN;
