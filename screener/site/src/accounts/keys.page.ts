import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { KeyListed } from '@screener/service/accounts/access.store';
import { EARLIER_KEY_HOURS } from '@screener/service/accounts/sign-up';
import { shortTime } from '@screener/words/dates';
import { face, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';

const HOUR_MS = 3_600_000;

/** Lists the keys of an account that still work, and offers to make, keep and end one. */
export function keysSection(keys: readonly KeyListed[], now: number, error?: string): Safe {
  const living = keys.filter(({ endedAt, endsAt }) => endedAt === null && (endsAt === null || endsAt > now));
  const { title, note, none, make, goesOn } = words().keys;
  return pageSection({
    id: 'keys',
    title,
    note,
    content: html`${living.length === 0 ? html`<p>${none}</p>` : table(living, now)}
<form action="${url('/portal/keys/new')}" method="post"><button type="submit" class="outlined">${make}</button></form>
${error !== undefined && html`<p class="field-error" role="alert">${marked('fail', error)}</p>`}${
  living.length > 0 &&
  html`
<p class="hint">${goesOn(EARLIER_KEY_HOURS)}</p>`
}`,
  });
}

function table(keys: readonly KeyListed[], now: number): Safe {
  const { caption, key: name, made, state, action } = words().keys;
  return html`<table class="keys">
<caption class="only-read">${caption}</caption>
<thead><tr><th scope="col">${name}</th><th scope="col">${made}</th><th scope="col">${state}</th><th scope="col">${action}</th></tr></thead>
<tbody>
${keys.map((key) => row(key, now))}</tbody>
</table>`;
}

function row({ label, createdAt, endsAt }: KeyListed, now: number): Safe {
  const { current, earlier, hours, keep, end } = words().keys;
  const shown = label.replace('...', '…');
  const action = (path: string, word: string, name: string) =>
    html`<form action="${url(path)}" method="post"><input type="hidden" name="label" value="${label}"><button type="submit" class="in-row ${name}">${word}<span class="only-read"> <bdi>${shown}</bdi></span></button></form>`;
  const state =
    endsAt === null ? current : earlier(html`<strong>${hours(Math.ceil((endsAt - now) / HOUR_MS))}</strong>`);
  return html`<tr><th scope="row"><bdi><code>${shown}</code></bdi></th><td>${shortTime(createdAt, face())}</td><td>${state}</td><td><div class="actions">${endsAt !== null && action('/portal/keys/keep', keep, 'keep')}${action('/portal/keys/end', end, 'end')}</div></td></tr>
`;
}

/** The content of the page that shows a new key, once. */
export function newKeyMain(key: string): Safe {
  const { title, lead, note, back } = words().keys.fresh;
  return html`<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="once"><bdi><code>${key}</code></bdi></p>
<p>${note(EARLIER_KEY_HOURS)}</p>
<p><a href="${url('/portal/account')}">${back}</a></p>`;
}
