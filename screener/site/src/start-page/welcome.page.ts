import { type Content, html, type Safe, url } from '@common/web/html';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { searchForm } from '../parts/site.page.ts';
import { answerCard } from './answer.page.ts';
import { EXAMPLES } from './example.ts';

interface Welcome {
  /** A real answer; null if the server has none to show. */
  readonly example: ScreenAnswer | null;
}

/** The start page before any search. */
export function welcomeMain({ example }: Welcome): Safe {
  return html`<h1>See whether a US company or fund is Sharia compliant, with the filing behind every number.</h1>
${searchForm({})}
<p class="examples small muted">Or try ${EXAMPLES.filter(({ symbol }) => symbol !== example?.symbol).map(
    ({ symbol, text }) => html` <a href="${url(`/?q=${symbol}`)}">${text}</a>`,
  )}</p>
${example !== null && html`<p class="small muted example-lead">For example:</p>\n${answerCard(example, { heading: 'h2' })}`}
<div class="promises">
${promise(
  'Every number has a source',
  html`Each figure names its tag, period and filing, and links to the SEC. You can redo the sum by hand. <a href="${url('/methodology')}">How it works</a>`,
)}
${promise(
  'Missing is not zero',
  'What a company does not file stays open, as a range from lowest to highest. A gap never makes a verdict better.',
)}
${promise(
  'The past stays as it was',
  html`Ask for any past date and you get what was filed by then, and nothing later. Every change of verdict names its cause. <a href="${url('/developers')}">Use the API</a>`,
)}
</div>`;
}

function promise(title: string, text: Content): Safe {
  return html`<section><h2>${title}</h2><p class="muted">${text}</p></section>`;
}
