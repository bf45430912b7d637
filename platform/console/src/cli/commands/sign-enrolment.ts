import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@platform/proof/hash';
import type { Enrolment } from '@platform/protocol/key-entry';
import { TenantId } from '@platform/protocol/primitives';
import { Value } from 'typebox/value';
import { enrol, entryFault } from '../../use-cases/enrol.ts';
import { agreed, EXIT, type ExitCode, type Place, refuse, signerOf } from '../context.ts';
import { printable } from '../render/text.ts';
import { enrolmentWords } from '../render/words.ts';

/** What every enrolment is asked. */
export interface Enrolling {
  readonly person: string;
  readonly role: 'approver' | 'principal';
  readonly tenant?: readonly string[];
  /** The principal saw the device. */
  readonly seen?: true;
  readonly by: string;
  readonly yes?: true;
}

/** What is said of the key itself and of its device. */
type KeyFacts = Omit<
  Enrolment,
  'type' | 'deployment' | 'kid' | 'role' | 'person' | 'tenants' | 'not_before' | 'not_after'
>;

/** Shows a person's key, has a principal sign what is said of it, and publishes it. */
export async function signEnrolment(
  place: Place,
  kid: string,
  options: Enrolling,
  readFacts: () => Promise<Result<KeyFacts, string>>,
): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const signer = await signerOf(place, options.by);
  if (!signer.ok) return refuse(context, signer.error);
  if ((await deployment.publicKeys())[kid] !== undefined) {
    return refuse(context, {
      message: `${kid} is already enrolled: choose another name for a second key, such as ${kid}.2, or replace this one with sanad keys replace ${kid}.`,
    });
  }
  const tenants = tenantsOf(options);
  if (!tenants.ok) return refuse(context, tenants.error);
  const facts = await readFacts();
  if (!facts.ok) return refuse(context, facts.error);
  const id = await deployment.id();
  const enrolment: Enrolment = {
    type: 'sanad/enrolment/1',
    deployment: id,
    kid,
    ...facts.value,
    role: options.role,
    person: options.person,
    tenants: tenants.value,
    not_before: place.now(),
    not_after: null,
  };
  const words = enrolmentWords(enrolment, hashOf(crypto, enrolment));
  const yes = await agreed(context, words, `Enrol it with ${signer.value.kid}?`, options.yes === true);
  if (!yes.ok) return refuse(context, yes.error);
  const entry = enrol(crypto, signer.value, enrolment);
  const why = entryFault(crypto, id, await deployment.publicKeys(), entry);
  if (why !== null) return refuse(context, { message: `Nobody would trust this key: it ${why}.` });
  await deployment.writePublicKey(entry);
  context.out(`enrolled: ${kid} of ${printable(options.person)}\n`);
  return EXIT.done;
}

/** The principal's word that the key is in a device, or none. */
export function seenFacts({ seen }: Pick<Enrolling, 'seen'>): Pick<KeyFacts, 'hardware' | 'hardware_ground'> {
  return seen ? { hardware: true, hardware_ground: 'seen' } : { hardware: false };
}

function tenantsOf({
  role,
  tenant,
}: Pick<Enrolling, 'role' | 'tenant'>): Result<Enrolment['tenants'], 'tenants_invalid'> {
  if (role === 'approver') {
    if (tenant === undefined) return ok(null);
    return fail(
      'tenants_invalid',
      'Only a principal signs for tenants: leave out --tenant, or give --role principal.',
    );
  }
  const tenants = [...new Set(tenant ?? [])];
  if (tenants.length === 0) {
    return fail(
      'tenants_invalid',
      'Name the tenants for whom this principal may sign: --tenant tn_..., or --tenant "*" for all.',
    );
  }
  const wrong = tenants.find((id) => id !== '*' && !Value.Check(TenantId, id));
  if (wrong === undefined) return ok(tenants);
  return fail('tenants_invalid', `${wrong} is not a tenant: an id starts with tn_; "*" stands for all.`);
}
