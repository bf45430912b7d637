import { fail, ok, type Result } from '@common/base/result';
import { utf8 } from '@platform/proof/bytes';
import { canonicalText, parseStrict } from '@platform/proof/canonical';
import { readKeySet } from '@platform/proof/key-set';
import { webCrypto } from '@platform/proof/web';
import { GrantRecord } from '@platform/protocol/grant';
import type { KeySet } from '@platform/protocol/key-entry';
import { MandateRecord } from '@platform/protocol/mandate';
import { Check } from 'typebox/value';
import { checkGrant, checkGrantAgainstMandate } from '../use-cases/approvals.ts';
import { checkMandateRecord } from '../use-cases/mandates.ts';
import type { ApprovalData } from './approval-data.ts';

/** What the browser made of what the page was given. */
interface Compared {
  readonly actionHash: string;
  /** Of the action: what the hash is of. */
  readonly text: string;
  readonly bytes: number;
}

/** The page’s data, if it is of the documented form: members that nobody knows would be signed unseen. */
export function readData(text: string): Result<ApprovalData, 'data_unknown'> {
  const parsed = parseStrict(text);
  const data = parsed.ok ? (parsed.value as unknown as ApprovalData) : null;
  return data !== null && Check(GrantRecord, data.record) && Check(MandateRecord, data.mandate)
    ? ok(data)
    : fail('data_unknown', 'Do not sign: this request is not of the documented form.');
}

/** The keys that the reader trusts, or else those that the authority shows. */
export function keysFor({ keys }: ApprovalData, trusted: KeySet | null): KeySet {
  const shown = readKeySet(webCrypto, JSON.stringify(keys));
  return trusted ?? (shown.ok ? shown.value : {});
}

export function compare(record: GrantRecord, data: ApprovalData, keys: KeySet): Result<Compared> {
  const checked = checkGrant(webCrypto, keys, record, data.id);
  if (!checked.ok) return checked;
  const mandate = checkMandateRecord(webCrypto, keys, data.mandate, record.action.contract_id);
  if (!mandate.ok) return mandate;
  const same = checkGrantAgainstMandate(record, data.mandate);
  if (!same.ok) return same;
  const text = canonicalText(record.action);
  return ok({ actionHash: checked.value.actionHash, text, bytes: utf8(text).length });
}

/** A grant as the console passes it on; null if it is none. */
export function readGrant(text: string): GrantRecord | null {
  const parsed = parseStrict(text);
  return parsed.ok && Check(GrantRecord, parsed.value) ? parsed.value : null;
}
