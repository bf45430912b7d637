import { capitalised } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { SETTLEMENT_CHOICES } from '@platform/core/objects/settlement';
import { printable } from '@platform/core/verify/report-html';
import { CHOICE_WORDS, canBeCancelled, settlementWords, unansweredWords } from '@platform/words/doubt';
import { doubtFacts, stepsOf } from '@platform/words/doubt-facts';
import type { Done } from '@platform/words/grant-state';
import { doneWord } from '@platform/words/outcomes';
import { referenceWords } from '@platform/words/reference';
import { sentence } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { clockTime, day } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { answeredWords } from '../approvals/answered-words.ts';
import { askedLeaf } from '../approvals/asked-table.page.ts';
import { cancelLeaf, decisionTemplates } from '../approvals/cancel.page.ts';
import { duplicateLeaf } from '../approvals/duplicate.page.ts';
import { documentsLeaf } from '../documents/documents.page.ts';
import { actionRows } from '../site/action-rows.ts';
import { breakable, leaf, linkTo, mark, pointed, squares, toldInHeading } from '../site/site.page.ts';
import type { CheckedDocument } from '../use-cases/documents.ts';
import type { GrantData } from './grant-data.ts';

interface GrantPage {
  readonly data: GrantData;
  /** The grant that this one may repeat; null if there is none, or it cannot be read. */
  readonly earlier: GrantRecord | null;
  readonly mandate: MandateRecord;
  readonly manifest: PluginManifest | null;
  /** When it was done, by its receipt; null if it was not, or that is not known. */
  readonly doneAt: string | null;
  readonly notices: readonly GrantNotice[];
  readonly documents: readonly CheckedDocument[];
}

/** Whether a person has decided it for good, and the enforcement point has not yet ended it. */
function isDecided({ settlement }: GrantRecord): boolean {
  return settlement !== undefined && settlement.settlement.choice !== 'ask_again';
}

export function titleOf(record: GrantRecord): string {
  return record.in_doubt === undefined
    ? `A request of ${printable(record.action.agent)}`
    : 'It is not known whether this was done';
}

/** INVARIANT: what signs exists only in templates, and the script fills it from the objects that it hashed. */
export function grantMain({ data, earlier, mandate, manifest, doneAt, notices, documents }: GrantPage): Safe {
  const { record } = data;
  const { grant, action, in_doubt: doubt } = record;
  const pieces = toldInHeading(actionPieces(action, manifest));
  const about = referenceWords(action, manifest);
  const agent = html`<bdi class="id">${breakable(printable(action.agent))}</bdi>`;
  const isDoubtful = doubt !== undefined;
  return html`<div id="grant-data" hidden data-grant="${JSON.stringify(data)}"></div>
<header class="opening">
<p class="crumb">${isDoubtful ? html`<a href="${url('/in-doubt')}">In doubt</a>` : linkTo('/approvals', 'Requests')} / <bdi class="id">${grant.grant_id}</bdi></p>
<h1>${isDoubtful ? html`It is not known whether this was done: ${pieces}` : html`${agent} asked to ${pieces}`}</h1>
<p class="story until-done" id="story">${storyOf(record, { word: doneWord(action.facade, manifest), at: doneAt })}</p>
${about !== null && html`<p class="note">${capitalised(about)}.</p>`}
</header>
<p class="signed" id="signature">What the authority says about it is checked in your browser, by a script.</p>
<div id="ahead">${aheadOf(data)}</div>
${isDoubtful && factsLeaf(record, mandate)}
${stepsLeaf(record, mandate, notices)}
${duplicateLeaf(record, earlier, manifest)}
${askedLeaf('What was asked', actionRows(action, manifest))}
${documentsLeaf(grant.grant_id, documents)}
${decisionTemplates({ isMain: true })}`;
}

function storyOf(record: GrantRecord, done: Done): Content {
  const { in_doubt: doubt } = record;
  if (doubt !== undefined)
    return 'It may have left, and no answer came. Nothing is sent again unless you ask.';
  const open = unansweredWords(record);
  if (open !== null) return sentence(`It is ${open}`);
  return printable(answeredWords(record, done) ?? '');
}

function aheadOf(data: GrantData): Safe {
  const { record } = data;
  const { grant, receipt_id: receipt } = record;
  if (may('sign') && record.in_doubt !== undefined && !isDecided(record)) return choicesLeaf(data);
  if (may('sign') && canBeCancelled(record)) return cancelLeaf(record, data.principal);
  const words =
    receipt !== null
      ? html`<p><a href="${url(`/receipts/${receipt}`)}">Its receipt</a> says how it ended.</p>`
      : html`<p>${mark('open')} ${isDecided(record) && record.settlement !== undefined ? sentence(settlementWords(record.settlement)) : 'There is no receipt yet.'} <a href="${url(`/receipts?grant_id=${grant.grant_id}`)}">Its receipt</a> follows once the enforcement point has ended it.</p>`;
  return leaf({ id: 'ended', title: 'What comes next', matter: words });
}

/** Asking moves nothing, so it is the filled button; a person's word is a declaration, for good. */
function choicesLeaf({ record, principal }: GrantData): Safe {
  const cards = SETTLEMENT_CHOICES.map((choice) => {
    const { deed, means, risk } = CHOICE_WORDS[choice];
    const isWord = choice !== 'ask_again';
    return html`<div class="panel choice-of-three">
<h3>${deed}</h3>
<p>${means}</p>
<p class="note">${risk}${isWord && html` ${squares(1)} 1 of 4.`}</p>
<button type="button" id="${choice}"${isWord && html` class="outlined"`} data-choice="${choice}" aria-controls="deciding" hidden>${deed}</button>
</div>`;
  });
  return leaf({
    id: 'choices',
    title: 'What you can do',
    note: html`Signed by <bdi class="id">${printable(principal)}</bdi>, who signed the mandate. Ask first, if you can.`,
    matter: html`<div class="three">${cards}</div>
<div id="deciding"><p>To sign here, this page needs its script.</p></div>
<p class="note">Nothing has to be decided now. Your choice stands in the receipt, signed. An answer of the counterparty that comes before the receipt counts instead of it.</p>
<p class="note">With the command: <code>npx sanad grant settle ${record.grant.grant_id} --ask-again --reason …</code>, or <code>--count-as-done</code>, or <code>--count-as-not-done</code></p>`,
  });
}

function factsLeaf(record: GrantRecord, mandate: MandateRecord): Safe {
  const { known, unknown } = doubtFacts({ record, mandate });
  return leaf({
    id: 'known',
    title: 'What is known',
    matter: html`<div class="pairs">
<div><h3>Known</h3><ul class="marks">${known.map((text) => pointed('holds', text))}</ul></div>
<div><h3>Not known</h3><ul class="marks">${unknown.map((text) => pointed('open', text))}</ul></div>
</div>`,
  });
}

function stepsLeaf(record: GrantRecord, mandate: MandateRecord, notices: readonly GrantNotice[]): Safe {
  const items = stepsOf({ record, mandate }, notices).map(
    ({ at, words, by, mark: kind }) => html`<li>
<time datetime="${at}">${clockTime(at).slice(0, 8)}</time>
<div>${words}<p class="note">${day(at)}</p></div>
<p class="outcome steps-by">${mark(kind)} ${by}</p>
</li>`,
  );
  return leaf({
    id: 'steps',
    title: 'How it went',
    note: 'Newest first. Times are those of several clocks.',
    matter: html`<ol class="entries steps-of-grant">${items}</ol>`,
  });
}
