import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ok } from '@common/base/result';
import { removeDirectory } from '@common/kit/testing';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { nodeCrypto } from '@platform/proof/node';
import { verifySignature } from '@platform/proof/signed';
import type { ApprovalRequest } from '@platform/protocol/grant';
import { NOW, serveConsole } from './console-app.ts';
import { approved, heldGrant, holders, holding } from './held-grant.ts';

const browser = useBrowser();
const held = heldGrant();

test('a key file that is dropped onto the page approves, once the amount is typed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-drop-'));
  t.after(() => removeDirectory(folder));
  const file = join(folder, 'approver_cfo.pem');
  writeFileSync(file, holders.cfo.pem, { mode: 0o600 });
  const sent: ApprovalRequest[] = [];
  const authority = holding(held, {
    approve: async (_, request) => {
      sent.push(request);
      return ok(approved(held, 'approver_cfo'));
    },
  });
  const url = await serveConsole(t, { authority });
  const page = await openPage(t, browser());
  await page.goto(`${url}/approvals/${held.grant.grant_id}`);
  /** As a person drops it: over the panel first, which must not let the browser open the file instead. */
  const drop = () =>
    page.evaluate(
      `(() => {
        const text = ${JSON.stringify(readFileSync(file, 'utf8'))};
        const given = new DataTransfer();
        given.items.add(new File([text], 'approver_cfo.pem'));
        const place = document.querySelector('.ways');
        const options = { dataTransfer: given, bubbles: true, cancelable: true };
        return ['dragenter', 'dragover', 'drop'].map((type) => place.dispatchEvent(new DragEvent(type, options)));
      })()`,
    );
  const say = async (place: string) => (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
  assert.deepEqual(await drop(), [false, false, false], 'the browser does nothing of its own with it');
  assert.match(await say('#typed-problem'), /Type it first/);
  await page.locator('#typed').fill('2500');
  await drop();
  await page.locator('#approve-sign').waitFor();
  assert.match(await say('#approve-state'), /This is approver_cfo, the key of cfo/);
  assert.deepEqual(sent, []);
  await page.locator('#approve-sign').click();
  await page.locator('#answered').waitFor();
  const [request] = sent;
  assert.ok(request !== undefined);
  const { action_hash: hash, signature } = request;
  const claim = { hash, signature, key: holders.cfo.entry, type: 'sanad/action/1', at: NOW } as const;
  assert.ok(verifySignature(nodeCrypto, claim).ok);
});
