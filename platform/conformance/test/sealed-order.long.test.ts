import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { useBrowser } from '@common/web/testing/browser';
import { readEvidenceChecker } from '@platform/console/adapters/evidence-checker';
import { EVIDENCE_CHECKER } from '../../../tools/start/services.ts';
import { receiptOf } from '../../demo/chapters/proofs.ts';
import { screened } from '../../demo/chapters/screened.ts';
import { createNarrator } from '../../demo/narrator.ts';
import { openStage } from '../../demo/stage.ts';
import { openVerifyCopy } from './support/verify-copy.ts';

const browser = useBrowser();

test('an order that rests on a real screening is computed again by the page, without a network', async (t) => {
  const stage = await openStage();
  t.after(() => stage.close());
  let story = '';
  const narrator = createNarrator((text) => {
    story += text;
  }, false);
  await stage.sanad('keys', 'init');
  await stage.start();
  const { grantId, screening } = await screened(stage, narrator);
  assert.equal(narrator.differences(), 0, story);
  const receipt = await receiptOf(stage, grantId);
  const copy = await openVerifyCopy(browser(), {
    keys: (await stage.sanad('keys', 'list', '--json')).out,
    evidenceChecker: unwrap(await readEvidenceChecker(join(REPOSITORY, EVIDENCE_CHECKER))),
  });
  t.after(() => copy.close());
  const { page, folder } = copy;
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  await page.locator('#receipt-file').setInputFiles(fileOf('receipt.json', JSON.stringify(receipt)));
  await page.waitForSelector('.said');
  let given = 0;
  // A browser does not read a file that was changed after it was chosen.
  const heard = async (text: string) => {
    given += 1;
    await page.evaluate(`document.querySelector('#answer').replaceChildren()`);
    await page.locator('#evidence-file').setInputFiles(fileOf(`aapl-${given}.json`, text));
    await page.waitForSelector('.said .found');
    return page.locator('.said').innerText();
  };
  const words = /^AAPL was compliant by 5 of 5 methodologies on 2026-03-31, as local-screener signed/;
  const whole = await heard(screening);
  assert.match(whole, words);
  assert.match(whole, /AAPL: compliant as of 2026-03-31, not stale: computed again here .* It agrees\./);
  // A figure of the evidence, the seal in the file, and the verdict: each is found, and named.
  for (const [from, to, named] of [
    [/"value":(\d+)/, '"value":1$1', /evidence_hash/],
    [/"compliance":"compliant"/, '"compliance":"questionable"', /compliance: the file says questionable/],
    [/"as_of":"2026-03-31T/, '"as_of":"2026-03-30T', /a statement that the receipt carries/],
  ] as const) {
    const changed = await heard(screening.replace(from, to));
    assert.match(changed, named);
    assert.match(changed, /differences?/);
    assert.doesNotMatch(changed, /It agrees/);
  }
  assert.match(await heard('{}'), /Not computed: it has no methodologies and evidence/);
});
