import { fail, ok } from '@common/base/result';
import { parseStrict } from '@platform/proof/canonical';
import { GrantRecord } from '@platform/protocol/grant';
import { MandateRecord } from '@platform/protocol/mandate';
import { Hash } from '@platform/protocol/primitives';
import { Profile } from '@platform/protocol/profile';
import { Receipt } from '@platform/protocol/receipt';
import { Signature } from '@platform/protocol/signature';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Asked, Authority } from '../use-cases/authority.ts';

const TIMEOUT_MS = 15_000;

/** The authority over HTTP; its answers are parsed strictly, because they are hashed again. */
export function createHttpAuthority(baseUrl: string): Authority {
  const call = async <Schema extends TSchema>(
    schema: Schema,
    path: string,
    body?: unknown,
  ): Promise<Awaited<Asked<Static<Schema>>>> => {
    const url = `${baseUrl.replace(/\/$/, '')}${path}`;
    let status: number;
    let text: string;
    try {
      const response = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined
          ? {}
          : {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
      });
      status = response.status;
      text = await response.text();
    } catch {
      return fail(
        'authority_silent',
        `The authority at ${baseUrl} does not answer. Start it with npm start, or set AUTHORITY_URL.`,
      );
    }
    const parsed = parseStrict(text);
    if (status < 200 || status > 299) return refused(status, parsed.ok ? parsed.value : null);
    if (parsed.ok && Value.Check(schema, parsed.value)) return ok(parsed.value);
    return fail('authority_garbled', `The authority’s answer to ${path} is not of the documented form.`);
  };
  const id = encodeURIComponent;
  return {
    mandates: () => call(Type.Array(MandateRecord), '/contracts'),
    mandate: (mandateId) => call(MandateRecord, `/contracts/${id(mandateId)}`),
    register: (mandate) => call(MandateRecord, '/contracts', mandate),
    revoke: (mandateId, revocation) => call(MandateRecord, `/contracts/${id(mandateId)}/revoke`, revocation),
    grants: ({ status }) =>
      call(Type.Array(GrantRecord), status === null ? '/grants' : `/grants?status=${status}`),
    grant: (grantId) => call(GrantRecord, `/grants/${id(grantId)}`),
    approve: (grantId, approval) => call(GrantRecord, `/grants/${id(grantId)}/approve`, approval),
    profile: async (name) => {
      const [inForce, publication] = await Promise.all([
        call(ProfileView, `/profiles/${id(name)}`),
        call(PublicationView, `/profiles/${id(name)}/publication`),
      ]);
      if (!inForce.ok) return inForce;
      if (!publication.ok) return publication;
      const { profile_hash, ...profile } = inForce.value;
      return ok({ profile, profile_hash, signature: publication.value.signature });
    },
    receipts: ({ grantId, tenant }) => {
      const query = new URLSearchParams({
        ...(grantId === null ? {} : { grant_id: grantId }),
        ...(tenant === null ? {} : { tenant }),
      });
      return call(Type.Array(Receipt), `/receipts?${query}`);
    },
    receipt: (receiptId) => call(Receipt, `/receipts/${id(receiptId)}`),
  };
}

const ProfileView = Type.Object(
  { ...Profile.properties, profile_hash: Hash },
  { additionalProperties: false },
);
const PublicationView = Type.Object({ signature: Signature });
const Refusal = Type.Object({ detail: Type.Object({ error: Type.String(), message: Type.String() }) });

function refused(status: number, body: unknown) {
  if (!Value.Check(Refusal, body)) {
    return fail('authority_refused', `The authority answered with status ${status}.`, { status });
  }
  const { error, message } = body.detail;
  return fail('authority_refused', `The authority refused (${error}): ${message}`, { status, error });
}
