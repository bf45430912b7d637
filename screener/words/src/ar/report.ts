import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';
import { phrase } from '../phrase.ts';
import { ALTERNATIVES, ASSUMPTIONS, HEADROOM, PURIFICATION, REFUSED, SCORE } from './report-amounts.ts';
import { COMPARE, OWN } from './report-compare.ts';
import { ARITHMETIC, LEDGER, OVERLAYS, SCALE } from './report-evidence.ts';
import { FUND, FUND_WEIGHTS, HOLDINGS } from './report-fund.ts';
import { FLIPS, HISTORY } from './report-history.ts';
import { CHECKS, NO_VERDICT, VERDICT } from './report-verdict.ts';
import { ruleSet } from './terms.ts';

export const REPORT: Words['report'] = {
  byYourFigures: (symbol) => `${isolated(symbol)}، وفق أرقامك`,
  none: 'غير متاح',
  notKnown: 'غير معروف',
  semicolon: '؛ ',
  noNameFiled: 'لم يُفصح عن اسم',
  watch: 'متابعة',
  tools: {
    asOf: 'في تاريخ',
    rules: 'القواعد',
    show: 'اعرض',
    change: 'تغيير',
    compare: 'مقارنة',
    selfChecking: 'ملف يتحقق من نفسه',
    print: 'طباعة',
    otherForms: 'صيغ أخرى لهذا التقرير',
  },
  colophon: {
    filingsTo: (day) => phrase`إفصاحات الهيئة حتى ${day}.`,
    screened: (day, rules, engine) =>
      phrase`الفحص في ${day}. القواعد: ${ruleSet(rules)}. إصدار المحرّك: ${isolated(engine)}.`,
  },
  reportTo: (form, end) => phrase`${isolated(form)} حتى ${end}`,
  reportToNext: (form, end, due, next) => phrase`${isolated(form)} حتى ${end}؛ ${due} ${next}`,
  whose: (chosen, all, verdict) => `${chosen}. ${all}: ${verdict}.`,
  verdict: VERDICT,
  noVerdict: NO_VERDICT,
  checks: CHECKS,
  purification: PURIFICATION,
  headroom: HEADROOM,
  alternatives: ALTERNATIVES,
  assumptions: ASSUMPTIONS,
  score: SCORE,
  refused: REFUSED,
  fund: FUND,
  fundWeights: FUND_WEIGHTS,
  holdings: HOLDINGS,
  history: HISTORY,
  flips: FLIPS,
  arithmetic: ARITHMETIC,
  ledger: LEDGER,
  scale: SCALE,
  overlays: OVERLAYS,
  compare: COMPARE,
  own: OWN,
};
