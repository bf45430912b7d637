import { requiredMs } from '@common/base/instant';
import type { Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { type Content, html, type Safe, url } from '@common/web/html';
import {
  type AgentToken,
  type AgentTokenRecord,
  SignedAgentToken,
  SignedAgentTokenEnd,
} from '@platform/core/objects/agent-token';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import { AgentTokenId, MOST_NAME_LENGTH } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { agentKeyWords } from '@platform/words/agent-key';
import { mandateName } from '@platform/words/mandate-name';
import { quoted } from '@platform/words/short';
import { day, dayAndTime } from '@platform/words/when';
import { Type } from 'typebox';
import { signingTemplates } from '../signing/signing.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { leaf, mark, pointed } from '../site/site.page.ts';
import { takesTokens, tokenState } from '../use-cases/agent-tokens.ts';
import type { Authority } from '../use-cases/authority.ts';
import { MOST_REASON } from '../use-cases/reason.ts';
import { endsSoon } from './ending-soon.ts';
import type { TokensData } from './tokens-data.ts';

/** Makes tokens from what principals signed, if this program has the gateway’s secret. */
export type TokenIssuer = () => Promise<Result<(token: AgentToken) => string, 'agent_secret_missing'>>;

interface TokenRoutesDeps {
  readonly authority: Pick<Authority, 'makeToken' | 'endToken'>;
  readonly tokenIssuer: TokenIssuer;
}

/** Adds what the page’s script sends: what a principal signed to make a token, or to end one. */
export function addTokenRoutes(app: HttpApp, { authority, tokenIssuer }: TokenRoutesDeps): void {
  app.post('/tokens', { schema: { hide: true, body: SignedAgentToken } }, async (request, reply) => {
    // Asked first, so that none is registered that nobody can make.
    const issue = await tokenIssuer();
    if (!issue.ok) return refuse(reply, { status: 503, ...issue.error });
    const made = await authority.makeToken(request.body);
    // INVARIANT: a token is given only for what the authority registered in answer to this very request. What is sent
    // again, by anybody, is refused there.
    if (!made.ok) return passOn(reply, made.error);
    return sendJson(reply, { token: issue.value(request.body.token) });
  });
  const params = Type.Object({ token_id: AgentTokenId });
  app.post(
    '/tokens/:token_id/end',
    { schema: { hide: true, params, body: SignedAgentTokenEnd } },
    async (request, reply) => {
      const ended = await authority.endToken(request.params.token_id, request.body);
      return ended.ok ? sendJson(reply, ended.value) : passOn(reply, ended.error);
    },
  );
}

interface TokensPage {
  readonly record: MandateRecord;
  /** Those of this mandate, newest first; null if the authority did not list them. */
  readonly tokens: readonly AgentTokenRecord[] | null;
  /** All mandates, some of which a token may name besides. */
  readonly mandates: readonly MandateRecord[];
  readonly keys: KeySet;
  /** Whether the reader may make and end tokens. */
  readonly maySign: boolean;
  /** Why this console cannot make tokens; null if it can. */
  readonly missing: string | null;
  readonly gateway: string;
  readonly now: string;
}

/** The most that a token names besides the mandate of the page. */
const MOST_OTHERS = 63;

/** What the page’s script needs of it. */
export function tokensData(page: TokensPage): TokensData {
  const { record, gateway } = page;
  return {
    tokens: goodTokens(page).map(({ token, token_hash }) => ({ token, token_hash })),
    mandates: [record.contract, ...othersOf(page)],
    gateway,
    mayMake: mayMake(page),
  };
}

function mayMake({ record, maySign, missing }: TokensPage): boolean {
  return takesTokens(record.contract) && record.status === 'active' && maySign && missing === null;
}

function stateOf(record: AgentTokenRecord, { keys, now }: TokensPage) {
  return tokenState(record, { crypto: nodeCrypto, keys, nowMs: requiredMs(now) });
}

function goodTokens(page: TokensPage): readonly AgentTokenRecord[] {
  return (page.tokens ?? []).filter((one) => stateOf(one, page) === 'good');
}

function othersOf({ record: { contract }, mandates }: TokensPage): readonly Mandate[] {
  const isOther = ({ contract: other, status }: MandateRecord) =>
    status === 'active' &&
    other.contract_id !== contract.contract_id &&
    takesTokens(other) &&
    (['tenant', 'principal', 'agent'] as const).every((party) => other[party] === contract[party]);
  return mandates
    .filter(isOther)
    .slice(0, MOST_OTHERS)
    .map(({ contract: other }) => other);
}

/** The tokens of a mandate’s agent: a list, which needs no script, and the forms that make and end one. */
export function tokensLeaf(page: TokensPage): Safe {
  const { record, tokens, maySign, missing } = page;
  const { agent, agent_key: key } = record.contract;
  if (key !== undefined) {
    return leaf({
      id: 'tokens',
      title: 'Agent’s key',
      note: html`By which the gateway knows <bdi class="id">${printable(agent)}</bdi>.`,
      matter: html`<p>${mark('holds')}It ${agentKeyWords(key)}. To end it, revoke the mandate.</p>`,
    });
  }
  return leaf({
    id: 'tokens',
    title: 'Agent’s tokens',
    note: html`By which the gateway knows <bdi class="id">${printable(agent)}</bdi>. A token itself is kept nowhere.`,
    matter: html`${tokens === null ? html`<p>${mark('open')}The authority does not list them now.</p>` : listOf(page, tokens)}
${
  record.status === 'active' &&
  maySign &&
  (missing === null
    ? makePart(page)
    : html`<p>${mark('open')}${missing}</p>
${makeCommand(record)}`)
}
${maySign && endTemplates()}`,
  });
}

function listOf(page: TokensPage, tokens: readonly AgentTokenRecord[]): Content {
  const good = goodTokens(page);
  const others = tokens.filter((one) => !good.includes(one));
  return html`${
    good.length === 0
      ? html`<p id="no-token">${tokens.length === 0 ? 'None yet.' : 'None is good now.'} Those that were made without a principal’s signature are not listed: they end by themselves.</p>`
      : html`${page.record.status !== 'active' && html`<p>${mark('bar')}This mandate is not in force, so an agent can do nothing under it with these.</p>`}<ul class="plain tokens" id="token-list">${good.map((one) => goodItem(one, page))}</ul>`
  }${
    others.length > 0 &&
    html`<details class="over"><summary>${others.length} ${others.length === 1 ? 'that is' : 'that are'} no longer good</summary><ul class="plain tokens">${others.map((one) => pastItem(one, page))}</ul></details>`
  }`;
}

function goodItem(record: AgentTokenRecord, page: TokensPage): Safe {
  const { token } = record;
  const isSoon = endsSoon(record, requiredMs(page.now));
  return html`<li data-token="${token.token_id}">
<h3 class="called"><bdi>${printable(token.name)}</bdi></h3>
<p class="state">${page.record.status !== 'active' ? html`${mark('open')}Its own time ends on` : isSoon ? html`${mark('half')}Ends soon: on` : html`${mark('holds')}Good until`} ${dayAndTime(token.expires_at)}</p>
${aboutToken(record, page)}
${page.maySign && endPart(token)}
</li>`;
}

function pastItem(record: AgentTokenRecord, page: TokensPage): Safe {
  const { token, end, signature } = record;
  const why =
    end !== null
      ? html`Ended on ${dayAndTime(end.end.ended_at)} by <bdi class="id">${printable(end.signature.kid)}</bdi>${end.end.reason !== '' && html`: <bdi>${quoted(end.end.reason)}</bdi>`}`
      : stateOf(record, page) === 'key_stolen'
        ? html`Refused: others may have <bdi class="id">${printable(signature.kid)}</bdi>, which signed it`
        : html`Its time was over on ${dayAndTime(token.expires_at)}`;
  return html`<li>
<h3 class="called"><bdi>${printable(token.name)}</bdi></h3>
<p>${mark('bar')}${why}</p>
${aboutToken(record, page)}
</li>`;
}

/** When it was used, who made it, and what else it is good for. */
function aboutToken({ token, signature, last_used_at: used }: AgentTokenRecord, page: TokensPage): Safe {
  const others = token.contracts
    .filter((id) => id !== page.record.contract.contract_id)
    .map((id, index) => {
      const other = page.mandates.find(({ contract }) => contract.contract_id === id);
      const name = other === undefined ? id : mandateName(other.contract);
      return html`${index > 0 && ', '}<a href="${url(`/mandates/${id}`)}"><bdi>${name}</bdi></a>`;
    });
  return html`<p class="note">${used === null ? 'Never used' : `Last used on ${dayAndTime(used)}`}. Made by <bdi class="id">${printable(signature.kid)}</bdi> on ${day(token.made_at)}.${others.length > 0 && html` Also good for ${others}.`}</p>`;
}

function endPart({ token_id: id }: AgentToken): Safe {
  return html`<details name="end-token">
<summary>End this token</summary>
<div class="panel">
<h3>What this ends</h3>
<ul class="marks">
${pointed('holds', 'From the authority’s answer on, no gateway accepts the token. It takes about a second.')}
${pointed('open', 'A call that was accepted before may still finish.')}
${pointed('holds', 'The mandate stays, and so do the agent’s other tokens.')}
${pointed('holds', 'It cannot be taken back. If the agent is to go on, make it another.')}
</ul>
<div data-ways><p>To sign it here, this page needs its script.</p></div>
<p class="note">With the command: <code>npx sanad keys end-agent-token ${id}</code></p>
</div>
</details>`;
}

function endTemplates(): Safe {
  return html`<template id="end-token-form"><div>
<label for="end-reason">Why? <span class="optional">(optional; it is signed too)</span></label>
<input id="end-reason" type="text" autocomplete="off" maxlength="${MOST_REASON}" aria-describedby="end-reason-problem">
<p id="end-reason-problem" class="field-error" role="alert"></p>
<div data-slot="ways"></div>
<details><summary>The text that is signed</summary><pre class="id" id="end-text"></pre></details>
</div></template>
${signingTemplates('end-token', { isMain: false })}`;
}

const DAYS = [1, 7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;

function makePart(page: TokensPage): Safe {
  const { record } = page;
  const { agent, contract_id: id } = record.contract;
  const days = DAYS.map(
    (count) =>
      html`<div class="choice"><input type="radio" id="token-days-${count}" name="token-days" value="${count}"${count === DEFAULT_DAYS && html` checked`}><label for="token-days-${count}">${count === 1 ? '1 day' : count === 365 ? '1 year' : `${count} days`}</label></div>`,
  );
  const others = othersOf(page).map(
    (other, index) =>
      html`<div class="choice"><input type="checkbox" id="token-mandate-${index}" value="${other.contract_id}"><label for="token-mandate-${index}"><bdi>${mandateName(other)}</bdi> <span class="note"><bdi class="id">${other.contract_id}</bdi></span></label></div>`,
  );
  return html`<div id="making"><details id="make-token">
<summary class="button">Make a token</summary>
<div class="panel">
<h3>A token for <bdi class="id">${printable(agent)}</bdi></h3>
<p>A program that has it acts as <bdi class="id">${printable(agent)}</bdi>, within what the mandate allows. You sign that it may, and then it is shown here once.</p>
<div id="token-signing"><p>To sign it here, this page needs its script.</p></div>
${makeCommand(record)}
</div>
</details></div>
<template id="token-form"><div>
<label for="token-name">What will you call it?</label>
<input id="token-name" type="text" autocomplete="off" maxlength="${MOST_NAME_LENGTH}" aria-describedby="token-name-hint token-name-problem">
<p id="token-name-hint" class="hint">After the program or machine that will have it, such as “Invoice clerk”.</p>
<p id="token-name-problem" class="field-error" role="alert"></p>
<fieldset><legend>For how long?</legend><div class="days">${days}</div></fieldset>
${others.length > 0 && html`<fieldset id="token-mandates"><legend>For which other mandates?</legend>${others}</fieldset>`}
<p id="token-says"></p>
<div data-slot="ways"></div>
<details><summary>The text that is signed</summary><pre class="id" id="token-text"></pre></details>
</div></template>
${signingTemplates('token')}
<template id="token-made"><div class="panel made">
<h3 tabindex="-1" id="token-done">${mark('holds')}The token “<bdi data-slot="name"></bdi>” is made: copy it now</h3>
<p>It is shown this once: neither this console nor the authority keeps it. Anybody who has it acts as <bdi class="id">${printable(agent)}</bdi>, so keep it as you keep a password.</p>
<div data-slot="token"></div>
<h3>Where to put it</h3>
<div data-slot="lines"></div>
<p class="note">These lines have the address by which this console knows the gateway. Where your agent runs, it may have another.</p>
<p><a href="${url(`/mandates/${id}`)}">Load this page again</a>, and the token stands in the list, where you can end it.</p>
</div></template>
<template id="copyable"><div class="copyable"><pre class="id" tabindex="0" data-slot="text"></pre><button type="button" class="outlined" data-slot="deed">Copy</button> <span class="note" role="status"></span></div></template>
<template id="token-line"><details><summary data-slot="what"></summary><div data-slot="copyable"></div></details></template>
<template id="token-gone"><p>The token was shown once. If it was not copied, make another, and end this one in the list.</p></template>`;
}

function makeCommand({ contract }: MandateRecord): Safe {
  return html`<p class="note">With the command: <code>npx sanad keys agent-token --contract ${contract.contract_id}</code></p>`;
}
