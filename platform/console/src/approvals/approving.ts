import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type ApprovalsInput, mayApprove } from '@platform/core/decide/approval';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { keyOf } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { grantState } from '@platform/words/grant-state';
import { askConsole, sendToConsole } from '../browser/ask-console.ts';
import { pause } from '../browser/dom.ts';
import { answeredWords, answerMark, nextWords } from './answered-words.ts';
import type { ApprovalData } from './approval-data.ts';
import { compare, readGrant } from './compare.ts';
import type { Answer } from './tell-answer.ts';

export interface PendingApproval {
  readonly data: ApprovalData;
  readonly keys: KeySet;
  /** The hash of the action that the reader was shown. */
  readonly actionHash: string;
}

/**
 * Whether the mandate’s routes let this key approve after the earlier approvers. The authority judges the
 * time.
 */
export function mayStillApprove(
  { data, keys }: PendingApproval,
  entry: KeyEntry,
): ReturnType<typeof mayApprove> {
  const { record, mandate } = data;
  const approvedMs = requiredMs(record.action.proposed_at);
  const earlier = (record.earlier_approvals ?? []).flatMap(({ signature }) => {
    const key = keyOf(keys, signature.kid);
    return key === undefined ? [] : [{ key, approvedMs }];
  });
  const approvals: ApprovalsInput['approvals'] = [...earlier, { key: entry, approvedMs }];
  return mayApprove({ mandate: mandate.contract, proposedAt: record.action.proposed_at, approvals });
}

/**
 * Asks for the request once more, and returns the hash that the reader was shown if it is still what would be
 * signed.
 */
export async function lookAgain(approving: PendingApproval): Promise<Result<string>> {
  const { data, actionHash } = approving;
  const now = await askConsole(`/approvals/${data.id}/grant.json`);
  if (!now.ok) return notAsked(now.error);
  const record = readGrant(now.value);
  if (record === null || !isSame(record, approving)) {
    return fail(
      'changed',
      'The request is not the one that you read. Do not approve it; load this page again',
    );
  }
  const answered = answeredWords(record, { word: data.done, at: null });
  return answered === null
    ? ok(actionHash)
    : fail('decided', `It was answered meanwhile. ${printable(answered)}`);
}

/** Says why the last look failed. No key was asked yet, so nothing is in doubt. */
export function notAsked({ code, message }: { readonly code: string; readonly message: string }) {
  const silent =
    'The authority does not answer now, and your key was not asked. Press the button again later';
  return fail(code, code === 'unanswered' ? silent : message);
}

/** How long to wait before each look at what became of an approved request, in milliseconds: two minutes in all. */
const LOOKS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

const NOT_AS_APPROVED: Answer = {
  words: 'What the authority shows now is not what you approved. Load this page again.',
  next: null,
  mark: 'fails',
};

/**
 * Follows a request that this key approved, while its agent goes on, and tells each change. It ends when no more can
 * come of it, when the authority shows something else than was approved, or after two minutes.
 */
export async function follow(
  approving: PendingApproval,
  { kid, told: { words } }: { readonly kid: string; readonly told: Answer },
  tell: (answer: Answer) => void,
): Promise<void> {
  let last = words;
  for (const ms of LOOKS_MS) {
    await pause(ms);
    const now = await askConsole(`/approvals/${approving.data.id}/grant.json`);
    if (!now.ok) continue;
    const record = readGrant(now.value);
    // It may still wait for another person, or the answer may be one from before.
    if (record?.status === 'pending' && isSame(record, approving)) continue;
    const answer = record === null ? null : answerOf(record, approving, kid);
    if (record === null || answer === null) return tell(NOT_AS_APPROVED);
    if (answer.words !== last) tell(answer);
    last = answer.words;
    if (!['active', 'unanswered'].includes(grantState(record))) return;
  }
}

/** Sends an approval, and returns the authority’s answer in words. */
export async function sendApproval(
  approving: PendingApproval,
  signature: Signature,
): Promise<Result<Answer>> {
  const { data, actionHash } = approving;
  const body = { action_hash: actionHash, signature };
  const sent = await sendToConsole(`/approvals/${data.id}/approve`, body, 'Not approved.');
  return sent.ok ? told(readGrant(sent.value), approving, signature.kid) : sent;
}

function told(record: GrantRecord | null, approving: PendingApproval, kid: string): Result<Answer> {
  const answer = record === null ? null : answerOf(record, approving, kid);
  if (answer !== null) return ok(answer);
  return fail(
    'not_shown',
    `The authority shows no approval by ${printable(kid)}. Load this page again to see.`,
  );
}

/**
 * What became of the request, in the authority’s own words; null if its record shows no approval of this action by this
 * key. INVARIANT: nothing else tells a reader what came of what they approved.
 */
function answerOf(record: GrantRecord, approving: PendingApproval, kid: string): Answer | null {
  const { grant, earlier_approvals: earlier = [] } = record;
  const isOwn = grant.approved_by === kid || earlier.some(({ signature }) => signature.kid === kid);
  if (!isOwn || !isSame(record, approving)) return null;
  const words = answeredWords(record, { word: approving.data.done, at: null });
  if (words !== null) return { words, next: nextWords(record), mark: answerMark(record) };
  const next = 'It waits for another person; until then nothing is done.';
  return { words: `Approved by ${kid}.`, next, mark: 'holds' };
}

/** Whether the record is still of the action that the reader was shown, under the same mandate. */
function isSame(record: GrantRecord, { data, keys, actionHash }: PendingApproval): boolean {
  const again = compare(record, data, keys);
  return again.ok && again.value.actionHash === actionHash;
}
