import { type Content, html, type Safe } from '@common/web/html';
import { leaf, mark } from '../site/site.page.ts';

/** The whole answer about a dispute file, for `showDispute`. It says nothing by itself. */
export function disputeTemplates(crumb: Content): Safe {
  return html`<template id="dispute"><div>
<header class="opening">
<p class="crumb">${crumb}</p>
<h1 tabindex="-1" data-slot="title">A dispute</h1>
</header>
<dl class="sum">
<div class="row so"><dt>Answer</dt><dd data-slot="answer"></dd></div>
<div class="row"><dt>Keys</dt><dd data-slot="keys"></dd></div>
</dl>
<div data-slot="problems">${leaf({ id: 'dispute-problems', title: 'What is not what it says', matter: html`<ul data-slot="problem-list"></ul>` })}</div>
<div data-slot="grounds"></div>
<div data-slot="said">${leaf({ id: 'dispute-said', title: 'Claims', note: 'Words in the file. Nobody vouches for them.', matter: html`<ul data-slot="said-list"></ul>` })}</div>
</div></template>
<template id="dispute-ground"><section class="leaf">
<div class="margin">
<h2 data-slot="name">A ground</h2>
<p class="note" data-slot="asked">This is in dispute.</p>
</div>
<div class="matter"><ol class="checks" data-slot="points"></ol></div>
</section></template>
<template id="dispute-point"><li class="check">
<div><p class="name" data-slot="signed"></p><p data-slot="found"></p><ul class="note" data-slot="rests"></ul></div>
<p class="outcome"><span data-slot="inside">${mark('holds')} inside</span><span class="fails" data-slot="outside">${mark('fails')} outside</span><span data-slot="undecided">${mark('open')} undecided</span></p>
</li></template>`;
}
