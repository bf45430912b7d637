import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { useBrowser } from '@common/web/testing/browser';
import type { Page } from 'playwright-core';
import { until } from '../wait.ts';
import { type Guide, openGuide } from './support/guide.ts';
import { openDevice } from './support/virtual-device.ts';

/** The twelve steps of a newcomer: every command of the guide, and its pages in a browser that has a passkey. */

const browser = useBrowser();

const DAY_MS = 86_400_000;
/** `npm run pack-agent` packs into the clone, and nothing is asked of a registry. */
const NPM = `npm() {
  case "$*" in
    'run pack-agent') node '${join(REPOSITORY, 'tools/pack.ts')}' agent "$PWD/dist";;
    install*) command npm "$@" --offline --no-audit --no-fund;;
    *) command npm "$@";;
  esac
}`;

test('the guide’s twelve steps lead from a clone to a receipt that is verified with nothing running', async (t) => {
  const guide = await openGuide({ page: 'begin-with-your-own.md', uses: 'clone', port: '9100' });
  t.after(() => guide.close());
  const [courier, clerk] = [join(guide.folder, 'courier'), join(guide.folder, 'clerk')];
  const steps = (await guide.blocks()).filter(({ text }) => text !== 'npm ci\n');
  const block = (part: string) => steps.find(({ text }) => text.includes(part))?.text ?? assert.fail(part);

  await guide.run(block('PLUGINS_DIR'));
  await guide.run(block('keys init'));
  await listenAt(guide, join(courier, 'service.mjs'));
  await guide.run(block('counterparty add'));
  await guide.start('courier', join(courier, 'service.mjs'));
  const settings = parseEnv(await readFile(join(guide.folder, 'main/.env'), 'utf8'));
  await guide.startPlatform('', { ...(settings as Record<string, string>), CONSOLE_OPEN: 'on' });

  const { page } = await openDevice(t, browser());
  page.setDefaultTimeout(20_000);
  const saved = await makePasskey(page, guide);
  const added = await guide.run(
    `${block('add-root')
      .trim()
      .replace(/\S+\.json$/, saved)} --yes 2>&1`,
  );
  assert.ok(
    added.includes(await page.locator('.hash').innerText()),
    'the same fingerprint, in the same groups',
  );
  await signMandate(page, guide);
  const lines = await makeToken(page);

  await guide.run(`${NPM}\n${block('pack-agent')}`);
  await writeFile(join(clerk, 'clerk.mjs'), block('createAgent'));
  const runs = block('node clerk.mjs 12.50').trim().split('\n');
  const act = (command: string) => guide.run(`cd ../clerk\n${lines}\n${command} 2>&1`);
  assert.match(await act(runs[0] ?? ''), /\nexecuted rcpt_\w+\n$/);
  const acting = act(runs[1] ?? '');
  const [list = '', approve = ''] = block('grant approve').trim().split('\n');
  const waiting = await until(
    'the second waits',
    async () => /gr_\w+/.exec(await guide.run(list))?.[0] ?? null,
  );
  await guide.run(`${approve.replace('<grant_id>', waiting)} --yes 2>&1`);
  const [, receipt = ''] = /\nexecuted (rcpt_\w+)\n$/.exec(await acting) ?? [];

  await guide.run(block('receipt get').replace('<receipt_id>', receipt));
  await guide.stopAll();
  const said = (await guide.run(block('sanad-verify'))).replaceAll(/\s+/g, ' ');
  assert.match(said, /HOLDS AS A SIMULATION: every check holds under keys that you trust/);
  assert.match(said, /4 #### amal authorised the agent clerk/);
  assert.match(said, /3 ###\. The counterparty did "parcel"/);
  assert.match(said, /2 ##\.\. approver_cfo approved this exact action/);
});

/** The courier’s file names one port; tests take a free one. */
async function listenAt({ port }: Guide, file: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('9100', String(port)));
}

/** Step 6; the file that the page saves. */
async function makePasskey(page: Page, { consoleUrl }: Guide): Promise<string> {
  await page.goto(`${consoleUrl}/keys/enrol?root=1`);
  await page.getByLabel('Your name').fill('amal');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByLabel('I hold this device').check();
  await page.getByText('In hardware, seen: 4 of 4').waitFor();
  await page.getByRole('button', { name: 'Sign the enrolment' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#root-file').click()]);
  return file.path();
}

/** Step 8, with the values of its table. */
async function signMandate(page: Page, { consoleUrl }: Guide): Promise<void> {
  await page.goto(`${consoleUrl}/mandates/new?profile=courier.v1`);
  await page.getByLabel('Agent', { exact: true }).fill('clerk');
  await page.getByLabel('Who signs').selectOption('amal');
  const month = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  for (const [label, value] of [
    ['At most each time', '80'],
    ['At most a day', '200'],
    ['Approval needed above', '20'],
    ['Uses in all', '50'],
    ['Last day (UTC)', month],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel('cfo', { exact: true }).check();
  await page.getByRole('button', { name: 'Read what would be signed' }).click();
  await page.locator('#typed').fill('200');
  await page.getByRole('button', { name: /passkey principal_amal/ }).click();
  await page.locator('#done + p a').click();
}

/** Step 9; the lines for the agent’s environment. */
async function makeToken(page: Page): Promise<string> {
  await page.getByText('Make a token').click();
  await page.getByLabel('What will you call it?').fill('clerk');
  await page
    .locator('#make-token')
    .getByRole('button', { name: /passkey principal_amal/ })
    .click();
  await page.getByText('A program with @sanad/agent').click();
  return page.locator('.made details[open] pre').innerText();
}
