import type { Verdict } from '@screener/engine/verdict/verdict';
import type { Words } from '../en/words.ts';

/** Verdicts after `كان`, in the accusative. */
const WAS: Readonly<Record<Verdict, string>> = {
  compliant: 'متوافقًا',
  questionable: 'محل نظر',
  non_compliant: 'غير متوافق',
  not_screenable: 'بلا حكم',
};

export const TIME: Words['time'] = {
  verdict: ({ compliance, verdict, verb, how, day }) => {
    const said = verb === 'was' ? `كان ${WAS[compliance]}` : verdict;
    if (how === 'by an old report') return `${said} وفق تقرير قديم`;
    return day === null ? said : `${said} في ${day}`;
  },
  asOfToday: (day) => `حتى اليوم، ${day}.`,
  asOfDay: (day) => `في ${day}، وفق ما أُفصح عنه حتى ذلك التاريخ.`,
  basedOn: (day, age) => `استنادًا إلى بيانات حتى ${day} (${age})، ولا يتوفر لدينا أحدث منها.`,
  nextWasDue: 'كان التالي متوقعًا نحو',
  nextIsDue: 'التالي متوقع نحو',
  reportLate: (since) => `تأخر التقرير التالي عن موعده منذ ${since}.`,
  reportNotHere: (since) => `كان من المتوقع صدور تقرير أحدث قبل ${since}، وهو غير متوفر هنا.`,
  verdictOf: (day) => `هذا هو الحكم في ${day}.`,
};
