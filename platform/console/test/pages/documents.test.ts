import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { DOCUMENT_TYPES, type DocumentType } from '@platform/core/objects/document';
import type { GrantRecord } from '@platform/core/objects/grant';
import { sampleDocument } from '@platform/core/testing/documents';
import { forReader } from '../../src/access/reader.ts';
import { scopedAuthority } from '../../src/access/tenant-scope.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { approved, heldGrant, holding, saying } from './held-grant.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const bytesOf = new Map(DOCUMENT_TYPES.map((type) => [sha256(sampleDocument(type)), sampleDocument(type)]));
const endings = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function fileOf(type: DocumentType, name = `Rechnung Nr. 8 (März).${endings[type]}`) {
  const bytes = sampleDocument(type);
  return { sha256: sha256(bytes), media_type: type, size_bytes: bytes.length, name };
}

function naming(...types: readonly DocumentType[]): GrantRecord {
  return saying(heldGrant(), { documents: types.map((type) => fileOf(type)) });
}

const kept = async (_id: string, hash: string) => ok(bytesOf.get(hash) ?? new Uint8Array());

describe('a file that an agent attached', () => {
  const record = naming(...DOCUMENT_TYPES.slice(0, 4));
  const { grant_id: id } = record.grant;
  const at = (type: DocumentType) => `/grants/${id}/documents/${sha256(sampleDocument(type))}`;

  test('is served as what it is, in a sandbox: an image is shown, a PDF is saved', async (t) => {
    const app = await makeConsole(t, { authority: holding(record, { document: kept }) });
    for (const [type, place] of [
      ['image/png', 'inline'],
      ['image/webp', 'inline'],
      ['application/pdf', 'attachment'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await app.inject({ url: at(type) });
      assert.equal(statusCode, 200);
      assert.deepEqual(new Uint8Array(rawPayload), sampleDocument(type));
      assert.equal(headers['content-type'], type);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'; frame-ancestors 'none'");
      assert.equal(
        headers['content-disposition'],
        `${place}; filename*=UTF-8''Rechnung%20Nr.%208%20%28M%C3%A4rz%29.${endings[type]}`,
      );
    }
    assert.equal((await app.inject({ url: at('image/gif'), headers: HTML })).statusCode, 404, 'not named');
  });

  test('is not shown if it is another than was signed, no longer kept, or not answered, and the page says so', async (t) => {
    const page = `/approvals/${id}`;
    const textOf = (body: string) =>
      body
        .replaceAll(/<template[\s\S]*?<\/template>/g, '')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ');
    for (const [document, status, said, told] of [
      [
        async () => ok(new Uint8Array(Buffer.from('<script>alert(1)</script>'))),
        502,
        /This is not the file that was signed[\s\S]*It is not shown/,
        /not what was signed[\s\S]*What the authority keeps is not the file that was signed/,
      ],
      [
        async () => fail('authority_refused', 'Gone.', { status: 410 }),
        410,
        /no longer kept here\. Its hash stays signed/,
        /4 files \(4 not at hand\)[\s\S]*No longer kept here\. Its hash stays signed/,
      ],
      [
        async () => fail('authority_silent', 'No answer.'),
        504,
        /cannot be shown now/,
        /4 files \(4 not at hand\)[\s\S]*It cannot be read now/,
      ],
    ] as const) {
      const app = await makeConsole(t, { authority: holding(record, { document }) });
      const { statusCode, body } = await app.inject({ url: at('image/png'), headers: HTML });
      assert.equal(statusCode, status);
      assert.match(textOf(body), said);
      const main = await app.inject({ url: page, headers: HTML });
      assert.match(textOf(main.body), told);
      assert.doesNotMatch(main.body, /class="file"/);
    }
    const app = await makeConsole(t, { authority: holding(record, { document: kept }) });
    assert.match(
      textOf((await app.inject({ url: page, headers: HTML })).body),
      /4 files[\s\S]*The file that the request names/,
    );
  });

  test('is another tenant’s for a reader of other tenants, as its grant is', async () => {
    const authority = scopedAuthority(holding(record, { document: kept }));
    const reader = { kid: 'k', person: 'p', role: 'viewer', tenants: ['tn_other'], session: '' } as const;
    const read = () => authority.document(id, sha256(sampleDocument('image/png')));
    assert.equal((await forReader({ ...reader, tenants: ['tn_other'] }, read)).ok, false);
    assert.equal((await forReader({ ...reader, tenants: [record.grant.tenant] }, read)).ok, true);
  });

  test('on the pages of a request and of a grant, at both widths, light and dark', async (t) => {
    const done = approved(record, 'approver_cfo');
    const pages = [
      ['approval-with-files', record, `/approvals/${id}`],
      ['grant-with-files', done, `/grants/${id}`],
    ] as const;
    for (const [name, shown, path] of pages) {
      const notices = async () => ok([]);
      const url = await serveConsole(t, { authority: holding(shown, { document: kept, notices }) });
      await checkPage(browser(), { name, url: `${url}${path}` });
    }
  });
});
