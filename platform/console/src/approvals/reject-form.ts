import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { mayReject } from '@platform/core/decide/approval';
import type { Rejection } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { printable } from '@platform/core/verify/report-html';
import { nameWords } from '@platform/words/names';
import { askConsole, sendToConsole } from '../browser/ask-console.ts';
import { fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { isTaken, rejectionOf } from '../use-cases/rejections.ts';
import { answeredWords, answerMark } from './answered-words.ts';
import type { ApprovalData } from './approval-data.ts';
import { notAsked } from './approving.ts';
import { readGrant } from './compare.ts';
import { type Answer, tellAnswer } from './tell-answer.ts';

interface Rejecting {
  readonly data: ApprovalData;
  readonly keys: KeySet;
  /**
   * Whether the page showed the reader that its data was changed. The mandate may be changed too, so it then
   * names nobody.
   */
  readonly disagrees: boolean;
  /** The button that leaves the form, beside the first way to sign; absent where there is nothing to go back to. */
  readonly back?: PageElement;
}

/** The reason that is chosen beforehand where a person is asked whether it is one: ending it is easy. */
const DUPLICATE = 'It is paid or done already';

/**
 * The form that rejects: a reason, then a passkey or a key file. No fault of the action prevents a rejection.
 */
export function rejectForm(rejecting: Rejecting): PageElement {
  const { data, keys, disagrees, back } = rejecting;
  const reasons = reasonsFor(rejecting);
  const form = fromTemplate('reject-form', {
    disagrees,
    ways: true,
    reasons: reasons.map(({ row }) => row),
  });
  const problem = within(form, '#why-problem');
  const ownWords = within(form, '#own-words');
  const chosen = () => reasons.find(({ input }) => input.checked)?.words ?? null;
  let rejection: Rejection | null = null;
  const allows = (entry: KeyEntry): Result<unknown> => {
    if (!disagrees) return mayReject(data.mandate.contract, entry);
    return entry.role === 'approver' ? ok(undefined) : fail('role', 'Only an approver’s key can reject it');
  };
  const { element, refresh } = signingChoice({
    id: 'reject',
    deed: 'Reject',
    ...(back === undefined ? {} : { beside: back }),
    type: 'sanad/rejection/1',
    keys,
    asked: Object.values(keys).filter((entry) => allows(entry).ok),
    allows,
    isReady: () => chosen() !== null,
    sayMissing: () => {
      problem.textContent = 'First choose why: the agent is told, and so are the readers of the receipt.';
      reasons[0]?.input.focus();
    },
    hash: async ({ deployment }) => {
      const open = await stillWaits(data);
      if (!open.ok) return open;
      const own = ownWords.value.trim();
      const reason = own === '' ? (chosen() ?? '') : `${chosen()}: ${own}`;
      rejection = rejectionOf({ deployment, grant_id: data.id, reason });
      return ok(hashOf(webCrypto, rejection));
    },
    send: async (signature) =>
      rejection === null
        ? fail('bug', 'Nothing was sent.')
        : tellAnswer(await sendRejection(rejection, signature, data.done)),
  });
  within(form, '[data-slot=ways]').append(element);
  const asDuplicate = reasons.find(({ words }) => words === DUPLICATE);
  if (asDuplicate !== undefined && !disagrees) {
    asDuplicate.input.setAttribute('checked', '');
    refresh();
  }
  for (const { input } of reasons) {
    input.addEventListener('change', () => {
      problem.textContent = '';
      refresh();
    });
  }
  return form;
}

/** Checks that nobody has answered the request; its content does not matter for a rejection. */
async function stillWaits({ id, done }: ApprovalData): Promise<Result<void>> {
  const now = await askConsole(`/approvals/${id}/grant.json`);
  if (!now.ok) return notAsked(now.error);
  const record = readGrant(now.value);
  const answered = record === null ? null : answeredWords(record, { word: done, at: null });
  return answered === null
    ? ok(undefined)
    : fail('decided', `It was answered meanwhile. ${printable(answered)}`);
}

async function sendRejection(
  rejection: Rejection,
  signature: Signature,
  done: string,
): Promise<Result<Answer>> {
  const signed = { rejection, rejection_hash: hashOf(webCrypto, rejection), signature };
  const sent = await sendToConsole(`/approvals/${rejection.grant_id}/reject`, signed, 'Not rejected.');
  if (!sent.ok) return sent;
  const record = readGrant(sent.value);
  if (record !== null && isTaken(record, signed)) {
    const words = answeredWords(record, { word: done, at: null }) ?? '';
    return ok({ words, next: 'There is nothing else to do here.', mark: answerMark(record) });
  }
  const { kid } = signature;
  return fail(
    'not_shown',
    `The authority shows no rejection by ${printable(kid)}. Load this page again to see.`,
  );
}

/**
 * The reasons to choose from. INVARIANT: a reason is signed, so its words come from the script, not the page.
 */
function reasonsFor({ data, disagrees }: Rejecting) {
  const words = [
    ...(disagrees ? ['The hashes disagree'] : []),
    ...(data.record.grant.possible_duplicate_of === undefined ? [] : [DUPLICATE]),
    data.typed?.isAmount === true ? 'We do not owe this' : 'Nobody here asked for this',
    ...(data.typed === null ? [] : [`Wrong ${nameWords(data.typed.name)}`]),
    data.typed?.isAmount === true ? 'Wrong payee or account' : 'Something else in it is wrong',
    'I cannot tell',
  ];
  return words.map((text, index) => {
    const row = fromTemplate('reject-reason', { words: printable(text) });
    const input = within(row, 'input');
    input.setAttribute('id', `why-${index + 1}`);
    within(row, 'label').setAttribute('for', `why-${index + 1}`);
    return { words: text, input, row };
  });
}
