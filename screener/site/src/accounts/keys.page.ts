import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { KeyListed } from '@screener/service/accounts/access.store';
import { EARLIER_KEY_HOURS } from '@screener/service/accounts/sign-up';
import { pageSection } from '../parts/section.page.ts';

const HOUR_MS = 3_600_000;
const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Lists the keys of an account that still work, and offers to make, keep and end one. */
export function keysSection(keys: readonly KeyListed[], now: number, error?: string): Safe {
  const living = keys.filter(({ endedAt, endsAt }) => endedAt === null && (endsAt === null || endsAt > now));
  return pageSection({
    id: 'keys',
    title: 'Keys',
    note: 'We keep only their first characters, and a hash.',
    content: html`${living.length === 0 ? html`<p>You have no working key.</p>` : table(living, now)}
<form action="${url('/portal/keys/new')}" method="post"><button type="submit" class="outlined">Make a new key</button></form>
${error !== undefined && html`<p class="field-error" role="alert">${marked('fail', error)}</p>`}${
  living.length > 0 &&
  html`
<p class="hint">The current key then keeps working for ${EARLIER_KEY_HOURS} hours.</p>`
}`,
  });
}

function table(keys: readonly KeyListed[], now: number): Safe {
  return html`<table class="keys">
<caption class="only-read">Keys of this account</caption>
<thead><tr><th scope="col">Key</th><th scope="col">Made, UTC</th><th scope="col">State</th><th scope="col">Action</th></tr></thead>
<tbody>
${keys.map((key) => row(key, now))}</tbody>
</table>`;
}

function row({ label, createdAt, endsAt }: KeyListed, now: number): Safe {
  const shown = label.replace('...', '…');
  const action = (path: string, word: string, name: string) =>
    html`<form action="${url(path)}" method="post"><input type="hidden" name="label" value="${label}"><button type="submit" class="in-row ${name}">${word}<span class="only-read"> ${shown}</span></button></form>`;
  const state = endsAt === null ? 'current' : html`earlier; ends in <strong>${hours(endsAt - now)}</strong>`;
  return html`<tr><th scope="row"><bdi><code>${shown}</code></bdi></th><td>${TIME.format(createdAt)}</td><td>${state}</td><td><div class="actions">${endsAt !== null && action('/portal/keys/keep', 'Keep it', 'keep')}${action('/portal/keys/end', 'End it now', 'end')}</div></td></tr>
`;
}

function hours(ms: number): string {
  const count = Math.ceil(ms / HOUR_MS);
  return `${count} ${count === 1 ? 'hour' : 'hours'}`;
}

/** The content of the page that shows a new key, once. */
export function newKeyMain(key: string): Safe {
  return html`<h1>Your new key</h1>
<p class="lead">Store it now: it is not shown again.</p>
<p class="once"><bdi><code>${key}</code></bdi></p>
<p>The earlier key keeps working for ${EARLIER_KEY_HOURS} hours, so that you can put this one in its place.</p>
<p><a href="${url('/portal/account')}">Back to the account</a></p>`;
}
