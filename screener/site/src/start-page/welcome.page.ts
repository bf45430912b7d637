import { type Content, html, type Safe, url } from '@common/web/html';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { words } from '../parts/language.ts';
import { searchForm } from '../parts/site.page.ts';
import { answerCard } from './answer.page.ts';
import { EXAMPLES } from './example.ts';

interface Welcome {
  /** A real answer; null if the server has none to show. */
  readonly example: ScreenAnswer | null;
}

/** The start page before any search. */
export function welcomeMain({ example }: Welcome): Safe {
  const { start } = words();
  return html`<h1>${start.promise}</h1>
${searchForm({})}
<p class="examples small muted">${start.orTry} ${EXAMPLES.filter((symbol) => symbol !== example?.symbol).map(
    (symbol) => html` <a href="${url(`/?q=${symbol}`)}"><bdi>${start.examples[symbol]}</bdi></a>`,
  )}</p>
${example !== null && html`<p class="small muted example-lead">${start.forExample}</p>\n${answerCard(example, { heading: 'h2' })}`}
<div class="promises">
${promise(start.sources.title, start.sources.text(html`<a href="${url('/methodology')}">${start.sources.link}</a>`))}
${promise(start.gaps.title, start.gaps.text)}
${promise(start.past.title, start.past.text(html`<a href="${url('/developers')}">${start.past.link}</a>`))}
</div>`;
}

function promise(title: string, text: Content): Safe {
  return html`<section><h2>${title}</h2><p class="muted">${text}</p></section>`;
}
