import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@platform/proof/hash';
import { enrolmentOf, entryOf, versionsOf } from '@platform/proof/key-history';
import type { Signer } from '@platform/proof/signed';
import {
  type Enrolment,
  type KeyEntry,
  type KeyVersion,
  MAX_RETIRED_KEYS,
} from '@platform/protocol/key-entry';
import { endOf } from '@platform/trust/keys/change-key';
import type { Command } from 'commander';
import type { PublicKey } from '../../use-cases/deployment.ts';
import { enrol, enrolWithEnd, entryFault } from '../../use-cases/enrol.ts';
import { LOCAL } from '../../use-cases/init-deployment.ts';
import { agreed, EXIT, type ExitCode, type Place, type Run, refuse, signerOf } from '../context.ts';
import { changedWords, enrolmentWords, oldKeyWords } from '../render/words.ts';

interface ReplaceOptions {
  readonly publicKey?: string;
  readonly by: string;
  readonly yes?: true;
}

/** `sanad keys replace` */
export function addReplace(keys: Command, run: Run): void {
  keys
    .command('replace')
    .description(
      'give a person or a counterparty a new key, by a principal’s signature: the old one ends, what it signed stays valid',
    )
    .argument('<kid>', 'whose key, such as approver_cfo')
    .option(
      '--public-key <file>',
      'the public half (PEM) of the new key, made by its holder; without it, a person’s key is made here',
    )
    .option('--by <kid>', 'the principal’s key that signs', LOCAL.principalKid)
    .option('--yes', 'sign without asking')
    .action((kid: string, options: ReplaceOptions) => run((place) => replace(place, kid, options)));
}

/** What was said of the old key's device is not true of the new one. */
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
  // A run before may have been stopped after publishing.
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
  const { key, independent, signers } = chosen.value;
  const enrolment: Enrolment = {
    ...withoutDevice(enrolmentOf(old)),
    ...{ alg: key.alg, public_key: key.public_key, fingerprint: key.fingerprint },
    ...{ independent, hardware: false, not_before: place.now(), not_after: null },
  };
  const words = enrolmentWords(enrolment, hashOf(crypto, enrolment));
  const question = `Put it in the place of ${old.fingerprint}, with ${signers.old.kid}?`;
  const yes = await agreed(context, words, question, options.yes === true);
  if (!yes.ok) return refuse(context, yes.error);
  const fresh = enrol(crypto, signers.fresh, enrolment);
  const ended = enrolWithEnd(crypto, signers.old, old, endOf(old, place.clock()));
  const next = entryOf([fresh, ended, ...retired]) ?? fresh;
  const why = entryFault(crypto, await deployment.id(), await deployment.publicKeys(), next);
  if (why !== null) return refuse(context, { message: `Nobody would trust this key: it ${why}.` });
  if (!(await deployment.replacePublicKey(next, read)))
    return refuse(context, { message: changedWords(kid) });
  if (options.publicKey === undefined) await deployment.takeNextPersonKey(kid);
  context.out(
    `replaced: ${kid} is now ${fresh.fingerprint}\n${oldKeyWords(ended, place.clock())}\nGive the new /.well-known/keys.json to those who verify receipts.\n`,
  );
  return EXIT.done;
}

interface Chosen {
  readonly key: PublicKey;
  readonly independent: boolean;
  /** Who enrols the new key, and says when the old one ends: a root does both itself. */
  readonly signers: { readonly fresh: Signer; readonly old: Signer };
}

async function chooseKey(
  place: Place,
  old: KeyVersion,
  { publicKey, by }: ReplaceOptions,
): Promise<Result<Chosen, 'key_unusable'>> {
  const { deployment } = place;
  const { kid } = old;
  if (old.enrolment === null) {
    return fail(
      'key_unusable',
      `${kid} is a service’s key, which no principal enrolled: replace it with sanad keys rotate ${kid}.`,
    );
  }
  // Whoever enrols others: the new key enrols itself, and the old one must be at hand.
  const isRoot = old.enrolment.signature.kid === kid;
  const signer = await signerOf(place, isRoot ? kid : by);
  if (!signer.ok) return signer;
  if (publicKey !== undefined) {
    if (isRoot)
      return fail('key_unusable', `${kid} enrols others: its new key is made here, and enrols itself first.`);
    const key = await deployment.publicKeyFile(publicKey);
    if (!key.ok) return key;
    return ok({ key: key.value, independent: true, signers: { fresh: signer.value, old: signer.value } });
  }
  if (old.role === 'counterparty' || (old.alg !== 'ed25519' && old.alg !== 'es256'))
    return fail(
      'key_unusable',
      `The holder of ${kid} makes the new key: give its public half with --public-key.`,
    );
  const key = await deployment.nextPersonKey(kid, old.alg);
  return ok({ key, independent: false, signers: { fresh: isRoot ? key : signer.value, old: signer.value } });
}

/** The trusted entry of a kid; a new private key that was published, but not put in its place, is. */
async function finished({ deployment, localKeys }: Place, kid: string): Promise<KeyEntry | null> {
  const entry = (await localKeys()).keys[kid] ?? null;
  const next = await deployment.nextKeyOf(kid);
  if (entry !== null && next === entry.public_key) await deployment.takeNextPersonKey(kid);
  return entry;
}
