import { formatInstant, requiredMs } from '@common/base/instant';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { EventKind, EventRecord } from '@platform/core/objects/event';
import { SignedCompromise } from '@platform/core/objects/key-entry';
import { SignedRevocation } from '@platform/core/objects/mandate';
import type { Ending } from '@platform/core/objects/standing';
import { Value } from 'typebox/value';
import type { AuthorityDeps } from './deps.ts';
import { enterEndings } from './endings.ts';
import { endedBy } from './record-entry.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'clock' | 'plugins'>;
type Known = Omit<Ending, 'ended_at'> & { readonly at: string };

const PAGE = 500;
/** Few enough for one statement. */
const AT_ONCE = 200;

/**
 * Enters what this database knows to have ended and has not entered: what ended before endings were entered, or what
 * `sanad authority restore` brought back. It is entered in the order in which it was recorded.
 */
export async function enterKnownEndings(deps: Deps): Promise<void> {
  const found = [
    ...(await ofEvents(deps, 'mandate_revoked', revoked)),
    ...(await ofEvents(deps, 'key_compromised', marked)),
    ...(await ofEntries(deps)),
    ...(await ofProfiles(deps)),
  ];
  // Sorting keeps the order of those of one instant.
  const known = found.toSorted((one, other) => requiredMs(one.at) - requiredMs(other.at));
  for (let start = 0; start < known.length; start += AT_ONCE) {
    const some = known.slice(start, start + AT_ONCE);
    await deps.store.atomically((unit) => enterEndings(deps, unit, some));
  }
}

function revoked(body: unknown): Omit<Known, 'at'> | null {
  if (!Value.Check(SignedRevocation, body)) return null;
  return { kind: 'mandate', id: body.revocation.contract_id, by: body.revocation_hash };
}

function marked(body: unknown): Omit<Known, 'at'> | null {
  if (!Value.Check(SignedCompromise, body)) return null;
  return { kind: 'key', id: body.compromise.fingerprint, by: body.compromise_hash };
}

async function ofEvents(
  { store }: Deps,
  kind: EventKind,
  read: (body: unknown) => Omit<Known, 'at'> | null,
): Promise<readonly Known[]> {
  const found: Known[] = [];
  for (let after: number | null = null; ; ) {
    const page: readonly EventRecord[] = await store.events(after, PAGE, kind);
    for (const { event, body } of page) {
      const ending = read(body);
      if (ending !== null) found.push({ ...ending, at: event.at });
    }
    after = page.at(-1)?.event.sequence ?? null;
    if (after === null) return found;
  }
}

async function ofEntries({ store }: Deps): Promise<readonly Known[]> {
  const directories = new Map<string, { signed: SignedEntry; at: string }[]>();
  for (let from = 0; ; ) {
    const page = await store.entriesByLeaf(from, PAGE);
    for (const { signed, recorded_at: at } of page) {
      const { tenant, profile, directory } = signed.entry;
      const name = [tenant, profile, directory].join('/');
      const entries = directories.get(name) ?? [];
      directories.set(name, entries);
      entries.push({ signed, at });
    }
    const last = page.at(-1);
    if (last === undefined) break;
    from = last.leaf_index + 1;
  }
  return [...directories.values()].flatMap((entries) => {
    const at = new Map(entries.map(({ signed, at: recorded }) => [signed.entry_hash, recorded]));
    const signed = entries.map((entry) => entry.signed);
    return endedBy(new Map(), signed).map((ended) => ({ ...ended, at: at.get(ended.by) ?? '' }));
  });
}

/** A version ends when the next one is published: nothing else says when it was put in force. */
async function ofProfiles({ store, plugins }: Deps): Promise<readonly Known[]> {
  const found: Known[] = [];
  for (const { manifest } of plugins().values()) {
    let next: { readonly hash: string; readonly at: string } | null = null;
    for (let below: string | null = null; ; ) {
      const page = await store.profileVersions({ name: manifest.profile, below, limit: PAGE });
      for (const { profile, profile_hash: id } of page) {
        if (next !== null) found.push({ kind: 'profile', id, by: next.hash, at: next.at });
        next = { hash: id, at: formatInstant(requiredMs(profile.published_at)) };
      }
      below = page.at(-1)?.profile.version ?? null;
      if (below === null) break;
    }
  }
  return found;
}
