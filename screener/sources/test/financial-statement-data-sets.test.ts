import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { readDataSetFilers } from '../src/financial-statement-data-sets.ts';
import { makeZip, temporaryFolder } from './bulk-archive/make-zip.ts';
import { givenPath } from './given-files.ts';

const SUB = [
  'adsh\tcik\tname\tsic\tcountryba',
  '0001157523-10-002965\t37996\tFORD MOTOR CO\t3711\tUS',
  '0001157523-10-002966\t12\tNO CODE\t\tUS',
  '0001157523-10-002967\t37996\tFORD MOTOR CO /DE/\t3711\tUS',
  '',
].join('\n');

async function readZip(bytes: Uint8Array) {
  await using folder = await temporaryFolder();
  const path = join(folder.path, '2010q2.zip');
  await writeFile(path, bytes);
  return await readDataSetFilers(path);
}

test('filers are keyed by CIK, each with its last listed name', async () => {
  for (const text of [SUB, SUB.replaceAll('\n', '\r\n')]) {
    const zip = await makeZip([
      { name: 'num.txt', text: 'other' },
      { name: 'sub.txt', text },
    ]);
    assert.deepEqual(
      [...unwrap(await readZip(zip)).values()],
      [
        { cik: '0000037996', name: 'FORD MOTOR CO /DE/', sic: '3711' },
        { cik: '0000000012', name: 'NO CODE', sic: null },
      ],
    );
  }
});

test('anything but a quarter of the data sets is refused by name', async () => {
  const sub = (text: string) => makeZip([{ name: 'sub.txt', text }]);
  const whole = await sub(SUB);
  for (const [bytes, reason] of [
    [Buffer.from('no zip'), /2010q2\.zip: /],
    [whole.subarray(0, -10), /2010q2\.zip: /],
    [await makeZip([{ name: 'num.txt', text: SUB }]), /it contains no sub\.txt/],
    [await sub('adsh\tcik\tname\n1\t2\t3\n'), /no columns cik, name and sic/],
    [await sub('adsh\tcik\tname\tsic\n'), /names no filer/],
  ] as const) {
    const refused = await readZip(bytes);
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, 'corrupt_data_set');
    assert.match(refused.error.message, reason);
  }
  assert.ok(!(await readDataSetFilers('/nowhere/2010q2.zip')).ok);
});

test('a real quarter', async (t) => {
  const path = givenPath('fsds/2010q2.zip');
  if (path === null) return t.skip('../shared/data/fsds absent');
  const filers = unwrap(await readDataSetFilers(path));
  assert.deepEqual(filers.get('0000037996'), { cik: '0000037996', name: 'FORD MOTOR CO', sic: '3711' });
  assert.ok(filers.size > 480);
  assert.ok([...filers.values()].every(({ sic }) => sic !== null && /^\d{4}$/.test(sic)));
});
