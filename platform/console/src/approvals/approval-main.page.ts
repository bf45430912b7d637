import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { decisionSentence } from '@platform/words/decided';
import { canBeCancelled } from '@platform/words/doubt';
import { duration } from '@platform/words/duration';
import { hasOddCharacter, seenParts } from '@platform/words/odd-characters';
import { possibleDuplicateWords } from '@platform/words/possible-duplicate';
import { counted, listed } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { timeLeft } from '@platform/words/time-left';
import { dayAndTime } from '@platform/words/when';
import { type ActionRow, actionRows } from '../site/action-rows.ts';
import { leaf, pointed, told } from '../site/site.page.ts';
import { answeredWords, nextWords } from './answered-words.ts';
import type { ApprovalData } from './approval-data.ts';
import { approvalStates } from './approval-states.page.ts';
import { duplicateLeaf } from './duplicate.page.ts';
import { noticesNote } from './notices.page.ts';
import { peopleLeaf } from './people.page.ts';

interface ApprovalPage {
  readonly data: ApprovalData;
  /** The grant that this one may repeat; null if there is none, or it cannot be read. */
  readonly earlier: GrantRecord | null;
  readonly manifest: PluginManifest | null;
  readonly notices: readonly GrantNotice[];
  readonly now: string;
}

/**
 * INVARIANT: forms exist only in templates. The page’s script copies them once the hashes agree, and never if
 * they do not.
 */
export function approvalMain({ data, earlier, manifest, notices, now }: ApprovalPage): Safe {
  const { record, mandate, id } = data;
  const rows = actionRows(record.action, manifest);
  return html`<div id="approval-data" hidden data-approval="${JSON.stringify(data)}"></div>
<div id="opening">${opening(record, mandate.contract, manifest, now)}${noticesNote(notices)}</div>
${duplicateLeaf(record, earlier, manifest)}
<div class="until-answered">${peopleLeaf(mandate.contract, record, data.keys)}</div>
${leaf({ id: 'asked', title: html`What ${asked(record, 'is', 'was')} asked`, note: 'Each piece in words, then exactly as it is signed.', matter: askedTable(rows) })}
${leaf({ id: 'same', title: 'Is it the same?', note: 'Compared in this browser, with the same code as the command.', matter: html`<div id="compared" role="status"><p>Not compared: that needs this page’s script.</p></div>` })}
<div id="ahead">
${record.status === 'pending' ? decideLeaves(mandate.contract, record, id) : answeredLeaf(record)}
</div>
${approvalStates(data)}`;
}

/**
 * Shows one wording while the request waits; the page’s script replaces it by the other once it is answered.
 */
function asked({ status }: GrantRecord, waiting: string, answered: string): Safe {
  return status === 'pending'
    ? html`<span class="until-answered">${waiting}</span><span class="once-answered" hidden>${answered}</span>`
    : html`${answered}`;
}

function answeredLeaf(record: GrantRecord): Safe {
  const next = nextWords(record);
  const matter = html`<p>${statusWords(record)}</p>${next !== null && html`<p>${printable(next)}</p>`}${cancelNote(record)}`;
  return leaf({ id: 'decide', title: 'What came of it', matter });
}

function decideLeaves(mandate: Mandate, record: GrantRecord, id: string): Safe {
  return html`${effectLeaf(mandate, record)}
${leaf({
  id: 'decide',
  title: 'Decide',
  note: 'Nothing is chosen for you.',
  matter: html`<div id="decision"><p>Approving here needs JavaScript: the page compares the hashes first.</p></div>
<p class="note">With the command, which makes the same checks: <code>npx sanad grant approve ${id}</code>, or <code>npx sanad grant reject ${id} --reason …</code> Not sure? Leave it: it expires by itself, and nothing is done.</p>
${cancelNote(record)}`,
})}`;
}

/** The way of the mandate’s principal, who is often not the approver. */
function cancelNote(record: GrantRecord): Safe | null {
  if (record.in_doubt !== undefined)
    return html`<p><a href="${url(`/grants/${record.grant.grant_id}`)}">Its outcome is not known</a>: the mandate’s principal decides.</p>`;
  if (!canBeCancelled(record)) return null;
  return html`<p class="note">Did you sign the mandate? Then you can <a href="${url(`/grants/${record.grant.grant_id}#signing`)}">cancel this action</a>.</p>`;
}

function opening(record: GrantRecord, mandate: Mandate, manifest: PluginManifest | null, now: string): Safe {
  const { action, grant, decision, status } = record;
  const { expires_at: end, possible_duplicate_of: found } = grant;
  const left =
    status === 'pending' && end !== null
      ? html`<p><strong>${timeLeft(now, end)}</strong>: asked ${dayAndTime(action.proposed_at)}, ends ${dayAndTime(end)}.</p>`
      : html`<p><strong>${statusWords(record)}</strong></p>`;
  return html`<header class="opening">
<p class="crumb"><a href="${url('/approvals')}">Approvals</a> / <bdi class="id">${grant.grant_id}</bdi></p>
<h1 tabindex="-1"><bdi class="id">${printable(action.agent)}</bdi> ${asked(record, 'asks', 'asked')} to ${told(actionPieces(action, manifest))}</h1>
</header>
<div id="standing">${left}
<p>${found === undefined ? decisionSentence(decision.detail) : `${capitalised(possibleDuplicateWords(found))}.`} ${status === 'pending' && routeWords(mandate, record)}</p></div>`;
}

/** Names the people on the mandate’s routes, and those who approved already. */
function routeWords({ approval }: Mandate, { earlier_approvals: earlier = [] }: GrantRecord): Safe {
  const routes = (approval.routes ?? []).map(({ approvers, approvals_needed: needed = 1, assurance }) => {
    const many = needed === 1 ? '' : `${needed} different people of `;
    return `${many}${approvers.map(printable).join(' or ')}${assurance === 'hardware' ? ', with a hardware key' : ''}`;
  });
  const given = earlier.map(({ signature }) => printable(signature.kid));
  return html`It waits for <strong>${routes.join('; or ') || 'nobody whom the mandate names'}</strong>.${given.length > 0 && ` ${listed(given)} approved it already.`}`;
}

function statusWords(record: GrantRecord): Safe {
  const words = printable(answeredWords(record) ?? 'It waits for an answer.');
  const receipt = url(`/receipts?grant_id=${record.grant.grant_id}`);
  return html`${words}${record.receipt_id !== null && record.status === 'redeemed' && html` <a href="${receipt}">Its receipt</a> says how it ended.`}`;
}

/** What would be signed: each row in words, followed by the members that it describes. */
export function askedTable(rows: readonly ActionRow[]): Safe {
  const texts = rows.flatMap(({ members }) => members.map(([, value]) => textOf(value)));
  return html`<div class="asked">
<table class="ledger">
<thead><tr><th scope="col">Member</th><th scope="col">In words</th><th scope="col">In canonical form</th></tr></thead>
<tbody>${rows.map(askedRow)}</tbody>
</table>
</div>
<ul class="marks">${
    texts.some(hasOddCharacter)
      ? html`<li class="wide">${marked('fail', 'Some characters are not what they seem: each stands in a box with its code.')}</li>`
      : pointed('holds', 'No text here has an invisible or look-alike character.')
  }</ul>`;
}

/** The text of a list or an object is its JSON, which contains every character of its members. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function askedRow({ label, words, note, members }: ActionRow): Safe {
  return html`<tr>
<th scope="row">${printable(label)}</th>
<td><bdi class="said">${words.split('\n').map((line, index) => [index > 0 && html`<br>`, ...seen(line)])}</bdi>${note !== '' && html`<p class="note">${printable(note)}</p>`}</td>
<td class="id">${members.map(([name, value]) => html`<div>"${printable(name)}":<strong>${seen(JSON.stringify(value))}</strong></div>`)}</td>
</tr>`;
}

function seen(text: string): readonly Safe[] {
  return seenParts(text).map(({ isOdd, text: part }) =>
    isOdd ? html`<span class="odd">${part}</span>` : html`${part}`,
  );
}

/** How many people must approve after the reader, on the route that needs the fewest. */
function othersNeeded({ approval }: Mandate, { earlier_approvals: earlier = [] }: GrantRecord): number {
  const needed = (approval.routes ?? []).map(({ approvals_needed: people = 1 }) => people);
  return Math.max(0, Math.min(...needed) - earlier.length - 1);
}

function effectLeaf(mandate: Mandate, record: GrantRecord): Safe {
  const { limits } = mandate;
  const others = othersNeeded(mandate, record);
  const will = [
    others === 0
      ? 'Let the enforcement point do exactly this, once.'
      : `Count as one approval. Nothing is done before ${counted(others)} more ${others === 1 ? 'person has' : 'people have'} approved it too.`,
    `Let the agent use it for ${duration(limits.runtime_max_s)} after the last signature, and no longer.`,
    'Put your signature into a receipt that anyone can check.',
  ];
  const not = [
    'Approve anything else, not even the same with one character changed.',
    'Raise a limit, or extend the mandate.',
    'Be taken back: once it is executed, revoking the mandate changes nothing.',
  ];
  const yours = [
    'That the paper before you asks for this.',
    'What led the agent to ask.',
    'That your device’s prompt is about this: it shows only the site’s name, not what you approve.',
  ];
  return leaf({
    id: 'effect',
    title: 'If you approve',
    matter: html`<div class="pairs">
<div><h3>It will</h3><ul class="marks">${will.map((text) => pointed('holds', text))}</ul></div>
<div><h3>It will not</h3><ul class="marks">${not.map((text) => pointed('bar', text))}</ul></div>
<div><h3>What only you can know</h3><ul class="marks">${yours.map((text) => pointed('open', text))}</ul></div>
</div>`,
  });
}
