import { randomBytes } from 'node:crypto';
import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createLog } from '@common/kit/telemetry/log';
import type { LogRestored } from '@platform/core/objects/event';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Witnessed } from '@platform/core/objects/log';
import { SignedRevocation } from '@platform/core/objects/mandate';
import type { SpentGrant } from '@platform/core/objects/spent-grant';
import { watchPlugins } from '@platform/keys/plugin-folders';
import { pluginPlaces } from '@platform/keys/plugin-settings';
import { mandateRevokedBy } from '@platform/keys/witness/continuation';
import { Value } from 'typebox/value';
import { askSpentGrants, askWitness } from '../adapters/ask-witness.ts';
import { readEntryFiles } from '../adapters/files.ts';
import { openKeptFiles } from '../adapters/kept-files.ts';
import { openReceiptFolder } from '../adapters/receipt-folder.ts';
import { openOwnKeys, profileReader } from '../open-authority.ts';
import type { AuthorityStore } from '../store/store.ts';
import type { KeptFiles } from '../use-cases/deps.ts';
import { restoreLog } from '../use-cases/restore-log.ts';
import { planRestore } from '../use-cases/restore-plan.ts';
import { restoreSpentGrants, type SpentRestored } from '../use-cases/restore-spent.ts';
import { type Books, type CliProcess, withBooks } from './open-books.ts';

const REFUSED = 2;
/**
 * Refusals that leave the log as it is. Spent and revoked records may still be found, even without a first
 * receipt.
 */
const LOG_STAYS: readonly string[] = ['nothing_lost', 'nothing_found'];
const LOCAL = { PEP_URL: 'http://127.0.0.1:8002', GATEWAY_URL: 'http://127.0.0.1:8000' } as const;

/** Services' clocks differ, and a grant is presented before its receipt enters the log. */
const BEFORE_MS = 3_600_000;

/** `sanad authority restore`: prints one sentence each for what was found, where, and what is lost. */
export async function runRestore(process: CliProcess, named: readonly string[] | null): Promise<void> {
  const { PEP_URL = LOCAL.PEP_URL, GATEWAY_URL = LOCAL.GATEWAY_URL } = process.env;
  const urls = named ?? [PEP_URL, GATEWAY_URL];
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  await withBooks(process, async (books) => {
    const since = await spentSince(books.store);
    // Asked before anything changes: a start after half a restore would lose for good what was spent.
    const found = await askAllSpent(urls, since);
    if (!found.ok) return refuse(process, found.error);
    const log = await restoreBooks(books, urls, say);
    if (!log.ok && !LOG_STAYS.includes(log.error.code)) return refuse(process, log.error);
    const spent = await restoreSpent(books, found.value.spent);
    if (!log.ok && Object.values(spent).every(({ length }) => length === 0))
      return refuse(process, log.error);
    if (!found.value.isAsked) say(NOBODY_ASKED);
    for (const sentence of [...(log.ok ? log.value : [log.error.message]), ...spentSentences(spent)]) {
      say(sentence);
    }
    say('Start the authority now.');
  });
}

function refuse(process: CliProcess, { code, message }: { readonly code: string; readonly message: string }) {
  process.stderr.write(`authority: ${code}: ${message}\n`);
  process.exitCode = REFUSED;
}

/** The instant since which the database may have lost records of spent grants. */
async function spentSince(store: AuthorityStore): Promise<string> {
  const newest = await store.treeHead(null);
  return formatInstant(newest === null ? 0 : Date.parse(newest.tree_head.timestamp) - BEFORE_MS);
}

const NOBODY_ASKED =
  'Grants: none of these addresses is an enforcement point, so what was spent at one stays unknown: name it with --witness.';

/**
 * Asks every enforcement point among the addresses. Refuses if one of them may have spent more than it
 * reports.
 */
async function askAllSpent(
  urls: readonly string[],
  since: string,
): Promise<Result<SpentReport, 'spent_unknown'>> {
  const answers = await Promise.all(
    urls.map(async (url) => ({ url, answer: await askSpentGrants(url, since) })),
  );
  const silent = answers.flatMap(({ url, answer }) =>
    answer.kind === 'unknown' ? [`${url} (${answer.why})`] : [],
  );
  if (silent.length > 0) {
    return fail(
      'spent_unknown',
      `What was spent is not known of ${silent.join(', ')}. Nothing was changed, and the authority must not start yet: what it has forgotten could be spent again. Start what does not answer, and run this again; if it is gone for good, name the others with --witness.`,
    );
  }
  const known = answers.flatMap(({ answer }) => (answer.kind === 'answered' ? [answer.value] : []));
  return ok({ spent: known.flat(), isAsked: known.length > 0 });
}

interface SpentReport {
  readonly spent: readonly SpentGrant[];
  /** False if none of the addresses is an enforcement point. */
  readonly isAsked: boolean;
}

async function restoreBooks(
  { config, store, deployment, keys: readKeys }: Books,
  urls: readonly string[],
  say: (sentence: string) => void,
) {
  const keys = await readKeys();
  const kept = await openKeptFiles(config.SERVICE_KEYS_DIR);
  const files = openReceiptFolder(config.RECEIPTS_DIR, Date.now);
  const own = await kept.head();
  const seen = await askWitnesses(urls, say);
  const heads = [own, ...seen.map(({ head }) => head)].filter((head) => head !== null);
  const { directories } = await readEntryFiles(config.PROFILES_DIR);
  const plan = await planRestore(
    { store, crypto: nodeCrypto, keys },
    { heads, places: await kept.places(), firstEntries: directories.flat(), receipts: files.all },
  );
  const isHarmless = plan.ok || LOG_STAYS.includes(plan.error.code);
  const learned = isHarmless ? await keepRevocations(kept, seen, keys) : 0;
  if (!plan.ok) return plan;
  const { authority } = await ownKeys(config.SERVICE_KEYS_DIR);
  const restored = await restoreLog(
    { deployment, store, kept, crypto: nodeCrypto, authority, clock: Date.now, randomBytes },
    plan.value,
    files.read,
  );
  return ok(sentences(restored, { revoked: (await kept.revocations()).length, learned }));
}

function ownKeys(folder: string) {
  return openOwnKeys(folder, Date.now, createLog({ level: 'silent' }));
}

async function restoreSpent(
  { config, store, deployment, keys }: Books,
  spent: readonly SpentGrant[],
): Promise<SpentRestored> {
  const { authority } = await ownKeys(config.SERVICE_KEYS_DIR);
  const plugins = watchPlugins(pluginPlaces(config), nodeCrypto);
  const deps = {
    deployment,
    store,
    keys,
    crypto: nodeCrypto,
    authority,
    clock: Date.now,
    randomBytes,
    readProfile: profileReader(config.PROFILES_DIR, { keys, plugins, store, clock: Date.now }),
    faults: { at: () => {} },
    receiptQueued: () => {},
    // The authority, which is stopped, makes the receipts at its next start.
    sequenceReport: async () => null,
  };
  return restoreSpentGrants(deps, spent);
}

function spentSentences({ restored, refused, unrecorded }: SpentRestored): readonly string[] {
  return [
    ...(restored.length === 0
      ? []
      : [
          `Grants: ${restored.length} that were spent at the enforcement point and have no receipt are back as spent, and get theirs: ${restored.join(', ')}.`,
        ]),
    ...refused.map(
      ({ grantId, why }) => `Grant ${grantId}, spent at the enforcement point, was not restored: ${why}.`,
    ),
    ...unrecorded.map(
      ({ grantId, why }) =>
        `Grant ${grantId} is spent here, too, but how it ended was not recorded, and it gets no receipt: ${why} Run this again once that is mended.`,
    ),
  ];
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
        : `${url} has seen the log up to size ${witnessed.head?.tree_head.tree_size ?? 0}; revocations: ${witnessed.revocations.length}.`,
    );
  }
  return seen;
}

/** Stores the revocations that others have seen, and returns how many were missing here. */
async function keepRevocations(kept: KeptFiles, seen: readonly Witnessed[], keys: KeySet): Promise<number> {
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
  { log_id, from, to, root_hash, receipts_restored, receipts_lost, ...more }: LogRestored,
  { revoked, learned }: { readonly revoked: number; readonly learned: number },
): readonly string[] {
  const { entries_restored = 0, addenda_restored = 0 } = more;
  const addenda = `Addenda: ${addenda_restored} are back as they were recorded.`;
  const directories = `Directories: ${entries_restored} entries are back as they were recorded.`;
  const wholes = [
    ...(entries_restored === 0 ? [] : [directories]),
    ...(addenda_restored === 0 ? [] : [addenda]),
  ];
  if (from === to) return [`Log: ${log_id} had all its ${to} leaves.`, ...wholes];
  const lost = receipts_lost.map(({ receipt_id }) => receipt_id).join(', ');
  return [
    `Log: ${log_id} has all ${to} entries again, ${to - from} more than the database had; their root is ${root_hash}, which the authority had signed.`,
    `Receipts: ${receipts_restored} read back with their grants and mandates.${lost === '' ? '' : ` Of ${receipts_lost.length} only the place in log and chain was found, neither body nor grant: ${lost}.`}`,
    ...wholes,
    `Mandates: those of these receipts, and those in MANDATES_DIR at the start; any other must be registered again from its signed file.`,
    `Revocations: ${revoked} are kept beside the keys${learned === 0 ? '' : `, ${learned} of them learned from others now`}; the start applies them again.`,
    'Grants that were pending or active, and were not spent, are lost: their agents propose again.',
    'Evidence chain: events after the ones that the database has are lost; an event log_restored, signed by the authority, says so.',
    'What was executed is not executed again: enforcement point and counterparties have records of their own. If these were put back from a backup too, what was executed after that backup is known here only where this log has its receipt.',
  ];
}
