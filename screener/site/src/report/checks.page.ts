import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { evidenceIds } from '@screener/engine/amounts/expression';
import type { BusinessFinding, BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { ScreenedMethodology } from '@screener/engine/screened';
import type { AmountAnswer, CheckAnswer } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { gapInWords } from '@screener/words/gaps';
import { pricedInWords } from '@screener/words/translation-words';
import { isKnown } from '../parts/checks.page.ts';
import {
  amountName,
  editionInWords,
  lineName,
  listedNames,
  methodologyName,
  moneyRange,
  percentRange,
  ratioName,
} from '../parts/in-words.ts';
import { intervalDrawing, intervalKey } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownIndustry } from '../parts/shown-name.ts';
import { statusMark, statusMarkOf } from '../parts/words.page.ts';
import type { Ledger } from './ledger.ts';
import { footnotes, rangesOfIds } from './report-words.page.ts';

/** Shows the audit matrix: the business, then each methodology's checks as intervals against their limits. */
export function checksSection(answer: ScreenAnswer, ledger: Ledger): Safe {
  const { checks } = words().report;
  const hasFigures = answer.methodologies.some((methodology) => methodology.checks.some(isKnown));
  return pageSection({
    id: 'checks',
    title: checks.title,
    aside: html`${hasFigures && html`<p>${checks.aside}</p>\n${intervalKey()}`}`,
    layout: 'matrix',
    fold: { hint: checks.hint, result: checksInWords(answer) },
    content: html`${businessBlock(answer)}
${
  hasFigures
    ? html`<p class="matrix-head" aria-hidden="true"><span>${checks.check}</span><span class="number">${checks.ratio}</span><span class="sides"><span>${checks.within}</span><span>${checks.beyond}</span></span><span>${checks.result}</span></p>
${answer.methodologies.map((methodology) => methodologyBlock(methodology, answer, ledger))}`
    : html`<p>${checks.noRatio(answer.methodologies.length)}</p>`
}`,
  });
}

/** Counts what the checks say: the ratios of all methodologies. */
function checksInWords({ methodologies }: ScreenAnswer): string {
  const checks = methodologies.flatMap((methodology) => methodology.checks);
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const [failed, open] = [count('fail'), count('unknown')];
  const { someFail, someOpen, allPass } = words().report.checks;
  if (failed > 0) return someFail(failed);
  return open > 0 ? someOpen(open, checks.length) : allPass(checks.length);
}

function businessMark(status: BusinessStatus): Safe {
  return status === 'review' ? marked('warn', words().report.checks.business.judge) : statusMark(status);
}

function businessBlock({ business_activity: business, stale }: ScreenAnswer): Safe {
  const { status, sic, sic_description: industry, source, confidence, findings } = business;
  const mark = status === 'pass' ? statusMarkOf({ stale }, status) : businessMark(status);
  const told = words().report.checks.business;
  const code =
    sic === null ? told.noCode : told.code(sic, industry === null ? null : shownIndustry(industry));
  const isClear = status === 'pass' && findings.length === 0;
  return html`<div class="method">
<div class="method-head"><h3>${told.title}</h3> ${mark}</div>
<p class="sentence">${code}${isClear && ` ${told.clear}`}${status === 'unknown' && ` ${told.unknown}`} <span class="muted">${told.source(source, confidence)}</span></p>
${findings.map((finding) => findingLine(finding))}
</div>
`;
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
  const { bySic, byList } = words().report.checks.business;
  const line = capitalised(lineName(label));
  const found = by === 'sic' ? bySic(line, matched, note) : byList(line, note);
  const cited =
    source !== null &&
    html` ${address === null ? html`<bdi>${source}</bdi>` : html`<a href="${url(address)}"><bdi>${source}</bdi></a>`}`;
  return html`<p class="sentence">${businessMark(status)} ${found}${cited}</p>
`;
}

function methodologyBlock(
  { id, name, edition, status, summary, checks }: ScreenedMethodology,
  answer: ScreenAnswer,
  ledger: Ledger,
): Safe {
  const excludes = summary.about === 'company' ? summary.result.excludes : [];
  return html`<div class="method">
<div class="method-head"><h3>${methodologyName({ id, name })}</h3> <span class="edition">${editionInWords({ id, edition })}</span> <strong>${statusMarkOf(answer, status)}</strong></div>
${
  excludes.length > 0 &&
  html`<p class="sentence">${words().report.checks.excludes(listedNames(excludes.map(lineName)))}</p>
`
}<ul class="checks">
${checks.map((check) => checkRow(check, answer, ledger))}</ul>
</div>
`;
}

function checkRow(check: CheckAnswer, answer: ScreenAnswer, ledger: Ledger): Safe {
  const { numerator, denominator } = check;
  const priced = denominator === 'market_cap' ? pricedInWords(numerator, answer.translation, face()) : null;
  const { divided, dividedPriced } = words().report.checks;
  const top = amountTerm(numerator, answer, ledger);
  const bottom = amountTerm(denominator, answer, ledger);
  const terms = priced === null ? divided(top, bottom) : dividedPriced(top, priced, bottom);
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
  if (amount === undefined) return html`${words().report.notKnown}`;
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
  const { sum, sumOf } = words().report.checks;
  return html`<sup class="notes"><a href="${url(`#sum-${name}`)}" aria-label="${sumOf(amountName(name))}">${sum}</a></sup>`;
}

function whyUnknown(
  { numerator, denominator }: CheckAnswer,
  { amounts, market_data: market }: ScreenAnswer,
): string {
  const { noCap, noBound } = words().report.checks;
  const open = [numerator, denominator].filter((name) => (amounts[name]?.high ?? null) === null);
  if (open.includes('market_cap') && market.reason !== null) return noCap(gapInWords(market.reason, face()));
  return noBound(open.map((name) => amountName(name)));
}
