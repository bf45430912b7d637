import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { ProfileDraft, SignedProfile } from '@platform/protocol/profile';
import { makePlace, type Place } from './place.ts';

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
    answers.set('GET /profiles/treasury.v1/publication', { status: 200, body: { signature } });
    assert.match((await place.sanad(['profile', 'show', 'treasury.v1'])).out, /treasury\.v1@1\.0\.0/);
    const altered = { ...profile, rules: { ...profile.rules, amount_max: '99999' }, profile_hash };
    answers.set('GET /profiles/treasury.v1', { status: 200, body: altered });
    assert.equal((await place.sanad(['profile', 'show', 'treasury.v1'])).code, 1);
  });
});
