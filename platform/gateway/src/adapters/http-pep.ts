import { createClient } from '@platform/api/client';
import { PEP } from '@platform/api/pep';
import type { EnforcementPoint } from '../use-cases/upstreams.ts';
import { answered, READING, type UpstreamAddress } from './answered.ts';

/** The enforcement point over HTTP. It forwards the token to the authority with the redemption. */
export function createHttpPep({ issueToken, ...address }: UpstreamAddress): EnforcementPoint {
  const client = createClient(PEP, { ...address, ...READING });
  const upstream = { service: 'pep', timeoutMs: address.timeoutMs } as const;
  return {
    execute: async (caller, record, facadeKind) => {
      const { grant, grant_hash, signature, action } = record;
      const token = issueToken({ ...caller, scope: 'execute', ref: grant.grant_id });
      const call = client[facadeKind === 'fetch' ? 'fetch' : 'execute'];
      return answered(upstream, await call({ body: { grant, grant_hash, signature, action }, token }));
    },
  };
}
