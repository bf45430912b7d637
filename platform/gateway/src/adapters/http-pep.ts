import type { HttpClient } from '@common/kit/http/client';
import { createClient } from '@platform/api/client';
import { PEP } from '@platform/api/pep';
import type { IssueToken } from '@platform/keys/service-token';
import type { EnforcementPoint } from '../use-cases/upstreams.ts';
import { answered, READING } from './answered.ts';

interface PepAddress {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly issueToken: IssueToken;
}

/** The enforcement point over HTTP. It passes the token on to the authority, with the redemption. */
export function createHttpPep({ issueToken, ...address }: PepAddress): EnforcementPoint {
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
