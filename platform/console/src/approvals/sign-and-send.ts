import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@platform/proof/canonical';
import { printable } from '@platform/proof/report-html';
import { type KeyFile, readKeyFile } from '@platform/proof/web-key-file';
import type { GrantRecord } from '@platform/protocol/grant';
import type { KeyEntry, KeySet } from '@platform/protocol/key-entry';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { PageFile } from '../browser/dom.ts';
import { signApproval } from '../use-cases/approvals.ts';
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

/** A PEM file has some hundred bytes. */
const MOST_KEY_BYTES = 16_384;
const UNANSWERED = 504;

/** Reads the file for as long as `use` runs; after it, the key is overwritten. */
export async function withKeyFile<Value>(
  file: PageFile,
  use: (key: KeyFile) => Value,
): Promise<Result<Value, 'key_file_unusable'>> {
  if (file.size > MOST_KEY_BYTES) return fail('key_file_unusable', 'It is too large for a key file');
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return fail('key_file_unusable', 'It cannot be read any more: choose it again');
  }
  const key = readKeyFile(bytes);
  if (!key.ok) return key;
  try {
    return ok(use(key.value));
  } finally {
    key.value.forget();
  }
}

/** Asks for the request once more, signs the hash that the reader was shown, and sends the signature alone. */
export async function signAndSend(
  { data, keys, actionHash }: Approving,
  file: PageFile,
  entry: KeyEntry,
): Promise<Result<string>> {
  const now = await ask(`/approvals/${data.id}/grant.json`);
  if (!now.ok) return unsigned(now.error.message);
  const record = readGrant(now.value);
  const again = record === null ? null : compare(record, data, keys);
  if (record === null || again === null || !again.ok || again.value.actionHash !== actionHash) {
    return unsigned('The request is not the one that you read. Do not approve it; load this page again');
  }
  if (record.status !== 'pending') return unsigned(`It is ${record.status} by now. Load this page again`);
  const { kid } = entry;
  const signed = await withKeyFile(file, ({ alg, public_key: key, sign }) =>
    key === entry.public_key ? signApproval({ kid, alg, sign }, actionHash) : null,
  );
  if (!signed.ok) return unsigned(signed.error.message);
  if (signed.value === null) return unsigned('The file holds another key by now: choose it again');
  const body = JSON.stringify(signed.value);
  const headers = { 'content-type': 'application/json' };
  const sent = await ask(`/approvals/${data.id}/approve`, { method: 'POST', headers, body });
  if (sent.ok) return told(readGrant(sent.value), { data, keys, actionHash }, kid);
  const { code, message } = sent.error;
  return code === 'unanswered' ? fail(code, UNKNOWN) : fail(code, `Not approved. ${message}`);
}

function unsigned(why: string) {
  return fail('nothing_signed', `Nothing was signed. ${why.replace(/\.$/, '')}.`);
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
