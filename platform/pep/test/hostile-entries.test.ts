import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { sharedPostgres } from '@common/kit/testing/shared-postgres';
import type { EntryProof, SignedEntry } from '@platform/core/objects/directory';
import type { ProfileRules } from '@platform/core/objects/rules';
import {
  enrolledClerk,
  HOSTILE_ENTRIES,
  type HostileWorld,
  honestDirectory,
} from '@platform/core/testing/hostile-entries';
import { MIGRATIONS } from '../src/store/migrations.ts';
import { DEPLOYMENT, party, publish } from './support/people.ts';
import { makePep, makeVenue, signProfile, transfer } from './support/venue.ts';

const DIRECTORY = 'beneficiaries';
const TENANT = 'tn_test';
const PEOPLE = ['amal', 'lina', 'zoe'].map((person) => ({ person }));

/** A venue whose profile has begun to ask for two people, with what is honest in its directory. */
async function makeWorld(t: TestContext) {
  const venue = await makeVenue(t);
  const { principal, approver, bank } = venue.parties;
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000).toISOString();
  const clerk = party('clerk_amal', 'clerk', 'amal', principal.signer, [TENANT]);
  const zoe = party('clerk_zoe', 'clerk', 'zoe', principal.signer, [TENANT]);
  const again = party('clerk_amal_2', 'clerk', 'amal', principal.signer, [TENANT]);
  const until = at(90);
  for (const { entry } of [clerk, again]) await publish(`${venue.directory}/keys`, entry);
  await publish(
    `${venue.directory}/keys`,
    enrolledClerk(nodeCrypto, zoe.entry, { principal: principal.signer, tenant: TENANT, until }),
  );
  const world: HostileWorld = {
    crypto: nodeCrypto,
    id: { deployment: DEPLOYMENT, tenant: TENANT, profile: 'treasury.v1', directory: DIRECTORY },
    signers: {
      clerk: clerk.signer,
      clerkAgain: again.signer,
      second: approver.signer,
      dismissed: zoe.signer,
      counterparty: bank.signer,
    },
    times: [at(3_600), at(120), at(60)],
  };
  const honest = honestDirectory(world);
  const { beneficiaries: _, ...rules } = venue.profile.profile.rules;
  const signed = signProfile(principal.signer, {
    rules: rules as ProfileRules,
    directories: { [DIRECTORY]: { signers: PEOPLE, needed: 2, earlier: honest.earlier } },
    plugin_hash: venue.profile.profile.plugin_hash,
  });
  await venue.putProfile(signed);
  let invoice = 0;
  const grant = (proof: EntryProof) => {
    invoice += 1;
    const { beneficiary_id = '', to_account = '' } = proof.entry.entry.values ?? {};
    return venue.grant({
      params: { ...transfer(invoice), beneficiary_id, to_account },
      profileHash: signed.profile_hash,
      directories: { [DIRECTORY]: proof },
    });
  };
  const show = (entries: readonly SignedEntry[]) => {
    venue.authority.directory.entries = entries;
  };
  return { venue, world, honest, grant, show };
}

const ENGINES = {
  SQLite: async (folder: string, index: number) => `sqlite:${join(folder, `pep-${index}.sqlite`)}`,
  PostgreSQL: sharedPostgres(async (url) => {
    const database = await openDatabase({ url });
    await migrate(database, MIGRATIONS);
    await database.close();
  }),
};

for (const [engine, openUrl] of Object.entries(ENGINES)) {
  describe(`hostile entries of a directory, on ${engine}`, () => {
    test('are refused by an enforcement point, whatever the authority grants', async (t) => {
      const { venue, world, honest, grant, show } = await makeWorld(t);
      for (const [index, [name, { make, refused }]] of Object.entries(HOSTILE_ENTRIES).entries()) {
        const { before = [], shown, proof } = make(world, honest);
        await t.test(name, async (each) => {
          const pep = await makePep(each, venue, { PEP_DATABASE_URL: await openUrl(venue.directory, index) });
          show([...honest.entries, ...before]);
          if (before.length > 0)
            assert.equal((await pep.present(grant(honest.proof))).result.status, 'executed');
          const sent = venue.bank.requests.length;
          show(shown);
          const { result } = await pep.present(grant(proof));
          assert.equal(result.status, 'refused', result.detail);
          assert.match(result.detail, refused.pep);
          assert.equal(venue.bank.requests.length, sent);
        });
      }
    });
  });
}
