import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import {
  createHeadPublisher,
  newestCheckpoint,
  noteKeyOf,
  publishNewestHead,
} from '@platform/authority/use-cases/checkpoints';
import type { LogSigner, LogSignerKeys } from '@platform/authority/use-cases/deps';
import { growLog } from '@platform/authority/use-cases/grow-log';
import { checkOwnLogKeys } from '@platform/authority/use-cases/own-log-keys';
import { verifyCheckpoints } from '@platform/authority/use-cases/verify-checkpoints';
import { askWitness } from '@platform/authority/witnesses/ask-witness';
import { judgeClaim } from '@platform/authority/witnesses/judge-claim';
import { leafHash } from '@platform/proof/merkle/tree';
import { nodeCrypto } from '@platform/proof/node';
import { openCheckpoint } from '@platform/proof/note/checkpoint';
import type { NoteKey } from '@platform/proof/note/note-key';
import { parseNote } from '@platform/proof/note/signed-note';
import { noteSigner } from '@platform/proof/testing/note-signer';
import type { Deployment } from './support/types.ts';
import { WITNESS, withLog } from './support/witnessed-log.ts';

type Key = LogSignerKeys['signing'][number];

const keyOf = (seed: string): Key => {
  const { key, sign } = noteSigner(nodeCrypto, seed);
  return { publicKey: key.publicKey, sign };
};
const [OLD, NEW, NEWER] = [keyOf('old'), keyOf('new'), keyOf('newer')];
const retired = ({ publicKey }: Key, stolen = false) => ({ publicKey, stolen });

/** The deployment's authority, as it is with these keys in its folder. */
function withKeys(d: Deployment, ...signing: readonly Key[]) {
  let keys: LogSignerKeys = { signing, retired: [] };
  const logSigner: LogSigner = { ...d.deps.logSigner, keys: () => keys };
  return {
    deps: { ...d.deps, logSigner },
    change(next: LogSignerKeys): void {
      keys = next;
    },
  };
}

async function linesOf(d: Deployment): Promise<readonly string[]> {
  const { note } = unwrap(await newestCheckpoint(d.deps));
  return unwrap(parseNote(note)).signatures.map(({ keyId }) => keyId);
}

async function noteKeyIn(d: Deployment, { publicKey }: Key): Promise<NoteKey> {
  const logId = (await d.deps.store.treeHead(null))?.tree_head.log_id ?? '';
  return noteKeyOf(d.deps, logId, publicKey);
}

async function idsOf(d: Deployment, ...keys: readonly Key[]): Promise<readonly string[]> {
  return Promise.all(keys.map(async (key) => (await noteKeyIn(d, key)).id));
}

test('while two keys sign, every new checkpoint has a line of each', async () => {
  await withLog(async ({ d, grow }) => {
    await grow(1);
    const { deps } = withKeys(d, OLD, NEW);
    await deps.store.atomically((unit) => growLog(deps, unit, [leafHash(nodeCrypto, Buffer.from('next'))]));
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD, NEW));
    const { note } = unwrap(await newestCheckpoint(d.deps));
    for (const key of [OLD, NEW]) unwrap(openCheckpoint(nodeCrypto, note, await noteKeyIn(d, key)));
    assert.deepEqual(await verifyCheckpoints(deps), []);
  });
});

test('the newest head is signed again once keys change, and while another process knows one of them alone', async () => {
  await withLog(async ({ d, grow }) => {
    await grow(2);
    const { deps, change } = withKeys(d, OLD);
    let others = 0;
    const publish = createHeadPublisher(deps, () => {
      others += 1;
    });
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD));
    change({ signing: [OLD, NEW], retired: [] });
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD, NEW));
    // It has not seen the new key, or is of an earlier version.
    const other = withKeys(d, OLD);
    const leaf = leafHash(nodeCrypto, Buffer.from('next'));
    await d.deps.store.atomically((unit) => growLog(other.deps, unit, [leaf]));
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD));
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD, NEW));
    change({ signing: [NEW], retired: [retired(OLD)] });
    await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, NEW));
    assert.equal(others, 1);
    // A retired one, from an older copy of the folder: its line alone would let that copy start again.
    const later = leafHash(nodeCrypto, Buffer.from('later'));
    await d.deps.store.atomically((unit) => growLog(other.deps, unit, [later]));
    assert.deepEqual(await linesOf(d), await idsOf(d, OLD));
    for (let look = 0; look < 3; look += 1) await publish();
    assert.deepEqual(await linesOf(d), await idsOf(d, NEW));
    assert.equal(others, 2);
  });
});

test('a keys folder that is older than the newest checkpoint starts nothing, and says what to do', async () => {
  await withLog(async ({ d, grow }) => {
    const { deps, change } = withKeys(d, OLD);
    const check = async (keys: LogSignerKeys) => {
      const checked = await checkOwnLogKeys({
        ...d.deps,
        logSigner: { ...d.deps.logSigner, keys: () => keys },
      });
      return checked.ok ? 'ok' : `${checked.error.code}: ${checked.error.message}`;
    };
    assert.equal(await check({ signing: [NEW], retired: [] }), 'ok', 'an empty log');
    await grow(1);
    const newest = async (keys: LogSignerKeys) => {
      change(keys);
      await publishNewestHead(deps);
    };
    const of = async (keys: LogSignerKeys) => [
      await check({ signing: [OLD], retired: [] }),
      await check({ signing: [OLD, NEW], retired: [] }),
      await check({ signing: [NEW], retired: [retired(OLD)] }),
      await check(keys),
    ];
    const [, id = ''] = await idsOf(d, OLD, NEW);
    const lacks = new RegExp(`^keys_rolled_back: .*\\+${id}, which SERVICE_KEYS_DIR does not have.*--lost`);

    await newest({ signing: [OLD], retired: [] });
    assert.deepEqual(await of({ signing: [], retired: [retired(OLD)] }), ['ok', 'ok', 'ok', 'ok']);
    await newest({ signing: [OLD, NEW], retired: [] });
    const [before = '', ...during] = await of({ signing: [OLD], retired: [retired(NEW)] });
    assert.match(before, lacks);
    assert.deepEqual(during, ['ok', 'ok', 'ok'], 'the lost one was given up');
    await newest({ signing: [NEW], retired: [retired(OLD)] });
    const [older = '', begun = '', now, another = ''] = await of({ signing: [NEWER], retired: [] });
    assert.match(older, lacks);
    assert.match(begun, /^keys_rolled_back: .*checkpoint\.pem was retired since, .*--stolen if it was/);
    assert.equal(now, 'ok');
    assert.match(another, lacks);
  });
});

test('a checkpoint by a retired key holds for fsck and shows a rollback, one by a stolen key does not', async () => {
  await withLog(async ({ d, deps: asking, grow, shows, signed }) => {
    await grow(3);
    const own = d.deps.logSigner.keys().signing[0] ?? assert.fail();
    const longer = await signed(9, nodeCrypto.sha256('nine'));
    const { deps, change } = withKeys(d, NEW);
    const claim = async () => {
      const origin = d.deps.logSigner.originOf((await d.deps.store.treeHead(null))?.tree_head.log_id ?? '');
      return (await judgeClaim({ ...asking, ...deps }, WITNESS, { origin, size: 9 })).kind;
    };
    // The witness knows the old key alone.
    shows.note = longer;
    change({ signing: [NEW], retired: [retired(own)] });
    assert.equal(await claim(), 'ahead');
    assert.deepEqual(await verifyCheckpoints(deps), []);
    change({ signing: [NEW], retired: [retired(own, true)] });
    assert.equal(await claim(), 'alarm');
    assert.deepEqual(await verifyCheckpoints(deps), []);
    const { origin, treeSize, note } = unwrap(await newestCheckpoint(d.deps));
    await d.deps.store.keepCheckpoint({ origin, treeSize, note: note.replace(/.{8}=\n$/, 'AAAAAAAA=\n') });
    assert.match((await verifyCheckpoints(deps))[0]?.message ?? '', /a key of the log did not sign/);
  });
});

test('a witness gets both lines, and what it signs is kept over the change', async () => {
  await withLog(async ({ d, deps: asking, grow, sent }) => {
    await grow(2);
    const { deps, change } = withKeys(d, OLD, NEW);
    await publishNewestHead(deps);
    assert.equal((await askWitness({ ...asking, ...deps }, WITNESS)).kind, 'cosigned');
    const body = sent.at(-1) ?? '';
    const lines = unwrap(parseNote(body.slice(body.indexOf('\n\n') + 2))).signatures;
    assert.deepEqual(
      lines.map(({ keyId }) => keyId),
      await idsOf(d, OLD, NEW),
    );
    change({ signing: [NEW], retired: [retired(OLD)] });
    await publishNewestHead(deps);
    assert.equal((await askWitness({ ...asking, ...deps }, WITNESS)).kind, 'idle');
    const { cosignatures } = unwrap(await newestCheckpoint(d.deps));
    assert.equal(cosignatures.length, 1);
  });
});
