import { listed } from '@common/base/english';
import { BUCKET_WORDS, BUCKETS, type Bucket, JUDGED_BUCKETS } from '@screener/engine/funds/asset-buckets';
import type { EtfLookThrough, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { weightsOverWhole } from '@screener/words/fund-summary';
import { STATUS_WORDS, spaced, VERDICT_WORDS } from '@screener/words/names';
import { percentRange } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { ageInWords } from '@screener/words/time';
import { bullet, labelled, ledgerLine, type Page, pageFor, wrap } from './layout.ts';
import { faceOf, money } from './numbers.ts';
import { paint, printable, type Terminal } from './terminal.ts';
import { closingLines, scoreLines, verdictLines } from './verdict.ts';
import { DATA_SOURCE_WORDS, paintStatus } from './words.ts';

const LABEL_WIDTH = 10;
/** The most holdings that are listed. Others are only counted; `--json` has them all. */
const MOST_LISTED = 40;

/**
 * Writes a fund's answer: coverage, then the weights, the holdings that fail, and those without a company.
 */
export function renderFund(answer: WordedAnswer, found: EtfLookThrough, terminal: Terminal): string {
  const page = pageFor(terminal);
  const shown = printable(answer);
  const fund = printable(found);
  const sections: readonly (readonly [string | null, readonly string[]])[] = [
    [null, headerLines(page, shown, fund)],
    [null, verdictLines(page, shown)],
    ['Coverage', coverageLines(page, fund)],
    ['Weights', weightLines(page, fund)],
    ['Holdings that fail or are questionable', holdingLines(page, fund, ['non_compliant', 'questionable'])],
    ['Holdings without a company', unresolvedLines(page, fund)],
    ['Methodologies', methodologyLines(page, shown, fund)],
    ['Purification', purificationLines(page, shown, fund)],
    ['Score', scoreLines(page, shown)],
    ['Anomalies of the report', fund.anomalies.flatMap((entry) => bullet(page, anomalyText(entry)))],
    ['Approximations', shown.approximations.flatMap((entry) => bullet(page, entry.message))],
    [null, closingLines(page, shown)],
  ];
  const blocks = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) =>
      [...(title === null ? [] : [paint(terminal, 'bold', title)]), ...lines].join('\n'),
    );
  return `${blocks.join('\n\n')}\n`;
}

function headerLines(page: Page, answer: WordedAnswer, { report, net_assets }: EtfLookThrough) {
  const line = (label: string, text: string) => labelled(page, label, text, LABEL_WIDTH);
  const title = wrap(`${answer.name} (${answer.symbol})`, page.width, 0, 2);
  const filing =
    report === null
      ? 'none stored'
      : `${report.form} of ${report.period_end}, ${
          report.accession === null
            ? 'filing unknown'
            : `filed ${report.filed}, accession ${report.accession}`
        }`;
  return [
    ...title.map((text) => paint(page.terminal, 'bold', text)),
    ...line('Fund', `${report?.registrant ?? 'CIK'} ${answer.cik}, series ${report?.series_id ?? 'none'}`),
    ...line('As of', `${answer.as_of}, rules: ${answer.rules}`),
    ...line('Holdings', filing),
    ...(report?.source_url == null ? [] : line('', report.source_url)),
    ...(answer.data_age_days === null ? [] : line('Figures', ageInWords(answer.data_age_days))),
    ...line('Assets', net_assets === null ? 'not known' : `${money(net_assets)} USD net`),
    ...line('Data', DATA_SOURCE_WORDS[answer.data_source]),
  ];
}

function coverageLines(page: Page, found: EtfLookThrough): readonly string[] {
  const ways = Object.entries(found.resolved_by)
    .filter(([, { holdings }]) => holdings > 0)
    .map(
      ([method, { holdings, pct }]) =>
        `${pctText(pct)} ${method === 'unresolved' ? '' : 'by '}${method} (${holdings})`,
    );
  const overWhole = weightsOverWhole(found.net_assets, found.total_liabilities);
  return [
    ...wrap(`${pctText(found.coverage_pct)} of net assets have a verdict.`, page.width, 2),
    ...(overWhole === null ? [] : wrap(overWhole, page.width, 2)),
    ...(ways.length === 0 ? [] : wrap(`Equities: ${listed(ways)}.`, page.width, 2)),
  ];
}

/** Buckets that are no holdings. */
const UNCOUNTED: ReadonlySet<Bucket> = new Set(['unlisted_assets', 'liabilities']);

function weightLines(page: Page, found: EtfLookThrough): readonly string[] {
  return BUCKETS.filter((bucket) => {
    const { holdings, value } = found.weights[bucket];
    return holdings > 0 || value !== 0 || (JUDGED_BUCKETS as readonly string[]).includes(bucket);
  }).flatMap((bucket) => {
    const { holdings, pct, value } = found.weights[bucket];
    const isJudged = (JUDGED_BUCKETS as readonly string[]).includes(bucket);
    const about =
      isJudged || bucket === 'not_screenable' || bucket === 'unresolved' ? '' : `: ${BUCKET_WORDS[bucket]}`;
    const left = `  ${spaced(bucket)}${UNCOUNTED.has(bucket) ? '' : ` (${holdings})`}${about}`;
    return ledgerLine(left, `${pctText(pct)}  ${money(value).padStart(10)}`, page.width);
  });
}

function holdingLines(
  page: Page,
  { holdings }: EtfLookThrough,
  buckets: readonly HoldingAnswer['bucket'][],
): readonly string[] {
  const inside = holdings.filter((holding) => buckets.includes(holding.bucket));
  const lines = inside.slice(0, MOST_LISTED).flatMap(({ symbol, company, name, pct, compliance }) => {
    const verdict = compliance === null ? '' : VERDICT_WORDS[compliance];
    return ledgerLine(
      `  ${symbol ?? ''} ${company ?? name ?? ''}`,
      `${verdict}  ${pctText(pct ?? 0)}`,
      page.width,
    );
  });
  return [...lines, ...moreLines(inside.length)];
}

function unresolvedLines(page: Page, { unresolved }: EtfLookThrough): readonly string[] {
  const lines = unresolved.slice(0, MOST_LISTED).flatMap((entry) => {
    const ids = [entry.ticker, entry.isin, entry.cusip].filter((id) => id !== null && id !== 'N/A');
    const who = `${entry.name ?? entry.title ?? 'no name'}${ids.length === 0 ? '' : ` [${ids.join(' ')}]`}`;
    return ledgerLine(`  ${who}: ${entry.reason}`, pctText(entry.pct ?? 0), page.width);
  });
  return [...lines, ...moreLines(unresolved.length)];
}

function moreLines(count: number): readonly string[] {
  return count > MOST_LISTED ? [`  and ${count - MOST_LISTED} more: see --json`] : [];
}

function methodologyLines(page: Page, answer: WordedAnswer, found: EtfLookThrough): readonly string[] {
  const weights = new Map(found.methodologies.map((entry) => [entry.id, entry]));
  return answer.methodologies.flatMap(({ id, name, status }) => {
    const sums = weights.get(id);
    if (sums === undefined) return [];
    const text = `passing ${pctText(sums.passing_pct)}, failing ${pctText(sums.failing_pct)}, open ${pctText(sums.open_pct)}`;
    const lines = ledgerLine(`  ${name}: ${text}`, STATUS_WORDS[status], page.width);
    return lines.map((line) =>
      line.replace(STATUS_WORDS[status], paintStatus(page.terminal, status, STATUS_WORDS[status])),
    );
  });
}

function purificationLines(page: Page, answer: WordedAnswer, { purification }: EtfLookThrough) {
  const told = coveredRateInWords(answer.purification, faceOf(page.glyphs));
  if (told === null) return [];
  const { low_pct: low, high_pct: high } = purification;
  const whole = percentRange(low / 100, high / 100, faceOf(page.glyphs));
  const stands =
    answer.purification.pct_of_dividends_and_gains === null
      ? ' That is not enough to stand for the whole fund.'
      : '';
  return wrap(
    `${told.rate} of dividends and gains, ${told.coverage}.${stands} Of the rest nothing is known: ${whole} for the whole fund.`,
    page.width,
    2,
  );
}

function anomalyText({ line, message }: EtfLookThrough['anomalies'][number]): string {
  return line === null ? message : `line ${line}, ${message}`;
}

/** Writes percent of net assets with two decimals, because many holdings weigh less than 0.1 %. */
function pctText(pct: number): string {
  return `${pct.toFixed(2)} %`;
}
