import type { ExecuteRequest } from '@platform/core/objects/grant';
import { ToolResult } from '@platform/core/objects/tool-call';
import type { IssueToken } from '@platform/keys/service-token';
import { Compile } from 'typebox/compile';
import type { EnforcementPoint } from '../use-cases/upstreams.ts';
import { callService, type ServiceAddress } from './call-service.ts';

const RESULT = Compile(ToolResult);

/** The enforcement point over HTTP. It passes the token on to the authority, with the redemption. */
export function createHttpPep(
  options: Omit<ServiceAddress, 'service'> & { readonly issueToken: IssueToken },
): EnforcementPoint {
  const at: ServiceAddress = { ...options, service: 'pep' };
  return {
    execute: async (caller, record, facadeKind) => {
      const { grant, grant_hash, signature, action } = record;
      const request: ExecuteRequest = { grant, grant_hash, signature, action };
      return callService(at, {
        method: 'POST',
        path: facadeKind === 'fetch' ? '/fetch' : '/execute',
        body: JSON.stringify(request),
        token: options.issueToken({ ...caller, scope: 'execute', ref: grant.grant_id }),
        answer: RESULT,
      });
    },
  };
}
