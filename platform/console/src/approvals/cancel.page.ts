import { html, type Safe } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import { MAX_PRINCIPAL_REASON } from '@platform/core/objects/settlement';
import { printable } from '@platform/core/verify/report-html';
import { doneTemplate, signingTemplates } from '../signing/signing.page.ts';
import { leaf, pointed } from '../site/site.page.ts';

const MAY_END = {
  pending: 'It needs approval now, and ends at once.',
  active: 'It was allowed and has not been sent. It ends at once.',
  redeemed:
    'It is on its way. If it has not left, it never leaves; if it may have arrived, its receipt will say what came of it, or you decide if nobody knows.',
} as const;

/** Ending is easy on purpose: the first click shows what ends, the second signs. */
export function cancelLeaf(record: GrantRecord, principal: string, checked: Safe | null = null): Safe {
  const { status, grant } = record;
  const ends = status === 'pending' || status === 'active' ? MAY_END[status] : MAY_END.redeemed;
  return leaf({
    id: 'stop',
    title: 'Stop it',
    note: 'Easy on purpose: nothing to type.',
    matter: html`<details id="cancel">
<summary class="button">Cancel this action</summary>
<div class="panel">
<h3>What this ends</h3>
<ul class="marks">
${pointed('holds', ends)}
${pointed('holds', 'After the authority’s answer, nothing leaves for the counterparty under it.')}
${pointed('open', 'What may have left before is not taken back. The answer says whether it had.')}
${pointed('holds', 'The mandate stays in force, and its agent can ask again.')}
</ul>
${checked}
<div id="signing"><p>To sign it here, this page needs its script. Only <bdi class="id">${printable(principal)}</bdi> can.</p></div>
<p class="note">With the command: <code>npx sanad grant cancel ${grant.grant_id} --reason …</code></p>
</div>
</details>`,
  });
}

/** The forms of the script that stops or settles a grant. `isMain`: there is no other form on the page. */
export function decisionTemplates({ isMain }: { readonly isMain: boolean }): Safe {
  return html`<template id="decision-form"><div class="panel deciding">
<h3 data-slot="deed">Decide</h3>
<label for="reason">Why? <span class="optional" data-slot="optional">(optional)</span></label>
<input id="reason" type="text" autocomplete="off" maxlength="${MAX_PRINCIPAL_REASON}" aria-describedby="reason-hint reason-problem">
<p id="reason-hint" class="hint">It is signed too, and the receipt repeats it.</p>
<p id="reason-problem" class="field-error" role="alert"></p>
<div data-slot="ways"></div>
<details><summary>The text that is signed</summary><pre class="id" id="decision-text"></pre></details>
</div></template>
${signingTemplates('decide', { isMain })}
${doneTemplate('done', 'Load its page again')}`;
}
