/** What one face says of a company, in the face's own words. Dates are YYYY-MM-DD, however the face spells them. */
export interface Said {
  /** `compliant`, `questionable`, `non-compliant` or `not screenable`. */
  readonly verdict: string;
  /** The day beside the verdict; null if the face names none there. */
  readonly day: string | null;
  /** What the answer is based on: how far its data reach, how old that is, what is overdue. Null if not said. */
  readonly basis: string | null;
  /** Whether the face marks the answer as stale. */
  readonly isStale: boolean;
  /** Whether it shows a mark in the colour that is for what passes today. */
  readonly isGreen: boolean;
  readonly ages: Readonly<Partial<Record<AgeOf, string>>>;
  /** The largest amount to purify per share, such as `$0.0454`; null if none is said. */
  readonly perShare: string | null;
}

/** What has an age. */
export const AGES = ['figures', 'data', 'price'] as const;
export type AgeOf = (typeof AGES)[number];

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const AGE = String.raw`today’s|\d[\d,]* (?:days?|months|years) old`;
const VERDICT = 'compliant|questionable|non-compliant|not screenable';
const BASIS = new RegExp(
  [
    String.raw`(?:As of today, ${DAY}\.|As of ${DAY}, from what was filed by then\.`,
    String.raw`|Based on data up to ${DAY} \((?<age>${AGE})\); we have nothing newer\.)`,
    String.raw`(?<stale> The next report has been overdue since ${DAY}\.`,
    String.raw`| A newer report was due before ${DAY} and is not here\.)?`,
  ].join(''),
);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A date as pages write it, in full or short. */
const WRITTEN = new RegExp(String.raw`\b(\d{1,2}) (${MONTHS.join('|')})[a-z]* (\d{4})\b`, 'g');
const MONEY = String.raw`(?:\p{Sc}[\d.,]+|[\d.,]+ [A-Z]{3})`;
const PER_SHARE = new RegExp(`(${MONEY}) a share`, 'gu');

/** Reads the text of `screen_ticker`. */
export function saidByMcp(text: string): Said {
  const [first = ''] = text.split('\n');
  const line = plain(text);
  return {
    ...headOf(first.slice(first.lastIndexOf('): ') + 3)),
    ...basisOf(line, { figures: ageAfter('The figures are ', line) }),
    perShare: perShareIn(line),
  };
}

/** Reads what `sanad screen` prints: a report, or a short answer where no report is screened. */
export function saidByCommand(output: string): Said {
  const lines = output.split('\n');
  const rule = lines.findIndex((line) => /^[=━]{10,}$/.test(line));
  const line = plain(output);
  // The heading of a report has no room for its day, which the last line repeats the verdict with.
  const heading =
    rule === -1
      ? `${new RegExp(`\\) ((?:is|was) (?:${VERDICT})(?: (?:on|as of) ${DAY})?)`).exec(line)?.[1]}`
      : `${lines[rule + 1]} ${plain(output.trimEnd().split('\n\n').at(-1) ?? '')}`;
  const head = headOf(heading);
  const isOpen = rule !== -1 && head.verdict === 'not screenable';
  return {
    ...head,
    // Beside no verdict, a report only repeats the day that was asked for.
    day: isOpen ? null : head.day,
    ...basisOf(line, { figures: ageAfter('Figures ', line) }),
    perShare: perShareIn(line),
  };
}

/** Reads a page that shows one answer: a report, or the start page with a search. */
export function saidByPage(page: string): Said {
  const main = between(page, '<main', '</main>');
  const top = between(
    main,
    /<section class="(?:section verdict|answer)"/,
    '</section>\n<section class="section',
  );
  const heading = between(top, '<h1', '</h1>').replace(/<bdi[^>]*>[^<]*<\/bdi>/g, '');
  // What was said of each methodology; marks elsewhere stand for what is possible, or was so.
  const results =
    between(top, '<dl class="cells methods">', '</dl>') + between(top, '<div class="answer-checks">', '<dl');
  const line = plain(main);
  const cell = (label: string) => plain(between(top, `<dt>${label}</dt>`, '</dd>'));
  return {
    ...headOf(plain(heading)),
    ...basisOf(line, {
      figures: ageAfter('', cell('Figures') || cell('Holdings')),
      price: ageAfter('', cell('Price')),
    }),
    isGreen: isGreen(heading) || isGreen(results),
    perShare: perShareIn(cell('To purify')),
  };
}

/** Reads the lines of a watchlist, by ticker. */
export function saidByWatchlist(page: string): ReadonlyMap<string, Said> {
  const table = between(page, '<table class="watchlist">', '</table>');
  const rows = table.split('<tr>\n').slice(1);
  return new Map(
    rows.map((row) => {
      const symbol = /<span class="ticker small-text"><bdi>([^<]+)<\/bdi>/.exec(row)?.[1] ?? '';
      const verdict = between(row, '<td class="verdict">', '</td>');
      const said = plain(verdict);
      const age = plain(between(row, '<td class="number age">', '</td>'));
      const figures = ageAfter('', age);
      return [
        symbol,
        {
          verdict: headOf(said).verdict,
          // `3 Feb 2023 to 23 Apr 2026`, or `on 23 Apr 2026`; otherwise since when it has been so.
          day: new RegExp(`(?:to|on) (${DAY})`).exec(said)?.[1] ?? null,
          basis: null,
          isStale: /no recent report/.test(said) || /next overdue/.test(age),
          isGreen: isGreen(verdict),
          ages: figures === undefined ? {} : { figures },
          perShare: null,
        },
      ];
    }),
  );
}

/** Reads a verdict with its day: `WAS COMPLIANT, score 77.9 of 100, on 2026-04-23`, `has no verdict`. */
function headOf(text: string): Pick<Said, 'verdict' | 'day'> {
  const small = text.toLowerCase();
  const verdict = new RegExp(VERDICT).exec(small)?.[0] ?? (/no verdict/.test(small) ? 'not screenable' : '?');
  return { verdict, day: dayIn(text) };
}

function dayIn(text: string): string | null {
  return new RegExp(`(?:on|as of) (${DAY})`).exec(text)?.[1] ?? null;
}

function basisOf(
  line: string,
  { figures, price }: { readonly figures?: string | undefined; readonly price?: string | undefined },
): Pick<Said, 'basis' | 'isStale' | 'isGreen' | 'ages'> {
  const found = BASIS.exec(line);
  const data = found?.groups?.age;
  return {
    basis: found?.[0] ?? null,
    isStale: found?.groups?.stale !== undefined,
    isGreen: false,
    ages: {
      ...(figures === undefined ? {} : { figures }),
      ...(data === undefined ? {} : { data }),
      ...(price === undefined ? {} : { price }),
    },
  };
}

function ageAfter(start: string, line: string): string | undefined {
  return new RegExp(`${start}(${AGE})`).exec(line)?.[1];
}

/** Where a filed figure stands beside it, the largest amount comes last. */
function perShareIn(line: string): string | null {
  return [...line.matchAll(PER_SHARE)].at(-1)?.[1] ?? null;
}

function isGreen(markup: string): boolean {
  return markup.includes('class="marked pass"');
}

/** The text of markup or of wrapped lines on one line, its dates as YYYY-MM-DD. */
function plain(markup: string): string {
  return markup
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<\/?(?:time|bdi|b|strong|span)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(WRITTEN, (_, day: string, month: string, year: string) =>
      [year, String(MONTHS.indexOf(month) + 1).padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
    .trim();
}

function between(text: string, start: string | RegExp, end: string): string {
  const from = typeof start === 'string' ? text.indexOf(start) : text.search(start);
  if (from === -1) return '';
  const to = text.indexOf(end, from);
  return text.slice(from, to === -1 ? undefined : to);
}
