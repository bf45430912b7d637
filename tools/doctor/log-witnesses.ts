import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { createHttpClient } from '@common/kit/http/client';
import { REPOSITORY } from '@common/kit/repository';
import type { Database } from '@common/kit/sql/database';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { AuthorityStore, StoredCheckpoint } from '@platform/authority/store/store';
import { logOrigin, newestCheckpoint } from '@platform/authority/use-cases/checkpoints';
import type { Witness } from '@platform/authority/witnesses/judge-claim';
import { readWitnesses } from '@platform/authority/witnesses/open-witnesses';
import { createWitnessClient } from '@platform/authority/witnesses/witness-http.adapter';
import { readLags } from '@platform/authority/witnesses/witness-lag';
import { createWitnessMemory } from '@platform/authority/witnesses/witnesses.sql';
import { parseCheckpoint } from '@platform/core/log/note/checkpoint';
import { readKeptCosignature } from '@platform/core/log/note/cosignature';
import { parseNote } from '@platform/core/log/note/signed-note';
import { withStore } from './log.ts';
import { type Environment, type Finding, found } from './report.ts';

const SETTINGS = { LOG_WITNESSES: AUTHORITY_CONFIG.LOG_WITNESSES, LOG_ORIGIN: AUTHORITY_CONFIG.LOG_ORIGIN };
const NEWEST_COSIGNATURES = 500;
/** A running authority asks each second, so this delay is no problem yet. */
const LATE_S = 60;
/** A witness that is down must not keep the page waiting. */
const ANSWER_MS = 3_000;
const MS_PER_S = 1_000;

type WitnessAnswers = Extract<Awaited<ReturnType<typeof readWitnesses>>, { readonly ok: true }>['value'];

/**
 * Reports for each witness in `LOG_WITNESSES` whether it has cosigned the newest head, and if not, why. Empty
 * without that setting.
 */
export async function checkLogWitnesses(env: Environment, now: number): Promise<readonly Finding[]> {
  const read = readConfig(SETTINGS, env, REPOSITORY);
  const file = read.ok ? read.value.config.LOG_WITNESSES : undefined;
  if (!read.ok || file === undefined) return [];
  const asked = await readWitnesses(file);
  if (!asked.ok) return [found.fail('LOG_WITNESSES', asked.error.message.replace('LOG_WITNESSES: ', ''))];
  if (asked.value.witnesses.length === 0)
    return [
      found.warn('LOG_WITNESSES', `${file} names no witness: add a line “witness <name> <vkey> <url>”`),
    ];
  const { LOG_ORIGIN: origin } = read.value.config;
  const findings = await withStore(env, (store, database) =>
    judgeAll(asked.value, { store, database, origin, now }),
  );
  return findings ?? [found.ok('witnesses', 'the log has nothing to cosign yet')];
}

interface AuthorityRecords {
  readonly store: AuthorityStore;
  readonly database: Database<AuthoritySchema>;
  readonly origin: string | undefined;
  readonly now: number;
}

async function judgeAll(
  asked: WitnessAnswers,
  { store, database, origin: setting, now }: AuthorityRecords,
): Promise<readonly Finding[]> {
  const logSigner = { originOf: (logId: string) => logOrigin(setting, logId) };
  const newest = await newestCheckpoint({ store, logSigner });
  if (!newest.ok) return [found.ok('witnesses', 'the log has nothing to cosign yet')];
  const { origin, treeSize } = newest.value;
  const memory = createWitnessMemory(database);
  const rows = await memory.cosigned(origin, NEWEST_COSIGNATURES);
  const progress = await memory.progress(origin);
  const { lags, quorum } = await readLags({ store, logSigner, memory, clock: () => now }, asked);
  const each = asked.witnesses.map(async (witness): Promise<Finding> => {
    const { name, id } = witness.key;
    const row = rows.find((cosigned) => cosigned.name === name && cosigned.keyId === id);
    const told = progress.find((known) => known.witness === `${name}+${id}`);
    const claimed = told?.claimed ?? 0;
    if (claimed > treeSize)
      return found.fail(
        witness.name,
        `has seen ${claimed} leaves, signed by this log, and the database has ${treeSize}: put back the newest backup, or run npx sanad authority restore`,
      );
    const kept = row === undefined ? null : await store.checkpoint(origin, row.size);
    const at = kept === null ? null : timeOf(kept, witness);
    if (kept !== null && at === null)
      return found.fail(
        witness.name,
        `its cosignature of ${kept.treeSize} leaves does not verify: compare the log with a backup (npx sanad log fsck)`,
      );
    const size = kept?.treeSize ?? told?.size ?? 0;
    return judge(witness, { origin, now, treeSize, size, at, lagS: lags[witness.name] ?? 0 });
  });
  return [...(await Promise.all(each)), ...quorumFindings(asked, quorum)];
}

interface Standing {
  readonly origin: string;
  readonly now: number;
  /** The size of the log. */
  readonly treeSize: number;
  /** The size that the witness cosigned last. */
  readonly size: number;
  /** The time of that, in milliseconds since the epoch; null if it is not stored. */
  readonly at: number | null;
  /** How long there has been a head that it has not cosigned. */
  readonly lagS: number;
}

async function judge(witness: Witness, standing: Standing): Promise<Finding> {
  const { now, treeSize, size, at, lagS } = standing;
  const when = at === null ? '' : `, ${spanOf((now - at) / MS_PER_S)} ago`;
  if (size === treeSize && at !== null)
    return found.ok(witness.name, `cosigned the newest head, of ${treeSize} leaves${when}`);
  const said =
    size === 0 ? `cosigned nothing of ${treeSize} leaves` : `cosigned ${size} of ${treeSize} leaves${when}`;
  if (lagS <= LATE_S) return found.ok(witness.name, `${said}; what is new has waited for ${spanOf(lagS)}`);
  return found.warn(
    witness.name,
    `${said}; what is new has waited for ${spanOf(lagS)}. ${await adviceOn(witness, standing)}`,
  );
}

/**
 * Describes what the witness shows to everybody, and what to do about it. Its answer is only counted, never
 * repeated.
 */
async function adviceOn({ url }: Witness, { origin, treeSize }: Standing): Promise<string> {
  const http = createHttpClient();
  try {
    const { shownCheckpoint } = createWitnessClient(http, ANSWER_MS);
    const shown = await shownCheckpoint(url, nodeCrypto.sha256(origin));
    if (shown.kind === 'unanswered')
      return `It does not answer at ${url} (${shown.message}): tell its operator. The log continues without it; if it is gone for good, remove it from LOG_WITNESSES`;
    if (shown.status === 404)
      return 'It answers, and shows nothing of this log: either no authority has asked it yet, because none was restarted since LOG_WITNESSES was set (restart it), or its operator has not admitted the key that npx sanad log key prints (the authority’s line “a witness did not cosign” says 404 then)';
    const size = shown.status === 200 ? sizeIn(shown.text) : null;
    if (size === null)
      return `What answers at ${url} shows no checkpoint (${shown.status}): correct the address, or the proxy there`;
    if (size > treeSize)
      return `It shows ${size} leaves, more than this log has: see the runbook, WitnessAlarm`;
    return `It answers, and shows ${size} leaves: the authority asks it while it runs, and its line “a witness did not cosign” says what is wrong`;
  } finally {
    http.close();
  }
}

function quorumFindings({ quorum }: WitnessAnswers, lagS: number): readonly Finding[] {
  if (quorum === null) return [];
  if (lagS === 0) return [found.ok('quorum', 'enough have cosigned the newest head')];
  const text = `too few have cosigned the newest head, which has waited for ${spanOf(lagS)}`;
  return [
    lagS <= LATE_S
      ? found.ok('quorum', text)
      : found.warn('quorum', `${text}: bring them back, or name others`),
  ];
}

/** Null if the line does not verify. */
function timeOf({ note, cosignatures }: StoredCheckpoint, { key }: Witness): number | null {
  const lines = cosignatures.filter(({ name, keyId }) => name === key.name && keyId === key.id);
  const read = readKeptCosignature(nodeCrypto, note + lines.map(({ line }) => line).join(''), key);
  return read.state === 'valid' ? read.timeS * MS_PER_S : null;
}

function sizeIn(text: string): number | null {
  const note = parseNote(text);
  const checkpoint = note.ok ? parseCheckpoint(note.value.text) : note;
  return checkpoint.ok ? checkpoint.value.size : null;
}

const UNITS = [
  [86_400, 'days'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** Uses at least two of a unit, because 90 minutes say more than one hour. */
function spanOf(seconds: number): string {
  const unit = UNITS.find(([length]) => seconds >= 2 * length);
  return unit === undefined
    ? `${Math.max(0, Math.round(seconds))} s`
    : `${Math.floor(seconds / unit[0])} ${unit[1]}`;
}
