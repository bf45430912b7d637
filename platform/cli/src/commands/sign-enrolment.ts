import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { enrol } from '@platform/console/use-cases/enrol';
import { Enrolment, type PersonsRole } from '@platform/core/objects/key-entry';
import { TenantId } from '@platform/core/objects/primitives';
import { entryFault } from '@platform/core/signed/key-registry';
import { printable } from '@platform/core/verify/report-html';
import { Value } from 'typebox/value';
import { EXIT, type ExitCode, type Place, refuse } from '../context.ts';
import {
  objectToSign,
  type Principal,
  principalOf,
  type SigningOptions,
  signerAfterYes,
} from '../principal-signing.ts';
import { enrolmentWords } from '../render/words.ts';

/** The options of every enrolment. */
export interface EnrolmentOptions extends SigningOptions {
  readonly person: string;
  readonly role: PersonsRole;
  readonly tenant?: readonly string[];
  /** Set if the principal saw the device. */
  readonly seen?: true;
  /** The signing key; the key’s own name for a root of trust, whose passkey signs its own enrolment. */
  readonly by: string;
}

/** The facts about the key itself and its device. */
type KeyFacts = Omit<
  Enrolment,
  'type' | 'deployment' | 'kid' | 'role' | 'person' | 'tenants' | 'not_before' | 'not_after'
>;

/** Shows a person’s key, has a principal sign its enrolment, and publishes it. */
export async function signEnrolment(
  place: Place,
  kid: string,
  options: EnrolmentOptions,
  readFacts: () => Promise<Result<KeyFacts, string>>,
): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const by = await whoSigns(place, kid, options);
  if (!by.ok) return refuse(context, by.error);
  if ((await deployment.publicKeys())[kid] !== undefined) {
    return refuse(context, {
      message: `${kid} is already enrolled: choose another name for a second key, such as ${kid}.2, or replace this one with sanad keys replace ${kid}.`,
    });
  }
  const asked = { kid: by.value?.kid ?? kid, passkey: by.value === null ? kid : by.value.passkey };
  const enrolment = await objectToSign(asked, options, Enrolment, () =>
    makeEnrolment(place, kid, options, readFacts),
  );
  if (!enrolment.ok) return refuse(context, enrolment.error);
  const signing = by.value ?? itself(enrolment.value);
  if (signing === null || enrolment.value.kid !== kid || enrolment.value.person !== options.person) {
    return refuse(context, { message: `${options.request} is not the enrolment of a passkey as ${kid}.` });
  }
  const words = enrolmentWords(enrolment.value, hashOf(crypto, enrolment.value));
  const question = `Enrol it with ${signing.kid}?`;
  const signer = await signerAfterYes(place, signing, { object: enrolment.value, words, question, options });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const entry = enrol(crypto, signer.value, enrolment.value);
  const why = entryFault(crypto, await deployment.id(), await deployment.publicKeys(), entry);
  if (why !== null) return refuse(context, { message: `This key is refused: it ${why}.` });
  await deployment.writePublicKey(entry);
  context.out(`enrolled: ${kid} of ${printable(options.person)}\n`);
  if (by.value === null) context.out(`It vouches for itself, and may enrol others: ${entry.fingerprint}\n`);
  return EXIT.done;
}

/** The principal who signs; null for a key that enrols itself. */
async function whoSigns(
  place: Place,
  kid: string,
  { by, role }: EnrolmentOptions,
): Promise<Result<Principal | null, string>> {
  if (by !== kid) return principalOf(place, by);
  if (role === 'principal') return ok(null);
  return fail(
    'role_not_allowed',
    'Only a principal’s key enrols itself: give --role principal, or another --by.',
  );
}

function itself({ type: _, ...facts }: Enrolment): Principal | null {
  const { kid, person, webauthn } = facts;
  if (webauthn === undefined || person === null) return null;
  return { kid, person, file: null, passkey: { ...facts, compromised_at: null, enrolment: null } };
}

async function makeEnrolment(
  { deployment, now }: Place,
  kid: string,
  options: EnrolmentOptions,
  readFacts: () => Promise<Result<KeyFacts, string>>,
): Promise<Result<Enrolment, string>> {
  const tenants = tenantsOf(options);
  if (!tenants.ok) return tenants;
  const facts = await readFacts();
  if (!facts.ok) return facts;
  return ok({
    type: 'sanad/enrolment/1',
    deployment: await deployment.id(),
    kid,
    ...facts.value,
    role: options.role,
    person: options.person,
    tenants: tenants.value,
    not_before: now(),
    not_after: null,
  });
}

/** The principal’s word that the key is in a device, or none. */
export function seenFacts({
  seen,
}: Pick<EnrolmentOptions, 'seen'>): Pick<KeyFacts, 'hardware' | 'hardware_ground'> {
  return seen ? { hardware: true, hardware_ground: 'seen' } : { hardware: false };
}

function tenantsOf({
  role,
  tenant,
}: Pick<EnrolmentOptions, 'role' | 'tenant'>): Result<Enrolment['tenants'], 'tenants_invalid'> {
  if (role === 'approver') {
    if (tenant === undefined) return ok(null);
    return fail(
      'tenants_invalid',
      'An approver is enrolled for all who name them: leave out --tenant, or give another --role.',
    );
  }
  const tenants = [...new Set(tenant ?? [])];
  if (tenants.length === 0) {
    return fail(
      'tenants_invalid',
      `Name the tenants that this ${role} is for: --tenant tn_..., or --tenant "*" for all.`,
    );
  }
  const wrong = tenants.find((id) => id !== '*' && !Value.Check(TenantId, id));
  if (wrong === undefined) return ok(tenants);
  return fail('tenants_invalid', `${wrong} is not a tenant: an id starts with tn_; "*" stands for all.`);
}
