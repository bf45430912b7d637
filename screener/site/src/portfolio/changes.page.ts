import { type Content, html, type Safe, url } from '@common/web/html';
import type { ListChanges, SeenHolding, VerdictChange } from '@screener/service/portfolio/looks';
import { longDate, verdictName } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';

/** What is different since the reader last looked, in sentences. */
export function changesSection(changes: ListChanges): Safe {
  const { since, isOtherChoice, verdicts, added, gone } = changes;
  const isNothing = verdicts.length + added.length + gone.length === 0;
  const said = words().portfolio.changes;
  return pageSection({
    id: 'changes',
    title: said.title(longDate(since)),
    note: said.note,
    content: html`${
      isOtherChoice ? html`<p>${said.otherChoice}</p>` : isNothing && html`<p>${said.nothing}</p>`
    }
${
  verdicts.length > 0 &&
  html`<ul class="list-changes">
${verdicts.map((change) => html`<li>${sentenceOf(change)}</li>\n`)}</ul>`
}
${added.length > 0 && html`<p>${said.added(added.map(plainName))}</p>`}
${gone.length > 0 && html`<p>${said.gone(gone.map(plainName))}</p>`}`,
  });
}

function plainName({ symbol, name }: SeenHolding): string {
  return name === null ? symbol : shownName(name);
}

function nameOf(holding: SeenHolding): Safe {
  return html`<a href="${url(`/portal/report/${encodeURIComponent(holding.symbol)}`)}"><bdi>${plainName(holding)}</bdi></a>`;
}

function sentenceOf({ kind, now, before, reason }: VerdictChange): Content {
  return words().portfolio.changes[kind](nameOf(now), { was: wordOf(before), is: wordOf(now), reason });
}

function wordOf({ compliance }: SeenHolding): string {
  return verdictName(compliance ?? 'not_screenable');
}
