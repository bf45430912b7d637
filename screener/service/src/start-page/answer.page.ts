import { type Content, html, type Safe, url } from '@common/web/html';
import type { LastVerdict } from '@screener/engine/screening';
import { searchForm } from '../site/site.page.ts';
import { dateInWords, statusMark, VERDICT_WORDS, verdictMark } from '../site/words.page.ts';
import type { ScreenAnswer } from '../use-cases/screen-ticker.ts';

export function answerTitle({ symbol, compliance }: ScreenAnswer): string {
  return `${symbol} is ${VERDICT_WORDS[compliance]}`;
}

/** The verdict, then why, then its date and assumptions; the evidence is one link away. */
export function answerMain(answer: ScreenAnswer): Safe {
  const { name, symbol, as_of: asOf, compliance, methodologies, approximations } = answer;
  const { etf_look_through: fund } = answer;
  const path = encodeURIComponent(symbol);
  return html`<p class="muted"><bdi class="ticker">${symbol}</bdi></p>
<h1><bdi>${name}</bdi> is ${verdictMark(compliance)}</h1>
<p class="lead">${whyInWords(answer)}</p>
${answer.last_verdict !== null && lastInWords(answer.last_verdict)}
${compliance === 'not_screenable' && missingList(answer)}
<ul class="rows" aria-label="Methodologies">
${methodologies.map(({ name, status }) => html`<li>${name} ${statusMark(status)}</li>\n`)}</ul>
<p class="muted">As of ${dateInWords(asOf)}.</p>
<details>
<summary>What this answer rests on</summary>
<ul>
${approximations.map(({ message }) => html`<li>${message}</li>\n`)}</ul>
</details>
<ul class="plain">
<li><a href="${url(`/v1/screen/${path}`)}">All figures with their filings</a> (JSON)</li>
${fund === undefined && html`<li><a href="${url(`/v1/history/${path}`)}">How the verdict changed over time</a> (JSON)</li>`}
</ul>
${searchForm({ label: 'Screen another ticker' })}`;
}

function whyInWords(answer: ScreenAnswer): Content {
  const { compliance, methodologies, business_activity: business, etf_look_through: fund } = answer;
  if (compliance === 'not_screenable') {
    return 'The available data are not enough for a verdict. This is neither a pass nor a fail.';
  }
  const judged = fund === undefined ? businessInWords(business.status) : 'A fund, judged by its holdings.';
  const failed = methodologies.filter(({ status }) => status === 'fail').map(({ name }) => name);
  if (failed.length === 0) {
    return methodologies.some(({ status }) => status === 'unknown')
      ? judged
      : `${judged} No methodology fails.`;
  }
  return `${judged} ${failed.length} of ${methodologies.length} methodologies fail: ${LIST.format(failed)}.`;
}

const LIST = new Intl.ListFormat('en-GB');

function businessInWords(status: ScreenAnswer['business_activity']['status']): string {
  if (status === 'pass') return 'The business passes.';
  if (status === 'fail') return 'The business itself is prohibited.';
  return 'The business needs a person’s review.';
}

function lastInWords({ compliance, as_of: asOf }: LastVerdict): Safe {
  return html`<p>The last verdict was ${VERDICT_WORDS[compliance]}, as of ${dateInWords(asOf)}.</p>`;
}

function missingList({ missing }: ScreenAnswer): Safe {
  return html`<h2>What is missing</h2>
<ul>
${missing.map(({ message }) => html`<li>${message.charAt(0).toUpperCase()}${message.slice(1)}</li>\n`)}</ul>`;
}
