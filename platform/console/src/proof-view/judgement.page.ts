import { type Content, html, type Safe } from '@common/web/html';
import { leaf, mark, pointed } from '../site/site.page.ts';

const SCALE =
  'Strength: 0 not proven, 1 declared, 2 signed by a service or with a key that the operator holds, 3 by a key that the operator does not hold, 4 by one kept in hardware.';

/**
 * The whole answer about a receipt, including its heading, for `showJudgement`. INVARIANT: it says nothing of
 * a receipt before the browser has checked one: outcomes, levels and everything that a receipt says are
 * slots.
 */
export function judgementTemplates(crumb: Content): Safe {
  return html`<template id="judgement"><div>
<header class="opening">
<p class="crumb">${crumb}</p>
<h1 tabindex="-1" data-slot="title">A receipt</h1>
<p class="story" data-slot="story"></p>
<p class="in-short" data-slot="strength-row">${mark('half')} <span data-slot="verdict-strength"></span></p>
</header>
<dl class="sum" id="verdict">
${sumRow('checks', 'Checks')}${sumRow('keys', 'Keys')}${sumRow('level', 'Level')}${sumRow('log', 'The log')}${sumRow('publicLog', 'A public log')}${sumRow('later', 'Later')}${sumRow('so', 'So')}
</dl>
<section class="leaf across" aria-labelledby="chain" data-slot="chain">
<h2 id="chain"><span data-slot="breaks">Where it breaks</span><span data-slot="holds">The chain of evidence</span></h2>
<p class="note">A full circle is a signature by a key that you trust; for an open one, only the receipt vouches. A line is a hash that binds. The four squares show the strength.</p>
<div data-slot="drawings"></div>
</section>
${leaf({ id: 'checks', title: 'Nine checks', note: html`The same code as the command <code>sanad-verify</code>.`, matter: html`<ol class="checks" data-slot="list"></ol>` })}
<div data-slot="said">${leaf({ id: 'said-by-others', title: 'Said of it', note: 'Who signed what about this action: as good as the checks, and as the one who says it.', matter: html`<ul class="plain said" data-slot="said-list"></ul>` })}</div>
<div data-slot="proven">
${leaf({
  id: 'signatures',
  title: 'Five signatures',
  note: SCALE,
  matter: html`<table class="ledger">
<thead><tr><th scope="col">Slot</th><th scope="col">Key</th><th scope="col">Signed</th><th scope="col">Strength</th></tr></thead>
<tbody data-slot="signatures"></tbody>
</table>`,
})}
${leaf({ id: 'claims', title: 'Proven, and how strongly', note: 'Open a line for what it rests on.', matter: html`<ul class="claims" data-slot="claims"></ul>` })}
</div>
${leaf({ id: 'not-proven', title: 'Not proven', note: 'As much a part of the receipt as the rest.', matter: html`<ul class="marks" data-slot="unproven"></ul>` })}
${leaf({ id: 'labels', title: 'Labels', note: 'They change nothing above.', matter: html`<dl class="facts" data-slot="labels"></dl>` })}
</div></template>
<template id="check-item"><li class="check">
<div><p class="name" data-slot="name"></p><p class="note" data-slot="detail"></p></div>
<p class="outcome"><span data-slot="pass">${mark('holds')} pass</span><span class="fails" data-slot="fail">${mark('fails')} fails</span><span data-slot="hidden">${mark('half')} hidden</span><span data-slot="n/a">${mark('open')} n/a</span></p>
</li></template>
<template id="signature-row"><tr>
<th scope="row" data-slot="place"></th>
<td><bdi class="id" data-slot="kid"></bdi><br><span class="note" data-slot="about"></span></td>
<td><span data-slot="signed"></span><br><span class="note id" data-slot="hash"></span></td>
<td><span data-slot="squares"></span><br><span class="note" data-slot="strength"></span></td>
</tr></template>
<template id="unsigned-row"><tr><th scope="row" data-slot="place"></th><td colspan="3" class="note">nobody signed here</td></tr></template>
<template id="claim-item"><li>
<details><summary data-slot="statement"></summary><p class="note"><span data-slot="basis"></span><span data-slot="unpinned"> The key is not pinned.</span></p></details>
<p class="strength note"><span data-slot="squares"></span> <span data-slot="strength"></span></p>
</li></template>
<template id="said-item"><li>
<p class="words"><bdi data-slot="words"></bdi></p>
<p class="found" data-slot="found"></p>
<ul data-slot="differences"></ul>
<details><summary>What it says, by which method</summary>
<p class="note"><bdi data-slot="claims"></bdi>; by <bdi class="id" data-slot="method"></bdi>. SHA-256 of its evidence: <span class="hash" data-slot="evidence"></span>. <span data-slot="unknown">The evidence was not given, so nothing was computed again.</span></p>
</details>
</li></template>
<template id="open-point">${pointed('open', html`<span data-slot="text"></span>`)}</template>
<template id="label-row"><div><dt data-slot="name"></dt><dd data-slot="value"></dd></div></template>`;
}

function sumRow(slot: string, name: string): Safe {
  return html`<div class="row ${slot === 'so' && 'so'}" data-slot="${slot}-row"><dt>${name}</dt><dd data-slot="${slot}"></dd></div>`;
}
