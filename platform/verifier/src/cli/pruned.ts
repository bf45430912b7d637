import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { EventRecord, LogRestored, PrunedReceipts } from '@platform/core/objects/event';
import type { KeySet } from '@platform/core/objects/key-entry';
import { verifySigned } from '@platform/core/signed/signed';
import { Check } from 'typebox/value';
import { readText } from './input.ts';

/** The numbers of one tenant’s receipts for which the authority signed why there is no body. */
export interface Missing {
  readonly deleted: ReadonlySet<number>;
  readonly lost: ReadonlySet<number>;
}

interface PrunedPlaces {
  of(tenant: string): Missing;
  /** The records that do not count, in sentences. */
  readonly problems: readonly string[];
}

/**
 * Reads `<folder>/pruned/*.json`: events of the kinds `receipts_pruned` and `log_restored`, each signed by an
 * authority among the keys.
 */
export function readPruned(folder: string, keys: KeySet): PrunedPlaces {
  const place = join(folder, 'pruned');
  const deleted: Place[] = [];
  const lost: Place[] = [];
  const problems: string[] = [];
  for (const name of namesIn(place)) {
    const file = join(place, name);
    const read = readRecord(file, keys);
    if (!read.ok) {
      problems.push(`${file} does not count: ${read.error.message}`);
      continue;
    }
    deleted.push(...read.value.deleted);
    lost.push(...read.value.lost);
  }
  const of = (tenant: string): Missing => {
    const gone = numbersOf(deleted, tenant);
    const others = [...numbersOf(lost, tenant)].filter((number) => !gone.has(number));
    return { deleted: gone, lost: new Set(others) };
  };
  return { of, problems };
}

function numbersOf(places: readonly Place[], tenant: string): Set<number> {
  return new Set(places.filter((place) => place.tenant === tenant).map(({ sequence }) => sequence));
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

interface Place {
  readonly tenant: string;
  readonly sequence: number;
}

interface PruningRecord {
  readonly deleted: readonly Place[];
  readonly lost: readonly Place[];
}

function readRecord(file: string, keys: KeySet): Result<PruningRecord> {
  const text = readText(file);
  if (!text.ok) return text;
  const parsed = parseStrict(text.value);
  if (!parsed.ok) return parsed;
  if (!Check(EventRecord, parsed.value))
    return fail('not_an_event', 'it is not an event of the evidence chain');
  const { event, event_hash: hash, signature, body } = parsed.value;
  const signed = verifySigned(nodeCrypto, { object: event, hash, signature, keys, at: event.at });
  if (!signed.ok) return signed;
  if (hashOf(nodeCrypto, body) !== event.body_hash) return fail('hash_mismatch', 'its body was changed');
  const { kind, tenant } = event;
  if (kind === 'receipts_pruned' && tenant !== null && Check(PrunedReceipts, body))
    return ok({ deleted: body.receipts.map(({ sequence }) => ({ tenant, sequence })), lost: [] });
  if (kind === 'log_restored' && Check(LogRestored, body))
    return ok({ deleted: [], lost: body.receipts_lost });
  return fail('not_pruned', 'it says nothing about deleted or lost receipts');
}
