import { type Content, html, type Safe, url } from '@common/web/html';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { missingSentence } from '@screener/words/gaps';
import { whySentence } from '@screener/words/summary';
import { tenseOf } from '@screener/words/time';
import { face, words } from '../parts/language.ts';
import { shownName } from '../parts/shown-name.ts';
import { searchForm } from '../parts/site.page.ts';
import { watchForm } from '../parts/watch.page.ts';
import { verdictInTime } from '../parts/words.page.ts';
import type { OneOfSeveral } from './find.ts';

/** Shows several companies and funds in one table: the verdict of each, and why. */
export function severalMain(rows: readonly OneOfSeveral[], typed: string): Safe {
  const [first, second] = rows.map(({ hit }) => encodeURIComponent(hit.symbol));
  const canCompare = rows.length === 2 && first !== undefined && second !== undefined;
  const said = words().several;
  return html`${searchForm({ typed })}
<h1>${said.title(rows.length)}</h1>
<table class="several">
<thead><tr><th scope="col">${said.ticker}</th><th scope="col">${said.verdict}</th><th scope="col">${said.why}</th><td></td></tr></thead>
<tbody>
${rows.map(row)}</tbody>
</table>
${canCompare && html`<p><a class="alone" href="${url(`/portal/compare?a=${first}&b=${second}`)}">${said.compare}</a></p>`}`;
}

function reasonOf(answer: ScreenAnswer): string {
  const [first] = answer.missing;
  return first === undefined
    ? whySentence(answer.summary, face(), tenseOf(answer).verb)
    : missingSentence(first.gap, face());
}

function row({ hit, answer }: OneOfSeveral): Safe {
  const { symbol, name } = hit;
  const address = url(`/?q=${encodeURIComponent(symbol)}`);
  const company = html`<a href="${address}"><bdi>${name === null ? symbol : shownName(name)}</bdi></a> <bdi class="ticker">${symbol}</bdi>`;
  const [verdict, why]: readonly Content[] =
    answer === null
      ? [html`<a href="${address}">${words().several.screenIt}</a>`, '']
      : [verdictInTime(answer), reasonOf(answer)];
  return html`<tr><th scope="row">${company}</th><td>${verdict}</td><td>${why}</td><td>${watchForm(symbol, { next: `/?q=${encodeURIComponent(symbol)}` })}</td></tr>\n`;
}
