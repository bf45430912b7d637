import type { Expression } from '@screener/engine/amounts/expression';
import type { ScreenedFund } from '@screener/engine/funds/fund-screening';
import type { DecidedScreening } from '@screener/engine/screened';
import { TEXT } from '@screener/words/face';
import { amountName, SHORT_STATUS_WORDS, spaced, VERDICT_WORDS } from '@screener/words/names';
import { exactly, limitInWords, precisePercent, range } from '@screener/words/numbers';
import { verdictInTime } from '@screener/words/time';

/** A line of a report: what it is, and its value in words with every digit of the answer. */
export interface ReportLine {
  readonly what: string;
  readonly value: string;
  /** Where the value was filed. */
  readonly source?: string;
}

interface ReportPart {
  readonly title: string;
  readonly lines: readonly ReportLine[];
}

/** Returns the heading of a report. */
export function reportHeading(answer: DecidedScreening | ScreenedFund): string {
  return `${answer.name} (${answer.symbol}) ${verdictInTime(answer, TEXT)}`;
}

/** Returns all that a report prints, in its order. */
export function printedValues(answer: DecidedScreening | ScreenedFund): readonly string[] {
  const lines = reportParts(answer).flatMap((part) => part.lines);
  return [
    reportHeading(answer),
    ...lines.flatMap(({ what, value, source }) => [what, value, ...(source === undefined ? [] : [source])]),
  ];
}

/** Returns everything that a screening computes, in the order of a report. The same answer has the same lines. */
export function reportParts(answer: DecidedScreening | ScreenedFund): readonly ReportPart[] {
  const parts = [
    { title: 'Verdict', lines: verdictLines(answer) },
    { title: 'Methodologies', lines: methodologyLines(answer) },
    { title: 'Purification', lines: purificationLines(answer) },
    { title: 'Amounts', lines: amountLines(answer) },
    ...('etf_look_through' in answer ? [{ title: 'Holdings', lines: holdingLines(answer) }] : []),
    { title: 'Evidence', lines: evidenceLines(answer) },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

function verdictLines({ compliance, score, possible, as_of, rules, engine_version }: DecidedScreening) {
  return [
    { what: 'Verdict', value: VERDICT_WORDS[compliance] },
    { what: 'Possible, by what is known', value: possible.map((one) => VERDICT_WORDS[one]).join(' or ') },
    { what: 'Score of 100', value: String(score) },
    { what: 'As of', value: as_of },
    { what: 'Rules', value: `${rules}, engine ${engine_version}` },
  ];
}

function methodologyLines({ methodologies }: Pick<DecidedScreening, 'methodologies'>): readonly ReportLine[] {
  return methodologies.flatMap(({ name, edition, status, checks }) => [
    { what: `${name} (${edition})`, value: SHORT_STATUS_WORDS[status] },
    ...checks.map((check) => ({
      what: `${name}: ${spaced(check.ratio)} ${limitInWords(check, TEXT)}`,
      value: `${range(check.low, check.high, precisePercent, TEXT)}: ${SHORT_STATUS_WORDS[check.status]}`,
    })),
  ]);
}

function purificationLines({ purification }: Pick<DecidedScreening, 'purification'>): readonly ReportLine[] {
  const { pct_of_dividends_and_gains: pct, low_pct, high_pct, basis } = purification;
  const { amount_per_share: each, amount_per_share_low: low, amount_per_share_high: high } = purification;
  const inPercent = (value: number) => `${value} %`;
  const money = (value: number) => `${value} ${purification.currency ?? ''}`.trim();
  return [
    { what: 'Of dividends and gains', value: pct === null ? 'not known' : inPercent(pct) },
    { what: `Range (${basis})`, value: range(low_pct, high_pct, inPercent, TEXT) },
    ...(low === null ? [] : [{ what: 'A share, range', value: range(low, high, money, TEXT) }]),
    ...(each === null ? [] : [{ what: 'A share', value: money(each) }]),
  ];
}

function amountLines({ amounts }: Pick<DecidedScreening, 'amounts'>): readonly ReportLine[] {
  return Object.entries(amounts).flatMap(([name, { low, high, unit, low_from, high_from }]) => {
    const inWords = (value: number) => `${exactly(value, TEXT)} ${unit ?? ''}`.trim();
    const what = amountName(name);
    const from = { what: `${what}, at least`, value: `${inWords(low)} = ${formula(low_from)}` };
    if (high === null || high_from === null) return [from];
    return [from, { what: `${what}, at most`, value: `${inWords(high)} = ${formula(high_from)}` }];
  });
}

function holdingLines({ etf_look_through: fund }: ScreenedFund): readonly ReportLine[] {
  const weight = (pct: number | null) => (pct === null ? 'weight not known' : `${pct} %`);
  return [
    { what: 'With a verdict', value: weight(fund.coverage_pct) },
    ...Object.entries(fund.weights).map(([bucket, { pct, holdings }]) => ({
      what: spaced(bucket),
      value: `${weight(pct)} (${holdings} holdings)`,
    })),
    ...fund.holdings.map(({ line, symbol, name, pct, bucket, purification_pct: rate }) => ({
      what: `${line}. ${symbol ?? ''} ${name ?? ''}`.trim(),
      value: `${weight(pct)}: ${spaced(bucket)}${rate === null ? '' : `, purification ${rate} %`}`,
    })),
  ];
}

function evidenceLines({ evidence, market_data: market }: DecidedScreening): readonly ReportLine[] {
  const filed = evidence.map((entry) => ({
    what: `${entry.id}: ${entry.xbrl_tag}, ${entry.period_start === null ? '' : `${entry.period_start} to `}${entry.period_end}`,
    value: `${exactly(entry.value, TEXT)} ${entry.unit}; ${entry.form}, filed ${entry.filed ?? 'on a date not given'}, accession ${entry.accession ?? 'not given'}`,
    source: entry.source_url,
  }));
  if (market.id === null || market.value === null) return filed;
  const capitalisation = `${exactly(market.value, TEXT)} ${market.currency ?? ''} on ${market.date ?? ''}`;
  return [...filed, { what: `${market.id}: market capitalisation`, value: capitalisation }];
}

/** Writes an expression as arithmetic over the ids of the evidence. */
function formula(from: Expression): string {
  if (typeof from === 'string') return from;
  if (typeof from === 'number') return String(from);
  if ('sum' in from) return from.sum.length === 0 ? '0' : `(${from.sum.map(formula).join(' + ')})`;
  if ('minus' in from) return `(${from.minus.map(formula).join(' - ')})`;
  if ('times' in from) return from.times.map(formula).join(' × ');
  return 'max' in from
    ? `max(${from.max.map(formula).join(', ')})`
    : `min(${from.min.map(formula).join(', ')})`;
}
