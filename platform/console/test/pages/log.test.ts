import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { appendLeaf, consistencyCoordinates, foldProof, leafHash, rootOf } from '@platform/proof/merkle/tree';
import { nodeCrypto } from '@platform/proof/node';
import { type Signer, signObject } from '@platform/proof/signed';
import type { KeySet } from '@platform/protocol/key-entry';
import type { SignedTreeHead, TreeHead } from '@platform/protocol/log';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority } from './fake-authority.ts';

const browser = useBrowser();
const DEPLOYMENT = 'dp_0123456789abcdef01234567';

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const signer: Signer = {
  kid: 'authority',
  alg: 'ed25519',
  sign: (ascii) => sign(null, Buffer.from(ascii, 'ascii'), pair.privateKey).toString('hex'),
};

const keys: KeySet = {
  authority: {
    ...{ deployment: DEPLOYMENT, kid: 'authority', alg: 'ed25519', public_key: publicKey },
    fingerprint: `sha256:${nodeCrypto.sha256(Buffer.from(publicKey, 'hex'))}`,
    ...{ role: 'authority', person: null, tenants: null, independent: false, hardware: false },
    ...{ not_before: '2026-01-01T00:00:00.000Z', not_after: null, compromised_at: null, enrolment: null },
  },
};

/** A log of seven leaves, with a head after each. */
function makeLog() {
  const nodes = new Map<string, string>();
  const heads: SignedTreeHead[] = [];
  let tree = { size: 0, frontier: [] as readonly string[] };
  for (let index = 0; index < 7; index += 1) {
    const appended = appendLeaf(nodeCrypto, tree, leafHash(nodeCrypto, Uint8Array.of(index)));
    for (const { level, index: at, hash } of appended.nodes) nodes.set(`${level}:${at}`, hash);
    tree = appended;
    const head: TreeHead = {
      ...{ type: 'sanad/tree-head/1', deployment: DEPLOYMENT, log_id: 'sanad-local', tree_size: tree.size },
      root_hash: rootOf(nodeCrypto, tree.frontier),
      timestamp: `2026-06-01T09:0${index}:00.000Z`,
    };
    const { hash, signature } = signObject(nodeCrypto, signer, head);
    heads.unshift({ tree_head: head, tree_head_hash: hash, signature });
  }
  const prove = (from: number, to: number) =>
    foldProof(
      nodeCrypto,
      consistencyCoordinates(from, to),
      ({ level, index }) => nodes.get(`${level}:${index}`) ?? '',
    );
  return { heads, prove };
}

const { heads, prove } = makeLog();

const withLog = (given: Partial<Authority> = {}) =>
  fakeAuthority([], {
    logHeads: async () => ok(heads),
    keys: async () => ok(keys),
    consistency: async (from, to) =>
      ok({ from, to, from_root: '0'.repeat(64), to_root: '0'.repeat(64), proof: prove(from, to) }),
    ...given,
  });

async function answer(t: TestContext, authority: Authority): Promise<string> {
  const page = await openPage(t, browser());
  await page.goto(`${await serveConsole(t, { authority })}/log`);
  await page.locator('#earlier').selectOption('3');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('#check-answer', { hasText: /\.$/ }).waitFor();
  return (await page.locator('#check-answer').textContent()) ?? '';
}

describe('/log', () => {
  test('at both widths, light and dark', async (t) => {
    await checkPage(browser(), {
      name: 'log',
      url: `${await serveConsole(t, { authority: withLog() })}/log`,
    });
  });

  test('draws how the log grew, says so in words, and lists each head', async (t) => {
    const app = await makeConsole(t, { authority: withLog() });
    const { body } = await app.inject({ url: '/log', headers: { accept: 'text/html' } });
    const [, path = ''] = /<path class="line" d="([^"]*)"/.exec(body) ?? [];
    assert.match(path, /^M0,120(?:H[\d.]+V[\d.]+)*H1000V0$/);
    assert.equal(path.match(/H/g)?.length, heads.length - 1);
    assert.match(
      body,
      new RegExp(`aria-label="The log’s growth\\. From \\d+ to ${heads[0]?.tree_head.tree_size} receipts`),
    );
    assert.equal(body.match(/<td><time/g)?.length, heads.length);
  });

  test('one head is no growth, and times that are none break nothing', async (t) => {
    const [newest] = heads as [SignedTreeHead];
    const odd = { ...newest, tree_head: { ...newest.tree_head, timestamp: 'never' } };
    for (const given of [[newest], [odd, odd], [newest, newest]]) {
      const app = await makeConsole(t, { authority: withLog({ logHeads: async () => ok(given) }) });
      const { statusCode, body } = await app.inject({ url: '/log', headers: { accept: 'text/html' } });
      assert.equal(statusCode, 200);
      assert.equal(body.includes('class="growth"'), given.length > 1);
      assert.doesNotMatch(body, /NaN/);
    }
  });

  test('names the witnesses of the newest head, and of no other, here and on the first page', async (t) => {
    const [newest] = heads as [SignedTreeHead];
    const { tree_size: size } = newest.tree_head;
    const lines = ['log.example/1', 'log.example/1', 'ana.example', '<b>bob</b>'].map(
      (name) => `— ${name} ${Buffer.alloc(76).toString('base64')}\n`,
    );
    const note = `log.example/1\n${size}\nAAAA\n\n${lines.join('')}`;
    const shown = async (treeSize: number, signed: string) => {
      const authority = withLog({
        logHead: async () => ok(newest),
        checkpoints: async (filter) => {
          assert.deepEqual(filter, { from: size, cosigned: true, limit: 1 });
          return ok({ vkey: null, checkpoints: [{ tree_size: treeSize, note: signed }] });
        },
      });
      const app = await makeConsole(t, { authority });
      const get = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).body;
      return [await get('/log'), await get('/')];
    };
    for (const body of await shown(size, note)) {
      assert.match(
        body,
        /signatures of two witnesses: <bdi class="id">ana\.example<\/bdi>, <bdi class="id">&lt;b&gt;bob/,
      );
      assert.doesNotMatch(body, /No witness/);
    }
    for (const body of [...(await shown(size + 1, note)), ...(await shown(size, 'no note'))])
      assert.match(body, /No witness has signed it: others may be shown another log/);
  });

  test('of no receipts', async (t) => {
    const app = await makeConsole(t);
    assert.match(
      (await app.inject({ url: '/log', headers: { accept: 'text/html' } })).body,
      /The log is empty/,
    );
  });

  test('the browser checks that a later head continues an earlier one', async (t) => {
    assert.match(await answer(t, withLog()), /It does: nothing in the first 3 was changed/);
  });

  test('and says so when it does not', async (t) => {
    const forged = withLog({
      consistency: async (from, to) =>
        ok({
          from,
          to,
          from_root: '0'.repeat(64),
          to_root: '0'.repeat(64),
          proof: prove(from, to).reverse(),
        }),
    });
    assert.match(await answer(t, forged), /It does not/);
  });

  test('a head that nobody signed is refused', async (t) => {
    const [newest, ...others] = heads as [SignedTreeHead, ...SignedTreeHead[]];
    const changed = { ...newest, tree_head: { ...newest.tree_head, root_hash: '1'.repeat(64) } };
    const forged = withLog({ logHeads: async () => ok([changed, ...others]) });
    assert.match(await answer(t, forged), /not signed as it should be/);
  });
});
