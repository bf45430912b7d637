import { type Content, html, type Safe } from '@common/web/html';
import { leaf } from '../site/site.page.ts';

/** The whole answer about a statement, for `showStatement`. Like the one about a receipt, it says nothing by itself. */
export function statementTemplates(crumb: Content): Safe {
  return html`<template id="statement"><div>
<header class="opening">
<p class="crumb">${crumb}</p>
<h1 tabindex="-1" data-slot="title">A statement</h1>
</header>
<dl class="sum">
<div class="row"><dt>Checks</dt><dd data-slot="checks"></dd></div>
<div class="row"><dt>Keys</dt><dd data-slot="keys"></dd></div>
<div class="row so"><dt>So</dt><dd data-slot="so"></dd></div>
</dl>
<div data-slot="problems">${leaf({ id: 'problems', title: 'What fails', matter: html`<ul data-slot="problem-list"></ul>` })}</div>
<div data-slot="says">${leaf({ id: 'sums', title: 'It says', matter: html`<dl class="facts" data-slot="sums"></dl>` })}</div>
<div data-slot="differences">${leaf({ id: 'differences', title: 'Differences', note: 'Between the receipts and the counterparty’s list. They are what the statement says, and no fault of the file.', matter: html`<ul data-slot="difference-list"></ul>` })}</div>
${leaf({ id: 'six-checks', title: 'Six checks', note: html`The same code as the command <code>sanad-verify</code>.`, matter: html`<ol class="checks" data-slot="list"></ol>` })}
<div data-slot="movements">${leaf({
    id: 'movements',
    title: 'Movements',
    note: 'From the counterparty’s list, oldest first.',
    matter: html`<table class="movements">
<thead><tr><th scope="col">Date</th><th scope="col">Paid to, for</th><th scope="col" class="signers">Receipt</th><th scope="col" class="num" data-slot="currency"></th><th scope="col" class="num so-far">Balance</th></tr></thead>
<tbody data-slot="rows"></tbody>
</table>
<p class="note" data-slot="left"></p>`,
  })}</div>
<div data-slot="complete">${leaf({
    id: 'complete',
    title: 'Complete as far as this',
    matter: html`<ul data-slot="complete-list"></ul>
<p class="note">Payments in doubt have no receipt yet.</p>`,
  })}</div>
</div></template>
<template id="movement-row"><tr>
<td data-slot="day"></td>
<td><bdi data-slot="what"></bdi></td>
<td class="signers"><bdi class="id" data-slot="receipt"></bdi></td>
<td class="num" data-slot="amount"></td>
<td class="num so-far" data-slot="balance"></td>
</tr></template>`;
}
