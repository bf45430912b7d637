import { listed } from '@common/base/english';
import type { CheckAnswer, MethodologyAnswer, Screening } from '@screener/engine/screening';
import { SHORT_STATUS_WORDS, STATUS_WORDS } from '@screener/words/names';
import { limitInWords } from '@screener/words/numbers';
import { type Page, wrap } from './layout.ts';
import { faceOf, ratioRange } from './numbers.ts';
import { paint } from './terminal.ts';
import { paintStatus, ratioLine } from './words.ts';

/** One check in words. */
interface Row {
  readonly check: CheckAnswer;
  readonly name: string;
  readonly value: string;
  readonly limit: string;
}

/** Column widths. Name and value share a column, because the longest name seldom has the longest value. */
interface Columns {
  readonly shortNames: boolean;
  readonly nameAndValue: number;
  readonly limit: number;
  readonly status: number;
  /** 0 if there is no room for the column. */
  readonly basis: number;
}

const INDENT = 2;
const GAP = 2;

/** Writes the audit matrix: each methodology with its checks, aligned, or stacked on a narrow page. */
export function matrixLines(page: Page, screening: Screening): readonly string[] {
  const columns = chooseColumns(page, screening);
  const blocks = screening.methodologies.map((methodology) =>
    columns === null
      ? stackedBlock(page, methodology)
      : [headingLine(page, methodology, columns), ...methodology.checks.map(checkLine(page, columns))],
  );
  return [
    ...(columns === null ? [] : [columnTitles(page, columns)]),
    ...blocks.flat(),
    ...trailingAverages(page, screening),
  ];
}

function rowOf(page: Page, check: CheckAnswer, shortNames: boolean): Row {
  return {
    check,
    name: ratioLine(check, shortNames),
    value: ratioRange(check.low, check.high, page.glyphs, check),
    limit: limitInWords(check, faceOf(page.glyphs)),
  };
}

function chooseColumns(page: Page, screening: Screening): Columns | null {
  const checks = screening.methodologies.flatMap((methodology) => methodology.checks);
  const widest = (words: readonly string[]) => Math.max(...words.map((word) => word.length));
  for (const { shortNames, withBasis } of [
    { shortNames: false, withBasis: true },
    { shortNames: true, withBasis: true },
    { shortNames: true, withBasis: false },
  ]) {
    const rows = checks.map((check) => rowOf(page, check, shortNames));
    const columns: Columns = {
      shortNames,
      nameAndValue: Math.max(...rows.map((row) => row.name.length + GAP + row.value.length)),
      limit: widest(rows.map((row) => row.limit)),
      status: widest(checks.map((check) => SHORT_STATUS_WORDS[check.status])),
      basis: withBasis ? widest(checks.map((check) => check.basis)) : 0,
    };
    if (widthOf(columns) <= page.width) return columns;
  }
  return null;
}

function widthOf({ nameAndValue, limit, status, basis }: Columns): number {
  return INDENT + nameAndValue + GAP + limit + GAP + status + (basis === 0 ? 0 : GAP + basis);
}

function columnTitles(page: Page, columns: Columns): string {
  const value = 'value'.padStart(INDENT + columns.nameAndValue);
  const limit = 'limit'.padStart(GAP + columns.limit);
  const status = `  ${'result'.padEnd(columns.status)}`;
  const basis = columns.basis === 0 ? '' : '  basis';
  return paint(page.terminal, 'dim', `${value}${limit}${status}${basis}`.trimEnd());
}

function headingLine(page: Page, methodology: MethodologyAnswer, columns: Columns): string {
  const { name, status } = methodology;
  const place = INDENT + columns.nameAndValue + GAP + columns.limit + GAP;
  // The words may extend into the column of the basis, which is empty in headings, but not beyond the page.
  const word =
    place + STATUS_WORDS[status].length <= page.width ? STATUS_WORDS[status] : SHORT_STATUS_WORDS[status];
  return (
    paint(page.terminal, 'bold', name.padEnd(place)) +
    paint(page.terminal, 'bold', paintStatus(page.terminal, status, word))
  );
}

function checkLine(page: Page, columns: Columns): (check: CheckAnswer) => string {
  return (check) => {
    const { name, value, limit } = rowOf(page, check, columns.shortNames);
    const status = SHORT_STATUS_WORDS[check.status].padEnd(columns.status);
    const basis = columns.basis === 0 ? '' : paint(page.terminal, 'dim', `  ${check.basis}`);
    return `  ${name}${value.padStart(columns.nameAndValue - name.length)}${limit.padStart(GAP + columns.limit)}  ${
      columns.basis === 0
        ? paintStatus(page.terminal, check.status, status.trimEnd())
        : paintStatus(page.terminal, check.status, status)
    }${basis}`;
  };
}

function stackedBlock(page: Page, methodology: MethodologyAnswer): readonly string[] {
  const heading = `${methodology.name}: ${STATUS_WORDS[methodology.status]}`;
  return [
    paint(page.terminal, 'bold', heading),
    ...methodology.checks.flatMap((check) => {
      const { name, value, limit } = rowOf(page, check, true);
      return [
        `  ${name}`,
        ...wrap(
          `${value}, limit ${limit}: ${SHORT_STATUS_WORDS[check.status]} (${check.basis})`,
          page.width,
          4,
        ),
      ];
    }),
  ];
}

/** Says, for information only, what the trailing averages of the methodologies would give. */
function trailingAverages(page: Page, screening: Screening): readonly string[] {
  const known = screening.market_data.trailing_averages.filter(
    (average) => average.average_market_cap !== null,
  );
  if (known.length === 0) return [];
  const names = new Map<string, string>(screening.methodologies.map(({ id, name }) => [id, name]));
  const said = known.map(
    ({ methodology, months, status }) =>
      `${names.get(methodology) ?? methodology} ${STATUS_WORDS[status]} (${months} months)`,
  );
  const text = `For information: on the trailing average market cap that its text specifies, ${listed(said)}.`;
  return ['', ...wrap(text, page.width, 2)];
}
