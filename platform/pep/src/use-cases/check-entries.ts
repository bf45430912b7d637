import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { isSignedByEnough } from '@platform/core/directory/earlier';
import { entrySigners, termsOf } from '@platform/core/directory/signers';
import { isProven } from '@platform/core/directory/state';
import type { EntryProof } from '@platform/core/objects/directory';
import type { Action, RedeemResponse } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import type { ProfileInForce } from '@platform/core/signed/profile';
import type { Refusal } from './decide-again.ts';
import { followDirectory } from './follow-directory.ts';
import type { PepDeps } from './ports.ts';

/** Clocks may differ by this much. */
const CLOCK_SKEW_MS = 60_000;

interface Shown {
  readonly action: Action;
  readonly redeemed: RedeemResponse;
  readonly inForce: ProfileInForce;
  readonly keys: KeySet;
}

type Deps = Pick<PepDeps, 'directories' | 'authority' | 'clock'>;

/**
 * What forbids the action of the directories' entries that it was decided by; null if nothing does. Each is in force now
 * in the directory as it was followed here, and the people whom the profile names signed it. Fails if the authority does
 * not show the directory, and then nothing is known.
 */
export async function entriesFault(
  deps: Deps,
  shown: Shown,
): Promise<Result<Refusal | null, 'directory_unavailable'>> {
  const { directories = {} } = shown.redeemed.record;
  for (const [name, proof] of Object.entries(directories)) {
    const fault = await entryFault(deps, shown, name, proof);
    if (!fault.ok || fault.value !== null) return fault;
  }
  return ok(null);
}

async function entryFault(
  deps: Deps,
  { action, inForce, keys }: Shown,
  directory: string,
  proof: EntryProof,
): Promise<Result<Refusal | null, 'directory_unavailable'>> {
  const { profile, plugin } = inForce;
  const { entry: signed, head } = proof;
  const refuse = (detail: string, reason: Refusal['reason'] = 'grant_invalid') => ok({ reason, detail });
  const terms = termsOf(profile, directory);
  if (terms === undefined) return refuse(`The profile names no directory ${directory}.`);
  const id = { deployment: action.deployment, tenant: action.tenant, profile: profile.name, directory };
  const followed = await followDirectory(deps, id, head, keys);
  if (!followed.ok) {
    const { code, message } = followed.error;
    if (code === 'directory_unavailable') return fail(code, message);
    return refuse(
      `The directory ${directory} of the authority is not the one that was followed here: ${message}.`,
    );
  }
  if (!isProven(nodeCrypto, proof)) return refuse(`The proof of ${signed.entry.name} does not hold.`);
  const signedMs = instantMs(signed.entry.signed_at);
  if (signedMs === null || signedMs - deps.clock() > CLOCK_SKEW_MS)
    return refuse(`${signed.entry.name} was signed at ${signed.entry.signed_at}, which is yet to come.`);
  const now = followed.value.inForce.get(signed.entry.name)?.signed;
  const reason = declaredRules(plugin.manifest).get(directory)?.rule.reason ?? 'facade_not_in_scope';
  if (now?.entry_hash !== signed.entry_hash) {
    const what = now === undefined ? 'has ended' : 'was changed';
    return refuse(`${signed.entry.name} of the directory ${directory} ${what} since the proposal.`, reason);
  }
  const signers = entrySigners(nodeCrypto, signed, profile, keys);
  if (!signers.ok)
    return refuse(`The entry ${signed.entry.name} no longer counts: ${signers.error.message}.`, reason);
  if (signers.value.missing > 0)
    return refuse(`The entry ${signed.entry.name} lacks ${signers.value.missing} of its signatures.`, reason);
  if (isSignedByEnough(nodeCrypto, terms, proof)) return ok(null);
  return refuse(
    `One person signed the entry ${signed.entry.name}, and it is not shown to be from before the profile asked for two.`,
    reason,
  );
}
