import assert from 'node:assert/strict';
import { formatInstant } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import type { HttpApp } from '@common/kit/http/app';
import { isAreaOf } from '@platform/api/areas';
import { AUTHORITY } from '@platform/api/authority';
import { fillPath, type ReadClass, type Route } from '@platform/api/route';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { GrantRecord } from '@platform/core/objects/grant';
import { PEOPLES_ROLES } from '@platform/core/objects/key-entry';
import { signObject } from '@platform/core/signed/signed';
import { createReadTokens } from '@platform/keys/read-token';
import { JWT_SECRET, token, transfer } from './support/actions.ts';
import { ALONE, add, draft, sign, withDirectory } from './support/directories.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { session } from './support/sessions.ts';
import type { Deployment } from './support/types.ts';

interface Books {
  readonly contract_id: string;
  readonly grant_id: string;
  readonly receipt_id: string;
}

/** A tenant that has one of each: mandate, agent’s token, grant, receipt, payee and payee that a second person must sign. */
async function fill(d: Deployment, tenant: string, clerk: string, principal: string): Promise<Books> {
  const person = principal.replace('principal_', '');
  assert.equal((await add(d, draft(d, 'added', 'acme'), [clerk], tenant)).status, 201);
  const waits = await sign(d, draft(d, 'added', 'umbra'), [clerk], tenant);
  await d.deps.store.atomically((unit) => unit.keepDraft(waits, Date.parse(d.now())));
  const signed = d.sign(d.mandate({ tenant, principal: person }), principal);
  assert.equal((await d.post('/contracts', signed)).status, 201);
  const { contract_id, deployment, agent } = signed.contract;
  const agentToken: AgentToken = {
    ...{ type: 'sanad/agent-token/1', deployment, token_id: `at_${person}`, name: 'A laptop' },
    ...{ tenant, principal: person, agent, contracts: [contract_id] },
    ...{ made_at: d.now(), expires_at: formatInstant(Date.parse(d.now()) + 3_600_000) },
  };
  const { hash: token_hash, signature } = signObject(nodeCrypto, d.signer(principal), agentToken);
  assert.equal((await d.post('/tokens', { token: agentToken, token_hash, signature })).status, 201);
  d.advance(60);
  const paid = await d.propose(
    contract_id,
    transfer({ amount: '250', reference: `of ${tenant}` }),
    undefined,
    person,
  );
  assert.equal(paid.status, 'active', JSON.stringify(paid.decision));
  assert.equal((await d.redeem(paid, undefined, person)).status, 200);
  const reported = await d.report(paid);
  assert.equal(reported.status, 201, JSON.stringify(reported.body));
  await d.propose(contract_id, transfer({ amount: '2000', reference: `held ${tenant}` }), undefined, person);
  return { contract_id, grant_id: paid.grant.grant_id, receipt_id: String(reported.body.receipt_id) };
}

async function twoTenants(d: Deployment) {
  withDirectory(d, { ...ALONE, signers: [{ person: 'lina' }, { person: 'zoe' }] });
  const own = await fill(d, 'tn_test', 'clerk_lina', 'principal_amina');
  const other = await fill(d, 'tn_other', 'clerk_zoe', 'principal_zayd');
  for (const tenant of ['tn_test', 'tn_other']) {
    const sink = {
      id: `addr_${'1'.repeat(24)}`,
      enrolled_at: d.now(),
      mail: 'ops@example.com',
      kinds: ['directory.changed' as const],
    };
    await d.sinks.write({ ...sink, name: `ops_${tenant}`, tenant });
  }
  return { own, other, app: await d.closed() };
}

const service = (d: Deployment) => createReadTokens(JWT_SECRET, () => Date.parse(d.now()))();

async function read(app: HttpApp, url: string, bearer?: string) {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const { statusCode: status, body, headers: sent } = await app.inject({ url, headers });
  return { status, body, link: String(sent.link ?? '') };
}

const QUERIES: Readonly<Record<string, (tenant: string) => string>> = {
  directory: (tenant) => `?tenant=${tenant}`,
  account: (tenant) => `?tenant=${tenant}&from=2026-07-01&until=2026-08-01`,
};

/** Nothing is there to be read: no public log has an entry yet, nothing was attached, and no counterparty lists anything. */
const ABSENT = ['readAnchor', 'readDocument', 'listMovements'];

/** What a list of the tenant says where it does not name the tenant. */
const LISTED: Readonly<Record<string, RegExp>> = { listDrafts: /umbra/, listUses: /acme/ };

/** The address of each read, for the things of one tenant. */
function reads(tenant: string, books: Books): readonly (readonly [string, ReadClass, url: string])[] {
  const values: Readonly<Record<string, string>> = {
    ...books,
    profile: 'treasury.v1',
    name: 'treasury.v1',
    directory: 'beneficiaries',
    plugin: 'treasury',
    account: 'acct_operating',
    sha256: 'ab'.repeat(32),
  };
  return Object.entries(AUTHORITY).flatMap(([name, route]) => {
    if (route.method !== 'GET') return [];
    const filled = fillPath(route.path, (parameter) => {
      const value = values[parameter];
      assert.ok(value !== undefined, `${name} needs a value for ${parameter}`);
      return value;
    });
    const path = filled
      .replace('/tile/*', '/tile/0/000.p/1')
      .replace('/log/consistency', '/log/consistency?from=1')
      .replace('/log/cose', '/log/cose?leaf_index=0')
      .replace('/log/standing', '/log/standing?things=mandate:ic_none')
      .replace('/log/proof', '/log/proof?leaf_index=0')
      .replace('/grants/settled', '/grants/settled?grant_ids=gr_none')
      .replace('/tokens/good', '/tokens/good?token_ids=at_none');
    const query = QUERIES[route.reads as string]?.(tenant) ?? '';
    return [[name, route.reads, path + query] as const];
  });
}

onBothEngines('closed reads', {
  'each read answers strangers, services and people of its tenant by its class': async (d) => {
    const { own, other, app } = await twoTenants(d);
    const zayd = session(d, 'principal_zayd');
    const auditor = session(d, 'auditor_noor');
    for (const [name, reads_, url] of reads('tn_test', own)) {
      const stranger = await read(app, url);
      const asService = await read(app, url, service(d));
      const foreign = await read(app, url, zayd);
      const theirs = await read(app, url, auditor);
      assert.equal(stranger.status, reads_ === 'public' ? asService.status : 401, name);
      assert.equal(asService.status, ABSENT.includes(name) ? 404 : 200, `${name}: ${asService.body}`);
      if (reads_ === 'public' || reads_ === 'reader') {
        assert.equal(foreign.status, 200, name);
        continue;
      }
      const said = foreign.body + foreign.link;
      for (const secret of ['tn_test', 'acme_', ...Object.values(own)]) {
        const isAsked = foreign.status === 404 && url.includes(secret);
        assert.ok(isAsked || !said.includes(secret), `${name} tells of ${secret}: ${said}`);
      }
      if (reads_ === 'service') {
        assert.deepEqual([foreign.status, theirs.status], [403, 403], name);
      } else if (reads_ === 'list' || reads_ === 'directory') {
        assert.equal(foreign.status, 200, name);
        if (reads_ === 'list') assert.match(foreign.body, /tn_other/, name);
        assert.match(theirs.body, LISTED[name] ?? /tn_test/, name);
        if (name === 'listUses') assert.equal(foreign.body, '[]', name);
        assert.doesNotMatch(theirs.body, /tn_other/, name);
      } else {
        assert.equal(foreign.status, 404, name);
        const absent = await read(app, url.replaceAll(/_[0-9A-Za-z]{16,}/g, '_nothing'), zayd);
        assert.equal(
          foreign.body.replaceAll(/(ic|gr|rcpt)_\w+/g, ''),
          absent.body.replaceAll(/(ic|gr|rcpt)_\w+/g, ''),
          name,
        );
        assert.deepEqual(theirs, asService, name);
      }
    }
    assert.equal((await read(app, `/receipts/${other.receipt_id}`, zayd)).status, 200);
  },

  'a sink is tested by services and people of its tenant, and by nobody else': onSqlite(async (d) => {
    const { app } = await twoTenants(d);
    const tested = async (bearer?: string) => {
      const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
      const answer = await app.inject({ method: 'POST', url: '/notices/ops_tn_test/test', headers });
      return answer.statusCode;
    };
    assert.equal(await tested(), 401);
    assert.equal(await tested(session(d, 'principal_zayd')), 404);
    assert.equal(await tested(session(d, 'clerk_lina')), 202);
    assert.equal(await tested(service(d)), 429, 'the same sink within a minute');
  }),

  'a person reads what the console shows their role, and no more': onSqlite(async (d) => {
    const { own, app } = await twoTenants(d);
    const lina = session(d, 'clerk_lina');
    for (const kid of ['principal_amina', 'approver_cfo', 'clerk_lina', 'auditor_noor', 'viewer_vera']) {
      const role = PEOPLES_ROLES.find((one) => kid.startsWith(one));
      assert.ok(role !== undefined);
      const reader = session(d, kid);
      for (const [name, reads_, url] of reads('tn_test', own)) {
        const route: Route = AUTHORITY[name as keyof typeof AUTHORITY];
        const isShown = (route.areas ?? []).some((area) => isAreaOf(area, role));
        const isRefused = reads_ === 'service' || (route.areas !== undefined && !isShown);
        const { status, body } = await read(app, url, reader);
        assert.notEqual(status, 401, `${role}: ${name}`);
        assert.equal(status === 403, isRefused, `${role}: ${name}`);
        if (isRefused) assert.match(body, /reader_not_allowed/);
      }
    }
    for (const [path, expected] of [
      [`/receipts/${own.receipt_id}`, 403],
      ['/receipts', 403],
      ['/grants', 403],
      [`/contracts/${own.contract_id}`, 403],
      ['/events', 403],
      ['/notices', 403],
      ['/directories', 200],
    ] as const)
      assert.equal((await read(app, path, lina)).status, expected, path);
  }),

  'a search finds what is of the reader’s tenants, whatever else it names': async (d) => {
    const { own, other, app } = await twoTenants(d);
    // Two tenants, of which one has nothing.
    const zayd = session(d, 'principal_zayd');
    for (const [query, count] of [
      ['payee=acme', 1],
      ['person=zayd', 1],
      ['amount=250', 1],
      ['key=clerk_lina', 0],
      ['tenant=tn_test', 0],
      [`text=${own.grant_id}`, 0],
      [`text=${own.receipt_id}`, 0],
      [`text=${other.receipt_id}`, 1],
      [`grant_id=${own.grant_id}`, 0],
      ['limit=1', 1],
    ] as const) {
      for (const list of ['receipts', 'receipts/rows']) {
        const found = await read(app, `/${list}?${query}`, zayd);
        assert.equal(found.status, 200, found.body);
        assert.equal(JSON.parse(found.body).length, count, `${list}?${query}`);
      }
    }
    for (const [query, count] of [
      ['payee=acme', 2],
      ['status=pending', 1],
      ['text=held', 1],
      [`contract_id=${own.contract_id}`, 0],
      [`contract_id=${other.contract_id}`, 2],
    ] as const) {
      const found: GrantRecord[] = JSON.parse((await read(app, `/grants?${query}`, zayd)).body);
      assert.equal(found.length, count, `grants?${query}`);
      assert.ok(found.every(({ grant }) => grant.tenant === 'tn_other'));
    }
    const mandates = JSON.parse((await read(app, '/contracts?agent=agent_ap', zayd)).body);
    assert.deepEqual(
      mandates.map(({ contract }: { contract: Books }) => contract.contract_id),
      [other.contract_id],
    );
  },

  'only a session that counts now and a service’s own token read': onSqlite(async (d) => {
    const { app } = await twoTenants(d);
    const url = '/directories';
    const status = async (bearer: string) => (await read(app, url, bearer)).status;
    assert.equal(await status(session(d, 'approver_cfo')), 200, 'an approver without bounds');
    assert.equal(await status(session(d, 'clerk_lina', { origin: 'https://evil.test' })), 401);
    assert.equal(await status(session(d, 'clerk_lina', { deployment: 'dp_ffffffffffffffffffffffff' })), 401);
    assert.equal(await status(session(d, 'pep')), 401, 'a key that is nobody’s');
    assert.equal(await status(await token({ scope: 'grants', ref: 'a' }, Date.parse(d.now()))), 401);
    assert.equal(
      await status(createReadTokens('another secret of the tests', () => Date.parse(d.now()))()),
      401,
    );
    assert.equal((await d.post('/grants', {}, service(d))).status, 422);
    const lina = session(d, 'clerk_lina');
    const entry = d.rawKeys.get('clerk_lina');
    assert.ok(entry !== undefined);
    d.rawKeys.set('clerk_lina', { ...entry, compromised_at: d.now() });
    assert.equal(await status(lina), 401, 'a key that was marked');
    d.rawKeys.set('clerk_lina', entry);
    assert.equal(await status(lina), 200);
    const early = service(d);
    d.advance(12 * 3_600);
    assert.deepEqual([await status(lina), await status(early)], [401, 401]);
  }),
});
