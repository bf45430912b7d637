import { listed } from '@common/base/english';
import type { FlipCause, ScreeningChanges, WentStale } from '@screener/engine/history/changes';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { type FlipGroup, groupFlips, type ShownCauses } from '@screener/service/use-cases/flip-causes';
import type { HistoryAnswer, HistorySnapshot } from '@screener/service/use-cases/read-history';
import { SANAD } from '@screener/words/commands';
import { TEXT } from '@screener/words/face';
import { SHORT_STATUS_WORDS, spaced, VERDICT_WORDS } from '@screener/words/names';
import { staleInWords } from '@screener/words/time';
import { type Page, pageFor, plural, wrap } from './layout.ts';
import { money } from './numbers.ts';
import { link, paint, printable, type Terminal } from './terminal.ts';
import { paintVerdict, ratioLine, shortTag } from './words.ts';

/** Column widths in the line of one snapshot: verdict, score, report. */
const VERDICT_WIDTH = 14;
const SCORE_WIDTH = 5;
const REPORT_WIDTH = 20;
/** The indent of lines below the verdict. */
const INDENT = 12;

/** Writes dated screenings, newest first, each with what flipped and the figures that caused it. */
export function renderHistory(
  answer: HistoryAnswer,
  limit: number,
  terminal: Terminal,
  isFund = false,
): string {
  const page = pageFor(terminal);
  const { symbol, rules, snapshots } = printable(answer);
  const title = paint(terminal, 'bold', `${symbol}, rules: ${rules}`);
  if (snapshots.length === 0) {
    const advice = isFund
      ? 'No history is kept for funds: screen one as of any date with "screen --as-of".'
      : `No screenings are stored. To screen each day that it filed: ${SANAD} history backfill --ticker ${symbol}`;
    return `${[title, ...wrap(advice, page.width, 2)].join('\n')}\n`;
  }
  const count =
    snapshots.length < limit
      ? `${plural(snapshots.length, 'screening')}, newest first`
      : `the newest ${plural(snapshots.length, 'screening')} (--limit shows more)`;
  const blocks = snapshots.map((snapshot) => snapshotLines(page, answer, snapshot).join('\n'));
  return `${title}\n  ${count}\n\n${blocks.join('\n')}\n`;
}

function snapshotLines(page: Page, answer: HistoryAnswer, snapshot: HistorySnapshot): readonly string[] {
  const { terminal } = page;
  const { as_of: asOf, compliance, score, anchor, changes } = snapshot;
  if (changes?.stale !== undefined) return staleLines(page, asOf, changes.stale);
  const verdict = paintVerdict(terminal, compliance, VERDICT_WORDS[compliance].padEnd(VERDICT_WIDTH));
  const figure = compliance === 'not_screenable' ? '-' : score.toFixed(1);
  const start = `${asOf}  ${verdict}  ${figure.padStart(SCORE_WIDTH)}`;
  const report = anchor === null ? 'no report to screen' : `${anchor.form} to ${anchor.period_end}`;
  const accession = anchor === null ? '' : link(terminal, anchor.source_url, anchor.accession);
  const isWide = page.width >= INDENT + VERDICT_WIDTH + 2 + SCORE_WIDTH + 2 + REPORT_WIDTH + 1 + 20;
  const heading = isWide
    ? [`${start}  ${report.padEnd(REPORT_WIDTH)} ${accession}`.trimEnd()]
    : [start, `  ${report}`, ...(accession === '' ? [] : [`  ${accession}`])];
  return [...heading, ...changeLines(page, answer, snapshot, changes)];
}

/** A day on which nothing changed but time. */
function staleLines(page: Page, asOf: string, stale: WentStale): readonly string[] {
  const was = `no recent report; until then ${VERDICT_WORDS[stale.verdict]}`;
  const indent = indentOf(page);
  return [`${asOf}  ${was}`, ...wrap(staleInWords(stale, TEXT), page.width, indent, indent + 2)];
}

function changeLines(
  page: Page,
  answer: HistoryAnswer,
  snapshot: HistorySnapshot,
  changes: ScreeningChanges | null,
): readonly string[] {
  const { glyphs } = page;
  const indent = indentOf(page);
  const lines = (text: string) => wrap(text, page.width, indent, indent + 2);
  if (changes === null) return [];
  const { verdict } = changes;
  const turned =
    verdict === null
      ? []
      : lines(`${VERDICT_WORDS[verdict.from]} ${glyphs.becomes} ${VERDICT_WORDS[verdict.to]}`).map((line) =>
          paint(page.terminal, 'bold', line),
        );
  const missing =
    verdict?.to === 'not_screenable'
      ? snapshot.missing.flatMap((entry) => lines(`missing: ${entry.message}`))
      : [];
  const engine = changes.engine_changed
    ? lines('the rules or formulas of the engine changed between the two')
    : [];
  return [
    ...turned,
    ...missing,
    ...engine,
    ...groupFlips(changes.checks).flatMap((group) => flipLines(page, answer, snapshot, group)),
  ];
}

function indentOf(page: Page): number {
  return page.width < 60 ? 2 : INDENT;
}

function flipLines(
  page: Page,
  answer: HistoryAnswer,
  snapshot: HistorySnapshot,
  { flips, causes }: FlipGroup,
): readonly string[] {
  const [flip] = flips;
  if (flip === undefined) return [];
  const { methodologies } = RULE_SETS[answer.rules];
  const ratios = [...Map.groupBy(flips, ({ ratio }) => ratio)].map(([ratio, same]) => {
    const rules = same.map(({ methodology }) => methodologies.find(({ id }) => id === methodology));
    const check = rules[0]?.checks.find((candidate) => candidate.ratio === ratio);
    const who = rules.map((rule, index) => rule?.name ?? same[index]?.methodology ?? '').join(', ');
    return `${check === undefined ? spaced(ratio) : ratioLine(check)} (${who})`;
  });
  const turn = `${SHORT_STATUS_WORDS[flip.from]} ${page.glyphs.becomes} ${SHORT_STATUS_WORDS[flip.to]}`;
  const indent = indentOf(page);
  return [
    ...wrap(`${listed(ratios)}: ${turn}`, page.width, indent, indent + 2),
    ...causeLines(page, snapshot, causes),
  ];
}

function causeLines(
  page: Page,
  snapshot: HistorySnapshot,
  { areDecisive, figures: causes }: ShownCauses,
): readonly string[] {
  const indent = indentOf(page) + 2;
  if (causes.length === 0) return wrap('no filed figure moved', page.width, indent);
  const nameWidth = Math.max(...causes.map((cause) => causeName(cause).length));
  const fromWidth = Math.max(...causes.map((cause) => figure(cause.from).length));
  const groups = [...Map.groupBy(causes, (cause) => cause.accession).values()];
  const intros = areDecisive ? ['decided by', 'and by'] : ['none alone decides; moved most in', 'and in'];
  return groups.flatMap((group, index) => [
    ...sourceLine(page, snapshot, group[0], intros[Math.min(index, 1)] ?? '', indent),
    ...group.flatMap((cause) => {
      const name = causeName(cause);
      const margin = ' '.repeat(indent + 2);
      const to = `${page.glyphs.becomes} ${figure(cause.to)}`;
      const line = `${margin}${name.padEnd(nameWidth)}  ${figure(cause.from).padStart(fromWidth)} ${to}`;
      return line.length <= page.width ? [line] : [margin + name, `${margin}  ${figure(cause.from)} ${to}`];
    }),
  ]);
}

function sourceLine(
  page: Page,
  snapshot: HistorySnapshot,
  cause: FlipCause | undefined,
  intro: string,
  indent: number,
): readonly string[] {
  if (cause === undefined) return [];
  if (cause.accession === null) return wrap(`${intro} the price:`, page.width, indent);
  const form = cause.accession === snapshot.anchor?.accession ? `${snapshot.anchor.form} ` : '';
  const { accession, source_url: url } = cause;
  return wrap(`${intro} ${form}${accession}:`, page.width, indent).map((line) =>
    url === null ? line : line.replace(accession, link(page.terminal, url, accession)),
  );
}

function causeName(cause: FlipCause): string {
  return cause.xbrl_tag === null ? spaced(cause.concept) : shortTag(cause.xbrl_tag);
}

/** Writes a figure; null means that it was not part of the computation on that side. */
function figure(value: number | null): string {
  return value === null ? 'none' : money(value);
}
