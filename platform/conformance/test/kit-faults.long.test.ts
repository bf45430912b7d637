import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { PLANTED_FAULTS } from '../kit/faults.ts';
import { makeKit } from '../kit/make-kit.ts';
import { runKit } from '../kit/run-kit.ts';

const PLANT = join(REPOSITORY, 'platform/conformance/kit/plant.ts');
const OURS = join(REPOSITORY, 'platform/conformance/kit/ours.ts');
const folder = mkdtempSync(join(tmpdir(), 'sanad-kit-'));
makeKit(folder);
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the kit finds that in a verifier', () => {
  for (const [index, { what, foundBy }] of PLANTED_FAULTS.entries()) {
    test(what, async () => {
      const faulty = ['env', `PLANTED_FAULT=${index}`, process.execPath, '--import', PLANT, OURS];
      const { cases, differing } = await runKit(folder, faulty);
      assert.ok(differing.has(foundBy), [...differing.keys()].join(', '));
      assert.ok(differing.size < cases / 2, 'a verifier with one fault answers at all');
    });
  }
});
