import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { checkStanding, NOTHING_ENDED } from '@platform/core/log/standing/endings';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type {
  LogCheckpoints,
  LogContinuation,
  LogStanding,
  SignedTreeHead,
} from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { thingsIn } from '@platform/core/objects/standing';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { rowOf } from '@platform/core/row/row-of';
import { verifySigned } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { type Client, outcome, RELEASE, type Reply, send, sha256, transferInputs } from '../../client.ts';
import { PLUGINS } from '../../counterparties.ts';
import type { Deployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import { checkAddenda } from '../support/addenda.ts';
import { actAsPep } from '../support/as-pep.ts';
import { checkChats } from '../support/chats.ts';
import { type Described, readDescribed } from '../support/described.ts';
import { checkDirectories } from '../support/directory-operations.ts';
import { ROWS } from '../support/document-rows.ts';
import { checkLongBodies } from '../support/long-bodies.ts';
import { checkMovements } from '../support/movements.ts';
import { checkKeyOperations } from '../support/new-key.ts';
import { checkVersions } from '../support/profile-versions.ts';
import { checkUploads } from '../support/uploads.ts';
import { checkWaiting } from '../support/waiting.ts';
import { used } from './deployment.ts';

describe('every endpoint, as its service describes it', () => {
  let d: Deployment;
  let client: Client;
  let described: Record<keyof typeof ROWS, Described>;
  const of = (service: string): Described => {
    const found = described[service];
    assert.ok(found !== undefined, service);
    return found;
  };
  const get = <Body = Readonly<Record<string, unknown>>>(path: string) =>
    send<Body>(`${d.urls.authority}${path}`);

  before(async () => {
    ({ d, client } = used());
    described = Object.fromEntries(
      await Promise.all(
        Object.keys(ROWS).map(async (name) => [name, await readDescribed(urlOf(d, name))] as const),
      ),
    );
  });

  for (const service of Object.keys(ROWS)) {
    test(`${service}: GET /docs and /openapi.json`, async () => {
      const docs = await send(`${urlOf(d, service)}/docs`);
      assert.equal(docs.status, 200);
      assert.match(docs.headers.get('content-type') ?? '', /^text\/html/);
      const { body } = await send(`${urlOf(d, service)}/openapi.json`);
      assert.equal(body.openapi, '3.1.0');
      const rows = ROWS[service] ?? [];
      assert.deepEqual(
        rows.filter((row) => !of(service).operations.includes(row)),
        [],
        'rows of the document that the service does not describe',
      );
    });
  }

  describe('gateway', () => {
    const GATEWAY_TOOLS = ['fetch_fx', 'propose_transfer', 'read_balance', 'release_record'];
    const toolsAt = async (query: string, headers: Record<string, string> = {}) => {
      const reply = await send<{ tools: { spec: { type: string; function: { name: string } } }[] }>(
        `${d.urls.gateway}/v1/tools${query}`,
        { headers },
      );
      of('gateway').holds('GET /v1/tools', 200, reply);
      return reply.body.tools.map(({ spec }) => spec.function.name).sort();
    };

    test('GET /v1/tools: of all plugins, of one, of the caller’s mandate', async () => {
      const all = await toolsAt('');
      assert.deepEqual(
        all.filter((name) => GATEWAY_TOOLS.includes(name)),
        GATEWAY_TOOLS,
      );
      assert.deepEqual(await toolsAt('?plugin=records'), ['release_record']);
      const headers = {
        authorization: `Bearer ${d.agentToken}`,
        'x-service-contract': d.mandates.records,
      };
      assert.deepEqual(await toolsAt('', headers), ['release_record']);
      const unknown = await send(`${d.urls.gateway}/v1/tools?plugin=mail`);
      assert.deepEqual(outcome(of('gateway').holds('GET /v1/tools', 404, unknown)), [
        404,
        'plugin_not_found',
      ]);
    });

    test('POST /v1/tools/{name}: each tool', async () => {
      const records = { mandate: d.mandates.records };
      const calls: readonly (readonly [Promise<Reply<{ readonly status: string }>>, string])[] = [
        [client.tool('read_balance', { account_id: 'acct_operating' }), 'executed'],
        [client.tool('fetch_fx', { base: 'EUR', quote: 'USD' }), 'fetched'],
        [client.pay(), 'executed'],
        [client.pay(transferInputs({ amount: '1200' })), 'pending'],
        [client.tool('release_record', RELEASE, records), 'executed'],
      ];
      for (const [call, status] of calls) {
        const reply = of('gateway').holds('POST /v1/tools/{name}', 200, await call);
        assert.equal(reply.body.status, status, reply.text);
        const before = await isRecorded(reply);
        // With the end of its grant, in one transaction.
        if (status !== 'pending') assert.equal(before, 'enforcement');
      }
    });

    test('POST /v1/documents: a document is uploaded, named by its hash, and read by the grant', () =>
      checkUploads(d, client, of));

    test('GET /v1/grants/{grant_id}, /v1/webhook: an agent waits, or is told', (t) =>
      checkWaiting(d, client, of, t));

    test('POST /v1/tools/{name}: refusals have a code each', async () => {
      const refusals: readonly (readonly [Promise<Reply<unknown>>, number, string])[] = [
        [client.tool('make_coffee', {}), 404, 'tool_not_found'],
        [client.tool('read_balance', {}), 422, 'invalid_request'],
        [client.pay(transferInputs(), { token: 'x' }), 401, 'unauthorized'],
        [client.pay(transferInputs(), { mandate: 'ic_none' }), 404, 'contract_not_found'],
        [client.present('gr_none'), 404, 'grant_not_found'],
      ];
      for (const [call, status, code] of refusals) {
        const reply = of('gateway').holds('POST /v1/tools/{name}', status, await call);
        assert.deepEqual(outcome(reply), [status, code]);
      }
    });

    test('POST /v1/chat/completions and /v1/responses: an answer with its hashes and its event', () =>
      checkChats(d, of('gateway'), isRecorded));

    test('POST /mcp: the tools of the mandate', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const call = { body, bearer: d.agentToken, headers: { 'x-service-contract': d.mandates.records } };
      const { text } = of('gateway').holds('POST /mcp', 200, await send(`${d.urls.gateway}/mcp`, call));
      assert.match(text, /release_record/);
    });

    test('GET /v1/agent, /v1/models, /log/witnessed and /healthz', async () => {
      const agent = of('gateway').holds('GET /v1/agent', 200, await send(`${d.urls.gateway}/v1/agent`));
      assert.equal(agent.body.kind, 'scripted');
      for (const path of ['/v1/models', '/log/witnessed', '/healthz']) {
        of('gateway').holds(`GET ${path}`, 200, await send(`${d.urls.gateway}${path}`));
      }
    });

    /**
     * The event that the answer names is in the chain, once, with the hash of this very answer. Returns the kind of the
     * event before it.
     */
    async function isRecorded(reply: Reply<unknown>): Promise<string | undefined> {
      const id = reply.headers.get('x-service-event-id');
      const { body } =
        await get<{ event: { event_id: string; kind: string }; body: { response_hash?: string } }[]>(
          '/events?limit=1000',
        );
      const answered = body.filter((record) => record.body.response_hash === sha256(reply.text));
      assert.deepEqual(
        answered.map(({ event }) => event.event_id),
        [id],
      );
      assert.equal(reply.headers.get('x-service-response-hash'), sha256(reply.text));
      const [last] = answered;
      return last === undefined ? undefined : body[body.indexOf(last) - 1]?.event.kind;
    }
  });

  describe('authority', () => {
    const holds = <Body>(operation: string, status: number, reply: Reply<Body>) =>
      of('authority').holds(operation, status, reply);

    test('a body that is too long, wherever a body is accepted: 413, as described', () =>
      checkLongBodies(d.urls.authority, of('authority')));

    test('GET /plugins', async () => {
      const { body } = holds('GET /plugins', 200, await get<readonly { name: string }[]>('/plugins'));
      assert.deepEqual(body.map(({ name }) => name).sort(), readdirSync(PLUGINS).sort());
      for (const about of ['mandate', 'profile']) {
        const path = `GET /plugins/{plugin}/${about}.schema.json`;
        const schema = holds(path, 200, await get(`/plugins/treasury/${about}.schema.json`));
        assert.match(String(Object(schema.body).$schema), /2020-12/);
        holds(path, 404, await get(`/plugins/mail/${about}.schema.json`));
      }
    });

    test('GET /profiles/{name}, by its name and by its major, and its publication', async () => {
      const byName = holds('GET /profiles/{name}', 200, await get('/profiles/treasury.v1'));
      const byMajor = holds('GET /profiles/{name}', 200, await get('/profiles/treasury'));
      assert.deepEqual(byName.body, byMajor.body);
      const path = 'GET /profiles/{name}/publication';
      const published = holds(path, 200, await get('/profiles/treasury.v1/publication'));
      assert.equal(published.body.published_by, 'local');
      const unknown = holds(path, 404, await get('/profiles/mail.v1/publication'));
      assert.equal(outcome(unknown)[1], 'profile_not_found');
      await checkVersions(d, holds);
      holds('GET /profiles/{name}', 404, await get('/profiles/mail.v1'));
    });

    test('directories: what the deployment starts with, and one payee more', () =>
      checkDirectories(d, holds));

    test('POST /contracts, GET /contracts, /contracts/{contract_id}, /contracts/{contract_id}/revoke', async () => {
      const signed = await client.signMandate(client.mandate());
      const post = (body: unknown) => send(`${d.urls.authority}/contracts`, { body });
      holds('POST /contracts', 201, await post(signed));
      holds('POST /contracts', 200, await post(signed));
      const tooMuch = await client.signMandate(
        client.mandate({ limits: { runtime_max_s: 1, use_count_max: 9_999 } }),
      );
      assert.deepEqual(outcome(holds('POST /contracts', 422, await post(tooMuch))), [
        422,
        'use_count_max_over_profile',
      ]);
      const { contract_id: id } = signed.contract;
      const all = holds('GET /contracts', 200, await get<readonly unknown[]>('/contracts'));
      assert.ok(all.body.length >= 3);
      const one = holds('GET /contracts/{contract_id}', 200, await get(`/contracts/${id}`));
      assert.deepEqual([one.body.status, one.body.revocation], ['active', null]);
      holds('GET /contracts/{contract_id}', 404, await get('/contracts/ic_none'));
      const revoked = holds('POST /contracts/{contract_id}/revoke', 200, await client.revoke(id));
      assert.equal(revoked.body.status, 'revoked');
      const again = holds('GET /contracts/{contract_id}', 200, await get(`/contracts/${id}`));
      assert.deepEqual(again.body.revocation, revoked.body.revocation);
    });

    test('POST /keys, /keys/{kid}/compromise', () => checkKeyOperations(d, holds));

    test('POST /grants, GET /grants by each status, /grants/{grant_id}, approve, redeem', async () => {
      const propose = (patch = {}) => client.proposeAsGateway('bank.executeTransfer', transferInputs(patch));
      const active = holds('POST /grants', 201, await propose());
      const pending = holds('POST /grants', 201, await propose({ amount: '1300' }));
      const denied = holds('POST /grants', 201, await propose({ amount: '99999' }));
      holds(
        'POST /grants',
        401,
        await send(`${d.urls.authority}/grants`, {
          body: {
            contract_id: d.mandates.treasury,
            plugin: 'treasury',
            facade: 'bank.executeTransfer',
            params: transferInputs(),
            plugin_hash: d.pluginHashes.get('treasury'),
            software: '5'.repeat(64),
          },
        }),
      );
      assert.deepEqual(
        [active, pending, denied].map(({ body }) => body.status),
        ['active', 'pending', 'denied'],
      );
      for (const status of ['pending', 'active', 'redeemed', 'denied', 'expired']) {
        const { body } = holds(
          'GET /grants',
          200,
          await get<readonly GrantRecord[]>(`/grants?status=${status}`),
        );
        const other = body.find((record) => record.status !== status);
        assert.equal(other, undefined, status);
        assert.ok(body.length > 0 || status === 'expired', status);
      }
      holds('GET /grants', 422, await get('/grants?status=odd'));
      for (const part of ['', '/standing', '/notices']) {
        const row = `GET /grants/{grant_id}${part}`;
        holds(row, 200, await get(`/grants/${active.body.grant.grant_id}${part}`));
        holds(row, 404, await get(`/grants/gr_none${part}`));
      }
      holds('GET /grants/standing', 200, await get('/grants/standing?limit=5'));
      holds('GET /grants/standing', 422, await get('/grants/standing?limit=0'));
      holds('GET /notices', 200, await get('/notices'));
      const noSink = await send(`${d.urls.authority}/notices/nobody/test`, { body: {} });
      assert.equal(outcome(holds('POST /notices/{sink}/test', 404, noSink))[1], 'sink_not_found');
      const approve = 'POST /grants/{grant_id}/approve';
      const approved = holds(approve, 200, await client.approve(pending.body.grant.grant_id));
      assert.deepEqual([approved.body.status, approved.body.grant.approved_by], ['active', 'approver_cfo']);
      holds(approve, 409, await client.approve(pending.body.grant.grant_id));
      const { grant_id: second } = (await propose({ amount: '1301' })).body.grant;
      holds(approve, 403, await client.approve(second, 'approver_guest'));
      const reject = 'POST /grants/{grant_id}/reject';
      holds(reject, 403, await client.reject(second, 'Wrong amount', 'approver_guest'));
      holds(reject, 200, await client.reject(second, 'Wrong amount'));
      const cancel = 'POST /grants/{grant_id}/cancel';
      const { grant_id: third } = (await propose()).body.grant;
      holds(cancel, 403, await client.cancel(third, 'Wrong invoice', 'approver_cfo'));
      const cancelled = holds(cancel, 200, await client.cancel(third, 'Wrong invoice'));
      assert.deepEqual([cancelled.body.status, cancelled.body.stopped], ['denied', 'never_left']);
      holds(cancel, 409, await client.cancel(third, 'Wrong invoice'));
      const redeem = 'POST /grants/{grant_id}/redeem';
      const pep = actAsPep(d, client);
      const redeemed = holds(redeem, 200, await pep.redeem(active.body));
      assert.equal(redeemed.body.status, 'redeemed');
      assert.equal(outcome(holds(redeem, 409, await pep.redeem(active.body)))[1], 'grant_already_redeemed');
      const settle = 'POST /grants/{grant_id}/settle';
      holds(settle, 409, await client.settle(active.body.grant.grant_id, 'ask_again'));
      holds('POST /events', 201, await pep.reportDoubt(active.body));
      holds(settle, 200, await client.settle(active.body.grant.grant_id, 'ask_again'));
      const reported = holds('POST /events', 201, await pep.report(active.body));
      assert.match(String(reported.body.receipt_id), /^rcpt_/);
      holds('POST /events', 409, await pep.report(active.body));
    });

    test('GET /receipts by grant and tenant, /receipts/{receipt_id}, and the file in out', async () => {
      const { body: paid } = await client.pay();
      const receipts = holds(
        'GET /receipts',
        200,
        await get<readonly Receipt[]>(`/receipts?grant_id=${paid.grant_id}&tenant=tn_local`),
      );
      const [receipt] = receipts.body;
      assert.ok(receipt !== undefined && receipts.body.length === 1);
      const id = receipt.receipt_id;
      const one = holds('GET /receipts/{receipt_id}', 200, await get<Receipt>(`/receipts/${id}`));
      assert.deepEqual(one.body, receipt);
      const { body: keys } = await get<KeySet>('/.well-known/keys.json');
      assert.equal(verify(nodeCrypto, receipt, { keys }).verdict, 'verified');
      const written = await until('the receipt as a file', () =>
        readFile(join(d.folder, 'out', `${id}.json`), 'utf8').catch(() => null),
      );
      assert.deepEqual(JSON.parse(written), receipt);
      const none = holds('GET /receipts', 200, await get<readonly Receipt[]>('/receipts?tenant=tn_nobody'));
      assert.deepEqual(none.body, []);
      holds('GET /receipts/{receipt_id}', 404, await get('/receipts/rcpt_none'));
      const { reference = '' } = unwrap(openReceipt(nodeCrypto, receipt)).what.action.params;
      const search = `payee=acme&reference=${encodeURIComponent(reference)}&account=acct_operating`;
      const found = holds('GET /receipts', 200, await get<readonly Receipt[]>(`/receipts?${search}`));
      assert.deepEqual(found.body, [receipt]);
      const rows = holds(
        'GET /receipts/rows',
        200,
        await get<readonly ReceiptRow[]>(`/receipts/rows?${search}`),
      );
      assert.deepEqual(rows.body, [rowOf(unwrap(openReceipt(nodeCrypto, receipt)))]);
      await checkAddenda(d, of('authority'), receipt);
      // No public log here; one has a test of its own.
      holds('GET /receipts/{receipt_id}/anchor', 404, await get(`/receipts/${id}/anchor`));
    });

    test('POST /events, GET /events, /events/head', async () => {
      const report = {
        kind: 'tool_call',
        body: {
          contract_id: d.mandates.treasury,
          grant_id: null,
          name: 'read_balance',
          status: 'executed',
          reason: 'ok',
          request_hash: sha256('a'),
          response_hash: sha256('b'),
        },
      };
      const url = `${d.urls.authority}/events`;
      const raw = JSON.stringify(report);
      const bearer = client.serviceToken('events', sha256(raw));
      const appended = holds('POST /events', 201, await send(url, { raw, bearer }));
      holds('POST /events', 401, await send(url, { raw }));
      const head = holds('GET /events/head', 200, await get('/events/head'));
      assert.equal(head.body.event_hash, appended.body.event_hash);
      const events = holds(
        'GET /events',
        200,
        await get<readonly { event_hash: string }[]>('/events?limit=1000'),
      );
      assert.equal(events.body.length, head.body.length);
      assert.equal(events.body.at(-1)?.event_hash, head.body.event_hash);
      holds('GET /events', 422, await get('/events?limit=0'));
    });

    test('GET /log/head, past heads, consistency', async () => {
      const { body } = holds('GET /log/head', 200, await get<SignedTreeHead>('/log/head'));
      const { body: keys } = await get<KeySet>('/.well-known/keys.json');
      const { tree_head: object, tree_head_hash: hash, signature } = body;
      assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: object.timestamp }).ok);
      const heads = holds('GET /log/heads', 200, await get<readonly SignedTreeHead[]>('/log/heads'));
      assert.deepEqual(heads.body[0], body);
      const first = heads.body.at(-1)?.tree_head.tree_size ?? 1;
      holds('GET /log/head', 200, await get(`/log/head?tree_size=${first}`));
      holds('GET /log/head', 404, await get('/log/head?tree_size=999999'));
      holds('GET /log/consistency', 200, await get(`/log/consistency?from=${first}`));
      holds('GET /log/consistency', 422, await get('/log/consistency?from=999999'));
      const seen = await get<LogContinuation>(`/log/continuation?tree_size=${first}`);
      const { proof } = holds('GET /log/continuation', 200, seen).body;
      assert.notEqual(proof, null, 'the log begins with the head that was seen');
    });

    test('what ended: GET /log/standing, /log/endings', async () => {
      const of = (size: string) => get<LogStanding>(`/log/standing?things=mandate:ic_none${size}`);
      const { head, standing } = holds('GET /log/standing', 200, await of('')).body;
      const at = head.tree_head.standing ?? NOTHING_ENDED;
      const things = thingsIn('mandate:ic_none');
      assert.deepEqual(unwrap(checkStanding(nodeCrypto, at, things, standing)), []);
      holds('GET /log/standing', 404, await of('&tree_size=999999'));
      const { body } = holds('GET /log/endings', 200, await get<readonly unknown[]>('/log/endings'));
      assert.ok(body.length >= at.size);
    });

    test('the log in public formats: checkpoint, tiles, proofs', async () => {
      const { text: note } = holds('GET /checkpoint', 200, await get('/checkpoint'));
      const { body } = holds('GET /log/checkpoints', 200, await get<LogCheckpoints>('/log/checkpoints'));
      assert.ok(body.checkpoints.some((known) => known.note === note));
      holds('GET /tile/{*}', 200, await get('/tile/0/000.p/1'));
      holds('GET /tile/{*}', 200, await get('/tile/entries/000.p/1'));
      holds('GET /tile/{*}', 404, await get('/tile/0/0'));
      const proof = holds('GET /log/proof', 200, await get('/log/proof?leaf_index=0'));
      assert.ok(proof.text.startsWith('c2sp.org/tlog-proof@v1\nindex 0\n'));
      holds('GET /log/proof', 422, await get('/log/proof?leaf_index=999999'));
      holds('GET /log/cose', 200, await get('/log/cose?leaf_index=0'));
      holds('GET /log/cose', 422, await get('/log/cose?leaf_index=999999'));
    });

    test('GET /.well-known/keys.json: every party, by kid', async () => {
      const { body } = holds('GET /.well-known/keys.json', 200, await get<KeySet>('/.well-known/keys.json'));
      const kids = [
        'authority',
        'service_assembly',
        'pep',
        'bank',
        'recipient',
        'principal_local',
        'approver_cfo',
      ];
      for (const kid of kids) assert.match(body[kid]?.fingerprint ?? '', /^sha256:[0-9a-f]{64}$/, kid);
      holds('GET /healthz', 200, await get('/healthz'));
    });
  });

  describe('enforcement point', () => {
    const holds = <Body>(operation: string, status: number, reply: Reply<Body>) =>
      of('pep').holds(operation, status, reply);

    test('POST /execute: once; then duplicate', async () => {
      const { body: record } = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
      const first = holds('POST /execute', 200, await client.execute(record));
      assert.equal(first.body.status, 'executed');
      assert.match(String(Object(first.body.counterparty_ack).transfer_id), /^txn_/);
      assert.equal(holds('POST /execute', 200, await client.execute(record)).body.status, 'duplicate');
      const { grant, grant_hash, signature, action, salts } = record;
      const unpresented = await send(`${d.urls.pep}/execute`, {
        body: { grant, grant_hash, signature, action, salts },
      });
      holds('POST /execute', 401, unpresented);
      const bearer = client.serviceToken('execute', grant.grant_id);
      holds('POST /execute', 422, await send(`${d.urls.pep}/execute`, { body: {}, bearer }));
    });

    test('POST /fetch', async () => {
      const params = { url: `${d.urls.bank}/market/fx?base=EUR&quote=USD` };
      const { body: record } = await client.proposeAsGateway('market.fetch', params);
      const { grant, grant_hash, signature, action, salts } = record;
      const bearer = client.serviceToken('execute', grant.grant_id);
      const body = { grant, grant_hash, signature, action, salts };
      const fetched = holds('POST /fetch', 200, await send(`${d.urls.pep}/fetch`, { body, bearer }));
      assert.equal(fetched.body.status, 'fetched');
      holds('POST /fetch', 401, await send(`${d.urls.pep}/fetch`, { body: {} }));
      holds('POST /fetch', 422, await send(`${d.urls.pep}/fetch`, { body: {}, bearer }));
    });

    test('GET /.well-known/keys.json: its own key', async () => {
      const reply = await send(`${d.urls.pep}/.well-known/keys.json`);
      assert.deepEqual(Object.keys(holds('GET /.well-known/keys.json', 200, reply).body), ['pep']);
      const cloud = await send(`${d.urls.pep}/.well-known/cloud-keys.json`);
      assert.deepEqual(holds('GET /.well-known/cloud-keys.json', 200, cloud).body, { keys: [] });
      holds('GET /healthz', 200, await send(`${d.urls.pep}/healthz`));
      holds('GET /log/witnessed', 200, await send(`${d.urls.pep}/log/witnessed`));
      holds('GET /intents', 200, await send(`${d.urls.pep}/intents?since=1970-01-01T00:00:00Z`));
    });
  });

  describe('bank and recipient', () => {
    const call = (service: 'bank' | 'recipient', method: 'GET' | 'POST', path: string, fields?: object) => {
      const body = fields === undefined ? undefined : JSON.stringify(fields);
      const token = client.brokerToken({ method, path, grant_id: 'gr_direct' }, body);
      const key = fields !== undefined && 'idempotency_key' in fields ? String(fields.idempotency_key) : '';
      return send(`${d.urls[service]}${path}`, {
        headers: { 'x-broker-token': token, ...(body === undefined ? {} : { 'idempotency-key': key }) },
        ...(body === undefined ? {} : { raw: body }),
      });
    };
    const bound = () => ({
      grant_id: 'gr_direct',
      action_hash: sha256('an action'),
      idempotency_key: `idem_test_${randomBytes(8).toString('hex')}`,
    });

    test('GET /accounts/{account_id}/balance', async () => {
      const operation = 'GET /accounts/{account_id}/balance';
      const bank = of('bank');
      bank.holds(operation, 200, await call('bank', 'GET', '/accounts/acct_operating/balance'));
      bank.holds(operation, 404, await call('bank', 'GET', '/accounts/acct_none/balance'));
      bank.holds(operation, 401, await send(`${d.urls.bank}/accounts/acct_operating/balance`));
    });

    test('POST /transfers: once per key, with a signed acknowledgment', async () => {
      const payment = { from_account: 'acct_operating', to_account: 'acct_direct', amount: '7' };
      const transfer = { ...bound(), ...payment, currency: 'USD' };
      const bank = of('bank');
      const first = bank.holds('POST /transfers', 200, await call('bank', 'POST', '/transfers', transfer));
      const again = bank.holds('POST /transfers', 200, await call('bank', 'POST', '/transfers', transfer));
      assert.deepEqual(again.body, first.body);
      assert.equal(await client.balance('acct_direct'), '7');
      const other = await call('bank', 'POST', '/transfers', { ...transfer, amount: '8' });
      bank.holds('POST /transfers', 422, other);
      const tooMuch = { ...transfer, ...bound(), amount: '99999999' };
      bank.holds('POST /transfers', 409, await call('bank', 'POST', '/transfers', tooMuch));
      bank.holds('POST /transfers', 401, await send(`${d.urls.bank}/transfers`, { body: transfer }));
      const lookUp = 'GET /transfers/{idempotency_key}';
      const path = (key: string) => `/transfers/${key}`;
      const known = bank.holds(lookUp, 200, await call('bank', 'GET', path(transfer.idempotency_key)));
      assert.deepEqual(Reflect.get(known.body as object, 'answer'), first.body);
      bank.holds(lookUp, 401, await send(`${d.urls.bank}${path(transfer.idempotency_key)}`));
    });

    test('GET /market/fx: signed, for anyone', async () => {
      const bank = of('bank');
      const quote = bank.holds(
        'GET /market/fx',
        200,
        await send(`${d.urls.bank}/market/fx?base=EUR&quote=USD`),
      );
      assert.equal(typeof quote.body, 'object');
      bank.holds('GET /market/fx', 404, await send(`${d.urls.bank}/market/fx?base=XXX`));
    });

    test('POST /releases, and what the recipient knows', async () => {
      const recipient = of('recipient');
      const release = { ...bound(), ...RELEASE };
      recipient.holds('POST /releases', 200, await call('recipient', 'POST', '/releases', release));
      const { idempotency_key, ...unkeyed } = release;
      recipient.holds('POST /releases', 422, await call('recipient', 'POST', '/releases', unkeyed));
      recipient.holds('GET /records/{record_id}', 200, await call('recipient', 'GET', '/records/rec_1001'));
      recipient.holds('GET /records/{record_id}', 404, await call('recipient', 'GET', '/records/rec_0'));
      recipient.holds(
        'GET /requesters/{requester_id}',
        200,
        await call('recipient', 'GET', '/requesters/clinic'),
      );
      assert.match(idempotency_key, /^idem_/);
    });

    test('GET /.well-known/keys.json and /healthz of both', async () => {
      for (const service of ['bank', 'recipient'] as const) {
        const keys = await send(`${d.urls[service]}/.well-known/keys.json`);
        const { body } = of(service).holds('GET /.well-known/keys.json', 200, keys);
        assert.deepEqual(Object.keys(body), [service]);
        of(service).holds('GET /healthz', 200, await send(`${d.urls[service]}/healthz`));
      }
    });
  });

  test('lists of movements', () => checkMovements(d, client, of));

  test('every operation that a service describes was tested here, and every row of the document', () => {
    for (const [service, rows] of Object.entries(ROWS)) {
      const { operations, answered } = of(service);
      assert.deepEqual(
        operations.filter((operation) => !answered.has(operation)),
        [],
        service,
      );
      const missed = rows.filter((row) => !answered.has(row));
      assert.deepEqual(missed, [], service);
    }
  });
});

function urlOf(d: Deployment, service: string): string {
  const url =
    service in d.urls ? d.urls[service as 'gateway' | 'authority' | 'pep' | 'bank' | 'recipient'] : '';
  assert.notEqual(url, '', service);
  return url;
}
