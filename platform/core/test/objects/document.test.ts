import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENT_TYPES, documentsFault, documentType, NamedDocument } from '@platform/core/objects/document';
import { sampleDocument } from '@platform/core/testing/documents';
import { Value } from 'typebox/value';

const bytesOf = (...parts: readonly (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
const [pdf, png, gif, webp] = (['application/pdf', 'image/png', 'image/gif', 'image/webp'] as const).map(
  (type) => sampleDocument(type),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];

test('a document is what its own bytes are', () => {
  for (const type of DOCUMENT_TYPES) assert.equal(documentType(sampleDocument(type)), type);
  for (const [what, bytes] of Object.entries({
    nothing: bytesOf(),
    svg: bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    html: bytesOf('<!doctype html><script>alert(1)</script>'),
    'html before a PDF': bytesOf('<script>alert(1)</script>', pdf),
    zip: bytesOf('PK\u0003\u0004'),
    program: bytesOf('MZ'),
    'a name alone': bytesOf('%PDF-'),
    'a PDF without its end': pdf.slice(0, -8),
    'a PDF whose end is far from its end': bytesOf(pdf, new Uint8Array(2_000)),
    'a PNG cut short': png.slice(0, -4),
    'a PNG with a page after it': bytesOf(png, '<script>alert(1)</script>'),
    'a GIF with an archive after it': bytesOf(gif, 'PK\u0003\u0004'),
    'a WebP with more than it says': bytesOf(webp, 'MZ'),
    'sound in the same container': bytesOf('RIFF', new Uint8Array(4), 'WAVE'),
  }))
    assert.equal(documentType(bytes), null, what);
});

test('a file that is something else besides stays what its first bytes say', () => {
  const polyglot = bytesOf('GIF89a/*', gif.slice(8, -1), '*/=alert(1)//;');
  assert.equal(documentType(polyglot), 'image/gif');
  assert.equal(documentType(bytesOf('%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF')), 'application/pdf');
});

test('a name is visible, has no path, and does not change the direction of writing', () => {
  const isName = (name: string) => Value.Check(NamedDocument, { sha256: '0'.repeat(64), name });
  for (const name of [
    'invoice.pdf',
    'Rechnung Nr. 8 (März).pdf',
    'فاتورة ٨.pdf',
    '請求書.png',
    'a'.repeat(60),
  ])
    assert.ok(isName(name), name);
  for (const name of [
    '',
    ' a.pdf',
    'a.pdf ',
    '.hidden.pdf',
    'a.',
    '../../etc/passwd.pdf',
    'a\\b.pdf',
    'C:a.pdf',
    'a"b.pdf',
    'a\r\nset-cookie: x.pdf',
    'a\u0000.pdf',
    'invoice\u202efdp.exe.pdf',
    'a\u2066b.pdf',
    'a\u200bb.pdf',
    'a\u00a0b.pdf',
    'a\ufeff.pdf',
    'a\ud800.pdf',
    '<b>.pdf',
    'a'.repeat(61),
  ])
    assert.ok(!isName(name), JSON.stringify(name));
});

test('names end as their types do, and no file and no name comes twice', () => {
  const one = { sha256: '1'.repeat(64), media_type: 'image/jpeg' as const, size_bytes: 1, name: 'a.JPEG' };
  const other = { ...one, sha256: '2'.repeat(64), name: 'b.jpg' };
  assert.equal(documentsFault([one, other]), null);
  assert.match(documentsFault([{ ...one, name: 'a.exe' }]) ?? '', /must end with \.jpg or \.jpeg/);
  assert.match(documentsFault([one, { ...other, sha256: one.sha256 }]) ?? '', /is named twice/);
  assert.match(documentsFault([one, { ...other, name: 'A.jpeg' }]) ?? '', /two documents are called/);
});
