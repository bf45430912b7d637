import { formatInstant } from '@common/base/instant';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import {
  applyEntries,
  type DirectoryState,
  type EntryDraft,
  emptyDirectory,
  nextEntry,
} from '@platform/core/directory/state';
import type { RecordedEntry, SignedEntry } from '@platform/core/objects/directory';
import { signHash } from '@platform/core/signed/signed';
import { send } from './client.ts';
import type { Deployment } from './deployment.ts';

/** An entry that the authority said is recorded, and when its answer came. */
export interface AnsweredEntry {
  readonly signed: SignedEntry;
  /** In milliseconds since the epoch. */
  readonly answeredAt: number;
}

/** A person who adds, changes and ends payees, one after another. Services may be down at any moment. */
interface Clerk {
  /** Inputs that pay one of these payees; now and then one that has ended. */
  payee(): Readonly<Record<string, string>>;
  /** Waits for the entry under way, and returns every answered one. */
  stop(): Promise<readonly AnsweredEntry[]>;
}

const DIRECTORY = '/directories/treasury.v1/beneficiaries/entries';
const SIGNER = 'principal_local';
const PAGE = 1_000;
/** So many payees of the clerk are in force at most. */
const MOST = 6;
const PAUSE_MS = 150;
/** How long to wait while a service is being restarted. */
const AWAY_MS = 250;

export async function startClerk(d: Deployment): Promise<Clerk> {
  const signer = await d.signer(SIGNER);
  const id = {
    deployment: d.id,
    tenant: 'tn_local',
    profile: 'treasury.v1',
    directory: 'beneficiaries',
  } as const;
  const answered: AnsweredEntry[] = [];
  const own: string[] = [];
  const ended: Readonly<Record<string, string>>[] = [];
  let state = emptyDirectory(id);
  let stopped = false;

  /** Follows the directory, which may only grow. */
  const follow = async (): Promise<DirectoryState> => {
    for (;;) {
      const after = state.head === null ? '' : `&after=${state.head.entry.sequence}`;
      const { status, body } = await send<readonly SignedEntry[]>(
        `${d.urls.authority}${DIRECTORY}?tenant=${id.tenant}&limit=${PAGE}${after}`,
      );
      if (status !== 200) throw new Away();
      state = unwrap(applyEntries(nodeCrypto, state, body));
      if (body.length < PAGE) return state;
    }
  };
  const change = async (): Promise<void> => {
    const entry = unwrap(nextEntry(nodeCrypto, await follow(), draftFor(own, answered.length)));
    const hash = hashOf(nodeCrypto, entry);
    const signed = { entry, entry_hash: hash, signatures: [signHash(signer, hash)] };
    const before = state.inForce.get(entry.name)?.signed.entry.values;
    await untilAnswered(`${d.urls.authority}${DIRECTORY}`, signed);
    answered.push({ signed, answeredAt: Date.now() });
    state = unwrap(applyEntries(nodeCrypto, state, [signed]));
    if (entry.change === 'added') own.push(entry.name);
    if (entry.change === 'ended') own.splice(own.indexOf(entry.name), 1);
    if (entry.change !== 'added' && before !== undefined) ended.push(before);
  };
  const work = async () => {
    while (!stopped) {
      const wasThere = await change().then(
        () => true,
        (error: unknown) => {
          if (isAway(error)) return false;
          throw error;
        },
      );
      await sleep(wasThere ? PAUSE_MS : AWAY_MS);
    }
  };
  const working = work();
  // The failure is thrown by `stop`.
  working.catch(() => {});
  return {
    payee() {
      const inForce = own.flatMap((name) => {
        const values = state.inForce.get(name)?.signed.entry.values;
        return values === undefined ? [] : [values];
      });
      const known = Math.random() < 0.2 ? ended : inForce;
      return known[Math.floor(Math.random() * known.length)] ?? {};
    },
    async stop() {
      stopped = true;
      await working;
      return answered;
    },
  };
}

/** The authority does not answer, or cannot just now. */
class Away extends Error {}

function isAway(error: unknown): boolean {
  return error instanceof Away || error instanceof TypeError;
}

/** Sends the same signed entry until the authority says that it is recorded. */
async function untilAnswered(url: string, signed: SignedEntry): Promise<void> {
  for (;;) {
    const reply = await send<RecordedEntry>(url, { body: signed }).catch((error: unknown) => {
      if (isAway(error)) return null;
      throw error;
    });
    if (reply?.status === 201 && reply.body.entry_hash === signed.entry_hash) return;
    if (reply !== null && reply.status < 500) {
      throw new Error(`entry ${signed.entry.sequence} was answered with ${reply.status}: ${reply.text}`);
    }
    await sleep(AWAY_MS);
  }
}

function draftFor(own: readonly string[], number: number): EntryDraft {
  const signed_at = formatInstant(Date.now());
  const chosen = own[Math.floor(Math.random() * own.length)];
  const turn = Math.random() * 3;
  if (chosen === undefined || own.length < 2 || (turn < 1 && own.length < MOST)) {
    const name = `payee_${number}`;
    return { change: 'added', name, values: valuesOf(name, number), signed_at };
  }
  if (turn < 2) return { change: 'changed', name: chosen, values: valuesOf(chosen, number), signed_at };
  return { change: 'ended', name: chosen, signed_at };
}

/** Each change names another account. */
function valuesOf(name: string, number: number): Readonly<Record<string, string>> {
  return { beneficiary_id: name, to_account: `acct_${name}_${number}`, currency: 'USD' };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
