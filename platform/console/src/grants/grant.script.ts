import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { answerTo } from '@platform/core/decide/answer-to';
import { CancelledGrant, GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import {
  type Cancellation,
  MAX_PRINCIPAL_REASON,
  SETTLEMENT_CHOICES,
  type Settlement,
  type SettlementChoice,
} from '@platform/core/objects/settlement';
import type { Signature } from '@platform/core/objects/signature';
import { actionHash } from '@platform/core/signed/sealed-action';
import { verifySigned } from '@platform/core/signed/signed';
import { CHOICE_WORDS, STOPPED_WORDS } from '@platform/words/doubt';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { tellMarked } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { tellDone } from '../signing/done.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { checkGrant } from '../use-cases/approvals.ts';
import { readReason } from '../use-cases/reason.ts';
import { cancellationOf, isCancelled, isSettled, settlementOf } from '../use-cases/settlements.ts';
import type { GrantData } from './grant-data.ts';

/** Runs in the browser: checks what the authority shows of a grant, and makes the forms that stop or settle it. */

declare const document: { querySelectorAll(selector: string): Iterable<PageElement> };

const data = JSON.parse(byId('grant-data').dataset.grant ?? '') as GrantData;
const { record, principal } = data;
const { grant_id: id, deployment } = record.action;
const { keys, areTrusted, whose } = readerKeys(JSON.stringify(data.keys));
const known = { ...data.keys, ...keys };
/** INVARIANT: these words are signed, so they come from the script, not from the page. */
const NO_REASON = 'No reason given';

tellSignatures();
const choices = [...document.querySelectorAll('[data-choice]')];
for (const button of choices) {
  const choice = SETTLEMENT_CHOICES.find((one) => one === button.dataset.choice);
  if (choice === undefined) continue;
  button.hidden = false;
  button.addEventListener('click', () => showSettling(choice));
}
if (choices.length > 0) byId('deciding').replaceChildren();
else if ([...document.querySelectorAll('#signing')].length > 0) makeCancelling();

function tellSignatures(): void {
  const checked = checkGrant(webCrypto, keys, record, id);
  const doubted = checked.ok ? doubtFault() : null;
  const problem = checked.ok ? doubted : checked.error.message;
  const who = record.in_doubt?.signature.kid ?? null;
  const words = `The authority signed its grant for exactly this${who === null ? '' : `, and ${who} signed that its outcome is not known`}, ${whose}. Checked in this browser.`;
  tellMarked(byId('signature'), problem !== null ? 'fails' : areTrusted ? 'holds' : 'open', problem ?? words);
}

/** Says why what the enforcement point signed does not hold; null if it does, or there is nothing. */
function doubtFault(): string | null {
  if (record.in_doubt === undefined) return null;
  const { doubt: object, doubt_hash: hash, signature } = record.in_doubt;
  if (object.grant_id !== id || object.action_hash !== record.action_hash)
    return 'What the enforcement point signed is about another action.';
  const checked = verifySigned(webCrypto, { object, hash, signature, keys, at: object.declared_at });
  return checked.ok ? null : `What the enforcement point signed does not hold: ${checked.error.message}.`;
}

function showSettling(choice: SettlementChoice): void {
  const isWord = choice !== 'ask_again';
  const named = answerTo(record);
  if (named === null) return;
  for (const button of choices) {
    button.setAttribute('aria-expanded', String(button.dataset.choice === choice));
  }
  const { form, reason } = decisionForm<Settlement>({
    deed: CHOICE_WORDS[choice].deed,
    needsReason: isWord,
    type: 'sanad/settlement/1',
    make: (words) =>
      settlementOf({ ...about(words), ...named, choice, settled_at: new Date().toISOString() }),
    // Its hash is signed, so it must be what the enforcement point signed.
    fault: doubtFault,
    send: sendSettlement,
  });
  byId('deciding').replaceChildren(form);
  reason.focus();
}

function makeCancelling(): void {
  const { form, refresh } = decisionForm<Cancellation>({
    deed: 'Cancel it',
    needsReason: false,
    type: 'sanad/cancellation/1',
    make: (words) => cancellationOf({ ...about(words), cancelled_at: new Date().toISOString() }),
    fault: () => null,
    send: sendCancellation,
  });
  byId('cancel').addEventListener('toggle', refresh);
  byId('signing').replaceChildren(form);
}

function about(reason: string) {
  return { deployment, grant_id: id, action_hash: record.action_hash, reason: reason || NO_REASON };
}

interface DecisionForm<Decided extends Cancellation | Settlement> {
  readonly deed: string;
  readonly needsReason: boolean;
  readonly type: Decided['type'];
  readonly make: (reason: string) => Decided;
  /** Why this cannot be signed, whatever the reason; null if it can. */
  readonly fault: () => string | null;
  readonly send: (decided: Decided, signature: Signature) => Promise<Result<unknown>>;
}

/**
 * A reason, then a passkey or a key file of the principal. INVARIANT: only the hash of the action must be the one
 * that the authority shows, so that a grant can be stopped whatever else disagrees.
 */
function decisionForm<Decided extends Cancellation | Settlement>(given: DecisionForm<Decided>) {
  const { deed, needsReason, type, make, fault: otherFault, send } = given;
  const form = fromTemplate('decision-form', { deed, optional: !needsReason, ways: true });
  const reason = within(form, '#reason');
  const problem = within(form, '#reason-problem');
  const text = within(form, '#decision-text');
  let decided = make('');
  const fault = (): string | null => {
    const read = readReason(reason.value);
    if (!read.ok) return read.error.message;
    if (read.value.length > MAX_PRINCIPAL_REASON) return `Write at most ${MAX_PRINCIPAL_REASON} characters.`;
    return needsReason && read.value === '' ? 'Say why: what did you see, and where?' : null;
  };
  const refresh = () => {
    const read = readReason(reason.value);
    const wrong = fault();
    problem.textContent = reason.value.trim() === '' ? '' : (wrong ?? '');
    if (read.ok && wrong === null) decided = make(read.value);
    text.textContent = canonicalText(decided);
    choice.refresh();
  };
  const choice = signingChoice({
    id: 'decide',
    deed,
    type,
    keys: known,
    asked: Object.values(known).filter((entry) => allows(entry).ok),
    allows,
    isReady: () => fault() === null,
    sayMissing: () => {
      problem.textContent = fault() ?? '';
      reason.focus();
    },
    hash: async () => {
      const mine = actionHash(webCrypto, record.action, record.salts);
      if (mine !== record.action_hash)
        return fail(
          'grant_disagrees',
          `The action hashes to ${mine}; the authority says ${record.action_hash}`,
        );
      const other = otherFault();
      return other === null ? ok(hashOf(webCrypto, decided)) : fail('doubt_disagrees', other);
    },
    send: (signature) => send(decided, signature),
  });
  reason.addEventListener('input', refresh);
  refresh();
  within(form, '[data-slot=ways]').append(choice.element);
  return { form, reason, refresh };
}

function allows({ kid, role, person }: KeyEntry): Result<unknown> {
  if (role === 'principal' && person === principal) return ok(undefined);
  return fail(
    'signer_is_another_principal',
    `Only ${principal} can decide this, and ${kid} is not that person’s key`,
  );
}

async function sendSettlement(settlement: Settlement, signature: Signature): Promise<Result<unknown>> {
  const signed = { settlement, settlement_hash: hashOf(webCrypto, settlement), signature };
  const sent = await sendToConsole(`/grants/${id}/settle`, signed, 'Nothing was decided.');
  if (!sent.ok) return sent;
  if (!Check(GrantRecord, sent.value) || !isSettled(sent.value, signed))
    return fail('not_shown', 'The authority does not show this decision. Load this page again to see.');
  const { deed } = CHOICE_WORDS[settlement.choice];
  tellState({
    heading: 'Your decision is recorded',
    words: `${deed}: signed by ${signature.kid}. It is carried out within a minute.`,
    href: `/grants/${id}`,
  });
  return ok(undefined);
}

async function sendCancellation(cancellation: Cancellation, signature: Signature): Promise<Result<unknown>> {
  const signed = { cancellation, cancellation_hash: hashOf(webCrypto, cancellation), signature };
  const sent = await sendToConsole(`/grants/${id}/cancel`, signed, 'Not cancelled.');
  if (!sent.ok) return sent;
  if (!Check(CancelledGrant, sent.value) || !isCancelled(sent.value, signed))
    return fail('not_shown', 'The authority does not show it as cancelled. Load this page again to see.');
  tellState({
    heading: 'A cancelled action',
    words: `Cancelled by ${signature.kid}. It ${STOPPED_WORDS[sent.value.stopped]}.`,
    href: `/grants/${id}`,
  });
  return ok(undefined);
}

/** The new state takes the place of the former, which the page told when it was loaded. */
function tellState(message: Parameters<typeof tellDone>[0]): void {
  for (const element of [...byId('content').querySelectorAll('.until-answered')]) element.remove();
  tellDone(message);
}
