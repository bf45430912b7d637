import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { RecordedEntry, SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { SignedMandate } from '@platform/core/objects/mandate';
import type { ProfileDraft, SignedProfile } from '@platform/core/objects/profile';
import { makePlace, type Place } from './place.ts';

const PROFILE = 'treasury.v1';
const LIST = 'beneficiaries';
const AT = `/directories/${PROFILE}/${LIST}`;
const INITRODE = ['beneficiary_id=initrode', 'to_account=acct_initrode', 'currency=USD'];

/** The plugin’s draft, which carries its lists in itself. */
const SHIPPED: ProfileDraft = JSON.parse(
  readFileSync(new URL('../../plugins/treasury/profile.json', import.meta.url), 'utf8'),
);

function answer({ authority }: Place, path: string, body: unknown): void {
  authority.answers.set(path, { status: 200, body });
}

async function publish(place: Place, draft: ProfileDraft) {
  const file = join(place.folder, 'draft.json');
  await writeFile(file, JSON.stringify(draft));
  const published = await place.sanad(['profile', 'publish', file, '--reason', 'payees live', '--yes']);
  assert.equal(published.code, 0, published.err);
  return { ...((await place.json(`profiles/${PROFILE}.json`)) as SignedProfile), published };
}

/** What the authority shows of the profile: the first version is in force. */
function shows(place: Place, versions: readonly SignedProfile[]): void {
  const [{ profile, profile_hash, signature } = assert.fail()] = versions;
  answer(place, `GET /profiles/${PROFILE}`, { ...profile, profile_hash });
  answer(place, `GET /profiles/${PROFILE}/publication`, { ...profile, profile_hash, signature });
  answer(
    place,
    `GET /profiles/${PROFILE}/versions?limit=5`,
    versions.map((each) => ({
      profile: each.profile,
      profile_hash: each.profile_hash,
      signature: each.signature,
    })),
  );
}

/** A deployment whose profile keeps its payees in a directory that two people sign, and what its authority has. */
async function withDirectory(t: TestContext, needed = 2) {
  const place = await makePlace(t);
  const enrol = ['keys', 'enrol', 'clerk_lina', '--person', 'lina', '--role', 'clerk', '--yes'];
  assert.match((await place.sanad(enrol)).err, /Name the tenants that this clerk is for/);
  const enrolled = await place.sanad([...enrol, '--tenant', 'tn_local']);
  assert.equal(enrolled.code, 0, enrolled.err);
  const before = await publish(place, { ...SHIPPED, version: '1.1.0' });
  const { [LIST]: _, ...rules } = SHIPPED.rules;
  const directories = { [LIST]: { signers: [{ person: 'lina' }, { person: 'local' }], needed } };
  const draft = { ...SHIPPED, version: '1.2.0', rules, directories };
  const { published, ...signed } = await publish(place, draft);
  assert.match(published.err, /payees +In a directory of each tenant[\s\S]*Signed by lina or local/);
  shows(place, [signed, before]);
  const holds = (
    entries: readonly SignedEntry[],
    drafts: readonly SignedEntry[] = [],
    tenant = 'tn_local',
  ) => {
    answer(place, `GET ${AT}/entries?tenant=${tenant}&limit=100`, entries);
    answer(place, `GET ${AT}/drafts?tenant=${tenant}`, drafts);
  };
  holds([]);
  return { place, holds, before };
}

/** Runs a command whose entry the authority takes, and returns what it was sent. */
async function sent(place: Place, line: readonly string[], missing: number) {
  const first = await place.sanad([...line, '--yes']);
  const signed = place.authority.sent.at(-1)?.body as SignedEntry;
  const body: RecordedEntry = { ...signed, recorded: missing === 0, missing };
  place.authority.answers.set(`POST ${AT}/entries`, { status: missing === 0 ? 201 : 202, body });
  return { first, signed, again: await place.sanad([...line, '--yes']) };
}

const directory = (act: string, ...more: readonly string[]) => ['directory', act, PROFILE, LIST, ...more];

describe('sanad directory', () => {
  test('a clerk adds a payee, a second person reads and signs it, and each step is shown in words', async (t) => {
    const { place, holds } = await withDirectory(t);
    const line = directory('add', ...INITRODE, '--label', 'Initrode GmbH', '--key', 'clerk_lina');
    const { signed, again } = await sent(place, line, 1);
    assert.deepEqual(
      [signed.entry.name, signed.entry.sequence, signed.entry.size, signed.signatures.map(({ kid }) => kid)],
      ['initrode', 0, 1, ['clerk_lina']],
    );
    assert.match(
      again.err,
      /entry +initrode\n[\s\S]*called +Initrode GmbH\n[\s\S]*once another person has signed/,
    );
    assert.match(again.out, /^waits: initrode of beneficiaries, entry 0, until another person signs it/);
    holds([], [signed]);
    const shown = await place.sanad(directory('show'));
    assert.match(
      shown.out,
      /nothing is in force[\s\S]*entry 0 +initrode added .*1 of 2 signatures, by clerk_lina/,
    );
    const same = await place.sanad(directory('sign', '--key', 'clerk_lina', '--yes'));
    assert.deepEqual([same.code, same.out], [2, '']);
    assert.match(same.err, /lina signed it already: another person must sign/);
    place.authority.answers.set(`POST ${AT}/entries`, {
      status: 201,
      body: { ...signed, recorded: true, missing: 0 },
    });
    const second = await place.sanad(directory('sign', '--yes'));
    assert.equal(second.out, 'in force: initrode of beneficiaries, by entry 0\n', second.err);
    assert.match(second.err, /Signed already by clerk_lina/);
    const confirmed = place.authority.sent.at(-1)?.body as SignedEntry;
    assert.equal(confirmed.entry_hash, signed.entry_hash);
    assert.deepEqual(
      confirmed.signatures.map(({ kid }) => kid),
      ['principal_local'],
    );
  });

  test('an entry goes behind what waits, an end goes before it', async (t) => {
    const { place, holds } = await withDirectory(t);
    const acme = await sent(place, directory('add', ...values('acme'), '--key', 'clerk_lina'), 1);
    holds([acme.signed]);
    const globex = await sent(place, directory('add', ...values('globex'), '--key', 'clerk_lina'), 1);
    holds([acme.signed], [globex.signed]);
    const next = await sent(place, directory('add', ...values('g1obex'), '--key', 'clerk_lina'), 1);
    assert.deepEqual([next.signed.entry.sequence, next.signed.entry.size], [2, 3]);
    assert.match(next.again.err, /attention +payee looks like that of globex/);
    const end = await sent(place, directory('end', 'acme', '--key', 'clerk_lina'), 0);
    assert.deepEqual([end.signed.entry.sequence, end.signed.entry.size], [1, 0]);
    assert.match(end.again.err, /1 waiting entry must then be signed anew/);
    assert.match(end.again.out, /^ended: acme of beneficiaries, by entry 1/);
  });

  test('what does not hold or does not fit is refused before anybody signs', async (t) => {
    const { place, holds } = await withDirectory(t);
    const add = (...more: readonly string[]) => place.sanad([...directory('add', ...more), '--yes']);
    for (const [given, message] of [
      [
        ['beneficiary_id=initrode'],
        /to_account is missing: add it\. An entry of beneficiaries has beneficiary_id=… /,
      ],
      [['initrode'], /initrode is not a value/],
      [[...INITRODE, '--label', 'a\u200bb'], /--label has a character that cannot be seen/],
      [[...INITRODE, '--key', 'approver_cfo'], /the profile does not name cfo for this directory/],
    ] as const) {
      const { code, err } = await add(...given);
      assert.equal(code, 2);
      assert.match(err, message);
    }
    const other = directory('add', ...INITRODE, '--tenant', 'tn_other', '--key', 'clerk_lina', '--yes');
    holds([], [], 'tn_other');
    assert.match((await place.sanad(other)).err, /clerk_lina may not sign for the tenant tn_other/);
    const unnamed = await place.sanad(['directory', 'show', PROFILE, 'accounts']);
    assert.match(unnamed.err, /names no directory accounts: it names beneficiaries/);
    const one = await sent(place, directory('add', ...values('acme'), '--key', 'clerk_lina'), 1);
    const two = { ...one.signed, entry: { ...one.signed.entry, sequence: 1 } };
    holds([two]);
    assert.match(
      (await add(...INITRODE)).err,
      /The directory beneficiaries does not hold: entry 1 does not follow/,
    );
    const forged = { ...one.signed, signatures: [{ ...one.signed.signatures[0], sig: '0'.repeat(128) }] };
    holds([forged as SignedEntry]);
    assert.match((await add(...INITRODE)).err, /entry 0 is not signed with the keys of people/);
    assert.equal(place.authority.sent.filter(({ path }) => path === `POST ${AT}/entries`).length, 2);
  });

  test('import signs the lists of the version before, and only what the directory lacks', async (t) => {
    const { place, holds, before } = await withDirectory(t, 1);
    place.authority.answers.set(`POST ${AT}/entries`, { status: 201, body: {} });
    const listed = before.profile.rules[LIST] as readonly Record<string, string>[];
    const line = ['directory', 'import', PROFILE, '--yes'];
    const entries: SignedEntry[] = [];
    for (const _ of listed) {
      // Each run meets an authority that has taken one entry more.
      holds(entries);
      const { err } = await place.sanad(line);
      assert.match(err, new RegExp(`Entries for the tenant tn_local[\\s\\S]*${listed.at(-1)?.to_account}`));
      entries.push(place.authority.sent.at(-1)?.body as SignedEntry);
    }
    assert.deepEqual(
      entries.map(({ entry }) => entry.values),
      listed,
    );
    holds(entries);
    assert.equal(
      (await place.sanad(line)).out,
      'nothing to import: everything in the lists has or had an entry of tn_local\n',
    );
    const { signed: end } = await sent(place, directory('end', 'acme'), 0);
    holds([...entries, end]);
    assert.match((await place.sanad(line)).out, /^nothing to import/, 'what has ended stays so');
    const head = entries.at(-1) as SignedEntry;
    answer(place, 'GET /directories', [head]);
    assert.equal(
      (await place.sanad(['directory', 'list'])).out,
      `${PROFILE}  ${LIST}  tn_local  ${listed.length} in force  entry ${listed.length - 1}\n`,
    );
  });

  test('a version that begins to ask for two people names the newest entry, if people signed it', async (t) => {
    const { place } = await withDirectory(t, 1);
    const { signed: head } = await sent(place, directory('add', ...INITRODE, '--key', 'clerk_lina'), 0);
    const { profile } = (await place.json(`profiles/${PROFILE}.json`)) as SignedProfile;
    const directories = { [LIST]: { ...profile.directories?.[LIST], needed: 2 } };
    const draft = join(place.folder, 'draft.json');
    await writeFile(draft, JSON.stringify({ ...profile, version: '1.3.0', directories }));
    const publish = ['profile', 'publish', draft, '--reason', 'two people', '--yes'];
    const shows = (heads: readonly SignedEntry[]) =>
      place.authority.answers.set('GET /directories', { status: 200, body: heads });
    shows([{ ...head, entry: { ...head.entry, name: 'mallory' } }]);
    const refused = await place.sanad(publish);
    assert.match(refused.err, /No people enrolled here signed the newest entry of beneficiaries of tn_local/);
    shows([head]);
    const published = await place.sanad(publish);
    assert.match(published.err, /What was in force at entry 0 of tn_local counts with one\./);
    const after = (await place.json(`profiles/${PROFILE}.json`)) as SignedProfile;
    const pin = { sequence: 0, entry_hash: head.entry_hash };
    assert.deepEqual(after.profile.directories?.[LIST]?.earlier, { tn_local: pin });
  });

  test('adopt publishes directories in the place of lists, signs what they had, and goes on where it was cut off', async (t) => {
    const place = await makePlace(t);
    const before = await publish(place, { ...SHIPPED, version: '1.1.0' });
    const mandate = (await place.json('mandates/treasury.json')) as SignedMandate;
    const contract = { ...mandate.contract, tenant: 'tn_acme' };
    const record = {
      ...mandate,
      contract,
      status: 'expired',
      registered_at: contract.valid_from,
      revocation: null,
    };
    answer(place, 'GET /contracts?limit=100', [record]);
    shows(place, [before]);
    const line = ['directory', 'adopt', PROFILE, '--yes'];
    // The authority is away, so that the version is in force and no entry is recorded.
    const cut = await place.sanad(line);
    assert.notEqual(cut.code, 0);
    const signed = (await place.json(`profiles/${PROFILE}.json`)) as SignedProfile;
    const { beneficiaries: _, accounts: __, ...rules } = SHIPPED.rules;
    const { version, directories, rules: now } = signed.profile;
    assert.deepEqual([version, now], ['1.1.1', rules]);
    assert.deepEqual(directories, { beneficiaries: { needed: 1 }, accounts: { needed: 1 } });
    shows(place, [signed, before]);
    const kept = new Map<string, SignedEntry[]>();
    for (const tenant of ['tn_acme', 'tn_local']) {
      for (const name of ['beneficiaries', 'accounts']) {
        const at = `/directories/${PROFILE}/${name}`;
        const entries: SignedEntry[] = [];
        kept.set(`${tenant} ${name}`, entries);
        answer(place, `GET ${at}/entries?tenant=${tenant}&limit=100`, entries);
        answer(place, `GET ${at}/drafts?tenant=${tenant}`, []);
        place.authority.answers.set(`POST ${at}/entries`, { status: 201, body: {} });
      }
    }
    // Each run meets an authority that has taken one entry more.
    let last = await place.sanad(line);
    for (let run = 0; last.code !== 0; run += 1) {
      assert.ok(run < 10, last.err);
      const taken = place.authority.sent.at(-1)?.body as SignedEntry;
      kept.get(`${taken.entry.tenant} ${taken.entry.directory}`)?.push(taken);
      last = await place.sanad(line);
    }
    assert.match(last.err, /left out of accounts of tn_acme: USD, because account is missing/);
    assert.match(last.out, /sign them anew on the console’s page \/mandates\/renew\/treasury\.v1/);
    const listed = SHIPPED.rules.beneficiaries as readonly unknown[];
    assert.deepEqual(
      [...kept].map(([of, entries]) => [of, entries.length]),
      [
        ['tn_acme beneficiaries', listed.length],
        ['tn_acme accounts', 0],
        ['tn_local beneficiaries', listed.length],
        ['tn_local accounts', 2],
      ],
    );
    assert.deepEqual(kept.get('tn_local accounts')?.[1]?.entry.values, {
      currency: 'EUR',
      account: 'acct_operating_eur',
    });
    assert.equal(((await place.json(`profiles/${PROFILE}.json`)) as SignedProfile).profile.version, '1.1.1');
  });

  test('adopt has nothing to move where no version carried lists', async (t) => {
    const place = await makePlace(t);
    shows(place, [(await place.json(`profiles/${PROFILE}.json`)) as SignedProfile]);
    const { code, out } = await place.sanad(['directory', 'adopt', PROFILE, '--yes']);
    assert.deepEqual([code, out], [0, 'nothing to move: no version of treasury.v1 has lists in itself\n']);
  });

  test('a clerk’s key names its tenants, and is enrolled as such', async (t) => {
    const { place } = await withDirectory(t);
    const entry = (await place.json('keys/public/clerk_lina.json')) as KeyEntry;
    assert.deepEqual([entry.role, entry.tenants], ['clerk', ['tn_local']]);
  });
});

function values(name: string): readonly string[] {
  return [`beneficiary_id=${name}`, `to_account=acct_${name}`, 'currency=USD'];
}
