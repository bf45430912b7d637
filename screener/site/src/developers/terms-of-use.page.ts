import { html, type Safe, url } from '@common/web/html';
import type { GatedOperation, Tier, TierTerms } from '@screener/service/accounts/tiers';
import { MOST_SYMBOLS as MOST_IN_BULK } from '@screener/service/bulk/submit-bulk';
import { MOST_SYMBOLS as MOST_IN_BATCH } from '@screener/service/http/batch';

type Tiers = Readonly<Record<Tier, TierTerms>>;

const TIERS: readonly { readonly tier: Tier; readonly name: string; readonly key: string }[] = [
  { tier: 'demo', name: 'Demo', key: 'none' },
  { tier: 'free', name: 'Free', key: 'by e-mail' },
  { tier: 'partner', name: 'Partner', key: 'paid' },
];

/** Lists tiers and limits, from the tables that the service itself uses. */
export function tierTable(tiers: Tiers): Safe {
  const rate = ({ policy }: TierTerms, tier: Tier) =>
    policy === null ? 'no limit' : `${policy.requests}${tier === 'demo' ? ', by address' : ''}`;
  const may = (operation: GatedOperation, yes: string, no: string) => (tier: Tier) =>
    tiers[tier].may.has(operation) ? yes : no;
  const rows: readonly (readonly [string, (tier: Tier) => string])[] = [
    ['Key', (tier) => TIERS.find((each) => each.tier === tier)?.key ?? ''],
    ['Requests a minute', (tier) => rate(tiers[tier], tier)],
    ['Tickers at once', may('batch', `batch of ${MOST_IN_BATCH}, bulk of ${MOST_IN_BULK}`, '1')],
    ['Overlays', may('overlays', 'yes', 'names only')],
    ['Watchlist and alerts', (tier) => (tier === 'demo' ? '–' : 'yes')],
    ['Support', (tier) => (tier === 'partner' ? 'yes' : '–')],
  ];
  return html`<table class="tiers">
<caption class="only-read">Tiers and their limits</caption>
<thead><tr><td></td>${TIERS.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(([title, cell]) => html`<tr><th scope="row">${title}</th>${TIERS.map(({ tier }) => html`<td>${cell(tier)}</td>`)}</tr>\n`)}</tbody>
</table>
<p class="small muted">The same limits hold for agents and for these pages. All keys of one account share one allowance. With a 429, <code>retry-after</code> says when to come back.</p>`;
}

/** Describes the webhook of a changed verdict or check. */
export function webhooks(): Safe {
  return html`<pre><code>POST /your/endpoint
content-type: application/json
webhook-id: alr_…
webhook-timestamp: 1772013600
webhook-signature: v1,…

{ "type": "verdict.changed", … }</code></pre>
<dl class="facts">
<div><dt>Verify</dt><dd>By the Standard Webhooks rules: HMAC-SHA256 over id, timestamp and body, with the secret of your webhook. Refuse anything more than five minutes old, or dated more than five minutes ahead.</dd></div>
<div><dt>Answer</dt><dd>With any status from 200 to 299. Otherwise it is sent again, at growing intervals, for a day; redirects are not followed. 410 ends a delivery at once.</dd></div>
<div><dt>Expect repeats</dt><dd>One flip is one <code>webhook-id</code>, however often it is sent.</dd></div>
</dl>`;
}

const ERRORS = [
  [400, 'the ticker is malformed'],
  [401, 'the key is not valid'],
  [403, 'the tier does not include the operation'],
  [404, 'no such ticker is known'],
  [422, 'a field is missing or wrong; the body names it'],
  [429, 'your limit is reached; retry-after says for how long'],
  [503, 'the SEC or the database does not answer right now; try again later'],
] as const;

/** Explains the status of each refusal. */
export function errorTable(): Safe {
  return html`<table class="words">
<caption class="only-read">Statuses of refusals</caption>
<thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead>
<tbody>
${ERRORS.map(([status, when]) => html`<tr><th scope="row">${status}</th><td>${when}</td></tr>\n`)}</tbody>
</table>
<p class="small muted">A refusal has a stable code, a message that says what to do, and the request’s id, which is also in <code>x-request-id</code>. All codes are in the <a href="${url('/docs')}">API reference</a>.</p>`;
}
