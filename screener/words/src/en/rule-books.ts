import type { Confidence, Numerator } from '@screener/engine/methodologies/methodology';
import { phrase } from '../phrase.ts';

/** How well the reading of some checks is supported. */
interface Sure {
  readonly confidence: Confidence;
  readonly amounts: readonly string[];
}

/** What a numerator contains beyond the title of its row. */
const NUMERATORS: Readonly<Partial<Record<Numerator, string>>> = {
  cash_and_all_securities: 'securities of any term',
  cash_and_current_securities: 'current ones only',
  receivables_and_cash: 'cash added',
};

/** All methodologies side by side. */
export const RULE_BOOKS = {
  caption: 'Limits of each methodology; under a dotted line the classic limit, where it differs',
  noLimit: 'no limit',
  classic: (text: string) => `classic: ${text}`,
  ofWhat: (numerator: Numerator, denominator: string) => {
    const note = NUMERATORS[numerator];
    return note === undefined ? `of ${denominator}` : `of ${denominator}, ${note}`;
  },
  howSure: 'How sure we are',
  howSureOf: 'of the text, check by check',
  /** The first is of most checks. */
  sure: ([most, ...others]: readonly Sure[]) =>
    `${most?.confidence}${others.map(({ confidence, amounts }) => `; ${confidence} for ${amounts.join(', ')}`).join('')}`,
  text: 'The text',
};

/** How intervals and methodologies make a verdict. */
export const VERDICT_RULES = {
  /** By the kind of the interval that is drawn. */
  ranges: {
    filed: { title: 'Filed', text: 'A dot: the figure stands in the report as it is.' },
    derived: { title: 'Worked out', text: 'A ring: the sum of filed lines, exact.' },
    bounded: {
      title: 'Bounded',
      text: 'Not filed: anything from one end to the other. All of it is within the limit, so it passes.',
    },
    loose: { title: 'Too loosely', text: 'The limit lies inside the range, so nobody can tell.' },
    lowEnd: {
      title: 'Only a low end',
      text: 'Even the low end is beyond the limit, so it fails, however high it may be.',
    },
  },
  rule: 'A check passes when its whole range is within the limit, fails when all of it is beyond, and is undecided otherwise. The figures are made up for this drawing.',
  questions: (months: number, _count: number, inWords: string) => [
    {
      question: 'Is there a report to screen?',
      answer: `At most ${months} months old. If not, there is no verdict.`,
    },
    {
      question: 'What does the company do?',
      answer:
        'By the industry code that it gives the SEC, and by our list of companies for which the code is too coarse: passes, under review, or prohibited.',
    },
    { question: `How many of the ${inWords} fail?`, answer: 'Find the cell.' },
    {
      question: 'Is something unknown?',
      answer:
        'Then several cells are possible. Where all say the same, that is the verdict; otherwise there is none.',
    },
  ],
  dashed: <T>(_failed: number, inWords: string, verdict: T) =>
    phrase`Dashed: a business that passes, ${inWords} methodologies that fail, and one more that is undecided. The cells differ, so the result is ${verdict}.`,
  caption: 'The verdict by business and by how many methodologies fail',
  business: 'Business',
  businesses: { pass: 'passes', review: 'under review', fail: 'prohibited' },
  failing: (count: number) => (count === 0 ? 'none fails' : `${count} ${count === 1 ? 'fails' : 'fail'}`),
};
