import { EventAppended } from '@platform/core/objects/event';
import { GrantRecord } from '@platform/core/objects/grant';
import { LogContinuation } from '@platform/core/objects/log';
import { type Mandate, MandateRecord } from '@platform/core/objects/mandate';
import { ProfileRules } from '@platform/core/objects/rules';
import { type Caller, hashOfText, type IssueToken, type TokenDemand } from '@platform/keys/service-token';
import { continuationPath } from '@platform/keys/witness';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Authority } from '../use-cases/upstreams.ts';
import { callService, type ServiceAddress } from './call-service.ts';

/** Compiled once: they are needed at every call. */
const MANDATE = Compile(MandateRecord);
const GRANT = Compile(GrantRecord);
const EVENT = Compile(EventAppended);
const CONTINUATION = Compile(LogContinuation);
const PROFILE = Compile(Type.Object({ rules: ProfileRules }));

/** How many mandates are kept in memory, by id. */
const KNOWN_MANDATES = 1_000;

/** The authority over HTTP. */
export function createHttpAuthority(
  options: Omit<ServiceAddress, 'service'> & { readonly issueToken: IssueToken },
): Authority {
  const at: ServiceAddress = { ...options, service: 'authority' };
  const signed = (caller: Caller, scope: TokenDemand['scope'], value: unknown) => {
    const body = JSON.stringify(value);
    return { body, token: options.issueToken({ ...caller, scope, ref: hashOfText(body) }) };
  };
  const mandates = new Map<string, Mandate>();
  return {
    mandate: async (id) => {
      const known = mandates.get(id);
      if (known !== undefined) return { ok: true, value: known };
      const path = `/contracts/${encodeURIComponent(id)}`;
      const answer = await callService(at, { method: 'GET', path, answer: MANDATE });
      if (!answer.ok) return answer;
      const { contract: mandate } = answer.value;
      if (mandates.size >= KNOWN_MANDATES) mandates.delete(mandates.keys().next().value ?? '');
      mandates.set(id, mandate);
      return { ok: true, value: mandate };
    },
    grant: (id) =>
      callService(at, { method: 'GET', path: `/grants/${encodeURIComponent(id)}`, answer: GRANT }),
    continuation: (query) =>
      callService(at, { method: 'GET', path: continuationPath(query), answer: CONTINUATION }),
    propose: async (caller, proposal) =>
      callService(at, {
        method: 'POST',
        path: '/grants',
        answer: GRANT,
        ...signed(caller, 'grants', proposal),
      }),
    report: async (caller, report) =>
      callService(at, {
        method: 'POST',
        path: '/events',
        answer: EVENT,
        ...signed(caller, 'events', report),
      }),
    profileList: async (profile, rule) => {
      const answer = await callService(at, {
        method: 'GET',
        path: `/profiles/${encodeURIComponent(profile)}`,
        answer: PROFILE,
      });
      if (!answer.ok) return answer;
      const list = answer.value.rules[rule];
      const entries = Array.isArray(list) ? list.filter((entry) => typeof entry === 'object') : [];
      return { ok: true, value: entries };
    },
  };
}
