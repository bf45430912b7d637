import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@platform/proof/canonical';
import { hashOf } from '@platform/proof/hash';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import { EventRecord, PrunedReceipts } from '@platform/protocol/event';
import type { KeySet } from '@platform/protocol/key-entry';
import { Check } from 'typebox/value';
import { readText } from './input.ts';

/** Numbers of receipts whose bodies the authority says that it deleted, by tenant. */
interface Pruned {
  readonly sequences: ReadonlyMap<string, ReadonlySet<number>>;
  /** Records that cannot be believed, in words. */
  readonly problems: readonly string[];
}

/** Reads `<folder>/pruned/*.json`: events of the kind `receipts_pruned`, each signed by an authority among the keys. */
export function readPruned(folder: string, keys: KeySet): Pruned {
  const place = join(folder, 'pruned');
  const sequences = new Map<string, Set<number>>();
  const problems: string[] = [];
  for (const name of namesIn(place)) {
    const file = join(place, name);
    const read = readRecord(file, keys);
    if (!read.ok) {
      problems.push(`${file} does not count: ${read.error.message}`);
      continue;
    }
    const { tenant, body } = read.value;
    const known = sequences.get(tenant) ?? new Set();
    for (const { sequence } of body.receipts) known.add(sequence);
    sequences.set(tenant, known);
  }
  return { sequences, problems };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

function readRecord(
  file: string,
  keys: KeySet,
): Result<{ readonly tenant: string; readonly body: PrunedReceipts }> {
  const text = readText(file);
  if (!text.ok) return text;
  const parsed = parseStrict(text.value);
  if (!parsed.ok) return parsed;
  if (!Check(EventRecord, parsed.value))
    return fail('not_an_event', 'it is not an event of the evidence chain');
  const { event, event_hash: hash, signature, body } = parsed.value;
  const signed = verifySigned(nodeCrypto, { object: event, hash, signature, keys, at: event.at });
  if (!signed.ok) return signed;
  if (event.kind !== 'receipts_pruned' || event.tenant === null || !Check(PrunedReceipts, body)) {
    return fail('not_pruned', 'it says nothing about deleted receipts');
  }
  if (hashOf(nodeCrypto, body) !== event.body_hash) return fail('hash_mismatch', 'its body was changed');
  return ok({ tenant: event.tenant, body });
}
