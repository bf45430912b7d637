import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { CheckFlip, FlipCause } from '@screener/engine/history/changes';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { type FlipGroup, isPrice } from '@screener/service/use-cases/flip-causes';
import type { HistorySnapshot } from '@screener/service/use-cases/read-history';
import { staleInWords } from '@screener/words/time';
import { leftToRight, methodologyInSentence, money, ratioName, verdictName } from '../parts/in-words.ts';
import { face, words } from '../parts/language.ts';
import { shortDate, statusMark, verdictMark } from '../parts/words.page.ts';
import type { Flip } from './shown-history.ts';

/** Lists flips, newest first, each with the figures that caused it and their filing. */
export function flipList(flips: readonly Flip[], currency: string | null, label: string): Safe {
  return html`<ol class="flips" aria-label="${label}">
${flips.toReversed().map((flip) => html`<li>${flipRow(flip, currency)}</li>\n`)}</ol>`;
}

function flipRow(flip: Flip, currency: string | null): Safe {
  const { number, snapshot, changes } = flip;
  const { noVerdict, flips } = words().report;
  const turn =
    changes.stale !== undefined
      ? marked('unknown', noVerdict.known.noRecent)
      : changes.verdict === null
        ? html`<span class="muted">${flips.still}</span> ${verdictMark(snapshot.compliance)}`
        : html`${verdictMark(changes.verdict.from)} ${arrow()} ${verdictMark(changes.verdict.to)}`;
  return html`<span class="flip-number">${number}</span>
<span class="flip-date">${shortDate(snapshot.as_of)}</span>
<span class="flip-turn">${turn}</span>
<div class="flip-causes">${causesOf(flip, currency)}</div>`;
}

function arrow(): Safe {
  return html`<span class="became"><span class="only-read">${words().report.flips.became}</span></span>`;
}

function causesOf(flip: Flip, currency: string | null): Content {
  const { snapshot, changes, groups, kinds } = flip;
  const said = words().report.flips;
  if (changes.stale !== undefined) {
    return html`<p>${staleInWords(changes.stale, face())} ${said.untilThen(verdictName(changes.stale.verdict))}</p>`;
  }
  if (snapshot.anchor === null) return withoutReport(flip);
  const told = groups.map((group) => groupInWords(group, snapshot, currency));
  const isSilent = told.length === 0;
  return [
    ...told,
    kinds.has('rules') && html`<p>${said.ofTheRules}</p>`,
    kinds.has('business') && html`<p>${said.ofTheBusiness}</p>`,
    changes.verdict?.to === 'not_screenable' && missingWords(snapshot),
    isSilent && kinds.has('filing') && html`<p>${said.noCheck} ${reportLink(snapshot)}</p>`,
    isSilent && kinds.has('data') && html`<p>${said.noFigure}</p>`,
  ];
}

/** Explains a flip without a report. What was missing says more than each of the figures that are gone. */
function withoutReport({ snapshot, changes }: Flip): Safe {
  const checks =
    changes.checks.length > 0 &&
    html`<p class="small-text">${checksInWords(changes.checks, snapshot)}: ${statusMark('unknown')}</p>`;
  return html`<p>${words().report.flips.noReport}</p>${missingWords(snapshot)}${checks}`;
}

function missingWords({ missing }: HistorySnapshot): Content {
  const said = words().report.flips;
  return missing.map(({ code, message }) => html`<p>${said.missing(code, message)}</p>`);
}

function groupInWords(
  { flips, causes }: FlipGroup,
  snapshot: HistorySnapshot,
  currency: string | null,
): Safe {
  const [first] = flips;
  const figures = causes.figures.map((cause) => sentenceOf(cause, currency)).join(' ');
  const said = words().report.flips;
  const isOpen = causes.figures.length > 0 && !causes.areDecisive;
  const sources = new Map(causes.figures.map((cause) => [cause.accession, cause]));
  const links = [...sources.values()].map((cause) => sourceOf(cause, snapshot));
  const status =
    first !== undefined &&
    html`: <span class="turned">${statusMark(first.from)} ${arrow()} ${statusMark(first.to)}</span>`;
  return html`<p>${isOpen && `${said.noneAlone} `}${figures === '' ? said.noneMoved : figures} ${links}<span class="small-text">${checksInWords(flips, snapshot)}${status}</span></p>`;
}

/** Names checks: `Debt ÷ total assets (FTSE, MSCI)`. */
function checksInWords(flips: readonly CheckFlip[], { rules }: HistorySnapshot): string {
  const { methodologies } = RULE_SETS[rules];
  const ratios = [...Map.groupBy(flips, ({ ratio }) => ratio)].map(([ratio, same]) => {
    const found = same.map(({ methodology }) => methodologies.find(({ id }) => id === methodology));
    const check = found[0]?.checks.find((candidate) => candidate.ratio === ratio);
    const who = found.map((methodology, at) =>
      methodology === undefined ? (same[at]?.methodology ?? '') : methodologyInSentence(methodology),
    );
    const name = check === undefined ? leftToRight(ratio.replaceAll('_', ' ')) : ratioName(check);
    return words().report.flips.check(name, who);
  });
  return ratios.join(words().report.semicolon);
}

/** Writes a cause as a sentence: `Less commercial paper: $10.0 bn to $1.7 bn.` */
function sentenceOf(cause: FlipCause, currency: string | null): string {
  const name = figureName(cause);
  const amount = (value: number) => amountOf(cause, value, currency);
  const { from, to } = cause;
  const { notKnown, flips: said } = words().report;
  if (from === null) {
    const tell = isPrice(cause) ? said.newPrice : said.newFigure;
    return tell(name, to === null ? notKnown : amount(to));
  }
  if (to === null) return (isPrice(cause) ? said.noPrice : said.gone)(name, amount(from));
  const tell = to > from ? said.rose : said.fell;
  return tell(cause.concept, name, amount(from), amount(to));
}

/** Names a figure by its concept if that is plain enough, and otherwise by its tag in words. */
function figureName({ concept, xbrl_tag: tag }: FlipCause): string {
  const known = words().report.flips.concept(concept);
  return known ?? leftToRight(tag === null ? concept.replaceAll('_', ' ') : tagInWords(tag));
}

/** Writes a tag in words: `us-gaap:LongTermDebtNoncurrent` becomes `long-term debt, noncurrent`. */
function tagInWords(tag: string): string {
  return tag
    .slice(tag.indexOf(':') + 1)
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\b(long|short) term\b/g, '$1-term')
    .replace(/ (noncurrent|current|net)\b/g, ', $1')
    .replace(/, net, (noncurrent|current)\b/, ', net and $1');
}

function amountOf({ concept, xbrl_tag: tag }: FlipCause, value: number, currency: string | null): string {
  const isMoney = concept !== 'shares_outstanding';
  if (concept === 'close' && tag === null) return leftToRight(`${currency === 'USD' ? '$' : ''}${value}`);
  return money(value, isMoney ? currency : null);
}

function sourceOf(cause: FlipCause, snapshot: HistorySnapshot): Content {
  if (cause.accession === null || cause.source_url === null) return false;
  if (cause.accession === snapshot.anchor?.accession) return html`${reportLink(snapshot)} `;
  return html`<a href="${url(cause.source_url)}">${words().report.flips.filing(cause.accession)}</a> `;
}

/** Links to the report that was screened: `10-Q of 3 Feb 2023`. */
export function reportLink({ anchor }: Pick<HistorySnapshot, 'anchor'>): Content {
  const { noReportHere, reportOf } = words().report.flips;
  if (anchor === null) return noReportHere;
  return html`<a href="${url(anchor.source_url)}">${reportOf(anchor.form, shortDate(anchor.filed))}</a>`;
}
