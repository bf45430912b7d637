import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '@platform/core/objects/receipt';
import { folderWork } from '../../src/cli/folder-work.ts';
import { published, readPublished, temporaryFolder } from '../run.ts';

const OPTIONS = { nowMs: Date.parse('2026-06-01T10:00:00.000Z') };

test('what receipts of one mandate share is checked once, and judged each time', (t) => {
  const { crypto, checks } = counted();
  const verify = (file: string, work = folderWork(OPTIONS, crypto)) =>
    work.verify({ before: null, links: [linkOf(file)] });
  const files = [published('executed.json'), published('second.json')];
  const alone = files.flatMap((file) => verify(file));
  const checkedAlone = checks();

  const work = folderWork(OPTIONS, crypto);
  const together = files.flatMap((file) => verify(file, work));
  const repeated = checkedAlone - (checks() - checkedAlone);
  assert.deepEqual(together, alone);
  assert.ok(repeated >= 2, `${repeated} of ${checkedAlone} checks were of a signature that was known`);

  const changed = readPublished<Receipt>('second.json');
  const forged = join(temporaryFolder(t), 'forged.json');
  const contract = { ...changed.who.contract, valid_to: '2030-01-01T00:00:00Z' };
  writeFileSync(forged, JSON.stringify({ ...changed, who: { ...changed.who, contract } }));
  assert.deepEqual(
    verify(forged, work).map(({ verdict }) => verdict),
    ['failed'],
  );
});

function linkOf(file: string) {
  const { receipt_id: id, who, what, bundle } = readPublished<Receipt>('second.json');
  return { file, id, tenant: who.tenant, sequence: bundle.sequence, level: what.level_achieved };
}

function counted() {
  let count = 0;
  const counting =
    (verify: Crypto['verifyEd25519']): Crypto['verifyEd25519'] =>
    (...given) => {
      count += 1;
      return verify(...given);
    };
  const { verifyEd25519, verifyP256 } = nodeCrypto;
  const crypto = { ...nodeCrypto, verifyEd25519: counting(verifyEd25519), verifyP256: counting(verifyP256) };
  return { crypto, checks: () => count };
}
