import { randomBytes } from 'node:crypto';
import { createLog } from '@common/kit/log';
import { nodeCrypto } from '@platform/proof/node';
import type { LogRestored } from '@platform/protocol/event';
import type { KeySet } from '@platform/protocol/key-entry';
import type { Witnessed } from '@platform/protocol/log';
import { SignedRevocation } from '@platform/protocol/mandate';
import { mandateRevokedBy } from '@platform/trust/witness/continuation';
import { Value } from 'typebox/value';
import { askWitness } from '../adapters/ask-witness.ts';
import { readReceiptFile, receiptFiles } from '../adapters/files.ts';
import { openKeptFiles } from '../adapters/kept-files.ts';
import { openOwnKeys } from '../open-authority.ts';
import type { Kept } from '../use-cases/deps.ts';
import { restoreLog } from '../use-cases/restore-log.ts';
import { planRestore } from '../use-cases/restore-plan.ts';
import { type CliProcess, withBooks } from './open-books.ts';

const REFUSED = 2;
const LOCAL = { PEP_URL: 'http://127.0.0.1:8002', GATEWAY_URL: 'http://127.0.0.1:8000' } as const;

/** `sanad authority restore`: says in a sentence each what was found where, and what is lost. */
export async function runRestore(process: CliProcess, named: readonly string[] | null): Promise<void> {
  const { PEP_URL = LOCAL.PEP_URL, GATEWAY_URL = LOCAL.GATEWAY_URL } = process.env;
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  await withBooks(process, async ({ config, store, deployment, keys: readKeys }) => {
    const keys = await readKeys();
    const kept = await openKeptFiles(config.SERVICE_KEYS_DIR);
    const own = await kept.head();
    const seen = await askWitnesses(named ?? [PEP_URL, GATEWAY_URL], say);
    const heads = [own, ...seen.map(({ head }) => head)].filter((head) => head !== null);
    const plan = await planRestore(
      { store, crypto: nodeCrypto, keys },
      { heads, places: await kept.places(), receipts: () => receiptFiles(config.RECEIPTS_DIR) },
    );
    if (!plan.ok) {
      process.stderr.write(`authority: ${plan.error.code}: ${plan.error.message}\n`);
      process.exitCode = REFUSED;
      return;
    }
    const learned = await keepRevocations(kept, seen, keys);
    const { authority } = await openOwnKeys(
      config.SERVICE_KEYS_DIR,
      Date.now,
      createLog({ level: 'silent' }),
    );
    const restored = await restoreLog(
      { deployment, store, kept, crypto: nodeCrypto, authority, clock: Date.now, randomBytes },
      plan.value,
      (id) => readReceiptFile(config.RECEIPTS_DIR, id),
    );
    const revoked = (await kept.revocations()).length;
    for (const sentence of sentences(restored, { revoked, learned })) say(sentence);
  });
}

async function askWitnesses(
  urls: readonly string[],
  say: (sentence: string) => void,
): Promise<readonly Witnessed[]> {
  const seen: Witnessed[] = [];
  for (const url of urls) {
    const witnessed = await askWitness(url);
    if (witnessed !== null) seen.push(witnessed);
    say(
      witnessed === null
        ? `${url} did not answer: if it has seen more of the log than was found here, it will refuse, and name how much.`
        : `${url} has seen ${witnessed.head?.tree_head.tree_size ?? 0} entries of the log and ${witnessed.revocations.length} revocations.`,
    );
  }
  return seen;
}

/** Returns how many were not kept here. */
async function keepRevocations(kept: Kept, seen: readonly Witnessed[], keys: KeySet): Promise<number> {
  let learned = 0;
  for (const record of seen.flatMap(({ revocations }) => revocations)) {
    const mandateId = mandateRevokedBy(nodeCrypto, record, keys);
    if (mandateId === null || !Value.Check(SignedRevocation, record.body)) continue;
    if ((await kept.revocation(mandateId)) !== null) continue;
    await kept.keepRevocation(record.body);
    learned += 1;
  }
  return learned;
}

function sentences(
  { log_id, from, to, root_hash, receipts_restored, receipts_lost }: LogRestored,
  { revoked, learned }: { readonly revoked: number; readonly learned: number },
): readonly string[] {
  const lost = receipts_lost.map(({ receipt_id }) => receipt_id).join(', ');
  return [
    `Log: ${log_id} has all ${to} entries again, ${to - from} more than the database had; their root is ${root_hash}, which the authority had signed.`,
    `Receipts: ${receipts_restored} read back with their grants and mandates.${lost === '' ? '' : ` Of ${receipts_lost.length} only the place in log and chain was found, neither body nor grant: ${lost}.`}`,
    `Mandates: those of these receipts, and those in MANDATES_DIR at the start; any other must be registered again from its signed file.`,
    `Revocations: ${revoked} are kept beside the keys${learned === 0 ? '' : `, ${learned} of them learned from others now`}; the start applies them again.`,
    'Grants that were pending or active, and have no receipt, are lost: their agents propose again.',
    'Evidence chain: events after the ones that the database has are lost; an event log_restored, signed by the authority, says so.',
    'Enforcement point and counterparties have records of their own: what was executed once is not executed again.',
    'Start the authority now.',
  ];
}
