import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { GrantStanding } from '@platform/core/objects/grant-standing';
import type { Mandate } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { asTitle, headingPieces, specOf } from '@platform/words/action-heading';
import { decisionSentence } from '@platform/words/decided';
import { duration } from '@platform/words/duration';
import { duplicateSign, possibleDuplicateWords } from '@platform/words/possible-duplicate';
import { counted, listed } from '@platform/words/short';
import { timeLeft } from '@platform/words/time-left';
import { dayAndTime } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { documentsLeaf } from '../documents/documents.page.ts';
import { actionRows } from '../site/action-rows.ts';
import { leaf, pointed, told } from '../site/site.page.ts';
import type { CheckedDocument } from '../use-cases/documents.ts';
import { unusual } from '../waiting/unusual.ts';
import type { ApprovalData } from './approval-data.ts';
import { approvalStates } from './approval-states.page.ts';
import { askedTable } from './asked-table.page.ts';
import { cancelLeaf, decisionTemplates } from './cancel.page.ts';
import { duplicateTable } from './duplicate.page.ts';
import { factsList, furtherList, unusualList } from './facts.page.ts';
import { noticesNote } from './notices.page.ts';
import { peopleLeaf } from './people.page.ts';

/** Where a request stands among those that wait for the person who reads; null if they did not say who they are. */
export interface QueuePlace {
  readonly place: number;
  readonly count: number;
}

interface ApprovalPage {
  readonly data: ApprovalData;
  /** The grant that this one may repeat; null if there is none, or it cannot be read. */
  readonly earlier: GrantRecord | null;
  readonly manifest: PluginManifest | null;
  readonly standing: GrantStanding | null;
  readonly notices: readonly GrantNotice[];
  readonly documents: readonly CheckedDocument[];
  readonly queue: QueuePlace | null;
  readonly now: string;
}

/**
 * Everything that decides stands before the proof: what happens, who asks and why, what it does to the total, what is
 * unusual, and the decision. INVARIANT: forms exist only in templates. The page’s script copies them once the hashes
 * agree, and never if they do not.
 */
export function approvalMain(page: ApprovalPage): Safe {
  const { data, manifest, notices } = page;
  const { record, mandate } = data;
  const { contract } = mandate;
  const found = findings(page);
  const ending = { record, principal: contract.principal, keys: data.keys };
  return html`<div id="approval-data" hidden data-approval="${JSON.stringify(data)}"></div>
<div id="grant-data" hidden data-grant="${JSON.stringify(ending)}"></div>
<div class="one-screen${isLong(page) && ' tight'}">
<div id="opening">${opening(page)}</div>
<div id="ahead"><section class="decide" aria-label="Your decision">
<div id="decision">${data.mayAnswer ? html`<p>Approving here needs JavaScript: the page compares the hashes first. With the command: <code>npx sanad grant approve ${data.id}</code>, or <code>npx sanad grant reject ${data.id} --reason …</code></p>` : html`<p class="note">You can read this. Approvers answer it.</p>`}</div>
</section></div>
</div>
<div class="until-answered">${peopleLeaf(contract, record, data.keys)}</div>
${documentsLeaf(data.id, page.documents)}
${leaf({
  id: 'proof',
  title: 'Proof',
  note: 'Compared in this browser, with the same code as the command. If something disagrees, there is no way to approve.',
  matter: html`<div id="compared" role="status"><p>Not compared: that needs this page’s script.</p></div>
${furtherList(found)}
<details class="fold"><summary>Why a person is asked, and who</summary><p>${whyAsked(record)} ${routeWords(contract, record)}</p>${noticesNote(notices)}</details>
<details class="fold"><summary>The whole request, in words and as it is signed</summary>${askedTable(actionRows(record.action, manifest))}</details>
<details class="fold until-answered" id="effect"><summary>What approving does, and what it does not</summary>${effects(contract, record)}<p class="note">With the command, which makes the same checks: <code>npx sanad grant approve ${data.id}</code>, or <code>npx sanad grant reject ${data.id} --reason …</code></p></details>
<ul class="marks">${pointed('open', 'Whether this is owed, and what led the agent to ask, only you can know.')}</ul>`,
})}
${may('sign') && html`<div class="until-answered">${cancelLeaf(record, contract.principal, CHECKED)}</div>`}
${approvalStates(data, (page.queue?.count ?? 1) - 1)}
${decisionTemplates({ isMain: false })}`;
}

/** The script that cancels says here whose signatures it checked. */
const CHECKED = html`<p class="signed" id="signature"></p>`;

function opening(page: ApprovalPage): Safe {
  const { data, earlier, manifest, standing, documents, queue, now } = page;
  const { record } = data;
  const { possible_duplicate_of: found, expires_at: end } = record.grant;
  const pieces = headingPieces(record.action, manifest);
  const words = told(found === undefined ? asTitle(pieces) : pieces);
  const place =
    queue !== null && html`, ${queue.place} of ${queue.count}${data.me === null ? '' : ' for you'}`;
  const { done } = data;
  return html`<header class="opening">
<p class="crumb"><a href="${url('/approvals')}">Approvals</a>${place}</p>
<p class="crumb until-done" id="standing">${end === null ? 'It waits until somebody answers' : html`<strong>${timeLeft(now, end)}</strong>, then it ${done === 'paid' ? 'ends unpaid' : 'expires'}`}</p>
<h1 tabindex="-1">${found !== undefined && 'Probably a duplicate: '}${words}</h1>
</header>
${found !== undefined && html`<ul class="marks unusual">${pointed('half', `${capitalised(duplicateSign(found))}.`)}</ul>${duplicateTable(record, earlier, manifest, saidElsewhere(record, earlier, manifest))}`}
${factsList({ record, manifest, standing, documents, now }, { withParams: found === undefined || earlier === null })}
${found === undefined && unusualList(findings(page), standing, done)}`;
}

/**
 * The heading has a currency that both share. A text from which a reference is read says no more than the reference,
 * unless it names that of the other.
 */
function saidElsewhere(
  { action, grant }: GrantRecord,
  earlier: GrantRecord | null,
  manifest: PluginManifest | null,
): readonly string[] {
  const specs = Object.entries(specOf(action, manifest)?.params ?? {});
  const isNamed = grant.possible_duplicate_of?.why === 'named_in_memo';
  const sources = specs.flatMap(([, { read_from: source }]) =>
    source === undefined || isNamed ? [] : [source],
  );
  const currencies = specs.flatMap(([name, { kind }]) =>
    kind === 'currency' && action.params[name] === earlier?.action.params[name] ? [name] : [],
  );
  return [...sources, ...currencies];
}

function findings({ data: { record, keys, typed }, standing, now }: ApprovalPage) {
  const noun = typed?.isAmount === true ? 'payment' : 'request';
  return unusual({ record, standing, keys, noun, now });
}

/** From here on, names and sums are so long that they need smaller letters to stand on one screen. */
const MUCH = 220;

function isLong({ data: { record }, manifest, standing, documents }: ApprovalPage): boolean {
  const heading = headingPieces(record.action, manifest).reduce((sum, { text }) => sum + text.length, 0);
  const sums = Object.values(standing?.sums[0] ?? {}).reduce((sum, text) => sum + (text ?? '').length, 0);
  const params = Object.values(record.action.params).reduce<number>(
    (sum, value) => sum + String(value).length,
    0,
  );
  const hasRow = documents.length > 0 && record.grant.possible_duplicate_of !== undefined;
  return hasRow || heading + params + sums + record.action.agent.length > MUCH;
}

function whyAsked({ decision, grant }: GrantRecord): string {
  const { possible_duplicate_of: found } = grant;
  return found === undefined ? decisionSentence(decision) : `${capitalised(possibleDuplicateWords(found))}.`;
}

/** Names the people on the mandate’s routes, and those who approved already. */
function routeWords({ approval }: Mandate, { action, earlier_approvals: earlier = [] }: GrantRecord): Safe {
  const routes = (approval.routes ?? []).map(({ approvers, approvals_needed: needed = 1, assurance }) => {
    const many = needed === 1 ? '' : `${needed} different people of `;
    return `${many}${approvers.map(printable).join(' or ')}${assurance === 'hardware' ? ', with a hardware key' : ''}`;
  });
  const given = earlier.map(({ signature }) => printable(signature.kid));
  return html`Asked on ${dayAndTime(action.proposed_at)}; it waits for <strong>${routes.join('; or ') || 'nobody whom the mandate names'}</strong>.${given.length > 0 && ` ${listed(given)} approved it already.`}`;
}

/** How many people must approve after the reader, on the route that needs the fewest. */
function othersNeeded({ approval }: Mandate, { earlier_approvals: earlier = [] }: GrantRecord): number {
  const needed = (approval.routes ?? []).map(({ approvals_needed: people = 1 }) => people);
  return Math.max(0, Math.min(...needed) - earlier.length - 1);
}

function effects(mandate: Mandate, record: GrantRecord): Safe {
  const others = othersNeeded(mandate, record);
  const will = [
    others === 0
      ? 'Lets the enforcement point do exactly this, once.'
      : `Counts as one approval. Nothing is done before ${counted(others)} more ${others === 1 ? 'person has' : 'people have'} approved it too.`,
    `Gives the agent ${duration(mandate.limits.runtime_max_s)} after the last signature to go on.`,
    'Puts your signature into a receipt that anyone can check.',
  ];
  const not = [
    'It approves nothing else, not even the same with one character changed.',
    'It raises no limit, and extends no mandate.',
    'It cannot be taken back once the action is executed.',
  ];
  return html`<ul class="marks">${will.map((text) => pointed('holds', text))}${not.map((text) => pointed('bar', text))}${pointed('open', 'Your device’s prompt shows only the site’s name, not what you approve.')}</ul>`;
}
