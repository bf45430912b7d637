import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { appendLeaf, foldProof, inclusionCoordinates, rootOf } from '@platform/core/log/merkle/tree';
import { formatCheckpoint } from '@platform/core/log/note/checkpoint';
import { formatLogProof } from '@platform/core/log/note/log-proof';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { formatSignatureLine } from '@platform/core/log/note/signed-note';
import type { Receipt } from '@platform/core/objects/receipt';
import { receiptLeaf } from '@platform/core/receipt/assemble';
import { cosign, type NoteSigner, noteSigner, signCheckpoint } from '@platform/core/testing/note-signer';
import { fileWith, published, readPublished, run, temporaryFolder } from '../run.ts';

const EXECUTED = published('executed.json');
const KEYS = ['--keys', published('keys.json')];
const LOG = noteSigner(nodeCrypto, 'log.example/1');
const WITNESSES = ['w1', 'w2', 'w3'].map((name) =>
  noteSigner(nodeCrypto, `${name}.example/witness`, KEY_TYPES.cosigner),
);
const [W1, W2] = WITNESSES as [NoteSigner, NoteSigner, NoteSigner];
const TIME_S = 1_800_000_000;

/** Two of three. */
const POLICY = policy('group all-of-mine 2 w1 w2 w3', 'quorum all-of-mine');

function policy(...last: readonly string[]): string {
  return [
    '# of a test',
    `log ${formatNoteKey(LOG.key)}`,
    ...WITNESSES.map(({ key }, index) => `witness w${index + 1} ${formatNoteKey(key)}`),
    ...last,
    '',
  ].join('\n');
}

interface Made {
  readonly witnesses?: readonly NoteSigner[];
  readonly log?: NoteSigner;
  readonly origin?: string;
  readonly leaf?: string;
  readonly index?: number;
  /** More lines, over the checkpoint that is made. */
  readonly lines?: (checkpoint: { readonly size: number; readonly root: string }) => string;
}

/** A log in which the receipt has its place, grown to five leaves more, and its proof. */
function makeProof({ witnesses = [], log = LOG, origin, leaf, index, lines = () => '' }: Made = {}): string {
  const receipt = readPublished<Receipt>('executed.json');
  const place = receipt.status.log?.leaf_index ?? assert.fail();
  const size = place + 6;
  const nodes = new Map<string, string>();
  let tree: { size: number; frontier: readonly string[] } = { size: 0, frontier: [] };
  for (let at = 0; at < size; at += 1) {
    const data = at === place ? (leaf ?? receiptLeaf(nodeCrypto, receipt)) : nodeCrypto.sha256(`leaf ${at}`);
    const appended = appendLeaf(nodeCrypto, tree, data);
    for (const node of appended.nodes) nodes.set(`${node.level}:${node.index}`, node.hash);
    tree = appended;
  }
  const read = (node: { level: number; index: number }) =>
    nodes.get(`${node.level}:${node.index}`) ?? assert.fail();
  const root = rootOf(nodeCrypto, tree.frontier);
  const checkpoint = { size, root, ...(origin === undefined ? {} : { origin }) };
  const note = signCheckpoint(log, checkpoint, { witnesses, timeS: TIME_S }) + lines({ size, root });
  const hashes = foldProof(nodeCrypto, inclusionCoordinates(place, size), read);
  return formatLogProof({ index: index ?? place, hashes, checkpoint: note });
}

async function verified(t: TestContext, proof: string, text = POLICY, more: readonly string[] = []) {
  const folder = temporaryFolder(t);
  const options = [
    ...['--proof', fileWith(folder, 'executed.tlog-proof', proof)],
    ...['--policy', fileWith(folder, 'policy.txt', text)],
  ];
  const { code, out, err } = await run([EXECUTED, ...KEYS, ...options, ...more]);
  return { code, out: out.replaceAll(/\s+/g, ' '), err };
}

describe('a proof of the log under the reader’s policy', () => {
  test('two of three witnesses: logged for everyone', async (t) => {
    const { code, out } = await verified(t, makeProof({ witnesses: [W1, W2] }));
    assert.equal(code, 0);
    assert.match(out, /(?<!NOT) LOGGED FOR EVERYONE: Leaf \d+ of the \d+ in log\.example\/1/);
    // Two heads, of two sizes: each sentence says of which it speaks.
    assert.match(out.replace(/\s+/g, ' '), /in log\.example\/1 at the proof’s checkpoint/);
    assert.match(out.replace(/\s+/g, ' '), /under the receipt’s own head/);
    assert.match(
      out,
      /asks for 2 of w1, w2, w3: 2 of 3 signed \(w1 \(w1\.example\/witness\) at 2027-01-15T08:00:00\.000Z, w2/,
    );
    assert.ok(!out.includes('That the log shows everyone the same tree'));
  });

  test('one of three: not logged for everyone, and the exit code says so', async (t) => {
    const { code, out } = await verified(t, makeProof({ witnesses: [W1] }));
    assert.equal(code, 1);
    assert.match(out, / NOT LOGGED FOR EVERYONE: Too few witnesses signed this checkpoint: 1 of 3/);
    assert.match(out, /Not proven .*That the log shows everyone the same tree: Too few witnesses/);
  });

  test('a witness that signed another root does not count, and spoils the note', async (t) => {
    const lie = ({ size }: { readonly size: number }) => {
      const text = formatCheckpoint({ origin: LOG.key.name, size, root: nodeCrypto.sha256('another') });
      return formatSignatureLine(cosign(W2, text, TIME_S));
    };
    const { code, out } = await verified(t, makeProof({ witnesses: [W1], lines: lie }));
    assert.equal(code, 1);
    assert.match(out, /w2 \(w2\.example\/witness\) did not sign this: its line is false\./);
    assert.match(out, /1 of 3 signed/);
    // Not even beside enough others.
    const enough = await verified(t, makeProof({ witnesses: WITNESSES, lines: lie }));
    assert.equal(enough.code, 1);
  });

  test('one witness twice is one witness', async (t) => {
    const again = ({ size, root }: { readonly size: number; readonly root: string }) =>
      formatSignatureLine(cosign(W1, formatCheckpoint({ origin: LOG.key.name, size, root }), TIME_S + 1));
    const { code, out } = await verified(t, makeProof({ witnesses: [W1], lines: again }));
    assert.equal(code, 1);
    assert.match(out, /1 of 3 signed/);
  });

  test('one key under two names in the policy is refused as a policy', async (t) => {
    const twice = POLICY.replace(/witness w2 .*/, `witness w2 ${formatNoteKey(W1.key)}`);
    const { code, err } = await verified(t, makeProof({ witnesses: [W1] }), twice);
    assert.equal(code, 2);
    assert.match(err, /--policy .*Line 4: this public key stands above already/);
  });

  for (const [what, made, why] of [
    [
      'another origin',
      { origin: 'log.example/2' },
      /log\.example\/2, which the policy does not name: log\.example\/1/,
    ],
    [
      'another key of the log',
      { log: noteSigner(nodeCrypto, 'log.example/1', KEY_TYPES.log, 'x') },
      /not signed by a key/,
    ],
    ['another leaf', { leaf: nodeCrypto.sha256('another') }, /not proven to be leaf/],
    ['another place', { index: 0 }, /The proof is of leaf 0, but the receipt says/],
  ] as const) {
    test(`not logged: ${what}`, async (t) => {
      const { code, out } = await verified(t, makeProof({ witnesses: WITNESSES, ...made }));
      assert.equal(code, 1);
      assert.match(out, /NOT LOGGED FOR EVERYONE/);
      assert.match(out, why);
    });
  }

  test('a policy without witnesses: by the word of the log alone', async (t) => {
    const { code, out } = await verified(t, makeProof(), policy('quorum none'));
    assert.equal(code, 0);
    assert.match(out, /LOGGED, BY THE WORD OF THE LOG ALONE: .*asks for no witness/);
    assert.match(out, /That the log shows everyone the same tree: your policy asks for no witness\./);
  });

  test('a receipt that fails stays failed', async (t) => {
    const folder = temporaryFolder(t);
    const receipt = readPublished<Receipt>('executed.json');
    const tampered = fileWith(folder, 'tampered.json', { ...receipt, who: { ...receipt.who, agent: 'x' } });
    const proof = fileWith(folder, 'proof', makeProof({ witnesses: WITNESSES }));
    const { code, out } = await run([tampered, '--proof', proof, '--policy', fileWith(folder, 'p', POLICY)]);
    assert.equal(code, 1);
    assert.match(out, /FAILED/);
    // The leaf is recomputed from what is before us.
    assert.match(out, /NOT LOGGED FOR EVERYONE/);
  });

  test('the report says it in words', async (t) => {
    const file = join(temporaryFolder(t), 'report.html');
    await verified(t, makeProof({ witnesses: [W1, W2] }), POLICY, ['--report', file]);
    assert.match(
      readFileSync(file, 'utf8'),
      /Everyone who trusts the same witnesses is shown this receipt in the log/,
    );
    await verified(t, makeProof({ witnesses: [W1] }), POLICY, ['--report', file]);
    assert.match(
      readFileSync(file, 'utf8'),
      /<td>0 not proven<\/td><td>Too few witnesses signed this checkpoint/,
    );
  });

  test('what cannot be used is refused with what to do', async (t) => {
    const folder = temporaryFolder(t);
    const [proof, text] = [fileWith(folder, 'proof', makeProof()), fileWith(folder, 'policy', POLICY)];
    for (const [argv, why] of [
      [[EXECUTED, '--proof', proof], /--proof and --policy go together/],
      [[EXECUTED, '--policy', text], /--policy goes with --proof or --anchor/],
      [[EXECUTED, '--proof', text, '--policy', text], /--proof .*no proof of a log/],
      [[EXECUTED, '--proof', proof, '--policy', proof], /--policy .*Line 1: a line begins with log, witness/],
      [['--dir', folder, '--proof', proof, '--policy', text], /--dir goes only with/],
    ] as const) {
      const { code, err } = await run(argv);
      assert.equal(code, 2);
      assert.match(err, why);
    }
  });

  test('text of the files is shown, not obeyed', async (t) => {
    const hostile = noteSigner(nodeCrypto, 'log.example/\u202egol', KEY_TYPES.log);
    const { code, out } = await verified(t, makeProof({ log: hostile, origin: hostile.key.name }));
    assert.equal(code, 1);
    assert.match(out, /log\.example\/\\u\{202e\}gol/);
  });
});
