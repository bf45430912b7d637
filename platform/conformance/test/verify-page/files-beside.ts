import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { cloudKey } from '@common/kit/testing/fake-cloud';
import { rekorRequest } from '@platform/core/log/anchor/rekor-entry';
import { appendLeaf, rootOf } from '@platform/core/log/merkle/tree';
import { formatCheckpoint } from '@platform/core/log/note/checkpoint';
import { formatLogProof } from '@platform/core/log/note/log-proof';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import type { Receipt } from '@platform/core/objects/receipt';
import { receiptLeaf } from '@platform/core/receipt/assemble';
import { createFakeRekorLog } from '@platform/core/testing/fake-rekor-log';
import { noteSigner, signCheckpoint } from '@platform/core/testing/note-signer';
import { accepted, addendumTo, SETTLEMENT } from '../../../core/test/verify/settled-story.ts';
import { CAST, keysOf } from '../../../core/test/verify/story.ts';
import { browser } from '../console-pages/deployment.ts';
import { openVerifyCopy, VECTORS } from '../support/verify-copy.ts';

const EXECUTED = join(VECTORS, 'executed.json');
const LOG = noteSigner(nodeCrypto, 'log.example/1');
const ANA = noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner);
const REKOR = createFakeRekorLog('public');

/** A log of which the receipt is the last leaf, cosigned, with its newest head in a public log. */
function logged() {
  const receipt: Receipt = JSON.parse(readFileSync(EXECUTED, 'utf8'));
  const place = receipt.status.log?.leaf_index ?? assert.fail();
  let tree: { size: number; frontier: readonly string[] } = { size: 0, frontier: [] };
  for (let at = 0; at < place; at += 1) tree = appendLeaf(nodeCrypto, tree, nodeCrypto.sha256(`leaf ${at}`));
  const hashes = [...tree.frontier].reverse();
  tree = appendLeaf(nodeCrypto, tree, receiptLeaf(nodeCrypto, receipt));
  const checkpoint = { size: tree.size, root: rootOf(nodeCrypto, tree.frontier) };
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = formatCheckpoint({ origin: LOG.key.name, ...checkpoint });
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64');
  const anchorKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const request = rekorRequest({ digest: hash('sha256', text, 'base64'), signature, publicKey: anchorKey });
  const answer = REKOR.handle('POST', '/api/v2/log/entries', request);
  const trustedRoot = REKOR.trustedRoot(`https://${REKOR.origin}`);
  const note = signCheckpoint(LOG, checkpoint, { witnesses: [ANA] });
  return {
    proof: formatLogProof({ index: place, hashes, checkpoint: note }),
    anchor: JSON.stringify({
      type: 'sanad/anchor/1',
      note: signCheckpoint(LOG, checkpoint),
      log_key: formatNoteKey(LOG.key),
      inclusion: { leaf_index: place, hashes },
      anchor_key: anchorKey,
      signature,
      entry: JSON.parse(String(answer.body)),
      trusted_log: JSON.parse(trustedRoot).tlogs[0],
    }),
    anchorKey,
    trustedRoot,
    policy: [`log ${formatNoteKey(LOG.key)}`, `witness ana ${formatNoteKey(ANA.key)}`, 'quorum ana', ''].join(
      '\n',
    ),
  };
}

const NAMES = ['policy', 'proof', 'anchor', 'trusted-root', 'anchor-key', 'cloud-keys'] as const;

/** The files of a reader, good and wrong. */
function filesIn(folder: string) {
  const made = logged();
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const policy = file('policy.txt', made.policy);
  const proof = file('executed.tlog-proof', made.proof);
  const anchor = file('anchor.json', made.anchor);
  const trustedRoot = file('trusted_root.json', made.trustedRoot);
  const stranger = noteSigner(nodeCrypto, LOG.key.name, LOG.key.type, 'a stranger');
  const strangers = file(
    'strangers.txt',
    made.policy.replace(formatNoteKey(LOG.key), formatNoteKey(stranger.key)),
  );
  const nonsense = file('nonsense.txt', 'nonsense');
  const old = file(
    'old_root.json',
    made.trustedRoot.replace('2020-01-01T00:00:00Z"', '2020-01-01T00:00:00Z","end":"2020-02-01T00:00:00Z"'),
  );
  return { file, policy, proof, anchor, trustedRoot, strangers, nonsense, old, made };
}

/** A report whole. A refusal without what comes first: the option, or the page’s input. */
function bare(answer: string): string {
  return answer.startsWith('{') ? answer : answer.slice(answer.indexOf(': ')).replace(/\.$/, '');
}

test('policy, trusted root and the cloud’s keys: the page on a disk finds what the command finds', async (t) => {
  const copy = await openVerifyCopy(browser());
  t.after(copy.close);
  const asked: string[] = [];
  copy.page.on('request', (request) => asked.push(request.url()));
  await copy.page.locator('.beside > summary').click();
  const { file, policy, proof, anchor, trustedRoot, strangers, nonsense, old, made } = filesIn(copy.folder);
  const public_ = { policy, anchor, 'trusted-root': trustedRoot };
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['nothing beside', {}, /no witness countersigned its head/],
    ['a proof', { policy, proof }, /logged_for_everyone[\s\S]*1 of 1 signed/],
    ['a proof of no log', { policy: strangers, proof }, /is not signed by|signature/],
    [
      'a policy of the log’s word',
      { policy: file('none.txt', made.policy.replace('quorum ana', 'quorum none')), proof },
      /word of the log alone/,
    ],
    ['an anchor', { anchor }, /Only the anchor says/],
    ['an anchor in a trusted log', public_, /A public log by your trusted root/],
    [
      'an anchor and its key',
      { ...public_, 'anchor-key': file('anchor.pub', made.anchorKey) },
      /A public log/,
    ],
    ['an anchor of another log', { ...public_, policy: strangers }, /which your policy does not name/],
    ['an anchor whose log is over', { ...public_, 'trusted-root': old }, /was valid no longer/],
    [
      'everything',
      { ...public_, proof, 'cloud-keys': file('certs.json', JSON.stringify({ keys: [cloudKey().jwk] })) },
      /A public log/,
    ],
    ...(['policy', 'proof'] as const).map(
      (name) => [`${name} alone`, { [name]: { policy, proof }[name] }, /go(es)? (with|together)/] as const,
    ),
    ['a root alone', { 'trusted-root': trustedRoot }, /goes with/],
    ...NAMES.map(
      (name) => [`nonsense as ${name}`, { ...public_, proof, [name]: nonsense }, /nonsense\.txt: /] as const,
    ),
  ];
  for (const [name, files, expects] of cases) {
    const [expected, found] = [await copy.byCommand(EXECUTED, files), await copy.byPage(EXECUTED, files)];
    assert.match(expected, expects, name);
    assert.equal(bare(found), bare(expected), name);
  }
  await copy.byPage(EXECUTED, { policy: strangers, proof });
  await copy.page.locator('h1', { hasText: 'Not logged as you ask' }).waitFor();
  await copy.byPage(EXECUTED, { policy, proof });
  await copy.page.locator('#verdict dd', { hasText: 'Logged for everyone: ' }).waitFor();
  assert.deepEqual(asked, []);
});

test('what became of it later: the page on a disk finds what the command finds', async (t) => {
  const copy = await openVerifyCopy(browser(), { keys: JSON.stringify(keysOf(CAST)) });
  t.after(copy.close);
  const file = (name: string, value: object): string => {
    const path = join(copy.folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const told = accepted({ settlement: SETTLEMENT });
  const receipt = file('receipt.json', told);
  const settled = addendumTo(told, {});
  const cases = [
    ['none', {}, /an addendum says it/],
    ['it', settled, /settled on 2026-06-02, as bank, an adapter of bank.example, says/],
    [
      'both',
      [settled, addendumTo(told, { settled: { state: 'returned' }, leaf: 9 })],
      /, returned on 2026-06-02/,
    ],
    [
      'the second first',
      [settled, addendumTo(told, { settled: { state: 'returned' } })],
      /follows on is leaf 8/,
    ],
    ['another’s', addendumTo(told, { by: CAST.authority }), /An addendum that was given does not hold: /],
    ['none at all', { ...settled, log: null }, /no addendum to a receipt/],
  ] as const;
  for (const [name, addendum, expects] of cases) {
    const files = name === 'none' ? {} : { addendum: file('addendum.json', addendum) };
    const [expected, found] = [await copy.byCommand(receipt, files), await copy.byPage(receipt, files)];
    assert.match(expected, expects, name);
    assert.equal(bare(found), bare(expected), name);
  }
  await copy.byPage(receipt, { addendum: file('addendum.json', settled) });
  await copy.page.locator('#verdict dd', { hasText: 'Accepted on 2026-06-01, settled on' }).waitFor();
  await copy.byPage(receipt, { addendum: file('addendum.json', addendumTo(told, { by: CAST.authority })) });
  await copy.page.locator('h1', { hasText: 'What became of it is not shown' }).waitFor();
  const returned = addendumTo(told, { settled: { state: 'returned' } });
  await copy.byPage(receipt, { addendum: file('addendum.json', returned) });
  await copy.page.locator('h1', { hasText: 'Accepted, but later returned: pay 250 EUR to acme' }).waitFor();
});
