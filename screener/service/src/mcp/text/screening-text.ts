import { evidenceIds } from '@screener/engine/amounts/expression';
import type { AmountAnswer, CheckAnswer, EvidenceEntry, MethodologyAnswer } from '@screener/engine/screening';
import { DECIDED_VERDICTS } from '@screener/engine/verdict/verdict';
import { TEXT } from '@screener/words/face';
import { findingInWords } from '@screener/words/finding-words';
import { STATUS_WORDS, spaced, VERDICT_WORDS } from '@screener/words/names';
import { exactly, precisePercent, range } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { amountPerShareInWords, filedPerShareInWords, shareBasisInWords } from '@screener/words/shares';
import { ageInWords, basisInWords, type InTime, nextDueWords, tenseOf } from '@screener/words/time';
import { pricedInWords } from '@screener/words/translation-words';
import type { WordedAnswer } from '../../use-cases/screen-ticker.ts';
import type { Detail } from '../tools/brief-screening.ts';
import { fundLines } from './fund-text.ts';

/** `FAILS` is in capitals because an agent must not overlook a failure. */
export const LOUD_STATUS_WORDS = { ...STATUS_WORDS, fail: 'FAILS' } as const;

/**
 * Describes a screening to a reader without the structured content: the verdict, why, the checks, what is missing,
 * purification, and the assumptions; in full also the figures behind the checks and all filings.
 */
export function screeningText(answer: WordedAnswer, detail: Detail): string {
  const isFund = answer.etf_look_through !== undefined;
  const isFull = detail === 'full';
  return [
    ...headLines(answer),
    '',
    ...whyLines(answer),
    ...section(
      'Missing',
      answer.missing.map(({ code, message }) => `- ${code}: ${message}`),
    ),
    ...section(
      'Next step',
      answer.next_step === null ? [] : [`- ${answer.next_step.code}: ${answer.next_step.message}`],
    ),
    ...(answer.etf_look_through === undefined ? [] : fundLines(answer.etf_look_through, isFull)),
    ...section('Business activity', isFund || !isFull ? [] : businessLines(answer)),
    ...section('Methodologies', answer.methodologies.map(methodologyLine)),
    ...section('Purification', isFull ? purificationLines(answer) : purificationLines(answer).slice(0, 1)),
    ...section('Figures', isFund || !isFull ? [] : figureLines(answer)),
    ...section('Filings', isFull ? filingLines(answer) : anchorLines(answer)),
    ...section('Exchange rates', isFull ? rateLines(answer) : []),
    ...section(
      'Assumptions to pass on with the verdict',
      answer.approximations.map(({ message }) => `- ${message}`),
    ),
  ].join('\n');
}

/**
 * How many figures are cited for one amount. A bound may rest on dozens, which the structured content has.
 */
const MOST_CITED = 8;

/** Words a verdict with its score: `COMPLIANT, score 77.9 of 100`. */
export function verdictInWords({ compliance, score }: Pick<WordedAnswer, 'compliance' | 'score'>): string {
  const verdict = VERDICT_WORDS[compliance].toUpperCase();
  return compliance === 'not_screenable' ? `${verdict} (no verdict)` : `${verdict}, score ${score} of 100`;
}

/** The same in its time: `WAS COMPLIANT, score 77.9 of 100, on 2026-04-23`. */
export function verdictInItsTime(answer: Pick<WordedAnswer, 'compliance' | 'score'> & InTime): string {
  const { verb, how, day } = tenseOf(answer);
  const when = how === null ? '' : `, ${how}${day === null ? '' : ` ${day}`}`;
  return `${verb === 'was' ? 'WAS ' : ''}${verdictInWords(answer)}${when}`;
}

export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}

function headLines(answer: WordedAnswer): readonly string[] {
  const { name, symbol, today, rules, data_source: source, facts_through: through } = answer;
  const { data_age_days: age, next_report_expected: next } = answer;
  // A fund has no facts of its own: its report of holdings is cited further down.
  const reach = through === null ? 'no filings' : `filings up to ${through}`;
  const facts =
    'etf_look_through' in answer
      ? `companies’ facts from ${spaced(source)}`
      : `facts from ${spaced(source)}, ${reach}`;
  return [
    `${name} (${symbol}): ${verdictInItsTime(answer)}`,
    basisInWords(answer, TEXT),
    `Rule set ${rules}, CIK ${answer.cik}; ${facts}.`,
    ...(age === null
      ? []
      : [
          `The figures are ${ageInWords(age)} today, ${today}${next === null ? '' : `; ${nextDueWords(next, today)} ${next} (an estimate)`}.`,
        ]),
  ];
}

function whyLines(answer: WordedAnswer): readonly string[] {
  const { compliance, summary, type } = answer;
  const judged = type === 'fund' ? 'A fund, judged by its holdings. ' : '';
  const why = `Why: ${judged}${summary}`;
  if (compliance !== 'not_screenable') return [why];
  return [
    why,
    'This is neither a pass nor a fail: the filed data are insufficient, and what is missing could change the answer. Report it as not screenable.',
    ...openLines(answer),
  ];
}

/** States what is known without a verdict: the verdicts still possible, and the last one reached. */
function openLines({ possible, last_verdict: last }: WordedAnswer): readonly string[] {
  const still =
    possible.length < DECIDED_VERDICTS.length
      ? [`Still possible: ${possible.map((verdict) => VERDICT_WORDS[verdict].toUpperCase()).join(' or ')}.`]
      : [];
  return last === null
    ? still
    : [...still, `The last verdict was of ${last.as_of}: ${verdictInWords(last)}. It is not today’s.`];
}

function businessLines({ business_activity: business }: WordedAnswer): readonly string[] {
  const sic =
    business.sic === null ? 'no SIC code' : `SIC ${business.sic} ${business.sic_description ?? ''}`.trim();
  return [
    `- ${LOUD_STATUS_WORDS[business.status]} (confidence ${business.confidence}): ${sic}`,
    ...business.findings.map((finding) => `- ${findingInWords(finding, LOUD_STATUS_WORDS[finding.status])}`),
  ];
}

function methodologyLine({ name, status, checks }: MethodologyAnswer): string {
  const of = checks.length === 0 ? '' : `; ${checks.map(checkInWords).join('; ')}`;
  return `- ${name}: ${LOUD_STATUS_WORDS[status]}${of}`;
}

function checkInWords({ ratio, low, high, comparison, threshold, status }: CheckAnswer): string {
  return `${spaced(ratio)} ${range(low, high, precisePercent, TEXT)} (limit ${comparison} ${precisePercent(threshold)}: ${LOUD_STATUS_WORDS[status]})`;
}

function purificationLines({ purification }: WordedAnswer): readonly string[] {
  const { pct_of_dividends_and_gains: given, low_pct: low, high_pct: high, basis, note } = purification;
  const { share_basis: shareBasis } = purification;
  const fund = coveredRateInWords(purification, TEXT);
  const inWords = (pct: number) => `${Number(pct.toPrecision(4))} %`;
  const rate = range(low, high, inWords, TEXT);
  if (fund !== null) {
    return [`- ${fund.rate} of dividends and gains, ${fund.coverage} (the whole: ${rate})`, `- ${note}`];
  }
  const isEnd = given === high;
  const stated = isEnd || given === null ? rate : `${inWords(given)} by the filed figure (${rate})`;
  const perShare = amountPerShareInWords(purification, TEXT);
  const filed = filedPerShareInWords(purification);
  const byShare = filed === null ? perShare : `${filed} by the filed figure (${perShare})`;
  return [
    `- ${stated} of dividends and gains (${basis})${byShare === null ? '' : `; ${byShare}`}`,
    ...(shareBasis === null ? [] : [`- ${shareBasisInWords(shareBasis, TEXT)}`]),
    `- ${note}`,
  ];
}

/** Lists the amounts in the checks, each with the filed figures behind its known part. */
function figureLines(answer: WordedAnswer): readonly string[] {
  const used = new Set(
    answer.methodologies.flatMap(({ checks }) =>
      checks.flatMap((check) => [check.numerator, check.denominator]),
    ),
  );
  const byId = new Map(answer.evidence.map((entry) => [entry.id, entry]));
  const marks = filingMarks(answer.evidence);
  return [...used].flatMap((name) => {
    const found = answer.amounts[name];
    return found === undefined
      ? []
      : [
          `- ${spaced(name)}: ${amountInWords(found)}${pricedIn(name, answer)}${restsOn(found, answer, byId, marks)}`,
        ];
  });
}

function pricedIn(name: string, { translation }: WordedAnswer): string {
  const priced = pricedInWords(name, translation, TEXT);
  return priced === null ? '' : `, ${priced} over market capitalisation`;
}

/** Lists the published rates behind balances in the currency of the price. */
function rateLines({ translation }: WordedAnswer): readonly string[] {
  return (translation?.rates ?? []).map((rate) => {
    const { value, currency, base, period_start: start, period_end: end, source, source_url: address } = rate;
    const day = start === null ? `on ${end}` : `on average from ${start} to ${end}`;
    return `- ${value} ${currency} for one ${base} ${day} (${source}): ${address}`;
  });
}

function amountInWords({ low, high, unit, basis, rules }: AmountAnswer): string {
  const by = rules.length === 0 ? '' : ` by ${rules.join(', ')}`;
  return `${range(low, high, (value) => exactly(value, TEXT), TEXT)} ${unit ?? ''} (${basis}${by})`;
}

function restsOn(
  { low_from: low, high_from: high }: AmountAnswer,
  { market_data: market }: WordedAnswer,
  byId: ReadonlyMap<string, EvidenceEntry>,
  marks: ReadonlyMap<string, string>,
): string {
  // If only the upper end is known, its figures are cited.
  const known = evidenceIds(low);
  const cited = (known.length > 0 || high === null ? known : evidenceIds(high)).flatMap((id) => {
    const entry = byId.get(id);
    if (entry !== undefined) {
      return [
        `${entry.xbrl_tag} ${exactly(entry.value, TEXT)} ${periodOf(entry)} ${marks.get(keyOf(entry)) ?? ''}`.trim(),
      ];
    }
    return id === market.id
      ? [`${spaced(market.figure ?? 'price')} of ${market.date}, ${market.source}`]
      : [];
  });
  const more = cited.length > MOST_CITED ? `, and ${cited.length - MOST_CITED} more in evidence` : '';
  return cited.length === 0 ? '' : ` from ${cited.slice(0, MOST_CITED).join(', ')}${more}`;
}

function periodOf({ period_start: start, period_end: end }: EvidenceEntry): string {
  return start === null ? `at ${end}` : `${start} to ${end}`;
}

function keyOf({ accession, form, period_end: end }: EvidenceEntry): string {
  return accession ?? `${form} ${end}`;
}

/** Numbers the filings in the order in which they are cited: `[1]` is the first. */
function filingMarks(evidence: readonly EvidenceEntry[]): ReadonlyMap<string, string> {
  return new Map([...new Set(evidence.map(keyOf))].map((key, index) => [key, `[${index + 1}]`]));
}

/** The report that was screened; a fund’s is its only one. */
function anchorLines({ anchor, evidence }: WordedAnswer): readonly string[] {
  const filing = anchor ?? evidence[0] ?? null;
  return filing === null ? [] : [filingInWords(filing)];
}

function filingInWords(
  filing: Pick<EvidenceEntry, 'form' | 'filed' | 'accession' | 'source_url'>,
  mark = '',
): string {
  const { form, filed, accession, source_url: url } = filing;
  return `- ${mark}${form}, filed ${filed ?? 'on a date not given'}, accession ${accession ?? 'not given'}: ${url ?? 'no address'}`;
}

function filingLines({ evidence }: WordedAnswer): readonly string[] {
  const marks = filingMarks(evidence);
  const first = new Map(evidence.toReversed().map((entry) => [keyOf(entry), entry]));
  return [...marks].flatMap(([key, mark]) => {
    const entry = first.get(key);
    if (entry === undefined) return [];
    return [filingInWords(entry, `${mark} `)];
  });
}
