import { sentence } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { EtfLookThrough } from '@screener/engine/funds/fund-screening';
import { DECIDED_VERDICTS, type DecidedVerdict } from '@screener/engine/verdict/verdict';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { gapInWords, missingSentence } from '@screener/words/gaps';
import { whySentence } from '@screener/words/summary';
import { basisInWords, tenseOf } from '@screener/words/time';
import {
  ageInWords,
  coveredRateInWords,
  leftToRight,
  listedNames,
  methodologyName,
  nextDueWords,
  percentRange,
  verdictName,
} from '../parts/in-words.ts';
import { intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { watchForm } from '../parts/watch.page.ts';
import { dateInWords, shortDate, statusMarkOf, verdictInTime, verdictMark } from '../parts/words.page.ts';
import { limitsSection, purificationSection, scoreSection, weightsSection } from './fund-sections.page.ts';
import { openGroups } from './fund-weights.ts';
import { type FundAddress, holdingsSection } from './holdings.page.ts';
import type { HoldingsListing } from './holdings-listing.ts';
import { chosenFirst } from './report-words.page.ts';

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
${report !== null && html`<p><bdi>${shownName(report.registrant)}, ${Number(report.cik)}</bdi>${report.series_id !== null && html`<br>${words().report.fund.series(report.series_id)}`}</p>`}
</div>
<div class="figures">
<h1 id="verdict"><bdi>${symbol}</bdi> ${verdictInTime(answer)}</h1>
<p class="lead">${leadInWords(answer)}</p>
${whose}
<p class="muted basis">${basisInWords(answer, face())}</p>
${answer.compliance === 'not_screenable' ? todo : watchForm(symbol, { text: words().report.watch, isMain: true })}
${
  report !== null &&
  html`<div class="double-rule">
<dl class="cells methods">
${chosenFirst(answer).map(({ id, name, status, isChosen }) => html`<div${isChosen && html` class="chosen"`}><dt>${methodologyName({ id, name })}</dt><dd>${statusMarkOf(answer, status)}</dd></div>\n`)}</dl>
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
      ? missingSentence(notHere.gap, face())
      : whySentence(answer.summary, face(), tenseOf(answer).verb);
  return answer.compliance === 'not_screenable' ? words().report.verdict.neither(why) : why;
}

function factCells(answer: ScreenAnswer, fund: EtfLookThrough): Safe {
  const { score, compliance, data_age_days: age, next_report_expected: next } = answer;
  const { report, coverage_pct: coverage, resolved_by: ways } = fund;
  const hasVerdict = compliance !== 'not_screenable';
  const rate = coveredRateInWords(answer.purification);
  const equities = Object.values(ways).reduce((sum, { holdings }) => sum + holdings, 0);
  const { none, notKnown, verdict, fund: said, reportTo, reportToNext } = words().report;
  const cells: readonly (readonly [label: string, figure: Content, note: Content])[] = [
    [
      verdict.score.label,
      hasVerdict ? html`${score} <span class="of">${verdict.score.of(100)}</span>` : none,
      hasVerdict ? said.facts.scoreNote : verdict.score.withoutVerdict,
    ],
    [
      verdict.purify.label,
      rate === null ? notKnown : rate.rate,
      report === null
        ? said.facts.noHoldingsToPurify
        : rate === null
          ? said.facts.noRate
          : said.facts.rate(rate.coverage),
    ],
    [
      said.facts.holdings,
      age === null ? none : ageInWords(age),
      report === null
        ? said.facts.noReport
        : next === null
          ? reportTo(report.form, shortDate(report.period_end))
          : reportToNext(
              report.form,
              shortDate(report.period_end),
              nextDueWords(next, answer.today),
              shortDate(next),
            ),
    ],
    [
      said.facts.coverage,
      report === null ? none : range(coverage, coverage),
      report === null
        ? said.facts.noHoldings
        : said.facts.matched(equities - ways.unresolved.holdings, equities),
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
  const { verdict, fund: said } = words().report;
  const { open } = said;
  const named = rest.map((bucket) =>
    open.part(open.rest[bucket], range(weights[bucket].open_pct, weights[bucket].open_pct)),
  );
  const groupLine = ({ reason, holdings, pct }: (typeof groups)[number]) => {
    const names = holdings
      .slice(0, 3)
      .map(({ company, name }) => company ?? name)
      .map((name) => (name === null ? open.noName : leftToRight(shownName(name))));
    return open.group(
      marked('unknown', range(pct, pct)),
      html`<strong>${open.groupReason(said.reason(reason))}</strong>`,
      holdings.length,
      listedNames(names),
    );
  };
  return html`<div class="open-lists">
<div>
<h2>${open.title}</h2>
<ul class="plain">
${groups.map((group) => html`<li>${groupLine(group)}</li>\n`)}${named.length > 0 && html`<li>${open.besides(listedNames(named))}</li>\n`}${groups.length === 0 && answer.missing.map(({ gap }) => html`<li>${sentence(gapInWords(gap, face()))}</li>\n`)}</ul>
</div>
<div>
<h2>${verdict.possible}</h2>
<ul class="plain shapes">
${DECIDED_VERDICTS.map((verdict) => html`<li>${possibility(answer, fund, verdict)}</li>\n`)}</ul>
</div>
</div>`;
}

function possibility({ possible }: ScreenAnswer, { limits }: EtfLookThrough, verdict: DecidedVerdict): Safe {
  const said = words().report.fund.open;
  if (!possible.includes(verdict)) {
    return html`<span class="muted">${said.ruledOut(verdictName(verdict))}</span>`;
  }
  const limit = (name: string) => leftToRight(`${limits[name] ?? '?'}%`);
  const most = limit('non_compliant_above_pct');
  const clean = limit('compliant_up_to_non_compliant_pct');
  const doubtful = limit('compliant_up_to_doubtful_pct');
  const conditions: Readonly<Record<DecidedVerdict, string>> = {
    compliant: said.compliantIf(clean, doubtful),
    questionable: said.questionableIf(most),
    non_compliant: said.nonCompliantIf(most),
  };
  return html`${verdictMark(verdict)} ${conditions[verdict]}`;
}

/** The most lines shown of a list that the export has in full. */
const FEW_LINES = 10;

function unresolvedSection({ unresolved, anomalies }: EtfLookThrough): Safe | false {
  if (unresolved.length === 0 && anomalies.length === 0) return false;
  const { notKnown, noNameFiled, fund } = words().report;
  const said = fund.unresolved;
  const heaviest = unresolved.toSorted((a, b) => b.value - a.value).slice(0, FEW_LINES);
  const more = (count: number) =>
    count > FEW_LINES && html`<p class="muted small">${said.more(count - FEW_LINES)}</p>`;
  return pageSection({
    id: 'unresolved',
    title: said.title,
    fold: {
      hint: said.hint,
      result: String(unresolved.length + anomalies.length),
    },
    note: said.note,
    content: html`<ul class="lines">
${heaviest.map(({ name, title, isin, ticker, cusip, pct, reason }) => html`<li><span><strong><bdi>${shownName(name ?? title ?? noNameFiled)}</bdi></strong> <bdi class="ticker muted">${ticker ?? isin ?? cusip ?? ''}</bdi><span class="small-text">${said.reason(reason)}</span></span><span class="number">${pct === null ? notKnown : range(pct, pct)}</span></li>\n`)}${anomalies.slice(0, FEW_LINES).map(({ line, message }) => html`<li><span>${said.fault(message)}<span class="small-text">${line === null ? said.whole : said.line(line)}</span></span></li>\n`)}</ul>
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
  const { reportTo, fund } = words().report;
  const said = fund.evidence;
  const named = html`<strong>${reportTo(report.form, dateInWords(report.period_end))}</strong>`;
  const link = html`<a href="${url(report.source_url)}"><code>${id}</code></a>`;
  return pageSection({
    id: 'evidence',
    title: said.title,
    fold: { hint: said.hint, result: leftToRight(report.form) },
    note: said.note,
    content: html`<p>${report.filed === null ? said.filedUnknown(named, link) : said.filed(named, dateInWords(report.filed), link)}</p>
<ul class="lines">
${figures.map(([tag, value]) => html`<li><code>${tag}</code><span class="number">${value === null ? said.notFiled : DOLLARS.format(value)}</span></li>\n`)}</ul>`,
  });
}

function range(low: number, high: number): string {
  return percentRange(low / 100, high / 100);
}
