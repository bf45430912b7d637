import { type Content, html, type Safe } from '@common/web/html';
import { leaf, mark, pointed } from '../site/site.page.ts';

interface SigningLook {
  /** The first button is filled, for one deed on a page. Default: yes. */
  readonly isMain: boolean;
  /** The first way stands beside another button, and the others in a fold below. Default: no. */
  readonly isCompact?: boolean;
}

/** The ways to sign, for `signingChoice`. Only the script says what would be signed, and by whom. */
export function signingTemplates(
  id: string,
  { isMain, isCompact = false }: SigningLook = { isMain: true },
): Safe {
  const described = `${id}-problem`;
  const first = isMain ? 'way' : 'way outlined';
  const passkeys = html`<div data-slot="passkeys"></div>`;
  const file = html`<div data-slot="file">
<input id="${id}-file" type="file" aria-label="Key file" tabindex="-1" hidden>
<button id="${id}-choose" type="button" class="way outlined" aria-describedby="${described}"><span data-slot="deed">Sign</span> <span class="how">with a key file</span></button>
<p class="hint">Or drop the file here. It is read in this page, never sent, and forgotten at once; only the signature is sent.</p>
</div>`;
  const said = html`<p data-slot="nobody">${mark('bar')}No key that is enrolled here may sign this.</p>
<p id="${described}" class="field-error" role="alert"></p>
<p id="${id}-state" class="signing-state" role="status"></p>
<button id="${id}-sign" type="button" class="${first}" hidden data-slot="sign"><span data-slot="deed">Sign</span>: sign with this key</button>`;
  const ways = isCompact
    ? html`<div class="two"><div class="first"></div><div class="next-to"></div></div>
${said}
<details class="others" data-slot="others"><summary>Other ways to sign</summary>${passkeys}${file}</details>`
    : html`${passkeys}<details class="others" data-slot="others"><summary>Other ways to sign</summary></details>${file}${said}`;
  return html`<template id="signing-${id}"><div id="${id}-ways" class="ways"${isMain && html` data-main`}${isCompact && html` data-compact`}>
${ways}
</div></template>
<template id="passkey-${id}"><button type="button" class="way outlined" aria-describedby="${described}"><span data-slot="deed">Sign</span> <span class="how">with the passkey <span data-slot="kid"></span></span></button></template>
<template id="cannot-${id}"><p class="hint">${mark('bar')} <span data-slot="why"></span></p></template>`;
}

interface TypedPanel {
  readonly title: Content;
  /** What the person types from knowledge before they can use a key: recall, not recognition. */
  readonly question: Content;
  /** Shown while the ways to sign are closed, and once they are open. */
  readonly shut: string;
  readonly open: string;
}

/**
 * A field that a person fills before they can use a key, for `typedPanel`. It is in no form, so Enter does
 * nothing.
 */
export function typedPanelTemplates({ title, question, shut, open }: TypedPanel, id: string): Safe {
  return html`<template id="typed-panel"><div class="panel">
<h3>${title}</h3>
<label for="typed">${question}<span data-slot="unit"> (<span data-slot="currency"></span>)</span></label>
<input id="typed" type="text" autocomplete="off" spellcheck="false" aria-describedby="typed-hint typed-problem">
<p id="typed-hint" class="hint"><span id="typed-shut">${shut}</span><span id="typed-same" hidden>${mark('holds')} ${open}</span><span id="typed-differs" hidden>${mark('bar')} <span id="typed-how"></span></span></p>
<p id="typed-problem" class="field-error" role="alert"></p>
<div data-slot="ways"></div>
</div></template>
${signingTemplates(id)}`;
}

/** The new state, for `tellDone`. */
export function doneTemplate(id: string, link: string): Safe {
  const matter = html`<p id="${id}" tabindex="-1">${mark('holds')}<strong data-slot="words"></strong></p><p><a href="/" id="onwards">${link}</a></p>`;
  return html`<template id="done-leaf">${leaf({ id: 'now', title: 'Done', matter })}</template>`;
}

interface TextSigning extends Pick<TypedPanel, 'title' | 'question'> {
  /** The prefix of the ids of the ways to sign. */
  readonly id: string;
  /**
   * What the browser checked besides the text, what only the reader can know, and where the reader continues.
   */
  readonly checked: Content;
  readonly unknown: string;
  readonly link: string;
}

/**
 * Every state of a text, before and after it is signed, for `showCompared`, `refuseToSign`, `typedPanel` and
 * `tellDone`.
 */
export function textTemplates({ id, title, question, checked, unknown, link }: TextSigning): Safe {
  const read = html`This browser read the <span data-slot="bytes"></span> bytes back from the page and hashed them.`;
  const [shut, open] = ['You can sign once this matches the text.', 'The same as in the text.'];
  return html`<template id="agrees"><div>
<p>${mark('holds')}<strong>What you read is what you would sign.</strong></p>
<p class="note">Hashed here, by this browser</p>
<p class="hash" id="hash-here" data-slot="hash"></p>
<ul class="marks">${pointed('holds', read)}${checked}${pointed('open', unknown)}</ul>
</div></template>
${refusalTemplates()}
${typedPanelTemplates({ title, question, shut, open }, id)}
${doneTemplate('done', link)}`;
}

/** For `refuseToSign`. */
export function refusalTemplates(): Safe {
  return html`<template id="refused-opening"><header class="opening refused">
<h1 tabindex="-1">Do not sign this</h1>
<p><strong>What this page shows is not what would be signed, or not what the rules allow.</strong> You have signed nothing.</p>
</header></template>
<template id="disagrees"><p class="fails">${mark('fails')}<span data-slot="fault"></span></p></template>
<template id="not-to-sign"><p>Begin again. If it happens again, look at it on another machine, with the command, and tell the person who runs this console.</p></template>`;
}

/** One checked point, under keys that the reader trusts or else those that the authority shows. */
export function checkedPoint(words: Content, after: Content = ''): Safe {
  return html`<li data-slot="trusted">${mark('holds')}<span>${words} by keys that you trust${after}</span></li>
<li data-slot="untrusted">${mark('open')}<span>${words} by the keys that the authority itself shows${after}</span></li>`;
}
