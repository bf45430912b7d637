import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { ProfileDraft } from '@platform/core/objects/profile';
import { verify } from '@platform/core/verify/verify';
import { type Client, send, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import { used } from './deployment.ts';

const LIST = ['treasury.v1', 'beneficiaries'] as const;
const VERSION = '1.2.0';

/** A version whose payees stand in a directory: two people add or change one, and the first payment by it is held. */
async function publishDirectory(d: Deployment): Promise<void> {
  const shipped = join(REPOSITORY, 'platform/plugins/treasury/profile.json');
  const draft: ProfileDraft = JSON.parse(await readFile(shipped, 'utf8'));
  const { beneficiaries: _, ...rules } = draft.rules;
  const signers = [{ person: 'lina' }, { person: 'local' }];
  const directories = { [LIST[1]]: { signers, needed: 2, first: { until_approved: true } } };
  const file = join(d.folder, 'directory-draft.json');
  await writeFile(file, JSON.stringify({ ...draft, version: VERSION, rules, directories }));
  await d.sanad('profile', 'publish', file, '--reason', 'payees in a directory', '--yes');
}

/** Pays, and expects it to be executed; where it is held, a person approves it. Its receipt verifies offline. */
async function paid(d: Deployment, client: Client, asked: object, { mandate, held }: Paying): Promise<void> {
  let reply = await client.pay(transferInputs({ ...asked }), { mandate });
  const id = String(reply.body.grant_id);
  if (held) {
    assert.deepEqual([reply.body.status, reply.body.reason], ['pending', 'approval_required'], reply.text);
    assert.equal((await client.approve(id)).status, 200);
    reply = await client.present(id, { mandate });
  }
  assert.equal(reply.body.status, 'executed', reply.text);
  const receipt = await until('the receipt', async () => (await client.receipts(id))[0] ?? null);
  const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  const { verdict, checks } = verify(nodeCrypto, receipt, { keys });
  assert.equal(verdict, 'verified', JSON.stringify(checks));
  assert.match(
    checks[7]?.detail ?? '',
    /The head of the directory beneficiaries is in it before the receipt/,
  );
}

interface Paying {
  readonly mandate: string;
  readonly held: boolean;
}

test('payees live in a directory: added, changed and ended by people, and no mandate ends by it', async () => {
  const { d, client } = used();
  const clerk = ['clerk_lina', '--person', 'lina', '--role', 'clerk', '--tenant', 'tn_local'];
  await d.sanad('keys', 'enrol', ...clerk, '--yes');
  await publishDirectory(d);
  const mandate = await client.register({ policy_version: `treasury.v1@${VERSION}` });
  const to = (account: string) => ({ beneficiary_id: 'umbrella', to_account: account });
  const denied = async (account: string) => {
    const { body, text } = await client.pay(transferInputs(to(account)), { mandate });
    assert.deepEqual([body.status, body.reason], ['denied', 'beneficiary_not_approved'], text);
  };
  const signs = (kid: string, act: string, ...more: readonly string[]) =>
    d.sanad('directory', act, ...LIST, ...more, '--key', kid, '--yes');
  const values = (account: string) => ['beneficiary_id=umbrella', `to_account=${account}`, 'currency=USD'];
  const [one, other] = ['acct_umbrella', 'acct_umbrella_2'];

  await signs('clerk_lina', 'add', ...values(one));
  await denied(one);
  await signs('principal_local', 'sign');
  await paid(d, client, to(one), { mandate, held: true });
  await paid(d, client, to(one), { mandate, held: false });

  await signs('clerk_lina', 'change', 'umbrella', ...values(other));
  await signs('principal_local', 'sign');
  await denied(one);
  await paid(d, client, to(other), { mandate, held: true });

  await signs('clerk_lina', 'end', 'umbrella');
  await denied(other);
  assert.deepEqual([await client.balance(one), await client.balance(other)], ['50', '25']);

  const { body } = await send<MandateRecord>(`${d.urls.authority}/contracts/${mandate}`);
  assert.equal(body.status, 'active');
  const [head] = (await send<readonly SignedEntry[]>(`${d.urls.authority}/directories`)).body;
  const proof = await send(`${d.urls.authority}/log/proof?entry_hash=${head?.entry_hash}`);
  assert.equal(proof.status, 200, proof.text);
});
