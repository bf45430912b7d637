import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { CheckFlip, FlipCause } from '@screener/engine/history/changes';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { type FlipGroup, isPrice } from '@screener/service/use-cases/flip-causes';
import type { HistorySnapshot } from '@screener/service/use-cases/read-history';
import { PAGE } from '@screener/words/face';
import { ratioName, VERDICT_WORDS } from '@screener/words/names';
import { money } from '@screener/words/numbers';
import { staleInWords } from '@screener/words/time';
import { shortDate, statusMark, verdictMark } from '../parts/words.page.ts';
import type { Flip } from './shown-history.ts';

/** Lists flips, newest first, each with the figures that caused it and their filing. */
export function flipList(flips: readonly Flip[], currency: string | null, label: string): Safe {
  return html`<ol class="flips" aria-label="${label}">
${flips.toReversed().map((flip) => html`<li>${flipRow(flip, currency)}</li>\n`)}</ol>`;
}

function flipRow(flip: Flip, currency: string | null): Safe {
  const { number, snapshot, changes } = flip;
  const turn =
    changes.stale !== undefined
      ? marked('unknown', 'no recent report')
      : changes.verdict === null
        ? html`<span class="muted">still</span> ${verdictMark(snapshot.compliance)}`
        : html`${verdictMark(changes.verdict.from)} ${ARROW} ${verdictMark(changes.verdict.to)}`;
  return html`<span class="flip-number">${number}</span>
<span class="flip-date">${shortDate(snapshot.as_of)}</span>
<span class="flip-turn">${turn}</span>
<div class="flip-causes">${causesOf(flip, currency)}</div>`;
}

const ARROW = html`<span class="became"><span class="only-read">became</span></span>`;

function causesOf(flip: Flip, currency: string | null): Content {
  const { snapshot, changes, groups, kinds } = flip;
  if (changes.stale !== undefined) {
    return html`<p>${staleInWords(changes.stale, PAGE)} Until then it was ${VERDICT_WORDS[changes.stale.verdict]}.</p>`;
  }
  if (snapshot.anchor === null) return withoutReport(flip);
  const told = groups.map((group) => groupInWords(group, snapshot, currency));
  const isSilent = told.length === 0;
  return [
    ...told,
    kinds.has('rules') &&
      html`<p>The rules or formulas of this service changed; no filed figure decided.</p>`,
    kinds.has('business') && html`<p>The line of business is judged differently now.</p>`,
    changes.verdict?.to === 'not_screenable' && missingWords(snapshot),
    isSilent && kinds.has('filing') && html`<p>No check crossed its limit. ${reportLink(snapshot)}</p>`,
    isSilent &&
      kinds.has('data') &&
      html`<p>No check crossed its limit and no figure moved. What changed is which filings we have.</p>`,
  ];
}

/** Explains a flip without a report. What was missing says more than each of the figures that are gone. */
function withoutReport({ snapshot, changes }: Flip): Safe {
  const checks =
    changes.checks.length > 0 &&
    html`<p class="small-text">${checksInWords(changes.checks, snapshot)}: ${statusMark('unknown')}</p>`;
  return html`<p>There was no report to screen.</p>${missingWords(snapshot)}${checks}`;
}

function missingWords({ missing }: HistorySnapshot): Content {
  return missing.map(({ message }) => html`<p>Missing: ${message}.</p>`);
}

function groupInWords(
  { flips, causes }: FlipGroup,
  snapshot: HistorySnapshot,
  currency: string | null,
): Safe {
  const [first] = flips;
  const figures = causes.figures.map((cause) => sentenceOf(cause, currency)).join(' ');
  const intro = causes.figures.length > 0 && !causes.areDecisive ? 'No figure alone decides. ' : '';
  const sources = new Map(causes.figures.map((cause) => [cause.accession, cause]));
  const links = [...sources.values()].map((cause) => sourceOf(cause, snapshot));
  const status =
    first !== undefined &&
    html`: <span class="turned">${statusMark(first.from)} ${ARROW} ${statusMark(first.to)}</span>`;
  return html`<p>${intro}${figures === '' ? 'No filed figure moved.' : figures} ${links}<span class="small-text">${checksInWords(flips, snapshot)}${status}</span></p>`;
}

/** Names checks: `Debt ÷ total assets (FTSE, MSCI)`. */
function checksInWords(flips: readonly CheckFlip[], { rules }: HistorySnapshot): string {
  const { methodologies } = RULE_SETS[rules];
  const ratios = [...Map.groupBy(flips, ({ ratio }) => ratio)].map(([ratio, same]) => {
    const found = same.map(({ methodology }) => methodologies.find(({ id }) => id === methodology));
    const check = found[0]?.checks.find((candidate) => candidate.ratio === ratio);
    const who = found.map((methodology, at) => methodology?.shortName ?? same[at]?.methodology ?? '');
    return `${check === undefined ? ratio.replaceAll('_', ' ') : ratioName(check)} (${who.join(', ')})`;
  });
  return ratios.join('; ');
}

/** Writes a cause as a sentence: `Less commercial paper: $10.0 bn to $1.7 bn.` */
function sentenceOf(cause: FlipCause, currency: string | null): string {
  const name = figureName(cause);
  const amount = (value: number) => amountOf(cause, value, currency);
  const { from, to } = cause;
  if (from === null) {
    const intro = isPrice(cause) ? 'A price is known now' : 'New in the sum';
    return `${intro}: ${name}, ${to === null ? 'not known' : amount(to)}.`;
  }
  if (to === null && isPrice(cause))
    return `We no longer have a price. The last ${name} was ${amount(from)}.`;
  if (to === null) return `No longer in the sum, ${name}: it was ${amount(from)}.`;
  const word = SIZED.has(cause.concept) ? (to > from ? 'Larger' : 'Smaller') : to > from ? 'More' : 'Less';
  return `${word} ${name}: ${amount(from)} to ${amount(to)}.`;
}

/** Totals, which get larger or smaller. Of other figures there is more or less. */
const SIZED: ReadonlySet<string> = new Set([
  'total_assets',
  'current_assets',
  'total_liabilities',
  'current_liabilities',
  'market_cap',
  'revenue',
]);

const CONCEPT_NAMES: Readonly<Record<string, string>> = {
  market_cap: 'market value',
  close: 'share price',
  total_assets: 'total assets',
  current_assets: 'current assets',
  total_liabilities: 'total liabilities',
  revenue: 'revenue',
  net_interest: 'interest income less expense',
};

/** Names a figure by its concept if that is plain enough, and otherwise by its tag in words. */
function figureName({ concept, xbrl_tag: tag }: FlipCause): string {
  return CONCEPT_NAMES[concept] ?? (tag === null ? concept.replaceAll('_', ' ') : tagInWords(tag));
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
  if (concept === 'close' && tag === null) return `${currency === 'USD' ? '$' : ''}${value}`;
  return money(value, isMoney ? currency : null);
}

function sourceOf(cause: FlipCause, snapshot: HistorySnapshot): Content {
  if (cause.accession === null || cause.source_url === null) return false;
  if (cause.accession === snapshot.anchor?.accession) return html`${reportLink(snapshot)} `;
  return html`<a href="${url(cause.source_url)}">Filing ${cause.accession}</a> `;
}

/** Links to the report that was screened: `10-Q of 3 Feb 2023`. */
export function reportLink({ anchor }: Pick<HistorySnapshot, 'anchor'>): Content {
  if (anchor === null) return 'no report';
  return html`<a href="${url(anchor.source_url)}">${anchor.form} of ${shortDate(anchor.filed)}</a>`;
}
