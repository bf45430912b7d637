import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { FIRST_YEAR, snapshotSymbols } from './asked.ts';
import type { DatedLine } from './lines.ts';
import { AGES } from './said.ts';

const PATH = 'docs/reference/dated-screenings.md';
export const PAGE_FILE = join(REPOSITORY, PATH);

/** Verdicts of an earlier commit at the same days, one letter each; recorded with its own engine and snapshot. */
const BEFORE: { readonly commit: string; readonly verdicts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(REPOSITORY, 'screener/conformance/vectors/dated-before.json'), 'utf8'),
);

const MARKS: Readonly<Record<string, string>> = {
  compliant: 'C',
  questionable: 'Q',
  'non-compliant': 'N',
  'not screenable': '–',
};
const NO_DATE = 'no date';
const VERDICTS_TITLE = '## The verdicts';
const AGES_TITLE = '## The ages';

/** The mark of a line in the table of the page: `C`, `–*`, `N'`. */
export function markOf({ verdict, isStale, isRepriced }: DatedLine): string {
  return `${MARKS[verdict] ?? '?'}${isStale ? '*' : ''}${isRepriced ? '′' : ''}`;
}

/** Writes the page: what every face said alike, and how each age was worded. */
export function datedPage(lines: readonly DatedLine[], today: string): string {
  const differing = lines.filter(({ differences }) => differences.length > 0);
  const decided = lines.filter(({ verdict }) => verdict !== 'not screenable');
  const repriced = lines.filter(({ isRepriced }) => isRepriced);
  return [
    '# Dated screenings, on every face',
    '',
    `Written by \`npm run dated -- --write\`, on ${today}: each company of the embedded snapshot, each class of its shares and each fund, at each quarter end since ${FIRST_YEAR} and without a date.`,
    '',
    'Each was asked of the API over HTTP, of the tool `screen_ticker` by a client of MCP, of the command `sanad screen`, and of the page of its report; without a date also of the start page and the watchlist. They must agree on the verdict, on its day, on whether it is stale, on what it is based on, on each age and on the amount per share. The history by API, MCP and command must be one, each of its rows must be what a screening of that day gives, and on a stale day there must be no verdict or a stale one. `npm run recompute -- --sources` must recompute each answer from its own evidence, and find each filed figure, exchange rate and close in the publishers’ own files.',
    '',
    `Of ${lines.length} answers, ${decided.length} have a verdict. Faces or the auditor differ on ${differing.length}.`,
    '',
    ...differing.flatMap(({ symbol, day, differences }) =>
      differences.map((difference) => `- ${symbol}, ${day ?? NO_DATE}: ${difference}`),
    ),
    ...(differing.length === 0 ? [] : ['']),
    '## Decided and open',
    '',
    `The quarter ends of each year, by the currency of the reports. *Before* is commit ${BEFORE.commit}, with its own snapshot, before answers knew three instants and exchange rates; *superseded* are verdicts that it gave for a day on which its report was no longer the newest due, which are refused now.`,
    '',
    ...groupTable(lines),
    '',
    VERDICTS_TITLE,
    '',
    `C is compliant, Q questionable, N non-compliant, – not screenable; an asterisk marks what is stale. In a year, the four quarter ends follow one another. A prime marks ${repriced.length} answers whose verdict differs from that of the last screening in the history: same report, another price. A history is kept by filings.`,
    '',
    ...verdictTable(lines),
    '',
    AGES_TITLE,
    '',
    'How each age is worded, whatever the face: one wording for one number of days.',
    '',
    ...ageTable(lines),
    '',
  ].join('\n');
}

const GROUPS = ['US dollars', 'another currency', 'funds'] as const;

/** For each group and year: how many were asked, have a verdict now and had one before, and why the others are open. */
function groupTable(lines: readonly DatedLine[]): readonly string[] {
  const ofSymbol = Map.groupBy(lines, ({ symbol }) => symbol);
  const placed = [...ofSymbol].flatMap(([symbol, own]) => {
    const group = groupOf(symbol, own);
    const before = BEFORE.verdicts[symbol] ?? '';
    return own.map((line, index) => ({ line, group, was: before[index] ?? '-' }));
  });
  const rows = GROUPS.flatMap((group) =>
    [
      ...Map.groupBy(
        placed.filter((one) => one.group === group),
        ({ line }) => columnOf(line.day),
      ),
    ].map(([year, same]) => {
      const decided = same.filter(({ line }) => line.verdict !== 'not screenable');
      const agreed = decided.filter(({ line }) => !line.differences.some((text) => /^auditor/.test(text)));
      const wasDecided = same.filter(({ was }) => was !== '-');
      const superseded = wasDecided.filter(({ line }) => line.missing.includes(SUPERSEDED));
      const reasons = Map.groupBy(
        same.flatMap(({ line }) => line.missing),
        (code) => code,
      );
      return [
        group,
        year,
        ...[same, wasDecided, superseded, decided, agreed].map(({ length }) => String(length)),
        [...reasons]
          .toSorted(([, a], [, b]) => b.length - a.length)
          .map(([code, all]) => `\`${code}\` ${all.length}`)
          .join(', '),
      ];
    }),
  );
  const head = ['reports in', 'year', 'asked', 'decided before', 'superseded', 'decided', 'recomputed alike'];
  return table([...head, 'why the others are open'], rows);
}

const SUPERSEDED = 'reports_not_here';

function groupOf(symbol: string, lines: readonly DatedLine[]): (typeof GROUPS)[number] {
  if (snapshotSymbols().funds.includes(symbol)) return 'funds';
  const isForeign = lines.some(({ currency }) => currency !== null && currency !== 'USD');
  return isForeign ? 'another currency' : 'US dollars';
}

function verdictTable(lines: readonly DatedLine[]): readonly string[] {
  const columns = [...new Set(lines.map(({ day }) => columnOf(day)))];
  const rows = [...Map.groupBy(lines, ({ symbol }) => symbol)].map(([symbol, own]) => [
    symbol,
    ...columns.map((column) =>
      own
        .filter(({ day }) => columnOf(day) === column)
        .map(markOf)
        .join(' '),
    ),
  ]);
  return table(['ticker', ...columns], rows);
}

function columnOf(day: string | null): string {
  return day === null ? NO_DATE : day.slice(0, 4);
}

/** The wordings with the days that they are for, and what was said to be that old, by which faces. */
function ageTable(lines: readonly DatedLine[]): readonly string[] {
  const ages = lines.flatMap((line) => line.ages);
  const byWords = [...Map.groupBy(ages, ({ words }) => words)].map(([words, same]) => {
    const days = same.map((age) => age.days);
    const facesOf = (of: string) => [
      ...new Set(same.filter((age) => age.of === of).flatMap(({ faces }) => faces)),
    ];
    return { words, least: Math.min(...days), most: Math.max(...days), cells: AGES.map(facesOf) };
  });
  return table(
    ['days', 'in words', ...AGES.map((of) => `of ${of}, on`)],
    byWords
      .toSorted((a, b) => a.least - b.least)
      .map(({ words, least, most, cells }) => [
        least === most ? String(least) : `${least} to ${most}`,
        words,
        ...cells.map((faces) => faces.join(', ')),
      ]),
  );
}

/** Numbers of days with more than one wording. */
export function ambiguousAges(lines: readonly DatedLine[]): readonly string[] {
  const byDays = Map.groupBy(
    lines.flatMap(({ ages }) => ages),
    ({ days }) => days,
  );
  return [...byDays].flatMap(([days, same]) => {
    const words = new Set(same.map((age) => age.words));
    return words.size > 1 ? [`${days} days: ${[...words].join(', ')}`] : [];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
}

/** Reads back the day of the page, and the marks of its table by ticker and quarter end. */
export function readPage(): {
  readonly today: string;
  readonly markAt: (symbol: string, day: string | null) => string | undefined;
} {
  const text = readFileSync(PAGE_FILE, 'utf8');
  const today = /--write`, on (\d{4}-\d{2}-\d{2})/.exec(text)?.[1] ?? '';
  const verdicts = text.slice(text.indexOf(VERDICTS_TITLE), text.indexOf(AGES_TITLE));
  const rows = verdicts.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
  const [head = []] = cells;
  const bySymbol = new Map(cells.map(([symbol = '', ...marks]) => [symbol, marks]));
  return {
    today,
    markAt(symbol, day) {
      const marks = bySymbol.get(symbol)?.[head.indexOf(columnOf(day)) - 1]?.split(' ') ?? [];
      return day === null ? marks[0] : marks[Number(day.slice(5, 7)) / 3 - 1];
    },
  };
}
