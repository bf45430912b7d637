import { formatInstant, requiredMs } from '@common/base/instant';
import { ok } from '@common/base/result';
import { AUTHORITY } from '@platform/api/authority';
import { type CallAnswer, createClient } from '@platform/api/client';
import type { Mandate } from '@platform/core/objects/mandate';
import { type Caller, hashOfText, type TokenDemand } from '@platform/keys/service-token';
import type { Authority } from '../use-cases/upstreams.ts';
import { answered, READING, type UpstreamAddress } from './answered.ts';

/** The number of mandates kept in memory, by id. */
const KNOWN_MANDATES = 1_000;
const ENTRIES_AT_ONCE = 1_000;
/** A token may name any later second. */
const END_OF_TIME = requiredMs('9999-12-31T23:59:59.999Z');

/** The authority over HTTP. */
export function createHttpAuthority({ issueToken, ...address }: UpstreamAddress): Authority {
  const client = createClient(AUTHORITY, { ...address, ...READING });
  const upstream = { service: 'authority', timeoutMs: address.timeoutMs } as const;
  const answer = async <Value>(call: Promise<CallAnswer<Value>>) => answered(upstream, await call);
  const tokenFor = (caller: Caller, scope: TokenDemand['scope']) => (body: string | Uint8Array) =>
    issueToken({ ...caller, scope, ref: hashOfText(body) });
  const mandates = new Map<string, Mandate>();
  return {
    mandate: async (id) => {
      const known = mandates.get(id);
      if (known !== undefined) return { ok: true, value: known };
      const read = await answer(client.readMandate({ params: { contract_id: id } }));
      if (!read.ok) return read;
      const { contract: mandate } = read.value;
      if (mandates.size >= KNOWN_MANDATES) mandates.delete(mandates.keys().next().value ?? '');
      mandates.set(id, mandate);
      return { ok: true, value: mandate };
    },
    grant: (id) => answer(client.readGrant({ params: { grant_id: id } })),
    settled: (ids) => answer(client.settledGrants({ query: { grant_ids: ids.join(',') } })),
    goodTokens: (ids) => answer(client.goodTokens({ query: { token_ids: ids.join(',') } })),
    continuation: (query) => answer(client.continueLog({ query })),
    propose: (caller, body) => answer(client.proposeAction({ body, token: tokenFor(caller, 'grants') })),
    keepDocument: (caller, { mandateId, bytes: body, type: bodyType }) => {
      const query = { contract_id: mandateId };
      return answer(client.keepDocument({ query, body, bodyType, token: tokenFor(caller, 'documents') }));
    },
    registerWebhook: ({ caller, mandate, tokenId, tokenEndsMs: endsMs }, webhook) => {
      const ends_at = endsMs === null ? null : formatInstant(Math.min(endsMs, END_OF_TIME));
      const body = { contract_id: mandate.contract_id, ...webhook, token_id: tokenId, ends_at };
      return answer(client.registerWebhook({ body, token: tokenFor(caller, 'webhooks') }));
    },
    readWebhook: ({ caller, mandate }) => {
      const body = { contract_id: mandate.contract_id };
      return answer(client.readWebhook({ body, token: tokenFor(caller, 'webhooks') }));
    },
    removeWebhook: ({ caller, mandate }) => {
      const body = { contract_id: mandate.contract_id };
      return answer(client.removeWebhook({ body, token: tokenFor(caller, 'webhooks') }));
    },
    report: (caller, body) => answer(client.reportEvent({ body, token: tokenFor(caller, 'events') })),
    listed: async ({ profile, tenant }, list) => {
      const read = await answer(client.readProfile({ params: { name: profile } }));
      if (!read.ok) return read;
      const { rules, directories = {} } = read.value;
      const listed = rules[list];
      if (!Object.hasOwn(directories, list)) {
        return ok(Array.isArray(listed) ? listed.filter((entry) => typeof entry === 'object') : []);
      }
      const inForce = new Map<string, Readonly<Record<string, string>>>();
      const params = { profile, directory: list };
      let page = await client.listEntries({ params, query: { tenant, limit: ENTRIES_AT_ONCE } });
      for (;;) {
        if (!page.ok) return answered(upstream, page);
        for (const { entry } of page.value) {
          if (entry.values === undefined) inForce.delete(entry.name);
          else inForce.set(entry.name, entry.values);
        }
        if (page.next === null) return ok([...inForce.values()]);
        page = await page.next.read();
      }
    },
  };
}
