import { type Content, html, type Safe, url } from '@common/web/html';
import type { GatedOperation, Tier, TierTerms } from '@screener/service/accounts/tiers';
import { MOST_SYMBOLS as MOST_IN_BULK } from '@screener/service/bulk/submit-bulk';
import { MOST_SYMBOLS as MOST_IN_BATCH } from '@screener/service/http/batch';
import { words } from '../parts/language.ts';

type Tiers = Readonly<Record<Tier, TierTerms>>;

const TIERS: readonly Tier[] = ['demo', 'free', 'partner'];

/** Lists tiers and limits, from the tables that the service itself uses. */
export function tierTable(tiers: Tiers): Safe {
  const said = words().developers.tiers;
  const rate = ({ policy }: TierTerms, tier: Tier) => {
    if (policy === null) return said.noLimit;
    return tier === 'demo' ? said.byAddress(policy.requests) : policy.requests;
  };
  const may = (operation: GatedOperation, yes: string, no: string) => (tier: Tier) =>
    tiers[tier].may.has(operation) ? yes : no;
  const rows: readonly (readonly [string, (tier: Tier) => Content])[] = [
    [said.key, (tier) => said.keys[tier]],
    [said.requests, (tier) => rate(tiers[tier], tier)],
    [said.atOnce, may('batch', said.batchAndBulk(MOST_IN_BATCH, MOST_IN_BULK), '1')],
    [said.lists, may('portfolio', said.yes, said.pagesOnly)],
    [said.overlays, may('overlays', said.yes, said.namesOnly)],
    [said.watchlist, (tier) => (tier === 'demo' ? '–' : said.yes)],
    [said.support, (tier) => (tier === 'partner' ? said.yes : '–')],
  ];
  return html`<table class="tiers">
<caption class="only-read">${said.caption}</caption>
<thead><tr><td></td>${TIERS.map((tier) => html`<th scope="col">${said.names[tier]}</th>`)}</tr></thead>
<tbody>
${rows.map(([title, cell]) => html`<tr><th scope="row">${title}</th>${TIERS.map((tier) => html`<td>${cell(tier)}</td>`)}</tr>\n`)}</tbody>
</table>
<p class="small muted">${said.same(html`<code>retry-after</code>`)}</p>`;
}

/** Describes the webhook of a changed verdict or check. */
export function webhooks(): Safe {
  const { verify, answer, repeats } = words().developers.webhooks;
  return html`<pre><code>POST /your/endpoint
content-type: application/json
webhook-id: alr_…
webhook-timestamp: 1772013600
webhook-signature: v1,…

{ "type": "verdict.changed", … }</code></pre>
<dl class="facts">
<div><dt>${verify.what}</dt><dd>${verify.how}</dd></div>
<div><dt>${answer.what}</dt><dd>${answer.how}</dd></div>
<div><dt>${repeats.what}</dt><dd>${repeats.how(html`<code>webhook-id</code>`)}</dd></div>
</dl>`;
}

const STATUSES = [400, 401, 403, 404, 422, 429, 503] as const;

/** Explains the status of each refusal. */
export function errorTable(): Safe {
  const said = words().developers.errors;
  const reference = html`<a href="${url('/docs')}">${said.reference}</a>`;
  return html`<table class="words">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.status}</th><th scope="col">${said.when}</th></tr></thead>
<tbody>
${STATUSES.map((status) => html`<tr><th scope="row">${status}</th><td>${said.statuses[status]}</td></tr>\n`)}</tbody>
</table>
<p class="small muted">${said.refusal(html`<code>x-request-id</code>`, reference)}</p>`;
}
