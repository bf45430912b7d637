import { canonicalText } from '@common/evidence/canonical';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { clientNetwork } from '@common/kit/rate-limit';
import { namesTenants, SignedEnrolment } from '@platform/core/objects/key-entry';
import { TenantId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import type { Authority } from '../use-cases/authority.ts';
import { enrolmentOfPasskey, kidOf, type RegisteredPasskey } from '../use-cases/passkey-enrolment.ts';
import type { Registrations } from './registrations.ts';

export interface EnrolDeps {
  readonly authority: Pick<Authority, 'keys' | 'enrolKey'>;
  readonly registrations: Registrations;
}

const MOST_TENANTS = 16;

/** A person’s name has no dot, because a dot in a kid begins the device. */
const Person = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' });
const Device = Type.String({ pattern: '^[A-Za-z0-9_-]{0,32}$' });
const Asked = Type.Object(
  {
    person: Person,
    device: Device,
    role: Type.Enum(['approver', 'clerk', 'auditor', 'viewer', 'principal']),
    /** For whom all but an approver and a root of trust are enrolled. */
    tenants: Type.Optional(Type.Array(TenantId, { minItems: 1, maxItems: MOST_TENANTS, uniqueItems: true })),
    /** True from the page on which a principal’s passkey signs its own enrolment. */
    root: Type.Optional(Type.Boolean()),
    hardware: Type.Boolean(),
  },
  { additionalProperties: false },
);
const Made = Type.Object({ response: Type.Unknown() }, { additionalProperties: false });
export const RegistrationId = Type.String({ pattern: '^[0-9a-f]{32}$' });
const params = Type.Object({ id: RegistrationId });

const FORGOTTEN = {
  status: 404,
  code: 'registration_not_found',
  message:
    'No passkey waits here under this address: it was enrolled, a day went by, or the console was started again. Make it anew.',
};

const NOT_HERE = {
  status: 422,
  code: 'role_not_allowed',
  message:
    'All but an approver are enrolled for tenants that are named. A principal of every tenant makes their passkey at /keys/enrol?root=1, where it signs itself.',
};

/** Adds the routes that the pages’ scripts call to make a passkey and to enrol it. */
export function addEnrolRoutes(app: HttpApp, { authority, registrations }: EnrolDeps): void {
  app.post('/keys/enrol/options', { schema: { hide: true, body: Asked } }, async (request, reply) => {
    const { person, device, role, tenants = null, hardware, root = false } = request.body;
    const isMisplaced =
      (root && role !== 'principal') || (namesTenants(role) && !root) !== (tenants !== null);
    if (isMisplaced) return refuse(reply, NOT_HERE);
    const kid = kidOf(role, person, device);
    const keys = await authority.keys();
    if (!keys.ok) return passOn(reply, keys.error);
    if (Object.hasOwn(keys.value, kid)) {
      const message = `${kid} is enrolled already: name this device otherwise.`;
      return refuse(reply, { status: 409, code: 'kid_taken', message });
    }
    const free = registrations.free(kid);
    if (!free.ok) return refuse(reply, { status: 409, code: free.error.code, message: free.error.message });
    const known = Object.values(keys.value).flatMap((key) =>
      key.person === person && key.role === role && key.webauthn !== undefined
        ? [key.webauthn.credential_id]
        : [],
    );
    const named = { kid, person, role, tenants: root ? ['*'] : tenants };
    return sendJson(reply, await registrations.begin({ ...named, wantsHardware: hardware }, known));
  });
  app.post('/keys/enrol/registration', { schema: { hide: true, body: Made } }, async (request, reply) => {
    const made = await registrations.answer(request.body.response, clientNetwork(request.ip));
    if (made.ok) return sendJson(reply, made.value);
    return refuse(reply, { status: 422, code: made.error.code, message: made.error.message });
  });
  app.get('/keys/enrol/:id/registered.json', { schema: { hide: true, params } }, async (request, reply) => {
    const found = registrations.find(request.params.id);
    return found === null ? refuse(reply, FORGOTTEN) : sendJson(reply, found);
  });
  app.post(
    '/keys/enrol/:id/sign',
    { schema: { hide: true, params, body: SignedEnrolment } },
    async (request, reply) => {
      const registered = registrations.find(request.params.id);
      if (registered === null) return refuse(reply, FORGOTTEN);
      if (!isOf(registered, request.body)) {
        const message = 'This is not the enrolment of the passkey that was made and checked here.';
        return refuse(reply, { status: 422, code: 'enrolment_differs', message });
      }
      const enrolled = await authority.enrolKey(request.body);
      if (!enrolled.ok) return passOn(reply, enrolled.error);
      registrations.done(registered.id);
      return sendJson(reply, enrolled.value);
    },
  );
}

/**
 * INVARIANT: the principal signed what this console checked. Only the time, and whether they saw the device,
 * may differ.
 */
function isOf(registered: RegisteredPasskey, { enrolment }: SignedEnrolment): boolean {
  const { deployment, not_before: notBefore } = enrolment;
  return [true, false].some(
    (seen) =>
      canonicalText(enrolmentOfPasskey(registered, { deployment, seen, notBefore })) ===
      canonicalText(enrolment),
  );
}
