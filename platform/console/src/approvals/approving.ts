import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type ApprovalsInput, mayApprove } from '@platform/policy/approval';
import { parseStrict } from '@platform/proof/canonical';
import { printable } from '@platform/proof/report-html';
import { keyOf } from '@platform/proof/signed';
import type { GrantRecord } from '@platform/protocol/grant';
import type { KeyEntry, KeySet } from '@platform/protocol/key-entry';
import type { Signature } from '@platform/protocol/signature';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { dayAndTime } from '../words/when.ts';
import type { ApprovalData } from './approval-data.ts';
import { compare, readGrant } from './compare.ts';

interface Options {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
declare const fetch: (
  path: string,
  options?: Options,
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>;

/** What the page needs to approve. */
export interface Approving {
  readonly data: ApprovalData;
  readonly keys: KeySet;
  /** Of the action that the reader was shown. */
  readonly actionHash: string;
}

const UNANSWERED = 504;

/** Whether the mandate’s routes let this key approve, after those who have. When is the authority’s to judge. */
export function mayStillApprove({ data, keys }: Approving, entry: KeyEntry): ReturnType<typeof mayApprove> {
  const { record, mandate } = data;
  const approvedMs = requiredMs(record.action.proposed_at);
  const earlier = (record.earlier_approvals ?? []).flatMap(({ signature }) => {
    const key = keyOf(keys, signature.kid);
    return key === undefined ? [] : [{ key, approvedMs }];
  });
  const approvals: ApprovalsInput['approvals'] = [...earlier, { key: entry, approvedMs }];
  return mayApprove({ mandate: mandate.contract, proposedAt: record.action.proposed_at, approvals });
}

/** Asks for the request once more: the hash that the reader was shown, if it is still what would be signed. */
export async function lookAgain({ data, keys, actionHash }: Approving): Promise<Result<string>> {
  const now = await ask(`/approvals/${data.id}/grant.json`);
  if (!now.ok) return now;
  const record = readGrant(now.value);
  const again = record === null ? null : compare(record, data, keys);
  if (record === null || again === null || !again.ok || again.value.actionHash !== actionHash) {
    return fail(
      'changed',
      'The request is not the one that you read. Do not approve it; load this page again',
    );
  }
  if (record.status === 'pending') return ok(actionHash);
  return fail('decided', `It is ${record.status} by now. Load this page again`);
}

/** The authority’s answer to an approval, in words. */
export async function sendApproval(approving: Approving, signature: Signature): Promise<Result<string>> {
  const { data, actionHash } = approving;
  const body = JSON.stringify({ action_hash: actionHash, signature });
  const headers = { 'content-type': 'application/json' };
  const sent = await ask(`/approvals/${data.id}/approve`, { method: 'POST', headers, body });
  if (sent.ok) return told(readGrant(sent.value), approving, signature.kid);
  const { code, message } = sent.error;
  return code === 'unanswered' ? fail(code, UNKNOWN) : fail(code, `Not approved. ${message}`);
}

async function ask(path: string, options?: Options): Promise<Result<string>> {
  try {
    const answer = await fetch(path, options);
    const text = await answer.text();
    if (answer.ok) return ok(text);
    const refusal = parseStrict(text);
    if (answer.status !== UNANSWERED && refusal.ok && Check(PlatformRefusal, refusal.value)) {
      const { error, message } = refusal.value.detail;
      return fail(error, printable(message));
    }
  } catch {
    // Told below: what was sent may have arrived.
  }
  return fail('unanswered', 'No answer came');
}

const UNKNOWN = 'No answer came, so it is not known whether it arrived. Load this page again to see.';
const PlatformRefusal = Type.Object({
  detail: Type.Object({ error: Type.String(), message: Type.String() }),
});

/** The authority’s own words; INVARIANT: "approved" only if its record says so of this action and this key. */
function told(
  record: GrantRecord | null,
  { data, keys, actionHash }: Approving,
  kid: string,
): Result<string> {
  const again = record === null ? null : compare(record, data, keys);
  if (record !== null && again?.ok && again.value.actionHash === actionHash) {
    const { status, grant, earlier_approvals: earlier = [] } = record;
    if (status === 'active' && grant.approved_by === kid && grant.expires_at !== null) {
      return ok(
        `Approved by ${kid}, not yet done. The agent may use it until ${dayAndTime(grant.expires_at)}.`,
      );
    }
    if (status === 'pending' && earlier.at(-1)?.signature.kid === kid) {
      return ok(`Approved by ${kid}. It waits for another person.`);
    }
  }
  return fail(
    'not_shown',
    `The authority shows no approval by ${printable(kid)}. Load this page again to see.`,
  );
}
