import { capitalised, listed } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { evidenceIds } from '@screener/engine/amounts/expression';
import type { BusinessFinding, BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { ScreenedMethodology } from '@screener/engine/screened';
import type { AmountAnswer, CheckAnswer } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE } from '@screener/words/face';
import { gapInWords } from '@screener/words/gaps';
import { amountName, ratioName } from '@screener/words/names';
import { moneyRange, percentRange } from '@screener/words/numbers';
import { pricedInWords } from '@screener/words/translation-words';
import { isKnown } from '../parts/checks.page.ts';
import { intervalDrawing, intervalKey } from '../parts/interval.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownIndustry } from '../parts/shown-name.ts';
import { statusMark, statusMarkOf } from '../parts/words.page.ts';
import type { Ledger } from './ledger.ts';
import { footnotes, rangesOfIds } from './report-words.page.ts';

/** Shows the audit matrix: the business, then each methodology's checks as intervals against their limits. */
export function checksSection(answer: ScreenAnswer, ledger: Ledger): Safe {
  const hasFigures = answer.methodologies.some(({ checks }) => checks.some(isKnown));
  return pageSection({
    id: 'checks',
    title: 'The checks',
    aside: html`${hasFigures && html`<p>Each limit is drawn at the same place, so the eye can run down one line. Left of the line passes.</p>\n${intervalKey()}`}`,
    layout: 'matrix',
    fold: { hint: 'Business, debt, cash, interest income', result: checksInWords(answer) },
    content: html`${businessBlock(answer)}
${
  hasFigures
    ? html`<p class="matrix-head" aria-hidden="true"><span>Check</span><span class="number">Ratio</span><span class="sides"><span>within</span><span>beyond</span></span><span>Result</span></p>
${answer.methodologies.map((methodology) => methodologyBlock(methodology, answer, ledger))}`
    : html`<p>No ratio can be worked out, so none of the ${answer.methodologies.length} methodologies’ checks is drawn.</p>`
}`,
  });
}

/** Counts what the checks say: the ratios of all methodologies. */
function checksInWords({ methodologies }: ScreenAnswer): string {
  const checks = methodologies.flatMap((methodology) => methodology.checks);
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const [failed, open] = [count('fail'), count('unknown')];
  if (failed > 0) return failed === 1 ? '1 fails' : `${failed} fail`;
  return open > 0 ? `${open} of ${checks.length} open` : `all ${checks.length} pass`;
}

const BUSINESS_MARKS: Readonly<Record<BusinessStatus, Safe>> = {
  pass: statusMark('pass'),
  fail: statusMark('fail'),
  review: marked('warn', 'for a person to judge'),
  unknown: statusMark('unknown'),
};

function businessBlock({ business_activity: business, stale }: ScreenAnswer): Safe {
  const { status, sic, sic_description: industry, source, confidence, findings } = business;
  const mark = status === 'pass' ? statusMarkOf({ stale }, status) : BUSINESS_MARKS[status];
  const told =
    sic === null
      ? 'No industry code is known.'
      : ended(`SIC ${sic}${industry === null ? '' : `, ${shownIndustry(industry)}`}`);
  const isClear = status === 'pass' && findings.length === 0;
  return html`<div class="method">
<div class="method-head"><h3>What the company does</h3> ${mark}</div>
<p class="sentence">${told}${isClear && ' No prohibited line of business was found.'}${status === 'unknown' && ' Nothing here says what it does, so it is neither passed nor failed.'} <span class="muted">Source: ${source}; confidence ${confidence}.</span></p>
${findings.map((finding) => findingLine(finding))}
</div>
`;
}

function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

function findingLine({
  label,
  status,
  matched_by: by,
  matched,
  note,
  source,
  source_url: address,
}: BusinessFinding): Safe {
  const how = by === 'sic' ? `by SIC ${matched}` : 'by our list of companies';
  const cited =
    source !== null && html` ${address === null ? source : html`<a href="${url(address)}">${source}</a>`}`;
  return html`<p class="sentence">${BUSINESS_MARKS[status]} ${capitalised(label)}, ${how}${note !== null && `: ${note}`}.${cited}</p>
`;
}

function methodologyBlock(
  { name, edition, status, summary, checks }: ScreenedMethodology,
  answer: ScreenAnswer,
  ledger: Ledger,
): Safe {
  const excludes = summary.about === 'company' ? summary.result.excludes : [];
  return html`<div class="method">
<div class="method-head"><h3>${name}</h3> <span class="edition">${edition}</span> <strong>${statusMarkOf(answer, status)}</strong></div>
${
  excludes.length > 0 &&
  html`<p class="sentence">It excludes ${listed(excludes)}, whatever the ratios.</p>
`
}<ul class="checks">
${checks.map((check) => checkRow(check, answer, ledger))}</ul>
</div>
`;
}

function checkRow(check: CheckAnswer, answer: ScreenAnswer, ledger: Ledger): Safe {
  const { numerator, denominator } = check;
  const priced = denominator === 'market_cap' ? pricedInWords(numerator, answer.translation, PAGE) : null;
  const terms = html`${amountTerm(numerator, answer, ledger)}${priced !== null && ` (${priced})`} ÷ ${amountTerm(denominator, answer, ledger)}`;
  const name = html`<span class="name">${ratioName(check)}<span class="small-text">${terms}</span></span>`;
  if (!isKnown(check)) {
    return html`<li class="check">${name}<span class="not-drawn">${whyUnknown(check, answer)}</span><span class="result">${statusMarkOf(answer, check.status)}</span></li>
`;
  }
  return html`<li class="check">${name}<span class="ratio">${percentRange(check.low, check.high)}</span><span class="drawn">${intervalDrawing(check)}</span><span class="result">${statusMarkOf(answer, check.status)}</span></li>
`;
}

function amountTerm(name: string, { amounts }: ScreenAnswer, ledger: Ledger): Safe {
  const amount = amounts[name];
  if (amount === undefined) return html`not known`;
  return html`<span class="amount">${moneyRange(amount.low, amount.high, amount.unit)}</span>${notesOf(name, amount, ledger)}`;
}

/** With more ranges than this, a check links to the arithmetic instead of showing them. */
const FEW_RANGES = 3;

/** Points to the evidence of the sum that is shown; for a bounded amount, of both ends. */
function notesOf(
  name: string,
  { low_from: low, high_from: high, basis }: AmountAnswer,
  ledger: Ledger,
): Safe | false {
  const ids = [...evidenceIds(low), ...(basis === 'bounded' && high !== null ? evidenceIds(high) : [])];
  if (rangesOfIds(ledger, ids) <= FEW_RANGES) return footnotes(ledger, ids);
  return html`<sup class="notes"><a href="${url(`#sum-${name}`)}" aria-label="the sum of ${amountName(name)}">sum</a></sup>`;
}

function whyUnknown(
  { numerator, denominator }: CheckAnswer,
  { amounts, market_data: market }: ScreenAnswer,
): string {
  const open = [numerator, denominator].filter((name) => (amounts[name]?.high ?? null) === null);
  if (open.includes('market_cap') && market.reason !== null)
    return `No market cap: ${gapInWords(market.reason, PAGE)}.`;
  return `Nothing filed bounds ${open.map((name) => amountName(name)).join(' or ')}.`;
}
