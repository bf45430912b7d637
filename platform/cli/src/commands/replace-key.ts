import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import type { KeyTimes, PublicKey } from '@platform/console/use-cases/deployment';
import { enrol, enrolWithEnd } from '@platform/console/use-cases/enrol';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import {
  type Enrolment,
  isPersonsRole,
  type KeyEntry,
  type KeyVersion,
  MAX_RETIRED_KEYS,
} from '@platform/core/objects/key-entry';
import { enrolmentOf, entryOf, versionsOf } from '@platform/core/signed/key-history';
import { entryFault } from '@platform/core/signed/key-registry';
import type { Signer } from '@platform/core/signed/signed';
import { endOf } from '@platform/keys/key-files/change-key';
import type { Command } from 'commander';
import { agreed, EXIT, type ExitCode, type Place, type Run, refuse } from '../context.ts';
import {
  addSigningOptions,
  objectToSign,
  type Principal,
  principalOf,
  type SigningOptions,
} from '../principal-signing.ts';
import { changedWords, enrolmentWords, oldKeyWords } from '../render/words.ts';
import { Replacement, type ReplacementSigners, signersByPasskey } from './replacement-signing.ts';

interface ReplaceOptions extends SigningOptions {
  readonly publicKey?: string;
  readonly by: string;
}

/** Adds `sanad keys replace`. */
export function addReplace(keys: Command, run: Run): void {
  const command = keys
    .command('replace')
    .description(
      'give a person or a counterparty a new key, by a principal’s signature: the old one ends, what it signed stays valid',
    )
    .argument('<kid>', 'whose key, such as approver_cfo')
    .option(
      '--public-key <file>',
      'the public half (PEM) of the new key, made by its holder, or an issuer’s keys.json, which says since when it signs; without it, a person’s key is made here',
    )
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid);
  addSigningOptions(command).action((kid: string, options: ReplaceOptions) =>
    run((place) => replace(place, kid, options)),
  );
}

/** Omits the facts about the old key’s device, which do not hold for the new key. */
function withoutDevice({
  hardware_ground: _ground,
  webauthn: _webauthn,
  app_attest: _app,
  ...facts
}: Enrolment): Enrolment {
  return facts;
}

async function replace(place: Place, kid: string, options: ReplaceOptions): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const read = (await deployment.publicKeys())[kid];
  // An earlier run may have stopped after it published the new key.
  const entry = await finished(place, kid);
  const [old, ...retired] = entry === null ? [] : versionsOf(entry);
  if (old === undefined)
    return refuse(context, { message: `There is no key ${kid} here: see sanad keys list.` });
  if (retired.length >= MAX_RETIRED_KEYS) {
    const message = `${kid} was replaced ${MAX_RETIRED_KEYS} times, which is as often as a key can be: enrol another kid.`;
    return refuse(context, { message });
  }
  const chosen = await chooseKey(place, old, options);
  if (!chosen.ok) return refuse(context, chosen.error);
  const made = await objectToSign(chosen.value.by, options, Replacement, async () =>
    ok(replacementOf(place, old, chosen.value)),
  );
  if (!made.ok) return refuse(context, made.error);
  const replacement = made.value;
  if (!isOf(replacement, old, chosen.value))
    return refuse(context, { message: `${options.request} is not the replacement of ${kid} by this key.` });
  const signers = await signersAfterYes(place, { old, replacement, chosen: chosen.value, options });
  if (!signers.ok) return refuse(context, signers.error);
  if (signers.value === null) return EXIT.done;
  const fresh = enrol(crypto, signers.value.fresh, replacement.fresh);
  const ended = enrolWithEnd(crypto, signers.value.ended, old, replacement.ended.not_after ?? place.now());
  const next = entryOf([fresh, ended, ...retired]) ?? fresh;
  const why = entryFault(crypto, await deployment.id(), await deployment.publicKeys(), next);
  if (why !== null) return refuse(context, { message: `This key is refused: it ${why}.` });
  if (!(await deployment.replacePublicKey(next, read)))
    return refuse(context, { message: changedWords(kid) });
  if (options.publicKey === undefined) await deployment.takeNextPersonKey(kid);
  context.out(
    `replaced: ${kid} is now ${fresh.fingerprint}\n${oldKeyWords(ended, place.clock())}\nGive the new /.well-known/keys.json to those who verify receipts.\n`,
  );
  return EXIT.done;
}

/** A passkey is asked in two steps. The old key stays valid for so many milliseconds in between. */
const PASSKEY_MS = 10 * 60_000;

function replacementOf(
  place: Place,
  old: KeyVersion,
  { key, times, independent, by }: ChosenKey,
): Replacement {
  const known = enrolmentOf(old);
  const isAskedFirst = by.passkey !== null && old.compromised_at === null;
  return {
    fresh: {
      ...withoutDevice(known),
      alg: key.alg,
      public_key: key.public_key,
      fingerprint: key.fingerprint,
      independent,
      hardware: false,
      ...(times ?? { not_before: place.now(), not_after: null }),
    },
    ended: { ...known, not_after: endOf(old, place.clock() + (isAskedFirst ? PASSKEY_MS : 0)) },
  };
}

/**
 * Whether this is the replacement of the old key by the chosen one. The file kept while a passkey was asked
 * may be another run’s.
 */
function isOf({ fresh, ended }: Replacement, old: KeyVersion, { key }: ChosenKey): boolean {
  const known = enrolmentOf(old);
  const isEnd = canonicalText({ ...ended, not_after: null }) === canonicalText({ ...known, not_after: null });
  return isEnd && ended.not_after !== null && fresh.kid === old.kid && fresh.public_key === key.public_key;
}

interface ReplacementRequest {
  readonly old: KeyVersion;
  readonly replacement: Replacement;
  readonly chosen: ChosenKey;
  readonly options: ReplaceOptions;
}

/** The signers, once a person has agreed; null if their passkey must be asked first. */
async function signersAfterYes(
  place: Place,
  { old, replacement, chosen: { by, itself }, options }: ReplacementRequest,
): Promise<Result<ReplacementSigners | null, string>> {
  const { context, crypto } = place;
  const words = enrolmentWords(replacement.fresh, hashOf(crypto, replacement.fresh));
  const question = `Put it in the place of ${old.fingerprint}, with ${by.kid}?`;
  if (by.passkey !== null) {
    const ending = `The old key, ${old.fingerprint}, is good until ${replacement.ended.not_after}.\n`;
    const asked = { passkey: by.passkey, replacement, words: `${words}\n${ending}`, options };
    const signers = await signersByPasskey(place, asked);
    if (!signers.ok || signers.value === null) return signers;
    const yes = await agreed(context, asked.words, question, options.yes === true);
    return yes.ok ? signers : yes;
  }
  const yes = await agreed(context, words, question, options.yes === true);
  if (!yes.ok) return yes;
  return by.file === null
    ? fail('key_unusable', `There is no key ${by.kid}.`)
    : ok({ fresh: itself ?? by.file, ended: by.file });
}

interface ChosenKey {
  readonly key: PublicKey;
  /** When it signs, as the issuer of statements says whose key it is; null for from now on. */
  readonly times: KeyTimes | null;
  readonly independent: boolean;
  /** The principal who enrols the new key and signs when the old one ends. */
  readonly by: Principal;
  /** The new key of a root, which enrols itself; null for any other. */
  readonly itself: Signer | null;
}

async function chooseKey(
  place: Place,
  old: KeyVersion,
  { publicKey, by }: ReplaceOptions,
): Promise<Result<ChosenKey, string>> {
  const { deployment } = place;
  const { kid } = old;
  if (old.enrolment === null) {
    return fail(
      'key_unusable',
      `${kid} is a service’s key, which no principal enrolled: replace it with sanad keys rotate ${kid}.`,
    );
  }
  // If the key enrols others, the new key enrols itself, and the old one must be at hand.
  const isRoot = old.enrolment.signature.kid === kid;
  if (isRoot && old.webauthn !== undefined) {
    return fail(
      'key_unusable',
      `${kid} is a passkey that enrols others: make a second one beside it, at /keys/enrol?root=1 and with sanad keys add-root, and have it enrol the others before you mark this one.`,
    );
  }
  const principal = await principalOf(place, isRoot ? kid : by);
  if (!principal.ok) return principal;
  const chosen = { by: principal.value, itself: null, times: null };
  if (publicKey !== undefined) {
    if (isRoot)
      return fail('key_unusable', `${kid} enrols others: its new key is made here, and enrols itself first.`);
    if (old.role === 'attester') {
      const issued = await deployment.issuerKeyFile(publicKey, kid);
      if (!issued.ok) return issued;
      const { times, ...key } = issued.value;
      return ok({ ...chosen, key, times, independent: true });
    }
    const key = await deployment.publicKeyFile(publicKey);
    return key.ok ? ok({ ...chosen, key: key.value, independent: true }) : key;
  }
  if (!isPersonsRole(old.role) || (old.alg !== 'ed25519' && old.alg !== 'es256'))
    return fail(
      'key_unusable',
      `The holder of ${kid} makes the new key: give its public half with --public-key.`,
    );
  const key = await deployment.nextPersonKey(kid, old.alg);
  return ok({ ...chosen, key, times: null, independent: false, itself: isRoot ? key : null });
}

/**
 * Returns the trusted entry of a kid. If its private key was published but not put in place, that is done
 * now.
 */
async function finished({ deployment, localKeys }: Place, kid: string): Promise<KeyEntry | null> {
  const entry = (await localKeys()).keys[kid] ?? null;
  const next = await deployment.nextKeyOf(kid);
  if (entry !== null && next === entry.public_key) await deployment.takeNextPersonKey(kid);
  return entry;
}
