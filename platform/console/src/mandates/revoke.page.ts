import { capitalised } from '@common/base/english';
import { requiredMs } from '@common/base/instant';
import { html, type Safe, url } from '@common/web/html';
import { openGrants } from '@platform/core/decide/consequences';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { STOPPED_HEADINGS, unansweredWords } from '@platform/words/doubt';
import { STATUS_WORDS } from '@platform/words/outcomes';
import { counted } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { doneTemplate, signingTemplates } from '../signing/signing.page.ts';
import { leaf, pointed, told } from '../site/site.page.ts';
import { MOST_REASON } from '../use-cases/reason.ts';

interface RevocationPage {
  readonly record: MandateRecord;
  readonly manifest: PluginManifest | null;
  readonly grants: readonly GrantRecord[];
  /** All mandates. They show what else the agent may do. */
  readonly mandates: readonly MandateRecord[];
  readonly now: string;
}

const MOST_NAMED = 8;

/** Revoking is easy on purpose: the first click shows what ends, the second signs. */
export function revokeLeaf({ record, manifest, grants, mandates, now }: RevocationPage): Safe {
  const { contract_id: id, agent } = record.contract;
  const open = openGrants(grants, [id], requiredMs(now));
  const done = grants.filter(({ receipt_id, status }) => status === 'redeemed' && receipt_id !== null).length;
  const away = grants.filter((grant) => unansweredWords(grant) !== null);
  const others = mandates.filter(
    ({ contract, status }) => contract.agent === agent && contract.contract_id !== id && status === 'active',
  );
  const one = open.length === 1;
  const named = open
    .slice(0, MOST_NAMED)
    .map(
      ({ action, status }) =>
        html`<li>${capitalised(status === 'active' ? STATUS_WORDS.active : STATUS_WORDS.pending)}: ${told(actionPieces(action, manifest))}</li>`,
    );
  return leaf({
    id: 'end',
    title: 'End it',
    note: 'Easy on purpose: nothing to type.',
    matter: html`<details id="revoke">
<summary class="button">Revoke this mandate</summary>
<div class="panel">
<h3>What this ends</h3>
<p><strong>${open.length === 0 ? 'No request is open' : `${capitalised(counted(open.length))} open ${one ? 'request ends' : 'requests end'}`}, and <bdi class="id">${printable(agent)}</bdi> can do nothing more under it.</strong></p>
${named.length > 0 && html`<ul>${named}</ul>`}
<ul class="marks">
${pointed('holds', 'Every later request is denied from the moment the authority answers.')}
${pointed('holds', done === 0 ? 'Nothing was done under it so far.' : `What is done stays done: ${counted(done)} ${done === 1 ? 'action, whose receipt verifies' : 'actions, whose receipts verify'} as before.`)}
${away.length > 0 && pointed('open', html`${capitalised(counted(away.length))} ${away.length === 1 ? 'action is' : 'actions are'} on the way or in doubt now: ${away.slice(0, MOST_NAMED).map(({ grant }, index) => html`${index > 0 && ', '}<a href="${url(`/grants/${grant.grant_id}`)}"><bdi class="id">${grant.grant_id}</bdi></a>`)}.`)}
${pointed('holds', 'After the authority’s answer, nothing more leaves for a counterparty. It may take a few seconds.')}
${pointed('open', 'What may have left before is not taken back: the answer names each, and its receipt will say what came of it, or you decide if nobody knows.')}
${others.length > 0 && pointed('open', html`The agent keeps its other mandates: ${others.slice(0, MOST_NAMED).map(({ contract }, index) => html`${index > 0 && ', '}<a href="${url(`/mandates/${contract.contract_id}`)}"><bdi class="id">${contract.contract_id}</bdi></a>`)}.`)}
${pointed('holds', 'It cannot be taken back. Only a new mandate lets the agent act again.')}
</ul>
<div id="signing"><p>To sign it here, this page needs its script.</p></div>
<p class="note">With the command: <code>npx sanad mandate revoke ${id} --reason …</code></p>
</div>
</details>
<template id="revoke-form"><div>
<label for="reason">Why? <span class="optional">(optional; it is signed too)</span></label>
<input id="reason" type="text" autocomplete="off" maxlength="${MOST_REASON}" aria-describedby="reason-problem">
<p id="reason-problem" class="field-error" role="alert"></p>
<div data-slot="ways"></div>
<details><summary>The text that is signed</summary><pre class="id" id="revocation"></pre></details>
</div></template>
${signingTemplates('revoke')}
${doneTemplate('done', 'Load its page again')}
${stoppedTemplate()}`,
  });
}

/** What was on its way when the mandate ended, by kind, for the page’s script. */
function stoppedTemplate(): Safe {
  const kinds = Object.entries(STOPPED_HEADINGS).map(
    ([kind, heading]) =>
      html`<div data-slot="${kind}-part"><h3>${heading}</h3><ul class="plain" data-slot="${kind}"></ul></div>`,
  );
  return html`<template id="stopped"><div class="stopped">${kinds}<p data-slot="none">Nothing was on its way.</p></div></template>`;
}
