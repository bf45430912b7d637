import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { RecordedEntry, SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { SignedProfile } from '@platform/core/objects/profile';
import { makePlace, type Place } from './place.ts';

const PROFILE = 'treasury.v1';
const LIST = 'beneficiaries';
const AT = `/directories/${PROFILE}/${LIST}`;
const INITRODE = ['beneficiary_id=initrode', 'to_account=acct_initrode', 'currency=USD'];

/** A deployment whose profile keeps its payees in a directory that two people sign, and what its authority has. */
async function withDirectory(t: TestContext, needed = 2) {
  const place = await makePlace(t);
  const enrol = ['keys', 'enrol', 'clerk_lina', '--person', 'lina', '--role', 'clerk', '--yes'];
  assert.match((await place.sanad(enrol)).err, /Name the tenants that this clerk is for/);
  const enrolled = await place.sanad([...enrol, '--tenant', 'tn_local']);
  assert.equal(enrolled.code, 0, enrolled.err);
  const before = (await place.json(`profiles/${PROFILE}.json`)) as SignedProfile;
  const { [LIST]: _, ...rules } = before.profile.rules;
  const directories = { [LIST]: { signers: [{ person: 'lina' }, { person: 'local' }], needed } };
  const draft = join(place.folder, 'draft.json');
  await writeFile(draft, JSON.stringify({ ...before.profile, version: '1.1.0', rules, directories }));
  const published = await place.sanad(['profile', 'publish', draft, '--reason', 'payees live', '--yes']);
  assert.equal(published.code, 0, published.err);
  assert.match(published.err, /payees +In a directory of each tenant[\s\S]*Signed by lina or local/);
  const signed = (await place.json(`profiles/${PROFILE}.json`)) as SignedProfile;
  const { profile, profile_hash, signature } = signed;
  const answer = (path: string, body: unknown) => place.authority.answers.set(path, { status: 200, body });
  answer(`GET /profiles/${PROFILE}`, { ...profile, profile_hash });
  answer(`GET /profiles/${PROFILE}/publication`, { ...profile, profile_hash, signature });
  answer(`GET /profiles/${PROFILE}/versions?limit=5`, [signed, before]);
  const holds = (
    entries: readonly SignedEntry[],
    drafts: readonly SignedEntry[] = [],
    tenant = 'tn_local',
  ) => {
    answer(`GET ${AT}/entries?tenant=${tenant}&limit=100`, entries);
    answer(`GET ${AT}/drafts?tenant=${tenant}`, drafts);
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
      /payee +initrode\n[\s\S]*called +Initrode GmbH\n[\s\S]*once another person has signed/,
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
      'nothing to import: everything in the lists is in force or waits already\n',
    );
    const head = entries.at(-1) as SignedEntry;
    place.authority.answers.set('GET /directories', { status: 200, body: [head] });
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
    await writeFile(draft, JSON.stringify({ ...profile, version: '1.2.0', directories }));
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

  test('a clerk’s key names its tenants, and is enrolled as such', async (t) => {
    const { place } = await withDirectory(t);
    const entry = (await place.json('keys/public/clerk_lina.json')) as KeyEntry;
    assert.deepEqual([entry.role, entry.tenants], ['clerk', ['tn_local']]);
  });
});

function values(name: string): readonly string[] {
  return [`beneficiary_id=${name}`, `to_account=acct_${name}`, 'currency=USD'];
}
