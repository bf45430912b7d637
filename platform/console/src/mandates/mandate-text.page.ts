import { html, type Safe, url } from '@common/web/html';
import type { Mandate } from '@platform/core/objects/mandate';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { asSigned } from '@platform/words/as-signed';
import { askedTable } from '../approvals/asked-table.page.ts';
import { checkedPoint, textTemplates } from '../signing/signing.page.ts';
import { carried } from '../site/ask.page.ts';
import type { Fields } from '../site/form-fields.ts';
import { signedText } from '../site/signed-text.page.ts';
import { leaf, pointed, told } from '../site/site.page.ts';
import type { Offer } from './mandate-offer.ts';
import { reachNote } from './mandate-reach.page.ts';
import { mandateRows } from './mandate-rows.ts';
import { amountText, mandatePieces } from './mandate-words.ts';
import type { MandateSigning } from './signing-data.ts';

/**
 * The page of the second step: everything that would be signed. The page’s script adds the form that signs,
 * if everything agrees.
 */
export function mandateTextMain(given: Mandate, offer: Offer, fields: Fields): Safe {
  const mandate = asSigned(given);
  const { manifest, keys, signed, now } = offer;
  const data: MandateSigning = { keys, profile: signed, manifest, now };
  const agent = printable(mandate.agent);
  return html`<div id="signing-data" hidden data-signing="${JSON.stringify(data)}"></div>
<div id="opening"><header class="opening">
<p class="crumb"><a href="${url('/mandates')}">Mandates</a> / new: <span id="crumb-end">not signed yet</span></p>
<h1 tabindex="-1">Let <bdi class="id">${agent}</bdi> act?</h1>
<p class="story" id="sentence">${told(mandatePieces(mandate, manifest))}</p>
${reachNote(mandate, signed.profile)}
</header></div>
<div id="ahead">
${leaf({ id: 'worst', title: 'At worst', note: 'A bound, not a forecast.', matter: worst(mandate, offer) })}
${leaf({ id: 'signed', title: 'What is signed', note: 'Each piece in words, then exactly as it is signed.', matter: html`${askedTable(mandateRows(mandate, manifest))}${signedText(mandate)}` })}
${leaf({ id: 'same', title: 'Is it the same?', note: 'Compared in this browser, with the same code as the command.', matter: html`<div id="compared" role="status"><p>Not compared: that needs this page’s script.</p></div>` })}
${leaf({
  id: 'sign',
  title: 'Sign',
  note: 'Until it is signed and registered, nothing is allowed.',
  matter: html`<div id="signing"><p>To sign it here, this page’s script must have compared the text.</p></div>
<p class="note">With the command, which makes the same checks: save the exact text above as <code>mandate.json</code>, then <code>npx sanad mandate sign mandate.json --out signed.json</code> and <code>npx sanad mandate register signed.json</code>.</p>
<form method="post" action="/mandates/new">${carried({ ...fields, step: 'change' })}<button type="submit" class="outlined">Change it</button></form>`,
})}
</div>
${textTemplates({
  id: 'mandate',
  title: html`Let <bdi class="id" data-slot="agent">it</bdi> act`,
  question: html`From what you know, not from this page: <span data-slot="question"></span>`,
  checked: html`${pointed('holds', 'The sentence and the rows were made again from that text, and are the same.')}
${checkedPoint(html`<bdi data-slot="publisher"></bdi> signed the profile,`, '; it allows all of this.')}`,
  unknown: 'Whether the agent deserves it, only you can know.',
  link: 'The mandate’s page',
})}`;
}

/** What the limits allow if the agent turned against its principal. */
function worst(mandate: Mandate, { manifest }: Offer): Safe {
  const limits = [...declaredRules(manifest).values()].flatMap(({ rule }) => {
    const limit = Object.hasOwn(mandate.rules, rule.name) ? mandate.rules[rule.name] : undefined;
    return typeof limit === 'string' ? [{ kind: rule.kind, text: amountText(limit, mandate) }] : [];
  });
  const of = (kind: (typeof limits)[number]['kind']) => limits.find((limit) => limit.kind === kind)?.text;
  const [each, daily, asks, many] = [
    of('amount_cap'),
    of('daily_sum'),
    of('threshold'),
    of('cumulative_threshold'),
  ];
  const num = (text: string) => html`<strong class="num">${text}</strong>`;
  const uses = grouped(String(mandate.limits.use_count_max));
  const people = (mandate.approval.routes ?? []).length > 0;
  return html`<ul class="marks">
${daily !== undefined && pointed('open', html`In a day: ${num(daily)}.`)}
${each !== undefined && pointed('open', html`Until it ends: ${num(uses)} times up to ${num(each)}.`)}
${each === undefined && pointed('open', html`Until it ends: ${num(uses)} uses.`)}
${asks !== undefined && many === undefined && pointed('open', html`Without approval: up to ${num(uses)} times, up to ${num(asks)} each, within the limit for a day. The threshold applies to each one, not to their sum.`)}
${asks !== undefined && !people && pointed('open', 'Above it, nobody is named to approve, so the request is denied.')}
${pointed('holds', 'You can end it at any time. What was done by then stays done.')}
</ul>`;
}
