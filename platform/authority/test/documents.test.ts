import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { size } from '@common/kit/testing/size';
import { keepDocument, WAITS_MS } from '@platform/authority/use-cases/keep-document';
import { pruneDocuments } from '@platform/authority/use-cases/prune-documents';
import { pruneReceipts } from '@platform/authority/use-cases/prune-receipts';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import { verifyDocuments } from '@platform/authority/use-cases/verify-documents';
import { DOCUMENT_LIMITS } from '@platform/core/objects/document';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { sampleDocument } from '@platform/core/testing/documents';
import { judgeDocuments } from '@platform/core/verify/documents';
import { verify } from '@platform/core/verify/verify';
import { SOFTWARE, token, transfer } from './support/actions.ts';
import { outcome } from './support/deployment-test.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { pluginHashOf } from './support/profiles.ts';
import type { Answer, Deployment } from './support/types.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const PDF = sampleDocument('application/pdf');
const DAY_S = 86_400;
const UPLOADS = size({ quick: 100, full: 1_000 });

interface Sent {
  readonly type?: string;
  /** What the token was made for instead of these bytes. */
  readonly ref?: string;
  readonly sub?: string;
  readonly bearer?: string;
}

async function upload(d: Deployment, mandateId: string, bytes: Uint8Array, sent: Sent = {}): Promise<Answer> {
  const { type = 'application/octet-stream', ref = sha256(bytes), sub } = sent;
  const claims = { scope: 'documents', ref, ...(sub === undefined ? {} : { sub }) };
  const bearer = sent.bearer ?? (await token(claims, d.deps.clock()));
  const response = await d.app.inject({
    method: 'POST',
    url: `/documents?contract_id=${mandateId}`,
    headers: { 'content-type': type, authorization: `Bearer ${bearer}` },
    payload: Buffer.from(bytes),
  });
  return { status: response.statusCode, body: response.json() };
}

interface Named {
  readonly sha256: string;
  readonly name: string;
}

async function propose(d: Deployment, mandateId: string, documents: readonly Named[], params = transfer()) {
  const facade = 'bank.executeTransfer';
  const body = {
    contract_id: mandateId,
    plugin: 'treasury',
    facade,
    params,
    documents,
    plugin_hash: pluginHashOf(d.plugins, facade),
    software: SOFTWARE,
  };
  const bearer = await token({ scope: 'grants', ref: sha256(JSON.stringify(body)) }, d.deps.clock());
  return d.post<GrantRecord & Answer['body']>('/grants', body, bearer);
}

async function read(d: Deployment, grantId: string, hash: string) {
  const { statusCode, headers, rawPayload } = await d.app.inject({
    url: `/grants/${grantId}/documents/${hash}`,
  });
  return { status: statusCode, headers, bytes: rawPayload };
}

const INVOICE = { sha256: sha256(PDF), name: 'invoice.pdf' };

onBothEngines('documents of a proposal', {
  'are bound by the action, approved with it, in the receipt, and read by the grant': async (d) => {
    const id = await d.register();
    const kept = await upload(d, id, PDF, { type: 'application/pdf' });
    assert.deepEqual(
      [kept.status, kept.body],
      [
        201,
        {
          sha256: INVOICE.sha256,
          media_type: 'application/pdf',
          size_bytes: PDF.length,
          kept_until: new Date(d.deps.clock() + WAITS_MS).toISOString(),
        },
      ],
    );
    assert.equal((await upload(d, id, PDF)).status, 200, 'again');
    const { status, body: held } = await propose(d, id, [INVOICE], transfer({ amount: '1200' }));
    assert.equal(status, 201);
    const facts = { media_type: 'application/pdf', size_bytes: PDF.length };
    assert.deepEqual(held.action.documents, [{ ...INVOICE, ...facts }]);
    assert.equal((await d.approve(held)).status, 200);
    const { body: granted } = await d.get<GrantRecord>(`/grants/${held.grant.grant_id}`);
    assert.equal((await d.redeem(granted)).status, 200);
    assert.equal((await d.report(granted)).status, 201);
    await d.sequencer.settled();
    const { body: receipts } = await d.get<Receipt[]>(`/receipts?grant_id=${held.grant.grant_id}`);
    const [receipt] = receipts;
    assert.ok(receipt !== undefined);
    assert.equal(verify(nodeCrypto, receipt).verdict, 'self-consistent');
    const given = [
      { label: 'invoice', sha256: INVOICE.sha256 },
      { label: 'other', sha256: sha256('x') },
    ];
    assert.deepEqual(judgeDocuments(unwrap(openReceipt(nodeCrypto, receipt)), given), {
      named: [{ ...INVOICE, isAtHand: true }],
      strangers: ['other'],
      withheld: false,
    });
    const forged = JSON.parse(JSON.stringify(receipt).replaceAll(INVOICE.sha256, sha256('another file')));
    assert.equal(verify(nodeCrypto, forged).verdict, 'failed', 'another file in the receipt');
    const found = await read(d, held.grant.grant_id, INVOICE.sha256);
    assert.deepEqual([found.status, found.bytes.equals(PDF)], [200, true]);
    assert.match(String(found.headers['content-security-policy']), /^sandbox; default-src 'none'$/);
    assert.equal(found.headers['content-disposition'], 'attachment');
    const unnamed = await propose(d, id, []);
    assert.equal(unnamed.status, 422, 'an empty list is no list');
  },

  'are refused with a code each, and nothing is kept or decided': async (d) => {
    const id = await d.register();
    const other = await d.register({ tenant: 'tn_other' });
    const gone = await d.register({ valid_to: new Date(d.deps.clock() + 60_000).toISOString() });
    const big = Buffer.concat([PDF, Buffer.alloc(DOCUMENT_LIMITS.bytes)]);
    const png = sampleDocument('image/png');
    assert.equal((await upload(d, other, png)).status, 201);
    d.advance(61);
    const refusals: readonly (readonly [Promise<Answer>, number, string])[] = [
      [upload(d, id, PDF, { bearer: 'x' }), 401, 'unauthorized'],
      [upload(d, id, PDF, { ref: sha256('other bytes') }), 401, 'unauthorized'],
      [
        upload(d, id, PDF, { bearer: await token({ scope: 'grants', ref: INVOICE.sha256 }, d.deps.clock()) }),
        401,
        'unauthorized',
      ],
      [upload(d, id, PDF, { sub: 'mallory' }), 403, 'contract_not_yours'],
      [upload(d, 'ic_none', PDF), 404, 'contract_not_found'],
      [upload(d, gone, PDF), 409, 'contract_expired'],
      [upload(d, id, Buffer.from('<svg onload="alert(1)"/>')), 422, 'document_type_unknown'],
      [upload(d, id, new Uint8Array()), 422, 'document_type_unknown'],
      [upload(d, id, PDF, { type: 'image/png' }), 422, 'document_type_differs'],
      [upload(d, id, PDF, { type: 'text/html' }), 415, 'unsupported_media_type'],
      [upload(d, id, big), 413, 'payload_too_large'],
    ];
    for (const [answer, status, code] of refusals) assert.deepEqual(outcome(await answer), [status, code]);
    const { grants } = await counts(d);
    for (const [documents, status, code] of [
      [[INVOICE], 409, 'document_not_uploaded'],
      [[{ sha256: sha256(png), name: 'of-another-tenant.png' }], 409, 'document_not_uploaded'],
    ] as const)
      assert.deepEqual(outcome(await propose(d, id, documents)), [status, code]);
    assert.equal((await upload(d, id, png)).status, 201, 'each tenant has its own');
    for (const name of ['a.pdf', '../a.png', 'a\u202e.png'])
      assert.equal((await propose(d, id, [{ sha256: sha256(png), name }])).status, 422, name);
    const twice = [
      { sha256: sha256(png), name: 'a.png' },
      { sha256: sha256(png), name: 'b.png' },
    ];
    assert.deepEqual(outcome(await propose(d, id, twice)), [422, 'documents_invalid']);
    assert.equal((await counts(d)).grants, grants);
    const { status, body } = await propose(d, other, [{ sha256: sha256(png), name: 'a.png' }]);
    assert.equal(status, 201);
    assert.equal((await read(d, body.grant.grant_id, sha256(png))).status, 200);
    assert.equal(
      (await read(d, body.grant.grant_id, INVOICE.sha256)).status,
      404,
      'what its action does not name',
    );
    assert.equal((await read(d, 'gr_none', sha256(png))).status, 404);
  },

  'fill no disk: a thousand uploads without a proposal keep few, for an hour': onSqlite(async (d) => {
    const id = await d.register();
    const codes = new Map<unknown, number>();
    for (let index = 0; index < UPLOADS; index += 1) {
      const answer = outcome(await upload(d, id, sampleDocument('application/pdf', `${index}`))).join(' ');
      codes.set(answer, (codes.get(answer) ?? 0) + 1);
    }
    assert.deepEqual(
      [...codes],
      [
        ['201 ', 16],
        ['429 documents_waiting', UPLOADS - 16],
      ],
    );
    const named = { sha256: sha256(sampleDocument('application/pdf', '3')), name: 'third.pdf' };
    assert.equal((await propose(d, id, [named])).status, 201);
    assert.equal((await upload(d, id, PDF)).status, 201, 'a named one no longer waits');
    d.advance(WAITS_MS / 1_000 + 1);
    await pruneDocuments(d.deps);
    assert.deepEqual(await counts(d), { grants: 1, documents: 1, files: 1 });
  }),

  'stay within what a tenant and a mandate may keep': onSqlite(async (d) => {
    const [id, second] = [await d.register(), await d.register()];
    const caller = { principal: 'amina', agent: null, contracts: null, key: null };
    const keep = async (
      mandateId: string,
      saying: string,
      documents: Partial<Deployment['deps']['limits']['documents']>,
    ) => {
      const bytes = sampleDocument('application/pdf', saying);
      const limits = { ...d.deps.limits, documents: { ...d.deps.limits.documents, ...documents } };
      const asked = { mandateId, bytes, sha256: sha256(bytes), declared: null };
      const kept = await keepDocument({ ...d.deps, limits }, asked, caller);
      return kept.ok ? 'ok' : kept.error.code;
    };
    const { length } = sampleDocument('application/pdf', 'a');
    assert.equal(await keep(id, 'a', { mandateDayBytes: length }), 'ok');
    assert.equal(await keep(id, 'b', { mandateDayBytes: length }), 'documents_spent');
    assert.equal(await keep(second, 'b', { mandateDayBytes: length }), 'ok');
    assert.equal(await keep(id, 'c', { tenantBytes: 2 * length }), 'documents_full');
    assert.equal(
      await keep(id, 'a', { tenantBytes: 0, mandateDayBytes: 0 }),
      'ok',
      'the same again takes nothing',
    );
    d.advance(DAY_S);
    assert.equal(await keep(id, 'c', { mandateDayBytes: length }), 'ok', 'tomorrow');
  }),

  'go by age or with their receipts, never while a request is open, and proofs stay': async (d) => {
    const id = await d.register({ limits: { runtime_max_s: 60, use_count_max: 9 } });
    const later = sampleDocument('application/pdf', 'later');
    for (const bytes of [PDF, later]) await upload(d, id, bytes);
    const held = await propose(d, id, [INVOICE], transfer({ amount: '1200' }));
    const paid = await propose(d, id, [{ sha256: sha256(later), name: 'later.pdf' }]);
    await d.redeem(paid.body);
    await d.report(paid.body);
    await d.sequencer.settled();
    const age = {
      ...d.deps,
      limits: { ...d.deps.limits, documents: { ...d.deps.limits.documents, keptDays: 1 } },
    };
    d.advance(2 * DAY_S);
    // Nobody has ended the waiting one yet, although its time is over.
    await pruneDocuments(age);
    assert.equal((await read(d, held.body.grant.grant_id, INVOICE.sha256)).status, 200);
    assert.equal((await read(d, paid.body.grant.grant_id, sha256(later))).status, 410);
    const { body: receipts } = await d.get<Receipt[]>(`/receipts?grant_id=${paid.body.grant.grant_id}`);
    const [receipt] = receipts;
    assert.equal(verify(nodeCrypto, receipt).verdict, 'self-consistent');
    // By default, they stay as long as their receipts.
    await pruneDocuments(d.deps);
    assert.equal((await counts(d)).documents, 1);
    await upload(d, id, later);
    await propose(d, id, [{ sha256: sha256(later), name: 'again.pdf' }]);
    await sweepGrants(d.deps);
    await d.sequencer.settled();
    d.advance(4_000 * DAY_S);
    await sweepGrants(d.deps);
    await d.sequencer.settled();
    await pruneReceipts(d.deps);
    d.advance(4_000 * DAY_S);
    await pruneReceipts(d.deps);
    await pruneDocuments(d.deps);
    assert.deepEqual(await counts(d), { grants: 3, documents: 0, files: 0 });
  },

  'are hashed by fsck, and one that was damaged is mended by uploading it again': onSqlite(async (d) => {
    const id = await d.register();
    const png = sampleDocument('image/png');
    for (const bytes of [PDF, png]) await upload(d, id, bytes);
    const { body } = await propose(d, id, [INVOICE]);
    assert.deepEqual(await verifyDocuments(d.deps), { count: 2, faults: [] });
    const { db } = d.database;
    const row = db.updateTable('document_bytes').set({ bytes: Buffer.from('%PDF-another%%EOF') });
    await row.where('sha256', '=', INVOICE.sha256).execute();
    await db.deleteFrom('document_bytes').where('sha256', '=', sha256(png)).execute();
    assert.deepEqual(
      (await verifyDocuments(d.deps)).faults.toSorted(),
      [
        `document ${INVOICE.sha256} of tn_test: its bytes were changed`,
        `document ${sha256(png)} of tn_test: its bytes are missing`,
      ].toSorted(),
    );
    for (const bytes of [PDF, png]) assert.equal((await upload(d, id, bytes)).status, 200);
    assert.deepEqual((await verifyDocuments(d.deps)).faults, []);
    assert.ok((await read(d, body.grant.grant_id, INVOICE.sha256)).bytes.equals(PDF));
  }),
});

async function counts({ database: { db } }: Deployment) {
  const count = async (table: 'action_grant' | 'document' | 'document_bytes') =>
    (await db.selectFrom(table).select('tenant').execute()).length;
  return {
    grants: await count('action_grant'),
    documents: await count('document'),
    files: await count('document_bytes'),
  };
}
