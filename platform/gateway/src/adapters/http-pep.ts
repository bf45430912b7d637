import { createClient } from '@platform/api/client';
import { CALL_HEADER } from '@platform/api/operation';
import { PEP } from '@platform/api/pep';
import type { ReceivedCall } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import { EVENT_HEADER, writeCall } from '@platform/keys/call-header';
import { bodyHash, type Caller } from '@platform/keys/service-token';
import type { EnforcementPoint, ReportableCall } from '../use-cases/upstreams.ts';
import { answered, READING, type UpstreamAddress } from './answered.ts';

/** The enforcement point over HTTP. It forwards the token to the authority with the redemption. */
export function createHttpPep({ issueToken, ...address }: UpstreamAddress): EnforcementPoint {
  const client = createClient(PEP, { ...address, ...READING });
  const upstream = { service: 'pep', timeoutMs: address.timeoutMs } as const;
  const headerFor = (
    caller: Caller,
    { grant }: GrantRecord,
    { name, requestHash }: ReportableCall,
  ): string => {
    const { contract_id, grant_id } = grant;
    const received: ReceivedCall['received'] = {
      kind: 'tool_call',
      contract_id,
      grant_id,
      name,
      request_hash: requestHash(),
    };
    const token = issueToken({ ...caller, scope: 'events', ref: bodyHash(received) });
    return writeCall({ received, token });
  };
  return {
    execute: async (caller, record, facadeKind, call) => {
      const { grant, grant_hash, signature, action, salts } = record;
      const token = issueToken({ ...caller, scope: 'execute', ref: grant.grant_id });
      const execute = client[facadeKind === 'fetch' ? 'fetch' : 'execute'];
      const headers = call === null ? {} : { [CALL_HEADER]: headerFor(caller, record, call) };
      const done = await execute({ body: { grant, grant_hash, signature, action, salts }, token, headers });
      if (done.ok && call !== null) {
        const id = done.headers[EVENT_HEADER];
        // The event names the answer in the enforcement point's own spelling.
        call.event = typeof id === 'string' ? { id, answer: JSON.stringify(done.value) } : null;
      }
      return answered(upstream, done);
    },
  };
}
