import { formatInstant } from '@common/base/instant';
import { firstMandate, makeMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';
import { ACME } from './payments.ts';

const SHORT_MS = 2_500;

/** Every bound of a mandate, each overstepped once. */
export async function refusals(stage: Stage, narrator: Narrator): Promise<void> {
  narrator.chapter('What is refused, and with which reason');
  const { contract_id: id } = await firstMandate(stage, 'treasury');
  const expectDenied = async (what: string, mandateId: string, reason: string, inputs: object) => {
    const result = await stage.tool('propose_transfer', mandateId, { ...ACME, amount: '10', ...inputs });
    narrator.expect(`${what}: ${result.detail}`, [result.status, result.reason], ['denied', reason]);
  };
  narrator.say(
    'Five more mandates are signed and registered, each narrower than the first in one respect; the last is revoked.',
  );
  const endsAt = Date.now() + SHORT_MS;
  const short = await makeMandate(stage, 'short', () => ({ valid_to: formatInstant(endsAt) }));
  const reading = await makeMandate(stage, 'reading', () => ({ scope: ['bank.readBalance'] }));
  const once = await makeMandate(stage, 'once', ({ limits }) => ({
    limits: { ...limits, use_count_max: 1 },
  }));
  const daily = await makeMandate(stage, 'daily', ({ rules }) => ({ rules: { ...rules, daily_max: '15' } }));
  const revoked = await makeMandate(stage, 'revoked', () => ({}));
  // The agent gets its token while the mandate is in force; nobody gets one for a revoked mandate.
  await stage.tool('read_balance', revoked, { account_id: 'acct_operating' });
  await stage.sanad('mandate', 'revoke', revoked, '--reason', 'the agent was replaced', '--yes');

  await expectDenied('over the limit of one transfer', id, 'amount_over_limit', {
    amount: '10000.01',
    memo: 'INV-20',
  });
  await expectDenied('a payee that nobody approved', id, 'beneficiary_not_approved', {
    beneficiary_id: 'mallory',
    to_account: 'acct_mallory',
    memo: 'INV-21',
  });
  await expectDenied('an approved payee, but another account', id, 'beneficiary_not_approved', {
    to_account: 'acct_mallory',
    memo: 'INV-22',
  });
  await expectDenied('a mandate only for reading', reading, 'facade_not_in_scope', { memo: 'INV-23' });
  await stage.tool('propose_transfer', once, { ...ACME, amount: '1', memo: 'INV-24' });
  await expectDenied('a mandate for one use, used', once, 'use_count_exceeded', { memo: 'INV-25' });
  await stage.tool('propose_transfer', daily, { ...ACME, amount: '10', memo: 'INV-26' });
  await expectDenied('a mandate for 15 per day, 10 already spent', daily, 'daily_limit_exceeded', {
    memo: 'INV-27',
  });
  await expectDenied('a mandate that its principal revoked', revoked, 'contract_revoked', { memo: 'INV-28' });
  while (Date.now() <= endsAt) await new Promise((resolve) => setTimeout(resolve, 50));
  await expectDenied('a mandate that has expired', short, 'contract_expired', { memo: 'INV-29' });
  await strangers(stage, narrator, id);
}

/** Those who have no part in it at all. */
async function strangers(stage: Stage, narrator: Narrator, id: string): Promise<void> {
  const { body, status } = await stage.post('/v1/tools/propose_transfer', 'ic_nothing', {}, id);
  narrator.expect(`a mandate that does not exist: ${message(body)}`, status, 404);
  const response = await fetch(`${stage.urls.gateway}/v1/tools/propose_transfer`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJsb2NhbCIsImlhdCI6MX0.',
      'x-service-contract': id,
    },
  });
  narrator.expect(`a token without a signature: ${message(await response.json())}`, response.status, 401);
  const straight = await fetch(`${stage.urls.bank}/accounts/acct_operating/balance`);
  narrator.expect('the bank directly, without the enforcement point', straight.status, 401);
}

function message(body: unknown): string {
  return (body as { detail: { message: string } }).detail.message;
}

/** A new version of the profile: what was signed under the old one no longer holds. Ends all treasury mandates. */
export async function newProfile(stage: Stage, narrator: Narrator): Promise<void> {
  narrator.chapter('A new version of the profile');
  const { contract_id: id } = await firstMandate(stage, 'treasury');
  const { profile } = (await stage.readJson('profiles/treasury.v1.json')) as {
    profile: Record<string, unknown>;
  };
  const { type: _type, deployment: _id, plugin_hash: _hash, counterparty: _counterparty, ...rest } = profile;
  const { published_by: _by, published_at: _at, reason: _reason, ...draft } = rest;
  const file = await stage.writeJson('profile-draft.json', { ...draft, version: '1.0.1' });
  narrator.say(
    'The rules are reviewed and signed anew. A mandate cites the version under which it was signed, and is over with it.',
  );
  narrator.command('sanad profile publish profile-draft.json --reason "yearly review"');
  const { out } = await stage.sanad('profile', 'publish', file, '--reason', 'yearly review', '--yes');
  narrator.show(out.replaceAll(stage.folder, '<folder>'));
  const result = await stage.tool('propose_transfer', id, { ...ACME, amount: '10', memo: 'INV-30' });
  narrator.expect(
    `a mandate signed under the older version: ${result.detail}`,
    [result.status, result.reason],
    ['denied', 'contract_expired'],
  );
}
