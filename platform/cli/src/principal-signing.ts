import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import { assertedSigner, assertionOptions } from '@platform/console/use-cases/passkey-approval';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { SignedType } from '@platform/core/objects/roles';
import { faultOf } from '@platform/core/objects/shape-fault';
import { keyOf, type Signer, signHash, verifySignature } from '@platform/core/signed/signed';
import type { Command } from 'commander';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { agreed, type Place, printJson, signerOf } from './context.ts';
import { readJsonFile } from './read-json.ts';

/** How the signer is asked. A passkey needs two steps, because a browser asks it. */
export interface SigningOptions {
  readonly request?: string;
  readonly assertion?: string;
  readonly yes?: true;
}

/** The signer, with a key file at hand or with an enrolled passkey. */
export interface Principal {
  readonly kid: string;
  readonly person: string;
  /** Null for a passkey. */
  readonly file: Signer | null;
  /** The passkey’s entry; null for a file. */
  readonly passkey: KeyEntry | null;
}

type Refusal = 'key_unusable' | 'request_missing' | 'file_unusable';

export function addSigningOptions(command: Command): Command {
  return command
    .option(
      '--request <file>',
      'for a passkey: first writes there what is to be signed, and prints what a page gives to navigator.credentials.get',
    )
    .option(
      '--assertion <file>',
      'for a passkey: then, with the same --request, what the browser returned, as JSON',
    )
    .option('--yes', 'sign without asking');
}

export async function principalOf(place: Place, kidOrFile: string): Promise<Result<Principal, Refusal>> {
  const entry = keyOf((await place.localKeys()).keys, kidOrFile);
  if (entry?.webauthn !== undefined && entry.person !== null) {
    return ok({ kid: entry.kid, person: entry.person, file: null, passkey: entry });
  }
  const signer = await signerOf(place, kidOrFile);
  if (!signer.ok) return signer;
  return ok({ kid: signer.value.kid, person: signer.value.person, file: signer.value, passkey: null });
}

/**
 * The key with which this person signs as a principal: the one that was named or, without a name, the first of theirs
 * whose file is here.
 */
export async function keyOfPrincipal(
  place: Place,
  person: string,
  named: string | undefined,
): Promise<Result<Principal, Refusal | 'signer_is_another_principal'>> {
  const found = await principalOf(place, named ?? (await ownKid(place, person)));
  if (!found.ok || found.value.person === person) return found;
  return fail(
    'signer_is_another_principal',
    `${person} must sign, but ${found.value.kid} is the key of ${found.value.person}: name a key of ${person} with --key.`,
  );
}

async function ownKid(place: Place, person: string): Promise<string> {
  const entries = Object.values((await place.localKeys()).keys);
  const own = entries
    .filter((entry) => entry.role === 'principal' && entry.person === person)
    .map(({ kid }) => kid)
    .sort();
  for (const kid of own) if ((await place.deployment.personKey(kid)).ok) return kid;
  return own[0] ?? `principal_${person}`;
}

/** The object to sign: a new one, or the one that was kept while the passkey was asked. */
export async function objectToSign<Schema extends TSchema>(
  { passkey, kid }: { readonly passkey: unknown; readonly kid: string },
  { request, assertion }: SigningOptions,
  schema: Schema,
  make: () => Promise<Result<Static<Schema>, string>>,
): Promise<Result<Static<Schema>, string>> {
  if (passkey === null) {
    if (request === undefined && assertion === undefined) return make();
    return fail('request_missing', `${kid} is a key file: --request and --assertion are for a passkey.`);
  }
  if (request === undefined) {
    return fail(
      'request_missing',
      `${kid} is a passkey, which a browser asks: name a file with --request, and give its answer with --assertion.`,
    );
  }
  if (assertion === undefined) return make();
  const kept = await readJsonFile(request);
  if (!kept.ok) return kept;
  if (Value.Check(schema, kept.value)) return ok(kept.value);
  return fail('request_missing', `${request} is not what was to be signed: ${faultOf(schema, kept.value)}.`);
}

interface SigningRequest {
  readonly object: { readonly type: SignedType };
  /** The text shown before anyone signs. */
  readonly words: string;
  readonly question: string;
  readonly options: SigningOptions;
}

/**
 * A signer of this one object, once a person has agreed; null if their passkey must be asked first, in which
 * case its request is printed. INVARIANT: a passkey’s answer for another object is refused here, before
 * anything is written or sent.
 */
export async function signerAfterYes(
  place: Place,
  { kid, file, passkey }: Principal,
  { object, words, question, options }: SigningRequest,
): Promise<Result<Signer | null, string>> {
  const { context, crypto } = place;
  if (file !== null || passkey === null) {
    const yes = await agreed(context, words, question, options.yes === true);
    if (!yes.ok) return yes;
    return file === null ? fail('key_unusable', `There is no key ${kid}.`) : ok(file);
  }
  const hash = hashOf(crypto, object);
  const keys = { [kid]: passkey };
  if (options.assertion === undefined) {
    const asked = assertionOptions(keys, kid, hash);
    if (!asked.ok) return asked;
    if (options.request !== undefined)
      await writeWhole(options.request, `${JSON.stringify(object, null, 2)}\n`);
    context.err(`${words}\nNothing was signed yet. If you agree, give this to navigator.credentials.get:\n`);
    printJson(context, asked.value);
    return ok(null);
  }
  const assertion = await readJsonFile(options.assertion);
  if (!assertion.ok) return assertion;
  const signer = assertedSigner(keys, kid, assertion.value);
  if (!signer.ok) return signer;
  const signature = signHash(signer.value, hash);
  const { retired: _, ...key } = passkey;
  const good = verifySignature(crypto, { hash, signature, key, type: object.type, at: place.now() });
  if (!good.ok) return fail(good.error.code, `The passkey’s answer does not hold: ${good.error.message}.`);
  const yes = await agreed(context, words, question, options.yes === true);
  return yes.ok ? signer : yes;
}
