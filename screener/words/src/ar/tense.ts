import type { Verdict } from '@screener/engine/verdict/verdict';
import type { Words } from '../en/words.ts';

/** Verdicts after `كان`, in the accusative. */
const WAS: Readonly<Record<Verdict, string>> = {
  compliant: 'متوافقًا',
  questionable: 'محل نظر',
  non_compliant: 'غير متوافق',
  not_screenable: 'بلا حكم',
};

export const TENSE: Words['tense'] = {
  verdict: ({ compliance, verdict, verb, how, day }) => {
    const said = verb === 'was' ? `كان ${WAS[compliance]}` : verdict;
    if (how === 'by an old report') return `${said} وفق تقرير قديم`;
    return day === null ? said : `${said} في ${day}`;
  },
};
