import { listed, sentence } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import type { ListChanges, SeenHolding, VerdictChange } from '@screener/service/portfolio/looks';
import { longDate } from '@screener/words/dates';
import { VERDICT_WORDS } from '@screener/words/names';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';

/** What is different since the reader last looked, in sentences. */
export function changesSection(changes: ListChanges): Safe {
  const { since, isOtherChoice, verdicts, added, gone } = changes;
  const isNothing = verdicts.length + added.length + gone.length === 0;
  return pageSection({
    id: 'changes',
    title: `Since ${longDate(since)}`,
    note: 'When you last looked, on an earlier day.',
    content: html`${
      isOtherChoice
        ? html`<p>You follow other methodologies or rules now, so we do not compare the verdicts.</p>`
        : isNothing && html`<p>Nothing changed.</p>`
    }
${
  verdicts.length > 0 &&
  html`<ul class="list-changes">
${verdicts.map((change) => html`<li>${nameOf(change.now)} ${sentenceOf(change)}</li>\n`)}</ul>`
}
${added.length > 0 && html`<p>${sentence(`New in your list: ${listed(added.map(plainName))}`)}</p>`}
${gone.length > 0 && html`<p>${sentence(`No longer in your list: ${listed(gone.map(plainName))}`)}</p>`}`,
  });
}

function plainName({ symbol, name }: SeenHolding): string {
  return name === null ? symbol : shownName(name);
}

function nameOf(holding: SeenHolding): Safe {
  return html`<a href="${url(`/portal/report/${encodeURIComponent(holding.symbol)}`)}"><bdi>${plainName(holding)}</bdi></a>`;
}

/** Follows the name of a holding. A verdict that only grew old is never told as one that changed. */
function sentenceOf({ kind, now, before, reason }: VerdictChange): string {
  const [was, is] = [wordOf(before), wordOf(now)];
  switch (kind) {
    case 'changed':
      return `is now ${is}; it was ${was}. ${reason}`;
    case 'lapsed':
      return `has no recent report. Its last verdict was ${is}.`;
    case 'renewed':
      return `has a recent report again, and is ${is} as before.`;
    case 'lost':
      return `has no verdict now; it was ${was}. ${reason}`;
    case 'gained':
      return `now has a verdict: ${is}. ${reason}`;
  }
}

function wordOf({ compliance }: SeenHolding): string {
  return VERDICT_WORDS[compliance ?? 'not_screenable'];
}
