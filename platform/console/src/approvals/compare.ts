import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@platform/core/crypto/bytes';
import { canonicalText, parseStrict } from '@platform/core/crypto/canonical';
import { webCrypto } from '@platform/core/crypto/web';
import { type Approval, GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { MandateRecord } from '@platform/core/objects/mandate';
import { keyOf, verifySignature } from '@platform/core/signed/signed';
import { Check } from 'typebox/value';
import { checkGrant, checkGrantAgainstMandate } from '../use-cases/approvals.ts';
import { checkMandateRecord } from '../use-cases/mandates.ts';
import type { ApprovalData } from './approval-data.ts';

/** What the browser made of what the page was given. */
interface ApprovalComparison {
  readonly actionHash: string;
  /** Of the action: what the hash is of. */
  readonly text: string;
  readonly bytes: number;
  /** Who approved it before, and whether that could be checked: not under a key that is not known. */
  readonly earlier: readonly { readonly kid: string; readonly isChecked: boolean }[];
}

/** The page’s data, if it is of the documented form: members that nobody knows would be signed unseen. */
export function readData(text: string): Result<ApprovalData, 'data_unknown'> {
  const parsed = parseStrict(text);
  const data = parsed.ok ? (parsed.value as unknown as ApprovalData) : null;
  return data !== null && Check(GrantRecord, data.record) && Check(MandateRecord, data.mandate)
    ? ok(data)
    : fail('data_unknown', 'Do not sign: this request is not of the documented form.');
}

export function compare(record: GrantRecord, data: ApprovalData, keys: KeySet): Result<ApprovalComparison> {
  const checked = checkGrant(webCrypto, keys, record, data.id);
  if (!checked.ok) return checked;
  const mandate = checkMandateRecord(webCrypto, keys, data.mandate, record.action.contract_id);
  if (!mandate.ok) return mandate;
  const same = checkGrantAgainstMandate(record, data.mandate);
  if (!same.ok) return same;
  const { actionHash } = checked.value;
  const earlier: { readonly kid: string; readonly isChecked: boolean }[] = [];
  for (const approval of record.earlier_approvals ?? []) {
    const { kid } = approval.signature;
    const key = keyOf(keys, kid);
    const fault = key === undefined ? null : approvalFault(approval, actionHash, key);
    if (fault !== null) return fail('grant_disagrees', `Do not sign: ${fault}.`);
    earlier.push({ kid, isChecked: key !== undefined });
  }
  const text = canonicalText(record.action);
  return ok({ actionHash, text, bytes: utf8(text).length, earlier });
}

/** Why an earlier approval is not one of this action; null if it is. */
function approvalFault(
  { action_hash: named, approved_at: at, signature }: Approval,
  hash: string,
  key: KeyEntry,
): string | null {
  if (named !== hash) return `${signature.kid} approved another action than this one`;
  const made = verifySignature(webCrypto, { hash, signature, key, type: 'sanad/action/1', at });
  return made.ok ? null : made.error.message;
}

/** A grant as the console passes it on; null if it is none. */
export function readGrant(value: unknown): GrantRecord | null {
  return Check(GrantRecord, value) ? value : null;
}
