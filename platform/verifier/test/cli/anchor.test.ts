import assert from 'node:assert/strict';
import { generateKeyPairSync, hash } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import { formatSignatureLine, parseNote } from '@platform/core/log/note/signed-note';
import type { Anchor } from '@platform/core/objects/anchor';
import type { Receipt } from '@platform/core/objects/receipt';
import { createFakeRekorLog } from '@platform/core/testing/fake-rekor-log';
import { noteSigner } from '@platform/core/testing/note-signer';
import { ANCHOR_KEY, LOG, makeAnchor, POLICY, REKOR, TRUSTED_ROOT } from '../made-anchor.ts';
import { fileWith, published, readPublished, run, temporaryFolder } from '../run.ts';

const EXECUTED = published('executed.json');
interface Pins {
  readonly trustedRoot?: string | null;
  readonly policy?: string | null;
  readonly anchorKey?: string;
}

async function judged(t: TestContext, anchor: unknown, pins: Pins = {}) {
  const { trustedRoot = TRUSTED_ROOT, policy = POLICY, anchorKey } = pins;
  const folder = temporaryFolder(t);
  const option = (name: string, text: string | null) =>
    text === null ? [] : [`--${name}`, fileWith(folder, `${name}.txt`, text)];
  const { code, out, err } = await run([
    ...[EXECUTED, '--keys', published('keys.json'), '--anchor', fileWith(folder, 'anchor.json', anchor)],
    ...option('trusted-root', trustedRoot),
    ...option('policy', policy),
    ...(anchorKey === undefined ? [] : ['--anchor-key', anchorKey]),
  ]);
  return { code, out: out.replaceAll(/\s+/g, ' '), err };
}

describe('an anchor of the receipt in a public log', () => {
  test('by the reader’s trusted root and policy: in a public log', async (t) => {
    const { code, out } = await judged(t, makeAnchor(), { anchorKey: ANCHOR_KEY });
    assert.equal(code, 0, out);
    assert.match(out, / IN A PUBLIC LOG: Entry \d+ of public\.rekor\.test is the head of log\.example\/1/);
    assert.match(out, /3 ###\. A head of the log that covers this receipt is in a public log\./);
    assert.doesNotMatch(out, /Only the anchor says/);
  });

  test('without a trusted root: as the anchor says', async (t) => {
    const { code, out } = await judged(t, makeAnchor(), { trustedRoot: null });
    assert.equal(code, 0, out);
    assert.match(out, / SAID TO BE IN A PUBLIC LOG: .*give the trusted root of sigstore/);
  });

  test('without the log’s key: as the anchor says, with both fingerprints', async (t) => {
    const { code, out } = await judged(t, makeAnchor(), { policy: null });
    assert.equal(code, 0, out);
    assert.match(out, / SAID TO BE IN A PUBLIC LOG: .*Only the anchor says whose log this is/);
    assert.match(out, /1 #\.\.\. By the word of the anchor alone, a head/);
    const prints = [LOG.key.publicKey, Buffer.from(ANCHOR_KEY, 'base64')].map((key) => hash('sha256', key));
    for (const print of prints) assert.ok(out.includes(`sha256:${print}`), print);
    assert.match(out, /\(--policy\).*\(--anchor-key\)/);
  });

  test('of a log or by a key other than the reader’s: not shown', async (t) => {
    const stranger = noteSigner(nodeCrypto, LOG.key.name, LOG.key.type, 'a stranger');
    const policy = `log ${formatNoteKey(stranger.key)}\nquorum none\n`;
    const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const file = fileWith(temporaryFolder(t), 'anchor.pub', other.export({ format: 'pem', type: 'spki' }));
    const cases: readonly (readonly [Pins, RegExp])[] = [
      [{ policy }, /under the key sha256:[0-9a-f]+, which your policy does not name: it has log\.example\/1/],
      [{ policy: 'quorum none\n' }, /which your policy does not name: it has no log/],
      [{ anchorKey: file }, /not the one that you gave/],
    ];
    for (const [pins, why] of cases) {
      const { code, out } = await judged(t, makeAnchor(), pins);
      assert.equal(code, 1, String(why));
      assert.match(out, / NOT SHOWN TO BE IN A PUBLIC LOG: /);
      assert.match(out, why);
    }
  });

  test('while the log changed its key: by a policy with either of the two that signed, and no other', async (t) => {
    const fresh = noteSigner(nodeCrypto, LOG.key.name, LOG.key.type, 'new');
    const anchor = makeAnchor();
    const { text } = unwrap(parseNote(anchor.note));
    const line = (signature: Uint8Array) =>
      formatSignatureLine({ name: fresh.key.name, keyId: fresh.key.id, signature });
    const both = { ...anchor, note: anchor.note + line(fresh.sign(utf8(text))) };
    const policy = `log ${formatNoteKey(fresh.key)}\nquorum none\n`;
    for (const [note, by, shown] of [
      [both, POLICY, true],
      [both, policy, true],
      [anchor, policy, false],
      [{ ...anchor, note: anchor.note + line(new Uint8Array(64)) }, policy, false],
    ] as const) {
      const { code, out } = await judged(t, note, { policy: by });
      assert.equal(code, shown ? 0 : 1, out);
      assert.match(
        out,
        shown ? / (?<!NOT SHOWN TO BE )IN A PUBLIC LOG: / : / NOT SHOWN TO BE IN A PUBLIC LOG: /,
      );
    }
  });

  test('a key of the public log counts for as long as the trusted root says', async (t) => {
    const loggedAt = readPublished<Receipt>('executed.json').status.log?.tree_head.timestamp ?? assert.fail();
    const before = new Date(Date.parse(loggedAt) - 1).toISOString();
    const rootOf = (...periods: readonly unknown[]) => {
      const { tlogs, ...rest } = JSON.parse(TRUSTED_ROOT);
      const { publicKey, ...tlog } = tlogs[0];
      return JSON.stringify({
        ...rest,
        tlogs: periods.map((validFor) => ({ ...tlog, publicKey: { ...publicKey, validFor } })),
      });
    };
    const start = '2020-01-01T00:00:00Z';
    const good = [
      [{ start }],
      [{ start, end: '2031-01-01T00:00:00Z' }],
      // Of a log that was opened after the receipt, and is not closed yet.
      [{ start: '2029-12-31T00:00:00Z' }],
      [{ start, end: before }, { start: loggedAt }],
    ];
    for (const periods of good) {
      const { code, out } = await judged(t, makeAnchor(), { trustedRoot: rootOf(...periods) });
      assert.equal(code, 0, JSON.stringify(periods));
      assert.match(out, / IN A PUBLIC LOG: /);
      assert.doesNotMatch(out, /valid until/);
    }
    const ended = await judged(t, makeAnchor(), { trustedRoot: rootOf({ start, end: loggedAt }) });
    assert.equal(ended.code, 0, ended.out);
    assert.match(ended.out, / IN A PUBLIC LOG: .*That key was valid until .* only the receipt’s own date/);
    for (const [period, why] of [
      [{ start, end: before }, /was valid no longer when this receipt was logged \(from 2020-/],
      [{ start: '2030-01-01T00:00:01Z' }, /is not valid yet \(from 2030-/],
    ] as const) {
      const { code, out } = await judged(t, makeAnchor(), { trustedRoot: rootOf(period) });
      assert.equal(code, 1, out);
      assert.match(out, / NOT SHOWN TO BE IN A PUBLIC LOG: /);
      assert.match(out, why);
    }
    for (const wrong of [{ start, end: 'soon' }, { start: 5 }, { end: '' }, 'always']) {
      const { code, err } = await judged(t, makeAnchor(), { trustedRoot: rootOf(wrong) });
      assert.deepEqual(
        [code, /--trusted-root .*no log of version 2/.test(err)],
        [2, true],
        JSON.stringify(wrong),
      );
    }
  });

  test('what does not hold fails, and says which step', async (t) => {
    const good = makeAnchor();
    const stranger = createFakeRekorLog('stranger');
    const { inclusion } = good;
    const elsewhere = { ...inclusion, leaf_index: inclusion.leaf_index + 1 };
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const otherKey = other.export({ format: 'der', type: 'spki' }).toString('base64');
    const cases: readonly (readonly [Anchor, RegExp])[] = [
      [makeAnchor({ leaf: nodeCrypto.sha256('another receipt') }), /The receipt is not proven to be leaf/],
      [{ ...good, inclusion: elsewhere }, /The anchor is of leaf \d+, but the receipt says/],
      [makeAnchor({ signed: 'another text\n' }), /did not sign the text of that checkpoint/],
      [{ ...good, anchor_key: otherKey }, /did not sign the text of that checkpoint/],
      [
        { ...good, note: good.note.replace('log.example/1', 'log.example/2') },
        /another log than the one whose key/,
      ],
      [makeAnchor({ rekor: stranger }), /stranger\.rekor\.test with that key is not in your trusted root/],
      [{ ...good, trusted_log: makeAnchor({ rekor: stranger }).trusted_log }, /not in your trusted root/],
      [
        { ...good, entry: makeAnchor({ rekor: REKOR }).entry },
        /is not of this checkpoint, signature and key/,
      ],
    ];
    for (const [anchor, why] of cases) {
      const { code, out } = await judged(t, anchor);
      assert.equal(code, 1, String(why));
      assert.match(out, / HOLDS AS A SIMULATION: .* NOT SHOWN TO BE IN A PUBLIC LOG: /);
      assert.match(out, why);
    }
  });

  test('files that are something else are unusable input', async (t) => {
    const none = await judged(t, {});
    assert.deepEqual([none.code, /--anchor .*not an anchor: expected/.test(none.err)], [2, true]);
    const root = await judged(t, makeAnchor(), { trustedRoot: '{}' });
    assert.deepEqual([root.code, /--trusted-root .*not a trusted root/.test(root.err)], [2, true]);
    const key = await judged(t, makeAnchor(), { anchorKey: published('keys.json') });
    assert.deepEqual([key.code, /--anchor-key .*not a public key of P-256/.test(key.err)], [2, true]);
    const policy = fileWith(temporaryFolder(t), 'policy.txt', POLICY);
    const bare = await run([EXECUTED, '--policy', policy]);
    assert.deepEqual([bare.code, /--policy goes with --proof or --anchor/.test(bare.err)], [2, true]);
    const alone = await run([EXECUTED, '--trusted-root', published('keys.json')]);
    assert.deepEqual([alone.code, /--trusted-root goes with --anchor/.test(alone.err)], [2, true]);
  });
});
