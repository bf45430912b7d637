import { type Content, html, type Safe } from '@common/web/html';
import { doneTemplate, signingTemplates } from '../signing/signing.page.ts';
import { mark } from '../site/site.page.ts';
import type { PasskeyGround } from '../use-cases/passkey-enrolment.ts';

/** The states of a step. The stylesheet shows the one that the step’s class names. */
const STATES = [
  ['done', 'holds'],
  ['now', 'half'],
  ['next', 'open'],
  ['refused', 'bar'],
] as const;

type Steps = readonly (readonly [id: string, title: string, next: string])[];

/** The steps of an enrolment, none of them begun. The script’s `step` changes their state. */
function steps(items: Steps): Safe {
  const state = STATES.map(([name, shape]) => html`<span class="when-${name}">${mark(shape)} ${name}</span>`);
  return html`<template id="steps"><ol class="steps">${items.map(
    ([id, title, next]) => html`<li id="step-${id}" class="step is-next">
<div class="step-head"><h2>${title}</h2><p class="step-state">${state}</p></div>
<div class="step-body"><div><p class="note">${next}</p></div></div>
</li>`,
  )}</ol></template>`;
}

/** A template for the content of a step. */
function state(id: string, matter: Content): Safe {
  return html`<template id="${id}"><div>${matter}</div></template>`;
}

const slot = (name: string) => html`<span data-slot="${name}"></span>`;
const WHOM = html`<p>A device for <strong data-slot="person"></strong>: <bdi class="id" data-slot="kid"></bdi>.</p>`;

/** A name, and what the device answered for it, with its mark. */
function answer(label: string, name: string): Safe {
  return html`<div class="answer"><dt>${label}</dt><dd>${slot(`${name}-mark`)} ${slot(name)}</dd></div>`;
}

/** A field with its hint and its problem. The script’s `fieldIn` reads it. */
function field(id: string, label: Content, hint: string, attributes: Content = null): Safe {
  return html`<div class="step-field">
<label for="${id}">${label}</label>
<input id="${id}" type="text" autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="${id}-hint ${id}-problem" ${attributes}>
<p id="${id}-hint" class="hint">${hint}</p>
<p id="${id}-problem" class="field-error" role="alert"></p>
</div>`;
}

function choice(id: string, attributes: Safe, words: Content): Safe {
  return html`<p class="step-choice"><input id="${id}" ${attributes}><label for="${id}">${words}</label></p>`;
}

/**
 * The deployment that a key is for, shown by the script’s `deploymentRow`, and why there may be none here.
 */
const DEPLOYMENT = html`<template id="deployment-trusted"><p id="deployment">${mark('holds')} For the deployment <bdi class="id" data-slot="deployment"></bdi>, as the keys say that you trust.</p></template>
<template id="deployment-shown"><p id="deployment">${mark('open')} For the deployment <bdi class="id" data-slot="deployment"></bdi>, as the authority itself says.</p></template>
<template id="no-deployment"><p id="not-here" role="alert">${mark('bar')} <span data-slot="why"></span></p></template>`;

const EXACT = html`<template id="exact-text"><details><summary>The whole text to be signed</summary><p class="id exact" data-slot="exact"></p></details></template>`;

const LETTERS = 'Letters, digits, _ and - only. A dot would begin the name of the device.';

/** What the person may do with it. All but an approver name their tenants. */
const ROLES = html`<fieldset class="step-field"><legend>What it is for</legend>
${choice('approver', html`type="radio" name="role" value="approver" checked`, 'To approve and reject what agents ask.')}
${choice('clerk', html`type="radio" name="role" value="clerk"`, 'To add, change and end payees and the like, as a clerk. It approves nothing.')}
${choice('principal', html`type="radio" name="role" value="principal"`, 'To sign mandates and payees of a company, as its principal.')}
${choice('auditor', html`type="radio" name="role" value="auditor"`, 'To read all that happened, as an auditor. It signs nothing.')}
${choice('viewer', html`type="radio" name="role" value="viewer"`, 'To read, as a viewer. It signs nothing.')}
</fieldset>
<div id="tenants-field" hidden>${field('tenants', 'For which tenants', 'Such as tn_local; several with commas between them.')}</div>`;

/**
 * The states of the page where a passkey is made. `isRoot`: the key will enrol others, and signs its own
 * enrolment.
 */
export function enrolStates(isRoot: boolean): Safe {
  const last = isRoot
    ? ([
        'after',
        'Sign your own enrolment',
        'A root of trust enrols itself: the device is asked once more.',
      ] as const)
    : (['after', 'A principal signs', 'On a page of its own. Nobody can enrol their own key.'] as const);
  return html`${steps([
    ['whom', 'For whom, and for what', 'A person, a device, and what it should count as.'],
    ['asked', 'What we ask of the device', 'To verify you by PIN, finger or face, and to say who made it.'],
    ['answered', 'What it answered', 'Not asked yet. Its answer is read here before anything is sent.'],
    last,
  ])}
<template id="cannot-make"><p class="stop">${mark('bar')} ${slot('why')}</p></template>
${state(
  'whom-form',
  html`${!isRoot && ROLES}
${field('person', isRoot ? 'Your name' : 'Whose device it is', LETTERS)}
${field('device', 'The device, in a word', 'Such as phone or key. Leave it empty for a person’s first device.')}
<p id="kid" class="note" role="status"></p>
<fieldset class="step-field"><legend>What it should count as</legend>
${choice('hardware', html`type="radio" name="counts" value="hardware" checked`, 'In hardware: for routes that ask for it. A passkey that may be copied is refused.')}
${choice('signature', html`type="radio" name="counts" value="signature"`, 'A signature: also a passkey that is synced between devices.')}
</fieldset>
<button id="make" type="button" class="way">Make a passkey</button>
<p id="make-problem" class="field-error" role="alert"></p>`,
)}
${state('whom-done', html`${WHOM}<p class="note"><span data-slot="hardware">Asked for in hardware.</span><span data-slot="signature">Asked for as a signature.</span></p>`)}
${state('asked-done', html`<p>To verify you by PIN, finger or face, and to say who made it. For this name, and for this console.</p>`)}
${state('asked-again', html`<p>The device is asked.</p>`)}
<template id="answer-rows"><dl class="answers">
<div class="answer"><dt>Site</dt><dd>${mark('holds')} ${slot('site')}, as asked</dd></div>
${answer('Person present, verified', 'verified')}${answer('May be copied', 'copied')}
</dl></template>
${stopStates()}
${isRoot ? rootStates() : HANDED}`;
}

function stopStates(): Safe {
  const again = html`<div class="way-on"><button id="again" type="button" class="way">Begin again</button><p class="note">The passkey stays on your device; you may delete it there.</p></div>`;
  const stop = (id: string, matter: Safe) =>
    html`<template id="${id}"><div class="stop" id="by-rule" tabindex="-1" role="alert">${matter}</div></template>`;
  return html`${stop('stop-refused', html`<h3 data-slot="title">Not enrolled</h3><p data-slot="why"></p>${again}`)}
${stop('stop-other-key', html`<h3>Do not go on.</h3><p>The console answered with another key than the one that this device made. Tell the person who runs it.</p>`)}
${stop(
  'stop-synced',
  html`<h3>Not enrolled for hardware. Nothing was sent or signed.</h3>
<p>It is a good passkey, but it is synced: it can sign from any device that its account reaches. In a receipt it counts 3 of 4, never 4, and a route that asks for hardware would refuse it when it matters.</p>
<div class="way-on"><button id="other-device" type="button" class="way">Try another device</button><p class="note">A security key, or a passkey of this device alone. Most phones sync; most USB keys do not.</p></div>
<div class="way-on"><button id="as-signature" type="button" class="way outlined">Enrol it as a signature instead</button><p class="note">The device makes one more, for routes that do not ask for hardware.</p></div>`,
)}`;
}

const HANDED = html`<template id="handed-over"><div id="handed" tabindex="-1">
<p>Say these sixteen characters to the principal, by voice and not in writing:</p>
<p><strong class="spoken id" id="spoken" data-slot="spoken"></strong></p>
<p class="note">They end the fingerprint of your key: ${slot('fingerprint')}</p>
<p><a class="button" id="to-sign" href="/keys">Where a principal signs for ${slot('kid')}</a></p>
<p class="note">It waits there for a day, also under Keys. Until a principal signs, it counts for nothing.</p>
</div></template>`;

function rootStates(): Safe {
  return html`${DEPLOYMENT}
${state(
  'root-sign',
  html`<div data-slot="deployment"></div>
<div data-slot="asks-seen">${choice('seen', html`type="checkbox"`, 'I hold this device, and it asks for my PIN, finger or face.')}</div>
<div id="ground-words" role="status"></div>
<button id="sign-itself" type="button" class="way">Sign the enrolment of ${slot('kid')} with it</button>
<p id="sign-problem" class="field-error" role="alert"></p>`,
)}
${grounds('On your own word alone, which stands in every receipt.')}
<template id="root-done"><div id="handed" tabindex="-1">
<p>${mark('holds')} <strong>${slot('kid')} has signed its own enrolment. Nothing was sent.</strong></p>
<p><a class="button" id="root-file" href="/keys">Save ${slot('file')}</a></p>
<p>Give it to the person who runs this deployment, who puts it into the keys folder:</p>
<pre>npx sanad keys add-root ${slot('file')}</pre>
<p>The command shows this fingerprint. Compare it with them by voice:</p>
<p class="hash" data-slot="fingerprint"></p>
</div></template>`;
}

/**
 * The states of the page where a principal signs for a passkey. INVARIANT: name, person and role are signed,
 * so their words come from the script.
 */
export function signStates(): Safe {
  return html`${steps([
    ['whom', 'For whom, and for what', ''],
    ['asked', 'What was asked of the device', ''],
    ['answered', 'What it answered', ''],
    ['ground', 'On what grounds it counts', ''],
    ['signs', 'A principal signs', ''],
  ])}${DEPLOYMENT}${EXACT}
${state('whom-done', html`${WHOM}<p>To be <strong data-slot="role"></strong>. ${slot('power')}</p><div data-slot="deployment"></div><p id="whom-others" class="note" data-slot="others"></p>`)}
${state('asked-done', html`<p>To verify who holds it by PIN, finger or face, and to say who made it.</p>`)}
<template id="answer-rows"><dl class="answers">
<div class="answer"><dt>Made</dt><dd>${mark('holds')} ${slot('made')}</dd></div>
<div class="answer"><dt>Site</dt><dd>${mark('holds')} ${slot('site')}, to sign at ${slot('origins')} only</dd></div>
<div class="answer"><dt>Person verified</dt><dd>${mark('holds')} yes, as this console checked</dd></div>
${answer('May be copied', 'copied')}${answer('Attestation', 'attestation')}
</dl></template>
${state('ground', html`<div data-slot="seen">${choice('seen', html`type="checkbox"`, html`I have seen this device in the hand of ${slot('person')}, and that it asks for PIN, finger or face.`)}</div><div id="ground-words" role="status"></div>`)}
${grounds('On your word alone, which stands in every receipt: say it only of a device that you saw.')}
<template id="nobody-signs"><div id="no-root" role="alert"><div data-slot="faults"></div></div></template>
<template id="no-root-why"><p>${mark('bar')} ${slot('why')}</p></template>
<template id="heard-form"><div class="step-panel">
${field('heard', html`Ask ${slot('person')} by voice: which sixteen characters end the fingerprint on their screen?`, 'In four groups of four. Not shown here, so that nobody slips in a key of their own.', html`maxlength="40"`)}
<div data-slot="ways"></div>
<div id="exact"></div>
</div></template>
<template id="enrolled-now"><div id="enrolled" tabindex="-1">
<p>${mark('holds')} <strong data-slot="words"></strong></p>
<p data-slot="company"><a class="button" id="to-company" href="/companies">Go on with the company</a></p>
<p><a href="/keys">All keys</a></p>
</div></template>
${signingTemplates('enrol')}`;
}

/** The grounds on which a passkey counts. `seen`: on whose word it counts as hardware. */
function grounds(seen: string): Safe {
  const ground = (id: PasskeyGround, name: string, why: string) =>
    html`<template id="ground-${id}"><p><strong>${name}</strong> ${why}</p></template>`;
  return html`${ground('attested', 'In hardware, attested: 4 of 4.', 'Its maker’s certificate says so.')}
${ground('synced', 'Synced: a signature, 3 of 4, never more.', 'It can sign from any device that its account reaches. A route that asks for hardware refuses it.')}
${ground('seen', 'In hardware, seen: 4 of 4.', seen)}
${ground('signature', 'A signature: 3 of 4.', 'Nobody vouches for the device. A route that asks for hardware refuses it.')}`;
}

/** The states of the page where a key is marked as one that others may have. */
export function compromiseStates(now: string): Safe {
  return html`${DEPLOYMENT}${EXACT}
<template id="mark-form"><details class="ending-way">
<summary id="open-mark" class="button">Mark ${slot('kid')} as compromised</summary>
<div class="step-panel">
<div data-slot="deployment"></div>
${field('since', 'Since when, in UTC', 'If in doubt, choose an earlier time. Unless you change it, it is now.', html`value="${now}"`)}
${field('reason', 'Why', 'It is signed too, and shown to everyone who reads this page.', html`maxlength="512"`)}
<div data-slot="ways"></div>
<div id="exact"></div>
</div>
</details></template>
${signingTemplates('mark', { isMain: false })}
${doneTemplate('marked', 'All keys')}`;
}
