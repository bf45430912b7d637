import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { decisionSentence } from '@platform/words/decided';
import { duration } from '@platform/words/duration';
import { possibleDuplicateWords } from '@platform/words/possible-duplicate';
import { counted, listed } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { timeLeft } from '@platform/words/time-left';
import { dayAndTime } from '@platform/words/when';
import { actionRows } from '../site/action-rows.ts';
import { leaf, pointed, told } from '../site/site.page.ts';
import type { ApprovalData } from './approval-data.ts';
import { approvalStates } from './approval-states.page.ts';
import { askedLeaf } from './asked-table.page.ts';
import { cancelLeaf, decisionTemplates } from './cancel.page.ts';
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
  const { possible_duplicate_of: found } = record.grant;
  // Whether it is a duplicate is what a person is asked, so that answer stands beside the comparison.
  const ahead = html`<div id="ahead">
${found === undefined ? [effectLeaf(mandate.contract, record), decideLeaf(record, id)] : [decideLeaf(record, id), effectLeaf(mandate.contract, record)]}
</div>`;
  const ending = { record, principal: mandate.contract.principal, keys: data.keys };
  return html`<div id="approval-data" hidden data-approval="${JSON.stringify(data)}"></div>
<div id="grant-data" hidden data-grant="${JSON.stringify(ending)}"></div>
<div id="opening">${opening(record, mandate.contract, manifest, now)}${noticesNote(notices)}</div>
${duplicateLeaf(record, earlier, manifest)}
${found !== undefined && ahead}
<div class="until-answered">${peopleLeaf(mandate.contract, record, data.keys)}</div>
${askedLeaf(html`What ${asked('is', 'was')} asked`, rows)}
${leaf({ id: 'same', title: 'Is it the same?', note: 'Compared in this browser, with the same code as the command.', matter: html`<div id="compared" role="status"><p>Not compared: that needs this page’s script.</p></div>` })}
${found === undefined && ahead}
<div class="until-answered">${cancelLeaf(record, mandate.contract.principal, CHECKED)}</div>
${approvalStates(data)}
${decisionTemplates({ isMain: false })}`;
}

/** The script that cancels says here whose signatures it checked. */
const CHECKED = html`<p class="signed" id="signature"></p>`;

/**
 * Shows one wording while the request waits; the page’s script replaces it by the other once it is answered.
 */
function asked(waiting: string, answered: string): Safe {
  return html`<span class="until-answered">${waiting}</span><span class="once-answered" hidden>${answered}</span>`;
}

function decideLeaf(record: GrantRecord, id: string): Safe {
  return leaf({
    id: 'decide',
    title: 'Decide',
    note: record.grant.possible_duplicate_of === undefined ? 'Nothing is chosen for you.' : '',
    matter: html`<div id="decision"><p>Approving here needs JavaScript: the page compares the hashes first.</p></div>
<p class="note">With the command, which makes the same checks: <code>npx sanad grant approve ${id}</code>, or <code>npx sanad grant reject ${id} --reason …</code> Not sure? Leave it: it expires by itself, and nothing is done.</p>`,
  });
}

function opening(record: GrantRecord, mandate: Mandate, manifest: PluginManifest | null, now: string): Safe {
  const { action, grant, decision } = record;
  const { expires_at: end, possible_duplicate_of: found } = grant;
  const words = told(actionPieces(action, manifest));
  const heading =
    found === undefined
      ? html`<bdi class="id">${printable(action.agent)}</bdi> ${asked('asks', 'asked')} to ${words}`
      : html`Probably a duplicate: ${words}`;
  const left = end !== null && html`<strong>${timeLeft(now, end)}</strong>: `;
  const until = end !== null && html`, ends ${dayAndTime(end)}`;
  return html`<header class="opening">
<p class="crumb"><a href="${url('/approvals')}">Approvals</a> / <bdi class="id">${grant.grant_id}</bdi></p>
<h1 tabindex="-1">${heading}</h1>
</header>
<div id="standing"><div id="story"><p>${left}asked ${dayAndTime(action.proposed_at)}${found !== undefined && html` by <bdi class="id">${printable(action.agent)}</bdi>`}${until}.</p>
<p>${found === undefined ? decisionSentence(decision) : `${capitalised(possibleDuplicateWords(found))}.`} ${routeWords(mandate, record)}</p></div></div>`;
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
    `Give the agent ${duration(limits.runtime_max_s)} after the last signature to go on.`,
    'Put your signature into a receipt that anyone can check.',
  ];
  const not = [
    'Approve anything else, not even the same with one character changed.',
    'Raise a limit, or extend the mandate.',
    'Be taken back: once it is done, revoking the mandate changes nothing.',
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
