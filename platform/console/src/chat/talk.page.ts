import { html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { stateWords } from '@platform/words/grant-state';
import { listed, sentence } from '@platform/words/short';
import { actionPieces, opened } from '@platform/words/story';
import { timeLeft } from '@platform/words/time-left';
import { clockTime } from '@platform/words/when';
import { mark, told } from '../site/site.page.ts';
import type { ToldCall } from '../use-cases/agent-gateway.ts';
import { ledgerWords, type Outcome, outcomeOf } from './call-words.ts';
import type { Talk, Turn } from './talks.ts';

export interface TalkView {
  readonly talk: Talk;
  readonly mandate: Mandate;
  readonly manifest: PluginManifest | null;
  /** The mandate’s grants, as the authority shows them now; empty if it did not answer. */
  readonly grants: ReadonlyMap<string, GrantRecord>;
  readonly now: string;
}

/** The turns of a talk: a person’s words, the calls with their results, then the agent’s words. */
export function talkList(view: TalkView): Safe {
  const last = view.talk.turns.length - 1;
  return html`<ol class="talk">${view.talk.turns.map(
    (turn, index) => html`<li${index === last && html` id="last"`}>
<p class="by"><strong>You</strong> ${timeOf(turn)}</p>
<div class="said">${lines(turn.said)}</div>
${answered(view, turn)}
</li>`,
  )}</ol>`;
}

function answered(view: TalkView, { answer, model, at }: Turn): Safe {
  const agent = html`<bdi class="id">${printable(view.mandate.agent)}</bdi>`;
  switch (answer.kind) {
    case 'pending':
      return html`<p class="ledger-says">${mark('open')} <span>${agent} has been working on it since ${clockTime(at).slice(0, 8)}. <a href="${url(`/chat/${view.talk.id}`)}">Look again</a></span></p>`;
    case 'failed':
      return html`<p class="ledger-says">${mark('bar')} <span>No answer: ${printable(answer.message)}</span></p>
<p class="ledger-says">${
        answer.isNothingDone
          ? html`${mark('holds')} <span>Nothing was done.</span>`
          : html`${mark('open')} <span>Whether anything was done is not known: look at <a href="${url(`/mandates/${view.mandate.contract_id}`)}">what was asked under the mandate</a> before you ask again.</span>`
      }</p>`;
    case 'told': {
      const outcomes = answer.calls.map((call) => outcomeOf(call, recordOf(view, call), view.manifest));
      const ledger = ledgerWords(outcomes);
      const open = outcomes.find(({ shape: drawn }) => drawn !== 'holds');
      return html`${answer.calls.map((call, index) => callBlock(view, call, outcomes[index] as Outcome))}
<p class="by">${agent} says, through the model <bdi class="id">${printable(model)}</bdi>:</p>
<blockquote class="says">${lines(answer.words === '' ? '(nothing)' : answer.words)}</blockquote>
${ledger !== null && html`<p class="ledger-says">${mark(open?.shape ?? 'bar')} <span>${ledger}</span></p>`}`;
    }
  }
}

function callBlock(view: TalkView, call: ToldCall, outcome: Outcome): Safe {
  const { tool, result } = call;
  const record = recordOf(view, call);
  const pieces =
    record === undefined
      ? html`A call of <bdi class="id">${printable(tool)}</bdi>`
      : told(opened(actionPieces(record.action, view.manifest)));
  return html`<div class="call">
<p class="what"><span>${pieces}</span> <span class="outcome">${mark(outcome.shape)} ${outcome.word}</span></p>
<p>${printable(sentence(result.detail))}${record !== undefined && sinceWords(view, record, outcome)}</p>
${typeof result.data === 'string' && html`<p class="note">It returned: <bdi class="id">${printable(result.data)}</bdi></p>`}
${disputed(result.status, record) && html`<p class="ledger-says">${mark('open')} <span>The authority’s book says otherwise: there the request is ${record === undefined ? 'missing' : stateWords(record, view.manifest)}.</span></p>`}
<p class="note"><bdi class="id">${printable(tool)}</bdi>${proofs(call, record)}</p>
</div>`;
}

/** Says whom the call waits for, and where they answer; or what the reader can write once they have. */
function sinceWords(
  { mandate, now }: TalkView,
  { grant, status }: GrantRecord,
  outcome: Outcome,
): Safe | null {
  if (outcome.isWaiting) {
    const people = [...new Set((mandate.approval.routes ?? []).flatMap(({ approvers }) => approvers))];
    const who = people.length === 0 ? 'nobody' : listed(people.map(printable));
    return html` It waits for <strong><bdi>${who}</bdi></strong>${grant.expires_at !== null && `, ${timeLeft(now, grant.expires_at)}; then it expires`}. <a href="${url(`/approvals/${grant.grant_id}`)}">What ${who} is asked</a>`;
  }
  return status === 'active' && outcome.shape !== 'holds'
    ? html` To go on, write: <code>present ${grant.grant_id}</code>`
    : null;
}

/** Whether the gateway’s word contradicts the authority’s: an executed call has a redeemed grant. */
function disputed(status: ToldCall['result']['status'], record: GrantRecord | undefined): boolean {
  return status === 'executed' && record !== undefined && record.status !== 'redeemed';
}

function proofs(
  { result: { grant_id: grantId, receipt_id: receiptId } }: ToldCall,
  record?: GrantRecord,
): Safe {
  if (typeof grantId !== 'string') return html`, no grant`;
  const receipt = record?.receipt_id ?? receiptId;
  const link =
    typeof receipt === 'string'
      ? html`, receipt <a href="${url(`/receipts/${receipt}`)}"><bdi class="id">${printable(receipt)}</bdi></a>`
      : html`, <a href="${url(`/receipts?grant_id=${grantId}`)}">its receipt</a>, once it has ended`;
  return html`, grant <a href="${url(`/approvals/${grantId}`)}"><bdi class="id">${grantId}</bdi></a>${link}`;
}

function recordOf({ grants }: TalkView, { result: { grant_id: id } }: ToldCall): GrantRecord | undefined {
  return typeof id === 'string' ? grants.get(id) : undefined;
}

function timeOf({ at }: Turn): Safe {
  return html`<time datetime="${at}">${clockTime(at).slice(0, 5)}</time>`;
}

/** Shows the text of other people, never as markup, with its invisible characters spelled out. */
function lines(text: string): Safe {
  return html`<p>${text
    .split(/\r\n|\r|\n/)
    .map((line, index) => html`${index > 0 && html`<br>`}<bdi>${printable(line)}</bdi>`)}</p>`;
}
