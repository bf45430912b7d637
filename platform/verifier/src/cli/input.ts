import { closeSync, openSync, readSync } from 'node:fs';
import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { readAnchor, readAnchorKey } from '@platform/proof/anchor/judge-anchor';
import { readTrustedRoot } from '@platform/proof/anchor/trusted-root';
import { readReceipt } from '@platform/proof/checks/schema';
import { type CloudKeys, readCloudKeys } from '@platform/proof/cloud/cloud-keys';
import { checkGivenReceipt, type judge, MAX_GIVEN_BYTES } from '@platform/proof/judge';
import { readKeySet } from '@platform/proof/key-set';
import { nodeCrypto } from '@platform/proof/node';
import { type LogPolicy, parseLogPolicy } from '@platform/proof/note/log-policy';
import { type LogProof, parseLogProof } from '@platform/proof/note/log-proof';
import type { VerifyOptions } from '@platform/proof/verification';

export interface Given {
  readonly keys?: string | undefined;
  readonly prev?: string | undefined;
  readonly asOf?: string | undefined;
  readonly anchor?: string | undefined;
  readonly trustedRoot?: string | undefined;
  readonly anchorKey?: string | undefined;
  readonly cloudKeys?: string | undefined;
  readonly proof?: string | undefined;
  readonly policy?: string | undefined;
}

type Beside = Pick<Parameters<typeof judge>[2], 'log' | 'anchor' | 'cloudKeys'>;

/** The text of the receipt. */
export function readReceiptText(path: string): Result<string> {
  const text = readText(path);
  return text.ok ? checkGivenReceipt(path, text.value) : text;
}

/** Reads the options that name files and instants. */
export function readOptions({ keys, prev, asOf }: Given): Result<VerifyOptions> {
  let options: VerifyOptions = {};
  if (keys !== undefined) {
    const text = readText(keys);
    const set = text.ok ? readKeySet(nodeCrypto, text.value) : text;
    if (!set.ok) return fail(set.error.code, `--keys ${keys}: ${set.error.message}`);
    options = { ...options, keys: set.value };
  }
  if (prev !== undefined) {
    const text = readText(prev);
    const previous = text.ok ? readReceipt(text.value) : text;
    if (!previous.ok) return fail(previous.error.code, `--prev ${prev}: ${previous.error.message}`);
    options = { ...options, previous: previous.value };
  }
  if (asOf !== undefined) {
    if (instantMs(asOf) === null) {
      return fail(
        'instant_invalid',
        `--as-of ${asOf}: write an instant in UTC, such as 2026-06-01T09:00:00Z`,
      );
    }
    options = { ...options, asOf };
  }
  return ok(options);
}

/** Whom the reader trusts about logs. Null if no policy is given. */
function readPolicy({ proof, policy, anchor }: Given): Result<LogPolicy | null> {
  if (policy === undefined) return ok(null);
  if (proof === undefined && anchor === undefined)
    return fail(
      'options_incomplete',
      '--policy goes with --proof or --anchor: these say what the log signed, the policy whom you trust',
    );
  const text = readText(policy);
  const read = text.ok ? parseLogPolicy(nodeCrypto, text.value) : text;
  return read.ok ? read : fail(read.error.code, `--policy ${policy}: ${read.error.message}`);
}

/** A proof of the log and a policy; null for no proof. */
function readLogOptions(
  { proof }: Given,
  policy: LogPolicy | null,
): Result<{ readonly proof: LogProof; readonly policy: LogPolicy } | null> {
  if (proof === undefined) return ok(null);
  if (policy === null) {
    return fail(
      'options_incomplete',
      '--proof and --policy go together: the proof says what the log signed, the policy whom you trust',
    );
  }
  const text = readText(proof);
  const read = text.ok ? parseLogProof(text.value) : text;
  return read.ok
    ? ok({ proof: read.value, policy })
    : fail(read.error.code, `--proof ${proof}: ${read.error.message}`);
}

/** An anchor, and whom the reader trusts about it; null for no anchor. */
function readAnchorOptions(
  { anchor, trustedRoot, anchorKey }: Given,
  policy: LogPolicy | null,
  now: number,
): Result<NonNullable<Beside['anchor']> | null> {
  if (anchor === undefined) {
    if (trustedRoot === undefined && anchorKey === undefined) return ok(null);
    return fail(
      'options_incomplete',
      trustedRoot === undefined
        ? '--anchor-key goes with --anchor: it says which key posts the log’s heads'
        : '--trusted-root goes with --anchor: it says which public logs you trust',
    );
  }
  const text = readText(anchor);
  const read = text.ok ? readAnchor(text.value) : text;
  if (!read.ok) return fail(read.error.code, `--anchor ${anchor}: ${read.error.message}`);
  const key = readAnchorKeyOption(anchorKey);
  if (!key.ok) return key;
  const pins = { logs: policy?.logs ?? null, anchorKey: key.value };
  const given = { anchor: read.value, ...pins, now };
  if (trustedRoot === undefined) return ok({ ...given, trusted: null });
  const rootText = readText(trustedRoot);
  const root = rootText.ok ? readTrustedRoot(nodeCrypto, rootText.value) : rootText;
  if (!root.ok) return fail(root.error.code, `--trusted-root ${trustedRoot}: ${root.error.message}`);
  return ok({ ...given, trusted: root.value });
}

/** The key itself, or a file that has it. */
function readAnchorKeyOption(given: string | undefined): Result<string | null> {
  if (given === undefined) return ok(null);
  const itself = readAnchorKey(given);
  if (itself.ok) return itself;
  const text = readText(given);
  const read = text.ok ? readAnchorKey(text.value) : text;
  return read.ok ? read : fail(read.error.code, `--anchor-key ${given}: ${read.error.message}`);
}

/** Keys of the cloud, for a label alone. Null if none are given. */
function readCloudKeysFile(path: string | undefined): Result<CloudKeys | null> {
  if (path === undefined) return ok(null);
  const text = readText(path);
  const read = text.ok ? readCloudKeys(text.value) : text;
  return read.ok ? ok(read.value.keys) : fail(read.error.code, `--cloud-keys ${path}: ${read.error.message}`);
}

/** What stands beside the receipt and its keys: proofs of the log, an anchor, and what is for labels alone. `now`: in milliseconds since the epoch. */
export function readBeside(given: Given, now: number): Result<Beside> {
  const policy = readPolicy(given);
  if (!policy.ok) return policy;
  const log = readLogOptions(given, policy.value);
  if (!log.ok) return log;
  const anchor = readAnchorOptions(given, policy.value, now);
  if (!anchor.ok) return anchor;
  const cloudKeys = readCloudKeysFile(given.cloudKeys);
  if (!cloudKeys.ok) return cloudKeys;
  return ok({
    cloudKeys: cloudKeys.value,
    ...(log.value === null ? {} : { log: log.value }),
    ...(anchor.value === null ? {} : { anchor: anchor.value }),
  });
}

/** The files that options name: no report may overwrite one. */
export function givenFiles(given: Given): string[] {
  const { keys, prev, proof, policy, anchor, trustedRoot, anchorKey, cloudKeys } = given;
  const named = [keys, prev, proof, policy, anchor, trustedRoot, anchorKey, cloudKeys];
  return named.filter((file) => file !== undefined);
}

/** A file of UTF-8, within the limit. */
export function readText(path: string): Result<string> {
  try {
    const bytes = readAtMost(path, MAX_GIVEN_BYTES + 1);
    if (bytes.length > MAX_GIVEN_BYTES)
      return fail('too_large', `${path} has more than ${MAX_GIVEN_BYTES} bytes`);
    // A byte order mark stays, and is refused with all else that is not JSON.
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    return fail(
      'unreadable',
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Also for a pipe, whose size is not known beforehand and which may never end. */
function readAtMost(path: string, limit: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    // Not filled with zeros: most files are far shorter.
    const bytes = Buffer.allocUnsafeSlow(limit);
    let length = 0;
    for (;;) {
      const read = readSync(file, bytes, length, limit - length, null);
      length += read;
      if (read === 0 || length === limit) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
