import { html, type Safe, url } from '@common/web/html';
import { checkedPoint, signingTemplates } from '../signing/signing.page.ts';
import { leaf, mark, pointed } from '../site/site.page.ts';
import type { ApprovalData } from './approval-data.ts';

/**
 * The states that the page’s script can show. INVARIANT: a template is inert, so nothing signs before the
 * script has compared; and the script fills the slots for amount, payee, names and hashes from the signed
 * objects. `left`: how many more requests wait for the reader.
 */
export function approvalStates(data: ApprovalData, left: number): Safe {
  const { record } = data;
  return html`${comparedStates(data)}${refusedStates()}${record.status === 'pending' && formStates(data, left)}`;
}

const HASHES = html`<p class="note">Made here, by this browser, from the text that you read</p>
<p class="hash" id="hash-here" data-slot="here"></p>
<p class="note">In the grant, as the authority recorded it</p>
<p class="hash" id="hash-there" data-slot="there"></p>`;

const slot = (name: string) => html`<bdi data-slot="${name}"></bdi>`;

function comparedStates({ record }: ApprovalData): Safe {
  const would = html`<span class="until-answered">: what you read is what you would sign</span>`;
  return html`<template id="agrees"><div>
<p>${mark('holds')}<strong>The hashes agree${record.status === 'pending' && would}.</strong></p>
<ul class="marks">
${pointed('holds', 'The authority signed this grant for exactly this action.')}
${pointed('holds', html`${slot('principal')} signed the mandate that the action names.`)}
${checkedPoint('Both signatures were checked', '.')}
${pointed('open', 'What was spent before is the authority’s word: this page cannot count it.')}
</ul>
<details class="fold"><summary>Both hashes</summary>${HASHES}</details>
<details class="fold"><summary>The exact text, <span data-slot="bytes"></span> bytes</summary><p class="id exact" data-slot="exact"></p><p class="note">The hash covers each of these values, most of them by a digest with a salt, so that a copy of the receipt can withhold it.</p></details>
</div></template>
<template id="earlier-checked">${pointed('holds', html`${slot('kid')} signed this same action: you would sign what they signed.`)}</template>
<template id="earlier-open">${pointed('open', html`That ${slot('kid')} approved it could not be checked: no such key is known here.`)}</template>`;
}

function refusedStates(): Safe {
  return html`<template id="refused-opening"><header class="opening refused">
<h1 tabindex="-1">Do not approve this</h1>
<p><strong>What this page was given is not what the grant binds.</strong> Somebody or something changed one of them.</p>
<p id="standing">You have signed nothing, and it cannot be approved here with any key.</p>
</header></template>
<template id="disagrees"><div><p class="fails">${mark('fails')}<span data-slot="fault"></span></p><div data-slot="hashes">${HASHES}</div></div></template>
<template id="refused-leaf">${leaf({
    id: 'do',
    title: 'What to do',
    matter: html`<div class="panels">
<div class="panel">
<h3>Leave it and ask</h3>
<ol>
<li>If nobody answers, it expires and nothing is done.</li>
<li>Look at it on another machine, with the command: <code>npx sanad grant show</code></li>
<li>Tell the person who signed the mandate, by another way than this console. They can revoke it.</li>
</ol>
<p><a id="evidence" class="button" href="/" download>Save the evidence</a></p>
<p class="hint">What this page was given, and the hash that your browser made of it, as a file. Save it now: loaded again, the page may be given something else.</p>
</div>
<div id="decision"></div>
</div>`,
  })}</template>`;
}

function formStates({ record, typed }: ApprovalData, left: number): Safe {
  const isDuplicate = record.grant.possible_duplicate_of !== undefined;
  const from = typed?.isAmount === true ? 'the invoice' : 'the paper before you';
  return html`<template id="deciding"><div class="panel">
<div id="approving">
<label for="typed">Type the <strong data-slot="name"></strong> from ${from}<span data-slot="unit"> (<span data-slot="currency"></span>)</span></label>
<input id="typed" type="text" autocomplete="off" spellcheck="false" aria-describedby="typed-hint typed-problem">
<p id="typed-hint" class="word" role="status"></p>
<p id="typed-problem" class="field-error" role="alert"></p>
<div data-slot="ways"></div>
</div>
<div id="rejecting" hidden></div>
</div></template>
<template id="untyped"><div class="panel"><div id="approving"><p>This request has nothing that could be typed from paper: approve it with the command.</p>
<div data-slot="beside"></div></div><div id="rejecting" hidden></div></div></template>
<template id="to-reject"><button id="reject-open" type="button" class="way outlined" aria-expanded="false" aria-controls="rejecting">${isDuplicate ? 'Reject as duplicate…' : 'Reject…'}</button></template>
<template id="to-go-back"><button id="reject-back" type="button" class="way outlined">Back</button></template>
<template id="reject-form"><div>
<p class="hint" data-slot="disagrees">A rejection names the request, not the text, and moves nothing: it is safe to sign.</p>
<fieldset><legend>Reject: why?</legend><div data-slot="reasons"></div></fieldset>
<p id="why-problem" class="field-error" role="alert"></p>
<p class="word">${mark('open')}<span>Your key signs the reason; the agent is told.</span></p>
<div data-slot="ways"></div>
<details class="own"><summary>In your words</summary>
<label for="own-words">More about why <span class="optional">(optional)</span></label>
<textarea id="own-words" rows="3" maxlength="200"></textarea>
</details>
<p class="hint">It ends this request at once, even if others have approved it. Any enrolled key of an approver will do.</p>
</div></template>
<template id="reject-reason"><div class="choice"><input type="radio" name="why" id="why" aria-describedby="why-problem"><label for="why" data-slot="words"></label></div></template>
${signingTemplates('approve', { isMain: true, isCompact: true })}
${signingTemplates('reject', { isMain: false, isCompact: true })}
<template id="answer-leaf"><section class="decide" aria-labelledby="came" data-left="${left}">
<div class="panel">
<h2 id="came">What came of it</h2>
<p id="answered" tabindex="-1" role="status"></p>
<p>${left > 0 ? html`<a class="button" href="${url('/approvals/next')}">Next request, ${left} left</a>` : html`<a href="${url('/approvals')}">All requests</a>`}</p>
</div>
</section></template>
<template id="answer-words"><span><span data-slot="mark"></span><strong data-slot="words"></strong> <span data-slot="next"></span></span></template>`;
}
