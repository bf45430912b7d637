import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { signObject } from '@platform/core/signed/signed';
import { makeAnchor, POLICY, TRUSTED_ROOT } from '../made-anchor.ts';
import { fileWith, published, readPublished, run, temporaryFolder } from '../run.ts';

const NAMES = ['executed'] as const;

/** The published receipts, as `sanad receipt export` lays them out. */
function exportOf(t: TestContext, names: readonly string[] = NAMES): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'receipts'));
  for (const name of names) {
    copyFileSync(published(`${name}.json`), join(folder, 'receipts', `rcpt_${name}.json`));
  }
  return folder;
}

const AT = '2026-06-01T10:00:00.000Z';

function place(sequence: number) {
  const log_entry = 'b'.repeat(64);
  return { receipt_id: `rcpt_${'0'.repeat(23)}${sequence}`, sequence, leaf_index: sequence, log_entry };
}

/** An export in which the numbers 1 and 2 are missing, and an authority that signs why. */
function withGap(t: TestContext) {
  const folder = exportOf(t);
  const moved = JSON.stringify(readPublished<Receipt>('second.json')).replace('"sequence":1', '"sequence":3');
  writeFileSync(join(folder, 'receipts', 'rcpt_third.json'), moved);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const pinned = readPublished<Record<string, KeyEntry>>('keys.json');
  const authority = {
    ...pinned.authority,
    kid: 'authority_2',
    public_key: raw.toString('hex'),
    fingerprint: `sha256:${createHash('sha256').update(raw).digest('hex')}`,
  };
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, JSON.stringify({ ...pinned, authority_2: authority }));
  mkdirSync(join(folder, 'pruned'));
  const signer = {
    kid: 'authority_2',
    alg: 'ed25519' as const,
    sign: (ascii: string) => sign(null, Buffer.from(ascii), privateKey).toString('hex'),
  };
  let sequence = 0;
  const tell = (kind: string, tenant: string | null, body: object): string => {
    sequence += 1;
    const event = {
      ...{
        type: 'sanad/event/1' as const,
        deployment: pinned.authority?.deployment,
        event_id: `evt_${'0'.repeat(23)}${sequence}`,
      },
      sequence,
      previous_event_hash: 'c'.repeat(64),
      kind,
      source: 'authority_2',
      tenant,
      contract_id: null,
      grant_id: null,
      body_hash: hashOf(nodeCrypto, body),
      at: AT,
    } as const;
    const { hash: event_hash, signature } = signObject(nodeCrypto, signer, event);
    const file = join(folder, 'pruned', `${event.event_id}.json`);
    writeFileSync(file, JSON.stringify({ event, event_hash, signature, body }));
    return file;
  };
  return { folder, keys, tell };
}

describe('sanad-verify --dir', () => {
  test('under pinned keys, and where its chain begins', async (t) => {
    const { code, out } = await run(['--dir', exportOf(t), '--keys', published('keys.json')]);
    assert.equal(code, 0, out);
    assert.match(out, /HOLDS AS A SIMULATION: the one receipt, under keys that you trust\./);
    assert.match(out, /number 0 \(from the first on\)/);
  });

  test('without keys it is self-consistent, and says which keys are not pinned', async (t) => {
    const { code, out } = await run(['--dir', exportOf(t)]);
    assert.equal(code, 3);
    assert.match(out, /SELF-CONSISTENT: the one receipt/);
    assert.match(out, /Not pinned: .*authority/);
  });

  test('1: keys are given, and one that a receipt relies on is not among them', async (t) => {
    const folder = exportOf(t);
    const { bank: _, ...others } = readPublished<Record<string, unknown>>('keys.json');
    const file = join(folder, 'others.json');
    writeFileSync(file, JSON.stringify(others));
    const { code, out } = await run(['--dir', folder, '--keys', file]);
    assert.equal(code, 1, out);
    assert.match(out, /Not pinned: bank/);
  });

  test('a receipt taken out of the middle is missed', async (t) => {
    const folder = exportOf(t, ['executed']);
    const second = JSON.stringify(readPublished<Receipt>('second.json'));
    const moved = second.replace('"sequence":1', '"sequence":3');
    writeFileSync(join(folder, 'receipts', 'rcpt_third.json'), moved);
    const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')]);
    assert.equal(code, 1);
    assert.match(out, /numbers 1 to 2 of tn_\w+ are missing/);
  });

  test('a receipt in a folder of a day, as in out/, is verified, and one in both places counts once', async (t) => {
    const folder = temporaryFolder(t);
    const places = [join(folder, '2026-06-01'), folder];
    for (const place of places) {
      mkdirSync(place, { recursive: true });
      copyFileSync(published('executed.json'), join(place, 'rcpt_executed.json'));
      const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')]);
      assert.equal(code, 0, out);
      assert.match(out, /the one receipt/);
    }
  });

  test('a missing number that the authority signed as deleted, or lost with a database, is said, and no gap', async (t) => {
    const { folder, keys, tell } = withGap(t);
    const lost = (sequence: number, tenant = 'tn_demo') => ({ tenant, ...place(sequence) });
    const restored = {
      log_id: 'log_x',
      from: 1,
      to: 4,
      root_hash: 'a'.repeat(64),
      receipts_restored: 2,
    };
    const verified = async () => (await run(['--dir', folder, '--keys', keys])).out.replaceAll(/\s+/g, ' ');
    tell('log_restored', null, { ...restored, receipts_lost: [lost(1, 'tn_other'), lost(2, 'tn_other')] });
    assert.match(await verified(), /numbers 1 to 2 of tn_demo are missing/);
    tell('log_restored', null, { ...restored, receipts_lost: [lost(2)] });
    const half = await verified();
    assert.match(half, /number 1 of tn_demo is missing/);
    assert.match(half, /receipts lost with a database, as the authority signed: 1\)/);
    const days = { profile: 'treasury.v1', receipt_retention_days: 1, before: AT };
    tell('receipts_pruned', 'tn_demo', { ...days, receipts: [place(1)] });
    const out = await verified();
    assert.doesNotMatch(out, /missing/);
    assert.match(out, /bodies deleted after their time, as the authority signed: 1; receipts lost with/);
  });

  test('what says why a number is missing counts only as the authority signed it', async (t) => {
    const { folder, keys, tell } = withGap(t);
    const body = { log_id: 'log_x', from: 1, to: 4, root_hash: 'a'.repeat(64), receipts_restored: 2 };
    const receipts = [1, 2].map((sequence) => ({ tenant: 'tn_demo', ...place(sequence) }));
    const file = tell('log_restored', null, { ...body, receipts_lost: receipts.slice(0, 1) });
    const record = JSON.parse(readFileSync(file, 'utf8'));
    record.body.receipts_lost = receipts;
    writeFileSync(file, JSON.stringify(record));
    const changed = await run(['--dir', folder, '--keys', keys]);
    assert.match(changed.out, /its\s+body\s+was\s+changed/);
    assert.match(changed.out, /numbers 1 to 2 of tn_demo are missing/);
  });

  test('two receipts that name different logs of one size are told apart', async (t) => {
    const folder = exportOf(t, ['executed', 'revoked-before']);
    const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')]);
    assert.equal(code, 1);
    // Lines end where the folder's name lets them.
    assert.match(out, /names\s+another\s+root\s+for\s+the\s+log/);
  });

  test('one changed letter fails the receipt and is named with its check', async (t) => {
    const folder = exportOf(t);
    const receipt = readPublished<Receipt>('executed.json');
    const changed = JSON.stringify(receipt).replace('"agent":"', '"agent":"x');
    writeFileSync(join(folder, 'receipts', 'rcpt_executed.json'), changed);
    const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')]);
    assert.equal(code, 1);
    assert.match(out, /rcpt_executed\.json\s+\(rcpt_\w+\):\s+check\s+2/);
  });

  test('anchors/ of an export are judged with their receipts, by what the reader trusts', async (t) => {
    const folder = exportOf(t);
    const keys = ['--dir', folder, '--keys', published('keys.json')];
    const { receipt_id: id } = readPublished<Receipt>('executed.json');
    const pins = [
      ...['--policy', fileWith(temporaryFolder(t), 'policy.txt', POLICY)],
      ...['--trusted-root', fileWith(temporaryFolder(t), 'root.json', TRUSTED_ROOT)],
    ];
    const without = await run([...keys, ...pins]);
    assert.deepEqual([without.code, /about anchors\/, which .* does not have/.test(without.err)], [2, true]);
    mkdirSync(join(folder, 'anchors'));
    const file = fileWith(join(folder, 'anchors'), `${id}.json`, makeAnchor());
    const claimed = await run(keys);
    assert.equal(claimed.code, 0, claimed.out);
    assert.match(
      claimed.out.replaceAll(/\s+/g, ' '),
      /Said to be in a public log: one receipt; only the anchors say so: give .*--trusted-root.* and .*--policy/,
    );
    const pinned = await run([...keys, ...pins]);
    assert.equal(pinned.code, 0, pinned.out);
    assert.match(pinned.out, /In a public log: one receipt\./);
    const wrong = await run([...keys, '--policy', published('keys.json')]);
    assert.deepEqual([wrong.code, /--policy .*no policy/.test(wrong.err)], [2, true]);
    for (const [content, why] of [
      [makeAnchor({ leaf: nodeCrypto.sha256('another receipt') }), /is not proven to be leaf/],
      [{}, /not an anchor/],
    ] as const) {
      writeFileSync(file, JSON.stringify(content));
      const { code, out } = await run([...keys, ...pins]);
      assert.equal(code, 1, out);
      assert.match(out.replaceAll(/\s+/g, ' '), why);
    }
    writeFileSync(file, JSON.stringify(makeAnchor()));
    fileWith(join(folder, 'anchors'), 'rcpt_0.json', makeAnchor());
    const stray = await run([...keys, ...pins]);
    assert.equal(stray.code, 1);
    assert.match(stray.out.replaceAll(/\s+/g, ' '), /rcpt_0\.json is of no receipt in this folder/);
  });

  test('a second receipt with the same number is refused', async (t) => {
    const folder = exportOf(t);
    copyFileSync(published('executed.json'), join(folder, 'receipts', 'rcpt_again.json'));
    const { code, out } = await run(['--dir', folder]);
    assert.equal(code, 1);
    assert.match(out, /have\s+the\s+same\s+number/);
  });

  test('a folder without receipts, or options that do not go together, are unusable', async (t) => {
    const empty = temporaryFolder(t);
    assert.equal((await run(['--dir', empty])).code, 2);
    assert.equal((await run(['--dir', join(empty, 'nowhere')])).code, 2);
    assert.equal((await run([])).code, 2);
    const both = await run([published('executed.json'), '--dir', empty]);
    assert.equal(both.code, 2);
    assert.match(both.err, /--dir goes only with --keys, --as-of and --allow-self-consistent/);
  });
});

test('a receipt of the future is remarked on in a folder too, and is no failure', async (t) => {
  const folder = exportOf(t);
  const now = Date.parse(readPublished<Receipt>('executed.json').when.assembled_at) - 26 * 3_600_000;
  const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')], { now });
  assert.equal(code, 0);
  assert.match(out.replaceAll(/\s+/g, ' '), /Remarks .*rcpt_executed\.json \(rcpt_\w+\) is in the future/);
});
