import { sentence } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { EtfLookThrough } from '@screener/engine/funds/fund-screening';
import { DECIDED_VERDICTS, type DecidedVerdict } from '@screener/engine/verdict/verdict';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE } from '@screener/words/face';
import { gapInWords, missingSentence } from '@screener/words/gaps';
import { VERDICT_WORDS } from '@screener/words/names';
import { percentRange } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { whySentence } from '@screener/words/summary';
import { ageInWords, basisInWords, nextDueWords, tenseOf } from '@screener/words/time';
import { intervalPatterns } from '../parts/interval.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords, shortDate, statusMarkOf, verdictInTime, verdictMark } from '../parts/words.page.ts';
import { limitsSection, purificationSection, scoreSection, weightsSection } from './fund-sections.page.ts';
import { openGroups } from './fund-weights.ts';
import { type FundAddress, holdingsSection, reasonInWords } from './holdings.page.ts';
import type { HoldingsListing } from './holdings-listing.ts';
import { chosenFirst } from './report-words.page.ts';
import { watchForm } from './watch.page.ts';

interface FundReport {
  readonly answer: ScreenAnswer;
  readonly fund: EtfLookThrough;
  readonly listing: HoldingsListing;
  readonly addressOf: FundAddress;
  /** The form and the links above the verdict: date, rules and exports. */
  readonly tools: Safe;
  /** The links at the end of a narrow page. */
  readonly links: Safe;
  /** Whose verdict it is, where the reader chose. */
  readonly whose?: Safe | false | undefined;
  /** What a reader can do if there is no verdict. */
  readonly todo: Safe | false;
  /** The section on what is assumed, as in a company's report. */
  readonly assumed: Safe | false;
}

/** Renders a fund's report: the verdict, its weights to scale, the limits, the holdings, and their source. */
export function fundMain({
  answer,
  whose,
  fund,
  listing,
  addressOf,
  tools,
  links,
  todo,
  assumed,
}: FundReport): Safe {
  const hasReport = fund.report !== null && fund.net_assets !== null;
  return html`${intervalPatterns()}
${tools}
${verdictSection(answer, fund, { whose, todo })}
${hasReport && [weightsSection(fund), limitsSection(answer, fund), holdingsSection(fund, listing, addressOf), purificationSection(answer, fund)]}
${unresolvedSection(fund)}
${answer.compliance !== 'not_screenable' && scoreSection(answer)}
${assumed}
${evidenceSection(fund)}
${links}`;
}

function verdictSection(
  answer: ScreenAnswer,
  fund: EtfLookThrough,
  { whose, todo }: Pick<FundReport, 'whose' | 'todo'>,
): Safe {
  const { symbol, name } = answer;
  const { report } = fund;
  return html`<section class="section verdict" aria-labelledby="verdict">
<div class="margin company">
<p class="ticker"><bdi>${symbol}</bdi></p>
<p><bdi>${shownName(name)}</bdi></p>
${report !== null && html`<p>${shownName(report.registrant)}, ${Number(report.cik)}${report.series_id !== null && html`<br>Series ${report.series_id}`}</p>`}
</div>
<div class="figures">
<h1 id="verdict"><bdi>${symbol}</bdi> ${verdictInTime(answer)}</h1>
<p class="lead">${leadInWords(answer)}</p>
${whose}
<p class="muted basis">${basisInWords(answer, PAGE)}</p>
${answer.compliance === 'not_screenable' ? todo : watchForm(symbol)}
${
  report !== null &&
  html`<div class="double-rule">
<dl class="cells methods">
${chosenFirst(answer).map(({ name, status, isChosen }) => html`<div${isChosen && html` class="chosen"`}><dt>${name}</dt><dd>${statusMarkOf(answer, status)}</dd></div>\n`)}</dl>
${answer.possible.length > 1 && openLists(answer, fund)}
${factCells(answer, fund)}
</div>`
}
</div>
</section>`;
}

function leadInWords(answer: ScreenAnswer): string {
  const notHere = answer.missing.find(({ code }) => code === 'holdings_not_at_hand');
  const why =
    notHere !== undefined
      ? missingSentence(notHere.gap, PAGE)
      : whySentence(answer.summary, PAGE, tenseOf(answer).verb);
  return answer.compliance === 'not_screenable' ? `${why} This is neither a pass nor a fail.` : why;
}

function factCells(answer: ScreenAnswer, fund: EtfLookThrough): Safe {
  const { score, compliance, data_age_days: age } = answer;
  const { report, coverage_pct: coverage, resolved_by: ways } = fund;
  const hasVerdict = compliance !== 'not_screenable';
  const rate = coveredRateInWords(answer.purification);
  const equities = Object.values(ways).reduce((sum, { holdings }) => sum + holdings, 0);
  const cells: readonly (readonly [label: string, figure: Content, note: Content])[] = [
    [
      'Score',
      hasVerdict ? html`${score} <span class="of">of 100</span>` : 'none',
      hasVerdict ? 'of the part that has a verdict' : 'without a verdict, no score',
    ],
    [
      'To purify',
      rate === null ? 'not known' : rate.rate,
      report === null
        ? 'no holdings to work it out from'
        : rate === null
          ? 'the rate of no holding is known'
          : `of dividends, ${rate.coverage}`,
    ],
    [
      'Holdings',
      age === null ? 'none' : ageInWords(age),
      report === null
        ? 'we have no report'
        : html`${report.form} to ${shortDate(report.period_end)}${answer.next_report_expected !== null && html`; ${nextDueWords(answer.next_report_expected, answer.today)} ${shortDate(answer.next_report_expected)}`}`,
    ],
    [
      'Coverage',
      report === null ? 'none' : range(coverage, coverage),
      report === null
        ? 'no holdings to look through to'
        : `by weight; ${equities - ways.unresolved.holdings} of ${equities} equities matched to a company`,
    ],
  ];
  return html`<dl class="cells">
${cells.map(([label, figure, note]) => html`<div><dt>${label}</dt><dd><span class="figure">${figure}</span> <span class="note">${note}</span></dd></div>\n`)}</dl>`;
}

/** If there is no verdict, says which weight is open and why, and what each verdict would take. */
function openLists(answer: ScreenAnswer, fund: EtfLookThrough): Safe {
  const groups = openGroups(fund);
  const { weights } = fund;
  const rest = (['unresolved', 'cash', 'debt', 'derivatives', 'other', 'unlisted_assets'] as const).filter(
    (bucket) => weights[bucket].open > 0,
  );
  const named = rest.map(
    (bucket) => `${REST_WORDS[bucket]}, ${range(weights[bucket].open_pct, weights[bucket].open_pct)}`,
  );
  return html`<div class="open-lists">
<div>
<h2>What is open, and why</h2>
<ul class="plain">
${groups.map(({ reason, holdings, pct }) => html`<li>${marked('unknown', range(pct, pct))} <strong>${reasonInWords(reason)}:</strong> ${holdings.length === 1 ? 'one company' : `${holdings.length} companies`}, among them ${LIST.format(holdings.slice(0, 3).map(({ company, name }) => shownName(company ?? name ?? 'one without a name')))}.</li>\n`)}${named.length > 0 && html`<li>Besides: ${LIST.format(named)}.</li>\n`}${groups.length === 0 && answer.missing.map(({ gap }) => html`<li>${sentence(gapInWords(gap, PAGE))}</li>\n`)}</ul>
</div>
<div>
<h2>What is still possible</h2>
<ul class="plain shapes">
${DECIDED_VERDICTS.map((verdict) => html`<li>${possibility(answer, fund, verdict)}</li>\n`)}</ul>
</div>
</div>`;
}

const REST_WORDS = {
  unresolved: 'unmatched holdings',
  cash: 'money market funds',
  debt: 'debt',
  derivatives: 'contracts, by their exposure',
  other: 'other securities',
  unlisted_assets: 'assets outside the list',
} as const;

const LIST = new Intl.ListFormat('en-GB');

function possibility({ possible }: ScreenAnswer, { limits }: EtfLookThrough, verdict: DecidedVerdict): Safe {
  if (!possible.includes(verdict)) {
    return html`<span class="muted">Ruled out: ${VERDICT_WORDS[verdict]}.</span>`;
  }
  const limit = (name: string) => `${limits[name] ?? '?'}%`;
  const most = limit('non_compliant_above_pct');
  const clean = limit('compliant_up_to_non_compliant_pct');
  const doubtful = limit('compliant_up_to_doubtful_pct');
  const conditions: Readonly<Record<DecidedVerdict, string>> = {
    compliant: `if at most ${clean} turns out non-compliant, and at most ${doubtful} with the questionable`,
    questionable: `if at most ${most} turns out non-compliant`,
    non_compliant: `if more than ${most} turns out non-compliant`,
  };
  return html`${verdictMark(verdict)} ${conditions[verdict]}.`;
}

/** The most lines shown of a list that the export has in full. */
const FEW_LINES = 10;

function unresolvedSection({ unresolved, anomalies }: EtfLookThrough): Safe | false {
  if (unresolved.length === 0 && anomalies.length === 0) return false;
  const heaviest = unresolved.toSorted((a, b) => b.value - a.value).slice(0, FEW_LINES);
  const more = (count: number) =>
    count > FEW_LINES && html`<p class="muted small">And ${count - FEW_LINES} more, in the export.</p>`;
  return pageSection({
    id: 'unresolved',
    title: 'Unmatched holdings',
    fold: {
      hint: 'Holdings of no known company, faults in the report',
      result: String(unresolved.length + anomalies.length),
    },
    note: 'Holdings that match no listed company, and faults in the fund’s report. The rest of the report is used.',
    content: html`<ul class="lines">
${heaviest.map(({ name, title, isin, ticker, cusip, pct, reason }) => html`<li><span><strong><bdi>${shownName(name ?? title ?? 'no name filed')}</bdi></strong> <bdi class="ticker muted">${ticker ?? isin ?? cusip ?? ''}</bdi><span class="small-text">${reason}</span></span><span class="number">${pct === null ? 'not known' : range(pct, pct)}</span></li>\n`)}${anomalies.slice(0, FEW_LINES).map(({ line, message }) => html`<li><span>${message}<span class="small-text">${line === null ? 'the report as a whole' : `line ${line}`}</span></span></li>\n`)}</ul>
${more(unresolved.length)}${more(anomalies.length)}`,
  });
}

const DOLLARS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

function evidenceSection({
  report,
  net_assets: net,
  total_assets: total,
  total_liabilities: owed,
}: EtfLookThrough): Safe | false {
  if (report === null) return false;
  const figures: readonly (readonly [tag: string, value: number | null])[] = [
    ['netAssets', net],
    ['totAssets', total],
    ['totLiabs', owed],
  ];
  const id = report.accession ?? report.series_id ?? report.cik;
  const filed =
    report.filed === null ? ', filing date not known' : html`, filed ${dateInWords(report.filed)}`;
  return pageSection({
    id: 'evidence',
    title: 'Evidence',
    fold: { hint: 'The fund’s own report at the SEC', result: report.form },
    note: 'As filed with the SEC, in US dollars.',
    content: html`<p><strong>${report.form} to ${dateInWords(report.period_end)}</strong>${filed}: <a href="${url(report.source_url)}"><code>${id}</code></a></p>
<ul class="lines">
${figures.map(([tag, value]) => html`<li><code>${tag}</code><span class="number">${value === null ? 'not filed' : DOLLARS.format(value)}</span></li>\n`)}</ul>`,
  });
}

function range(low: number, high: number): string {
  return percentRange(low / 100, high / 100);
}
