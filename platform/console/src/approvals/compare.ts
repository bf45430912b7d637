import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import { canonicalText, parseStrict } from '@common/evidence/canonical';
import { webCrypto } from '@common/evidence/web';
import { type Approval, GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { MandateRecord } from '@platform/core/objects/mandate';
import { keyOf, verifySignature } from '@platform/core/signed/signed';
import { Check } from 'typebox/value';
import { checkGrant, checkGrantAgainstMandate } from '../use-cases/approvals.ts';
import { checkMandateRecord } from '../use-cases/mandates.ts';
import type { ApprovalData } from './approval-data.ts';

/** The hash, and the earlier approvals, as this browser found them. */
interface ApprovalComparison {
  readonly actionHash: string;
  /** The action’s canonical text. The hash covers each of its values, most of them by a salted digest. */
  readonly text: string;
  readonly bytes: number;
  /** The earlier approvers, and whether each approval could be checked; under an unknown key it could not. */
  readonly earlier: readonly { readonly kid: string; readonly isChecked: boolean }[];
}

/** Reads the page’s data. It refuses undocumented members, because they would be signed unseen. */
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

/** Says why an earlier approval does not approve this action; null if it does. */
function approvalFault(
  { action_hash: named, approved_at: at, signature }: Approval,
  hash: string,
  key: KeyEntry,
): string | null {
  if (named !== hash) return `${signature.kid} approved another action than this one`;
  const made = verifySignature(webCrypto, { hash, signature, key, type: 'sanad/action/1', at });
  return made.ok ? null : made.error.message;
}

/** Reads a grant from the console’s answer; null if it is none. */
export function readGrant(value: unknown): GrantRecord | null {
  return Check(GrantRecord, value) ? value : null;
}
