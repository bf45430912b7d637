import { closeSync, openSync, readSync } from 'node:fs';
import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { readAnchor } from '@platform/proof/anchor/judge-anchor';
import { type PublicLog, readTrustedRoot } from '@platform/proof/anchor/trusted-root';
import { readReceipt } from '@platform/proof/checks/schema';
import { type CloudKeys, readCloudKeys } from '@platform/proof/cloud/cloud-keys';
import { checkGivenReceipt, type judge, MAX_GIVEN_BYTES } from '@platform/proof/judge';
import { readKeySet } from '@platform/proof/key-set';
import { nodeCrypto } from '@platform/proof/node';
import { type LogPolicy, parseLogPolicy } from '@platform/proof/note/log-policy';
import { type LogProof, parseLogProof } from '@platform/proof/note/log-proof';
import type { VerifyOptions } from '@platform/proof/verification';
import type { Anchor } from '@platform/protocol/anchor';

export interface Given {
  readonly keys?: string | undefined;
  readonly prev?: string | undefined;
  readonly asOf?: string | undefined;
  readonly anchor?: string | undefined;
  readonly trustedRoot?: string | undefined;
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

/** A proof of the log and a policy, which go together; null for neither. */
function readLogOptions({
  proof,
  policy,
}: Given): Result<{ readonly proof: LogProof; readonly policy: LogPolicy } | null> {
  if (proof === undefined && policy === undefined) return ok(null);
  if (proof === undefined || policy === undefined) {
    return fail(
      'options_incomplete',
      '--proof and --policy go together: the proof says what the log signed, the policy whom you trust',
    );
  }
  const proofText = readText(proof);
  const readProof = proofText.ok ? parseLogProof(proofText.value) : proofText;
  if (!readProof.ok) return fail(readProof.error.code, `--proof ${proof}: ${readProof.error.message}`);
  const policyText = readText(policy);
  const readPolicy = policyText.ok ? parseLogPolicy(nodeCrypto, policyText.value) : policyText;
  if (!readPolicy.ok) return fail(readPolicy.error.code, `--policy ${policy}: ${readPolicy.error.message}`);
  return ok({ proof: readProof.value, policy: readPolicy.value });
}

/** An anchor, and the public logs of a trusted root, if one is named; null for no anchor. */
function readAnchorOptions({
  anchor,
  trustedRoot,
}: Given): Result<{ readonly anchor: Anchor; readonly trusted: readonly PublicLog[] | null } | null> {
  if (anchor === undefined) {
    if (trustedRoot === undefined) return ok(null);
    return fail(
      'options_incomplete',
      '--trusted-root goes with --anchor: it says which public logs you trust',
    );
  }
  const text = readText(anchor);
  const read = text.ok ? readAnchor(text.value) : text;
  if (!read.ok) return fail(read.error.code, `--anchor ${anchor}: ${read.error.message}`);
  if (trustedRoot === undefined) return ok({ anchor: read.value, trusted: null });
  const rootText = readText(trustedRoot);
  const root = rootText.ok ? readTrustedRoot(nodeCrypto, rootText.value) : rootText;
  if (!root.ok) return fail(root.error.code, `--trusted-root ${trustedRoot}: ${root.error.message}`);
  return ok({ anchor: read.value, trusted: root.value });
}

/** Keys of the cloud, for a label alone. Null if none are given. */
function readCloudKeysFile(path: string | undefined): Result<CloudKeys | null> {
  if (path === undefined) return ok(null);
  const text = readText(path);
  const read = text.ok ? readCloudKeys(text.value) : text;
  return read.ok ? ok(read.value.keys) : fail(read.error.code, `--cloud-keys ${path}: ${read.error.message}`);
}

/** What stands beside the receipt and its keys: proofs of the log, an anchor, and what is for labels alone. */
export function readBeside(given: Given): Result<Beside> {
  const log = readLogOptions(given);
  if (!log.ok) return log;
  const anchor = readAnchorOptions(given);
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
  const { keys, prev, proof, policy, anchor, trustedRoot, cloudKeys } = given;
  return [keys, prev, proof, policy, anchor, trustedRoot, cloudKeys].filter((file) => file !== undefined);
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
    const bytes = new Uint8Array(limit);
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
