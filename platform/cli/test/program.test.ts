import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ok, unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { freePort, removeDirectory } from '@common/kit/testing';
import { exportLogProof } from '@platform/console/use-cases/export-log-proof';
import { foldProof, inclusionCoordinates } from '@platform/core/log/merkle/tree';
import { parseLogPolicy } from '@platform/core/log/note/log-policy';
import { formatLogProof, parseLogProof } from '@platform/core/log/note/log-proof';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { formatSignatureLine, parseNote } from '@platform/core/log/note/signed-note';
import { MAX_SEND_WITHIN_MS } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { ProfileDraft, SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import { withoutPlace } from '@platform/core/receipt/assemble';
import { signHash, verifySignature } from '@platform/core/signed/signed';
import { memoryLog } from '@platform/core/testing/memory-log';
import { cosign, type NoteSigner, noteSigner } from '@platform/core/testing/note-signer';
import { openPersonKey } from '@platform/keys/key-files/keys';
import { heldGrant, makePlace, type Place, publicKeyFile, registryOf, seededMandate } from './place.ts';

// Which program a command reaches is in tools/test/launcher.test.ts.
describe('one command, two programs', () => {
  test('help shows the platform’s commands below the screener’s, which says how both are used', async (t) => {
    const { sanad } = await makePlace(t, { empty: true });
    const { code, out, err } = await sanad(['--help']);
    assert.deepEqual([code, err], [0, '']);
    assert.doesNotMatch(out, /Usage:/);
    for (const word of ['mandate', 'grant', 'profile', 'receipt', 'keys']) {
      assert.match(out, new RegExp(`^ {2}${word} `, 'm'), word);
    }
  });

  test('the platform’s explains its commands', async (t) => {
    const { sanad } = await makePlace(t, { empty: true });
    assert.match((await sanad(['keys', '--help'])).out, /agent-token/);
    assert.match((await sanad(['help', 'grant'])).out, /approve/);
    assert.match((await sanad(['log', '--help'])).out, /proof[\s\S]*monitor <url>/);
    assert.deepEqual((await sanad([])).code, 2);
  });
});

describe('the program', () => {
  test('refuses what it does not know, with exit code 2', async (t) => {
    const { sanad } = await makePlace(t);
    for (const line of [
      ['grant', 'burn'],
      ['grant', 'approve'],
      ['mandate', 'list', '--what'],
      ['nothing'],
    ]) {
      const { code, out, err } = await sanad(line);
      assert.deepEqual([code, out], [2, ''], line.join(' '));
      assert.match(err, /error: /);
    }
    assert.match((await sanad(['grant', 'burn'])).err, /'burn'\n\(see sanad grant --help for usage\)/);
    const verify = await sanad(['receipt', 'verify', 'receipt.json', '--keys', 'keys.json']);
    assert.deepEqual([verify.code, verify.out], [2, '']);
    assert.match(verify.err, /another program does, which needs no deployment: sanad-verify receipt\.json/);
    assert.doesNotMatch((await sanad(['receipt', '--help'])).out, /^ {2}verify/m);
  });

  test('an authority that is unreachable, refuses or talks nonsense gives a one-line failure', async (t) => {
    const { sanad, authority } = await makePlace(t);
    const env = { AUTHORITY_URL: `http://127.0.0.1:${await freePort()}` };
    const away = await sanad(['receipt', 'list'], { env });
    assert.deepEqual([away.code, away.out], [1, '']);
    assert.match(away.err, /does not answer/);
    const refused = await sanad(['receipt', 'get', 'rcpt_1']);
    assert.match(refused.err, /not_found/);
    authority.answers.set('GET /receipts?limit=20', { status: 200, body: [{ receipt_id: 'x' }] });
    assert.match((await sanad(['receipt', 'list'])).err, /not of the documented form/);
    authority.answers.set('GET /receipts?limit=20', { status: 200, body: [] });
    const none = await sanad(['receipt', 'list']);
    assert.deepEqual([none.out, none.err], ['no receipts\n', '']);
  });

  test('an invalid setting is named', async (t) => {
    const { sanad } = await makePlace(t);
    const { code, err } = await sanad(['grant', 'list'], { env: { AUTHORITY_URL: 'nowhere' } });
    assert.equal(code, 2);
    assert.match(err, /AUTHORITY_URL must be a URL/);
  });
});

async function draftFile(place: Place, changes: Partial<ProfileDraft>): Promise<string> {
  const { profile } = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
  const {
    type: _type,
    deployment: _id,
    plugin_hash: _hash,
    counterparty: _party,
    published_by: _by,
    published_at: _at,
    reason: _reason,
    replaces: _replaces,
    ...draft
  } = profile;
  const file = join(place.folder, 'draft.json');
  await writeFile(file, JSON.stringify({ ...draft, ...changes }));
  return file;
}

describe('sanad profile', () => {
  test('publish puts a higher version in force, keeps the history, and shows what it signs', async (t) => {
    const place = await makePlace(t);
    const publish = async (version: string, more: readonly string[] = ['--yes']) =>
      place.sanad([
        'profile',
        'publish',
        await draftFile(place, { version }),
        '--reason',
        'lower caps',
        ...more,
      ]);
    for (const version of ['1.0.0', '0.9.9']) {
      const { code, err } = await publish(version);
      assert.equal(code, 2);
      assert.match(err, /higher version/);
    }
    assert.equal((await publish('1.0.1', [])).code, 2);
    const { code, err } = await publish('1.10.0');
    assert.equal(code, 0);
    assert.match(err, /at most 10,000 USD each[\s\S]*by local at .*: lower caps/);
    assert.match(err, /plugin +treasury, manifest and connector: [0-9a-f]{64}/);
    assert.match(
      err,
      /may be fetched +what lies under \/market\/ at the address that the operator sets as BANK_URL/,
    );
    assert.doesNotMatch(err, /\$BANK_URL/);
    assert.match(err, /bank: bank\.executeTransfer by its operation transfer, which it acknowledges/);
    const signed = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    assert.deepEqual([signed.profile.version, signed.profile.reason], ['1.10.0', 'lower caps']);
    const history = await readdir(join(place.folder, 'profiles/history'));
    assert.deepEqual(history.filter((file) => file.startsWith('treasury.')).sort(), [
      'treasury.v1@1.0.0.json',
      'treasury.v1@1.10.0.json',
    ]);
    assert.equal((await publish('1.9.0')).code, 2);
  });

  test('renew signs the same rules for a plugin whose files changed, under the next version', async (t) => {
    const plugins = await mkdtemp(join(tmpdir(), 'sanad-plugins-'));
    t.after(() => removeDirectory(plugins));
    await cp(join(REPOSITORY, 'platform/plugins'), plugins, { recursive: true });
    const place = await makePlace(t, { env: { PLUGINS_DIR: plugins } });
    const manifest = join(plugins, 'treasury/manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('"Pays a payee"', '"Pays one payee"'));
    const before = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    const line = ['profile', 'renew', 'treasury.v1', '--reason', 'upgrade', '--yes'];
    const { answers } = place.authority;
    answers.set('GET /contracts?limit=100', { status: 200, body: [await seededMandate(place)] });
    const held = await heldGrant(place, { grant: { expires_at: '2030-01-01T00:00:00.000Z' } });
    for (const status of ['pending', 'active'])
      answers.set(`GET /grants?status=${status}&limit=200`, {
        status: 200,
        body: [{ ...held, status }],
      });
    const { code, err } = await place.sanad(line);
    assert.match(err, /ends +1 mandate and 2 open requests\n +ic_\w+\n +gr_held \(pending, ic_\w+\)\n/);
    assert.equal(code, 0, err);
    const { profile } = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    assert.deepEqual([profile.version, profile.rules], ['1.0.1', before.profile.rules]);
    assert.notEqual(profile.plugin_hash, before.profile.plugin_hash);
    const again = await place.sanad(line);
    assert.deepEqual([again.code, again.err], [0, '']);
    assert.match(again.out, /^nothing to renew: treasury\.v1@1\.0\.1 is signed for/);
    const still = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    assert.equal(still.profile.version, '1.0.1');
    const none = await place.sanad(['profile', 'renew', 'none.v1', '--reason', 'upgrade', '--yes']);
    assert.match(none.err, /There is no profile none\.v1 here/);
  });

  test('is done by the authority, which waits for leases; without it, here, after the longest of any', async (t) => {
    const plugins = await mkdtemp(join(tmpdir(), 'sanad-plugins-'));
    t.after(() => removeDirectory(plugins));
    await cp(join(REPOSITORY, 'platform/plugins'), plugins, { recursive: true });
    const place = await makePlace(t, { env: { PLUGINS_DIR: plugins } });
    const manifest = join(plugins, 'treasury/manifest.json');
    const text = await readFile(manifest, 'utf8');
    let changes = 0;
    const renew = async () => {
      changes += 1;
      await writeFile(manifest, text.replace('"Pays a payee"', `"Pays a payee (${changes})"`));
      return place.sanad(['profile', 'renew', 'treasury.v1', '--reason', 'stop', '--yes']);
    };
    const version = async () =>
      ((await place.json('profiles/treasury.v1.json')) as SignedProfile).profile.version;
    const { answers, sent } = place.authority;
    const path = 'POST /profiles/treasury.v1/versions';
    const refused = { detail: { error: 'profile_changed', message: 'another is in force' } };
    answers.set(path, { status: 409, body: refused });
    assert.deepEqual([(await renew()).code, await version(), place.pauses], [1, '1.0.0', []]);
    answers.set(path, { status: 201, body: await place.json('profiles/treasury.v1.json') });
    const { code, out } = await renew();
    assert.deepEqual([code, out, place.pauses], [0, 'in force: treasury.v1@1.0.1\n', []]);
    assert.equal((sent.at(-1)?.body as SignedProfile | undefined)?.profile.version, '1.0.1');
    for (const away of [null, { status: 503, body: { detail: { error: 'disk_full', message: 'full' } } }]) {
      if (away === null) answers.delete(path);
      else answers.set(path, away);
      assert.equal((await renew()).code, 0);
      assert.ok((place.pauses.pop() ?? 0) > MAX_SEND_WITHIN_MS);
    }
    assert.equal(await version(), '1.0.2');
  });

  test('what show --json prints is a draft, once its version is raised', async (t) => {
    const place = await makePlace(t);
    const signed = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    const file = join(place.folder, 'shown.json');
    const line = ['profile', 'publish', file, '--reason', 'again', '--yes'];
    await writeFile(file, JSON.stringify(signed));
    assert.match(
      (await place.sanad(line)).err,
      /treasury\.v1 1\.0\.0 is in force: give the draft a higher version/,
    );
    const raised = { ...signed, profile: { ...signed.profile, version: '1.1.0', reason: 'old' } };
    await writeFile(file, JSON.stringify(raised));
    const { code, err } = await place.sanad(line);
    assert.equal(code, 0, err);
    const inForce = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    assert.deepEqual([inForce.profile.version, inForce.profile.reason], ['1.1.0', 'again']);
    // What nobody knows is still refused, not left out.
    const odd = { ...raised, profile: { ...raised.profile, version: '1.2.0', limit: 1 } };
    await writeFile(file, JSON.stringify(odd));
    assert.match((await place.sanad(line)).err, /limit does not belong here/);
  });

  test('a reason with a character that cannot be seen is refused, and written out', async (t) => {
    const place = await makePlace(t);
    const file = await draftFile(place, { version: '2.0.0' });
    const reason = 'yearly\u202ereview';
    const { code, err } = await place.sanad(['profile', 'publish', file, '--reason', reason, '--yes']);
    assert.equal(code, 2);
    assert.match(err, /cannot be seen; written out, it reads: yearly\\u\{202e\}review/);
    const market_data = ['$BANK_URL/market/\u200b'];
    const hidden = await draftFile(place, { version: '2.0.0', market_data });
    const refused = await place.sanad(['profile', 'publish', hidden, '--reason', 'x', '--yes']);
    assert.match(refused.err, /market\/\\u\{200b\}/);
  });

  test('names the version that it replaces, and is refused if another was published meanwhile', async (t) => {
    const place = await makePlace(t);
    const first = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    const file = await draftFile(place, { version: '2.0.0' });
    // While a person reads what they would sign, another puts a version in force.
    let meanwhile = 0;
    const line = ['profile', 'publish', file, '--reason', 'mine'];
    const ask = async () => {
      meanwhile = (await place.sanad(['profile', 'publish', file, '--reason', 'theirs', '--yes'])).code;
      return 'yes';
    };
    const { code, err } = await place.sanad(line, { ask });
    assert.deepEqual([meanwhile, code], [0, 2]);
    assert.match(err, /2\.0\.0 was published meanwhile/);
    const { profile } = (await place.json('profiles/treasury.v1.json')) as SignedProfile;
    assert.deepEqual([profile.reason, profile.replaces], ['theirs', first.profile_hash]);
  });

  test('a principal of some tenants cannot publish: a profile bounds the mandates of all', async (t) => {
    const place = await makePlace(t);
    const who = ['principal_zayd', '--person', 'zayd', '--role', 'principal', '--tenant', 'tn_zayd'];
    assert.equal((await place.sanad(['keys', 'enrol', ...who, '--yes'])).code, 0);
    const file = await draftFile(place, { version: '2.0.0' });
    const line = ['profile', 'publish', file, '--reason', 'x', '--key', 'principal_zayd', '--yes'];
    const { code, err } = await place.sanad(line);
    assert.equal(code, 2);
    assert.match(err, /principal_zayd may not sign for every tenant/);
  });

  test('an approver cannot publish', async (t) => {
    const place = await makePlace(t);
    const file = await draftFile(place, { version: '2.0.0' });
    const line = ['profile', 'publish', file, '--reason', 'x', '--key', 'approver_cfo', '--yes'];
    const { code, err } = await place.sanad(line);
    assert.equal(code, 2);
    assert.match(err, /role approver/);
  });

  test('show checks the hash and signature of what the authority says', async (t) => {
    const place = await makePlace(t);
    const { profile, profile_hash, signature } = (await place.json(
      'profiles/treasury.v1.json',
    )) as SignedProfile;
    const { answers } = place.authority;
    answers.set('GET /profiles/treasury.v1', { status: 200, body: { ...profile, profile_hash } });
    const { name, version, published_by, published_at, reason } = profile;
    const publication = { name, version, published_by, published_at, reason, profile_hash, signature };
    answers.set('GET /profiles/treasury.v1/publication', { status: 200, body: publication });
    assert.match((await place.sanad(['profile', 'show', 'treasury.v1'])).out, /treasury\.v1@1\.0\.0/);
    const altered = { ...profile, rules: { ...profile.rules, amount_max: '99999' }, profile_hash };
    answers.set('GET /profiles/treasury.v1', { status: 200, body: altered });
    assert.equal((await place.sanad(['profile', 'show', 'treasury.v1'])).code, 1);
  });
});

test('a counterparty’s key is enrolled by the principal, with a secret of its own', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'courier');
  const unasked = await place.sanad(['counterparty', 'add', 'courier', '--public-key', file]);
  assert.equal(unasked.code, 2);
  assert.match(
    unasked.err,
    /may sign as counterparty for courier[\s\S]*compare the fingerprint with its holder/,
  );

  const line = ['counterparty', 'add', 'courier', '--public-key', file, '--yes'];
  const added = await place.sanad(line);
  assert.equal(added.code, 0, added.err);
  assert.match(added.out, /enrolled: courier\n.*broker\.courier\.secret is the secret/);
  assert.equal((await stat(join(place.folder, 'keys', 'broker.courier.secret'))).mode & 0o077, 0);
  const { keys } = await registryOf(place);
  assert.deepEqual([keys.courier?.role, keys.courier?.independent], ['counterparty', true]);
  assert.equal(keys.courier?.enrolment?.signature.kid, 'principal_local');
  assert.match((await place.sanad(line)).err, /enrolled already.*sanad keys replace courier/);
});

test('a name of a service or a person, a private key and a key in use are refused', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'courier');
  for (const kid of ['pep', 'approver_cfo', 'Courier'])
    assert.match(
      (await place.sanad(['counterparty', 'add', kid, '--public-key', file, '--yes'])).err,
      /cannot be the name of this key/,
    );
  const secret = join(place.folder, 'keys', 'people', 'approver_cfo.pem');
  assert.match(
    (await place.sanad(['counterparty', 'add', 'courier', '--public-key', secret, '--yes'])).err,
    /is a private key: leave it with its holder/,
  );
  assert.equal(
    (await place.sanad(['counterparty', 'add', 'courier', '--public-key', file, '--yes'])).code,
    0,
  );
  assert.match(
    (await place.sanad(['counterparty', 'add', 'other', '--public-key', file, '--yes'])).err,
    /has the same key as courier/,
  );
});

test('an entry that calls itself independent without a principal’s signature is not trusted', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'courier');
  await place.sanad(['counterparty', 'add', 'courier', '--public-key', file, '--yes']);
  const path = join(place.folder, 'keys', 'public', 'courier.json');
  const entry: KeyEntry = JSON.parse(await readFile(path, 'utf8'));
  for (const [changed, why] of [
    [{ ...entry, enrolment: null }, /made elsewhere, but no principal enrolled it/],
    [{ ...entry, not_after: '2030-01-01T00:00:00.000Z' }, /changed after it was enrolled/],
  ] as const) {
    await writeFile(path, JSON.stringify(changed));
    const { keys, refused } = await registryOf(place);
    assert.equal(keys.courier, undefined);
    assert.match(refused.courier ?? '', why);
  }
});

test('a person’s key is replaced by a principal’s signature; what the old one signed stays valid', async (t) => {
  const place = await makePlace(t);
  const people = join(place.folder, 'keys', 'people');
  const pem = join(people, 'approver_cfo.pem');
  const before = await openPersonKey(pem);
  const hash = 'a'.repeat(64);
  const { keys: first } = await registryOf(place);
  const signature = signHash(before, hash);
  const replaced = await place.sanad(['keys', 'replace', 'approver_cfo', '--yes']);
  assert.equal(replaced.code, 0, replaced.err);
  const after = await openPersonKey(pem);
  assert.notEqual(after.public_key, before.public_key);
  const { keys, refused } = await registryOf(place);
  assert.deepEqual(refused, {});
  const entry = keys.approver_cfo;
  assert.ok(entry);
  assert.deepEqual([entry.public_key, entry.retired?.[0]?.public_key], [after.public_key, before.public_key]);
  const at = first.approver_cfo?.not_before ?? '';
  const claim = { hash, signature, key: entry, type: 'sanad/action/1', at } as const;
  assert.ok(verifySignature(nodeCrypto, claim).ok);
  const late = verifySignature(nodeCrypto, { ...claim, at: '2027-01-01T00:00:00Z' });
  assert.equal(late.ok ? null : late.error.code, 'key_expired');
});

test('a holder’s own new key, a root’s, and a counterparty’s replace theirs; a service’s is rotated', async (t) => {
  const place = await makePlace(t);
  const file = await publicKeyFile(place, 'new');
  const line = ['keys', 'replace', 'approver_cfo', '--public-key', file, '--yes'];
  assert.equal((await place.sanad(line)).code, 0);
  assert.equal((await registryOf(place)).keys.approver_cfo?.independent, true);

  const root = await place.sanad(['keys', 'replace', 'principal_local', '--yes']);
  assert.equal(root.code, 0, root.err);
  const { keys, refused } = await registryOf(place);
  assert.deepEqual([refused, keys.principal_local?.retired?.length], [{}, 1]);
  // It enrols as before.
  const again = ['keys', 'enrol', 'approver_b', '--person', 'b', '--yes'];
  assert.equal((await place.sanad(again)).code, 0);
  assert.match(
    (await place.sanad(['keys', 'replace', 'principal_local', '--public-key', file, '--yes'])).err,
    /its new key is made here/,
  );

  const courier = await publicKeyFile(place, 'courier');
  await place.sanad(['counterparty', 'add', 'courier', '--public-key', courier, '--yes']);
  assert.match((await place.sanad(['keys', 'replace', 'courier', '--yes'])).err, /with --public-key/);
  const next = await publicKeyFile(place, 'courier2');
  assert.equal((await place.sanad(['keys', 'replace', 'courier', '--public-key', next, '--yes'])).code, 0);
  assert.match((await place.sanad(['keys', 'replace', 'pep', '--yes'])).err, /sanad keys rotate pep/);
});

test('a mark of compromise that arrives while replace asks is kept, and nothing is replaced', async (t) => {
  const place = await makePlace(t);
  const path = 'keys/public/approver_cfo.json';
  const before = (await place.json(path)) as KeyEntry;
  const marked = { ...before, compromised_at: before.not_before };
  const ask = async () => {
    await writeFile(join(place.folder, path), JSON.stringify(marked));
    return 'yes';
  };
  const line = ['keys', 'replace', 'approver_cfo'];
  const { code, err } = await place.sanad(line, { ask });
  assert.equal(code, 2);
  assert.match(err, /approver_cfo was changed meanwhile, and nothing was replaced/);
  assert.deepEqual(await place.json(path), marked);
  assert.equal((await place.sanad([...line, '--yes'])).code, 0);
  const after = (await place.json(path)) as KeyEntry;
  assert.equal(after.retired?.[0]?.compromised_at, marked.compromised_at);
});

const RECEIPT: Receipt = JSON.parse(
  readFileSync(join(REPOSITORY, 'platform/conformance/vectors/receipts/executed.json'), 'utf8'),
);
const PLACE = RECEIPT.status.log?.leaf_index ?? assert.fail();
const [W1, W2] = ['w1', 'w2'].map((name) => noteSigner(nodeCrypto, name, KEY_TYPES.cosigner)) as [
  NoteSigner,
  NoteSigner,
];

/** An authority whose checkpoints after the receipt are signed by these witnesses, one list for each size. */
function authorityWith(signed: readonly (readonly NoteSigner[])[], entry?: string) {
  const log = memoryLog(nodeCrypto);
  const own = entry ?? hashOf(nodeCrypto, withoutPlace(RECEIPT));
  for (let at = 0; at < PLACE + signed.length; at += 1) log.append(at === PLACE ? own : `entry ${at}`);
  const checkpoints = signed.map((witnesses, at) => {
    const note = log.checkpoint(PLACE + 1 + at);
    const { text } = unwrap(parseNote(note));
    const lines = witnesses.map((witness) => formatSignatureLine(cosign(witness, text, 1_800_000_000)));
    return { tree_size: PLACE + 1 + at, note: note + lines.join(''), isCosigned: lines.length > 0 };
  });
  const witnesses = [W1, W2].map(({ key }) => `witness ${key.name} ${formatNoteKey(key)}\n`).join('');
  const policy = unwrap(
    parseLogPolicy(nodeCrypto, `log ${log.vkey}\n${witnesses}group both all w1 w2\nquorum both\n`),
  );
  const asked: number[] = [];
  return {
    policy,
    asked,
    authority: {
      checkpoints: async ({ from, cosigned, limit }: { from: number; cosigned: boolean; limit: number }) => {
        asked.push(from);
        const found = checkpoints.filter(
          ({ tree_size, isCosigned }) => tree_size >= from && (!cosigned || isCosigned),
        );
        return ok({ vkey: log.vkey, checkpoints: found.slice(0, limit) });
      },
      logProof: async (index: number, size: number | null) => {
        const at =
          checkpoints.find(({ tree_size }) => tree_size === size) ?? checkpoints.at(-1) ?? assert.fail();
        const groups = inclusionCoordinates(index, at.tree_size);
        const hashes = foldProof(nodeCrypto, groups, (node) => log.node(node.level, node.index));
        return ok(formatLogProof({ index, hashes, checkpoint: at.note }));
      },
    },
  };
}

describe('exporting the proof that a receipt is in the log', () => {
  const sizeOf = (text: string) => {
    const { checkpoint } = unwrap(parseLogProof(text));
    return Number(checkpoint.split('\n')[1]);
  };

  test('with a policy, against the first checkpoint that enough witnesses signed', async () => {
    const { authority, policy } = authorityWith([[], [W1], [], [W1, W2], [W1, W2], []]);
    const { text, verdict } = unwrap(
      await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, policy),
    );
    assert.deepEqual([sizeOf(text), verdict.logged], [PLACE + 4, 'everyone']);
  });

  test('however many checkpoints come before it', async () => {
    const few = Array.from({ length: 101 }, () => [W1]);
    const { authority, policy, asked } = authorityWith([...few, [W1, W2]]);
    const { text } = unwrap(await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, policy));
    assert.equal(sizeOf(text), PLACE + 102);
    assert.deepEqual(
      asked,
      [1, 21, 41, 61, 81, 101].map((from) => PLACE + from),
    );
  });

  test('by the newest, if the policy knows a new key of the log and ten thousand checkpoints come before it', async () => {
    const { authority, policy } = authorityWith([[W1], [W1], [W1, W2]]);
    // What it answers a page with is all of before.
    const checkpoints: typeof authority.checkpoints = async (asked) =>
      asked.from > PLACE + 10_000
        ? ok({ vkey: '', checkpoints: [] })
        : ok({
            vkey: '',
            checkpoints: Array.from({ length: asked.limit }, (_, at) => ({
              tree_size: asked.from + at,
              note: 'before',
              isCosigned: true,
            })),
          });
    const deps = { crypto: nodeCrypto, authority: { ...authority, checkpoints } };
    const { text } = unwrap(await exportLogProof(deps, RECEIPT, policy));
    assert.equal(sizeOf(text), PLACE + 3);
  });

  test('without one, against the newest', async () => {
    const { authority } = authorityWith([[W1, W2], [], []]);
    const { text, verdict } = unwrap(await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, null));
    assert.deepEqual([sizeOf(text), verdict.logged], [PLACE + 3, 'log_alone']);
  });

  test('none before enough witnesses signed', async () => {
    const { authority, policy } = authorityWith([[W1], [W2], []]);
    const refused = await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, policy);
    assert.equal(refused.ok ? null : refused.error.code, 'not_cosigned');
  });

  test('none that does not hold', async () => {
    for (const by of ['policy', 'word'] as const) {
      const { authority, policy } = authorityWith([[W1, W2]], nodeCrypto.sha256('another receipt'));
      const given = by === 'policy' ? policy : null;
      const refused = await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, given);
      assert.equal(refused.ok ? null : refused.error.code, 'proof_invalid');
    }
  });

  test('none of a receipt without a place', async () => {
    const { authority } = authorityWith([[]]);
    const unplaced = { ...RECEIPT, status: { ...RECEIPT.status, log: null } };
    const refused = await exportLogProof({ crypto: nodeCrypto, authority }, unplaced, null);
    assert.equal(refused.ok ? null : refused.error.code, 'not_logged');
  });
});
