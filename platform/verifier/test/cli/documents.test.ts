import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { DOCUMENT_LIMITS } from '@platform/core/objects/document';
import { sampleDocument } from '@platform/core/testing/documents';
import { CAST, keysOf, tell } from '../../../core/test/verify/story.ts';
import { fileWith, run, temporaryFolder } from '../run.ts';

const PDF = sampleDocument('application/pdf');
const sha256 = createHash('sha256').update(PDF).digest('hex');

test('--document compares a file with those that the receipt names', async (t) => {
  const folder = temporaryFolder(t);
  const document = {
    sha256,
    media_type: 'application/pdf',
    size_bytes: PDF.length,
    name: 'invoice.pdf',
  } as const;
  const receipt = fileWith(folder, 'receipt.json', tell({ action: { documents: [document] } }));
  const keys = ['--keys', fileWith(folder, 'keys.json', keysOf(CAST))];
  const invoice = fileWith(folder, 'kept.pdf', PDF);
  const other = fileWith(folder, 'other.pdf', sampleDocument('application/pdf', 'another'));
  const verified = async (...files: readonly string[]) => {
    const { code, out, err } = await run([
      receipt,
      ...keys,
      ...files.flatMap((file) => ['--document', file]),
    ]);
    return [code, out.replaceAll(/\s+/g, ' ') + err] as const;
  };
  const [without, said] = await verified();
  assert.equal(without, 0);
  assert.match(said, /Documents - invoice\.pdf: document not at hand, hash is signed \(/);
  const [same, words] = await verified(invoice);
  assert.equal(same, 0);
  assert.match(words, /Documents - invoice\.pdf: the file that was signed/);
  const [wrong, why] = await verified(invoice, other);
  assert.equal(wrong, 1);
  assert.match(why, /other\.pdf: NOT a file that this receipt names/);
  const [missing] = await verified(`${invoice}.none`);
  assert.equal(missing, 2);
  const big = fileWith(folder, 'big.pdf', new Uint8Array(DOCUMENT_LIMITS.bytes + 1));
  const [long, tooLong] = await verified(big);
  assert.equal(long, 2);
  assert.match(tooLong, /has more than 4194304 bytes/);
  assert.equal((await run(['--dir', folder, '--document', invoice])).code, 2);
});
