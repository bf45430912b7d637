import { formatInstant, instantMs, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { EventRecord } from '@platform/core/objects/event';
import {
  isPersonsRole,
  type KeyEntry,
  type KeySet,
  type KeyVersion,
  SignedCompromise,
  type SignedEnrolment,
} from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { enrolledEntry, entryOf, versionsOf } from '@platform/core/signed/key-history';
import { reachFault } from '@platform/core/signed/key-reach';
import { entryFault, isRoot, readKeyRegistry } from '@platform/core/signed/key-registry';
import { keyOf, type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import { Value } from 'typebox/value';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { untilLeasesEnd } from './end-of-leases.ts';
import { enterEndings } from './endings.ts';
import { markEvent } from './notice-events.ts';

export type KeyRefusal =
  | SignedRefusal
  | 'kid_taken'
  | 'kid_invalid'
  | 'enrolment_invalid'
  | 'signer_not_root'
  | 'signer_bounded'
  | 'keys_too_many'
  | 'key_not_found'
  | 'key_not_a_persons'
  | 'compromise_of_another_key';

interface RecordedKey {
  readonly entry: KeyEntry;
  /** False if exactly the same statement was recorded before. */
  readonly isNew: boolean;
}

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'store' | 'kept' | 'keys' | 'keyFolder' | 'crypto' | 'authority' | 'clock' | 'randomBytes'
>;

type MarkDeps = Deps & Pick<AuthorityDeps, 'pause' | 'sendWithinMs'>;

/** More devices than the people of any deployment have. The folder itself allows ten times as many keys. */
const MOST_KEYS = 1_000;
const PAGE = 500;
/** Tolerance for clocks that differ. */
const AHEAD_MS = 60_000;
/** Enrolments stay public for good, so an old one must not restore a key that was removed since. */
const NEWS_FOR_MS = 86_400_000;
const TAKEN_BEFORE =
  'This enrolment was taken before, and its key was removed since: if the key is to come back, let a principal sign a new one.';

/**
 * Enrols a person's key, on the signature of a principal. INVARIANT: it never enrols a root, which vouches
 * for itself: only those who can write to the folder put one there. No key that is trusted now loses its
 * place. The statement is judged before anything is locked, so a stranger makes nobody wait, and once more
 * afterwards.
 */
export async function enrolKey(
  deps: Deps,
  signed: SignedEnrolment,
): Promise<Result<RecordedKey, KeyRefusal>> {
  const { enrolment, enrolment_hash: hash, signature } = signed;
  const { kid, role, person } = enrolment;
  const form = formFault(signed);
  if (form !== null) return fail('kid_invalid', form);
  const from = instantMs(enrolment.not_before);
  const to = enrolment.not_after === null ? Number.POSITIVE_INFINITY : instantMs(enrolment.not_after);
  if (from === null || to === null) {
    return fail('instant_malformed', 'not_before or not_after is no instant: write 2026-06-01T09:00:00Z.');
  }
  if (from > deps.clock() + AHEAD_MS) {
    return fail('enrolment_invalid', 'The enrolment starts in the future. Check the clocks.');
  }
  const early = checkRoot(deps, await deps.keys(), { object: enrolment, hash, signature });
  if (!early.ok) return early;
  return deps.store.atomically(async (unit): Promise<Result<RecordedKey, KeyRefusal>> => {
    // This lock allows one change of the folder at a time.
    const chain = await unit.lockEvents();
    const raw = await deps.keyFolder.read();
    const { keys } = readKeyRegistry(deps.crypto, deps.deployment, raw);
    const signer = checkRoot(deps, keys, { object: enrolment, hash, signature });
    if (!signer.ok) return signer;
    const reach = checkReach(signer.value, enrolment);
    if (!reach.ok) return reach;
    const entry = enrolledEntry(signed);
    if (Object.hasOwn(raw, kid)) {
      const known = keyOf(keys, kid);
      if (known?.enrolment?.enrolment_hash === hash) return ok({ entry: known, isNew: false });
      return fail('kid_taken', `${kid} is enrolled already: take another name, such as ${kid}.2.`);
    }
    const stale = staleness(from, deps.clock());
    if (!stale.ok) return stale;
    if ((await deps.kept.enrolments()).has(hash)) return fail('enrolment_invalid', TAKEN_BEFORE);
    if (Object.keys(raw).length >= MOST_KEYS) {
      return fail('keys_too_many', `There are ${MOST_KEYS} keys here: no more can be enrolled.`);
    }
    const why = entryFault(deps.crypto, deps.deployment, raw, entry, keys);
    if (why !== null) return fail('enrolment_invalid', `This key of ${person} is refused: it ${why}.`);
    const body = signed;
    await appendEvent(deps, unit, { ...ABOUT_KEYS, kind: 'key_enrolled', body }, chain);
    // Written last, so that a failed write leaves no event. If the commit fails, the same request finds the
    // key written.
    if (!(await deps.keyFolder.add(entry))) throw new Error(`${role} ${kid} was written by another process`);
    await deps.kept.keepEnrolments([hash]);
    return ok({ entry, isNew: true });
  });
}

/**
 * Marks a person's key as stolen since an instant, and returns once no call can begin that does not know it.
 * INVARIANT: no mark is weakened: an earlier one stays.
 */
export async function markCompromised(
  deps: MarkDeps,
  kid: string,
  signed: SignedCompromise,
): Promise<Result<RecordedKey, KeyRefusal>> {
  const marked = await recordCompromise(deps, kid, signed);
  if (marked.ok) await untilLeasesEnd(deps);
  return marked;
}

async function recordCompromise(
  deps: Deps,
  kid: string,
  signed: SignedCompromise,
): Promise<Result<RecordedKey, KeyRefusal>> {
  const { compromise, compromise_hash: hash, signature } = signed;
  if (compromise.kid !== kid) return fail('compromise_of_another_key', `It does not name the key ${kid}.`);
  const at = instantMs(compromise.compromised_at);
  if (at === null || instantMs(compromise.said_at) === null || at > deps.clock()) {
    return fail('instant_malformed', 'compromised_at is an instant that has passed: 2026-06-01T09:00:00Z.');
  }
  const early = checkRoot(deps, await deps.keys(), { object: compromise, hash, signature });
  if (!early.ok) return early;
  return deps.store.atomically(async (unit): Promise<Result<RecordedKey, KeyRefusal>> => {
    const chain = await unit.lockEvents();
    const raw = await deps.keyFolder.read();
    const { keys } = readKeyRegistry(deps.crypto, deps.deployment, raw);
    const signer = checkRoot(deps, keys, { object: compromise, hash, signature });
    if (!signer.ok) return signer;
    const known = keyOf(keys, kid);
    if (known === undefined) return fail('key_not_found', `There is no key ${kid}.`);
    if (known.person === null) {
      return fail('key_not_a_persons', `${kid} is no person’s key: its operator marks it, with the command.`);
    }
    const entry = compromisedEntry(signer.value, known, compromise.fingerprint, at);
    if (!entry.ok) return entry;
    if (entry.value === known) return ok({ entry: known, isNew: false });
    const body = signed;
    const { event } = await appendEvent(deps, unit, { ...ABOUT_KEYS, kind: 'key_compromised', body }, chain);
    // At the instant that receipts tell (`status.marks`): the verifier compares the two.
    await enterEndings(deps, unit, [{ kind: 'key', id: compromise.fingerprint, by: hash, at: event.at }]);
    await unit.enterNoticeEvents([markEvent(signed, known, deps.clock())]);
    await deps.keyFolder.replace(entry.value);
    return ok({ entry: entry.value, isNew: true });
  });
}

interface MarkedAgain {
  readonly kid: string;
  readonly refusal: KeyRefusal | null;
}

/**
 * Marks keys that this database records as stolen and the folder does not, because an older copy of the
 * folder was put back. Works in the events' order, so that statements of a root from before its own mark
 * count. Appends no event, because one exists. Returns the keys concerned.
 */
export async function applyKnownCompromises(deps: Deps): Promise<readonly MarkedAgain[]> {
  const applied: MarkedAgain[] = [];
  for (let after: number | null = null; ; ) {
    const page: readonly EventRecord[] = await deps.store.events(after, PAGE, 'key_compromised');
    for (const { body } of page) {
      const again = Value.Check(SignedCompromise, body) ? await markAgain(deps, body) : null;
      if (again !== null) applied.push(again);
    }
    after = page.at(-1)?.event.sequence ?? null;
    if (after === null) return applied;
  }
}

/** Returns null if there is nothing to mark. */
async function markAgain(
  deps: Deps,
  { compromise, compromise_hash: hash, signature }: SignedCompromise,
): Promise<MarkedAgain | null> {
  const { kid, fingerprint } = compromise;
  const at = instantMs(compromise.compromised_at);
  if (at === null) return null;
  return deps.store.atomically(async (unit): Promise<MarkedAgain | null> => {
    // This lock allows one change of the folder at a time.
    await unit.lockEvents();
    const { keys } = readKeyRegistry(deps.crypto, deps.deployment, await deps.keyFolder.read());
    const known = keyOf(keys, kid);
    const named = known && versionsOf(known).find((version) => version.fingerprint === fingerprint);
    if (known === undefined || named === undefined || known.person === null) return null;
    if (named.compromised_at !== null && requiredMs(named.compromised_at) <= at) return null;
    const signer = checkRoot(deps, keys, { object: compromise, hash, signature });
    if (!signer.ok) return { kid, refusal: signer.error.code };
    const entry = compromisedEntry(signer.value, known, fingerprint, at);
    if (!entry.ok) return { kid, refusal: entry.error.code };
    await deps.keyFolder.replace(entry.value);
    return { kid, refusal: null };
  });
}

const ABOUT_KEYS = { tenant: null, contract_id: null, grant_id: null } as const;

function compromisedEntry(
  signer: KeyVersion,
  entry: KeyEntry,
  fingerprint: string,
  at: number,
): Result<KeyEntry, 'compromise_of_another_key' | 'signer_bounded'> {
  const versions = versionsOf(entry);
  const named = versions.find((version) => version.fingerprint === fingerprint);
  if (named === undefined) {
    return fail('compromise_of_another_key', `${entry.kid} never had the key ${fingerprint}.`);
  }
  const reach = checkReach(signer, named);
  if (!reach.ok) return reach;
  if (named.compromised_at !== null && requiredMs(named.compromised_at) <= at) return ok(entry);
  const stolen = { ...named, compromised_at: formatInstant(at) };
  return ok(entryOf(versions.map((version) => (version === named ? stolen : version))) ?? entry);
}

function staleness(from: number, now: number): Result<void, 'enrolment_invalid'> {
  if (from >= now - NEWS_FOR_MS) return ok(undefined);
  return fail(
    'enrolment_invalid',
    'It was made more than a day ago (not_before): let a principal sign a new one, valid from now on.',
  );
}

/** Requires the form `approver_<name>[.<device>]`, so that a kid shows whose key it is. */
function formFault({ enrolment }: SignedEnrolment): string | null {
  const { kid, role, person } = enrolment;
  if (!isPersonsRole(role)) return 'Only people’s keys are enrolled here.';
  const own = `${role}_${person}`;
  if (person?.includes('.')) return 'A person’s name has no dot here: what follows one names a device.';
  if (person !== null && (kid === own || kid.startsWith(`${own}.`))) return null;
  return `A key of ${person} as ${role} is named ${own}, or ${own}.<device>.`;
}

interface SignedStatement {
  readonly object: SignedEnrolment['enrolment'] | SignedCompromise['compromise'];
  readonly hash: string;
  readonly signature: Signature;
}

/**
 * Judged by the present time, whatever date the statement has. The signer must be a root of trust: an
 * enrolled principal enrols nobody.
 */
function checkRoot(
  { crypto, clock }: Deps,
  keys: KeySet,
  said: SignedStatement,
): Result<KeyVersion, KeyRefusal> {
  const checked = unlessStolen(verifySigned(crypto, { ...said, keys, at: formatInstant(clock()) }));
  if (!checked.ok) return checked;
  if (isRoot(checked.value) && checked.value.kid !== said.object.kid) return checked;
  if (isRoot(checked.value) && said.object.type === 'sanad/compromise/1') return checked;
  return fail(
    'signer_not_root',
    `${checked.value.kid} is not a principal’s key that enrols others. A root is put into the keys folder by its operator.`,
  );
}

/** Refuses what a root that is bounded to tenants states about keys beyond them. */
function checkReach(
  root: KeyVersion,
  key: Pick<KeyVersion, 'kid' | 'tenants'>,
): Result<void, 'signer_bounded'> {
  const beyond = reachFault(root, key);
  return beyond === null ? ok(undefined) : fail('signer_bounded', `${beyond}.`);
}
