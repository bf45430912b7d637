import { setTimeout } from 'node:timers/promises';
import { formatInstant } from '@common/base/instant';
import type { SignedMandate } from '@platform/core/objects/mandate';
import { ofRefusal, withAmount } from '../forgeries.ts';
import { makeMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';
import { openThief, type Thief } from '../thief.ts';
import type { Verifier } from '../verifier.ts';
import { ACME } from './payments.ts';
import { receiptOf } from './proofs.ts';

const INVOICE = { memo: 'INV-40', reference: 'INV40' };
const SECOND_MS = 1_000;

const ATTEMPTS = 10;
const PAUSE_MS = 200;

/** Somebody has copied the authority's private key. What they try, what stops them, and what the receipts say. */
export async function stolenKey(stage: Stage, narrator: Narrator, verifier: Verifier): Promise<void> {
  narrator.chapter('A thief with the authority’s key');
  const id = await makeMandate(stage, 'current', () => ({ policy_version: 'treasury.v1@1.0.1' }));
  const mandate = (await stage.readJson('current-signed.json')) as SignedMandate;
  const honest = await stage.tool('propose_transfer', id, { ...ACME, amount: '250', memo: INVOICE.memo });
  const receipt = await receiptOf(stage, honest.grant_id ?? '');
  narrator.say(
    'The authority decides, and signs each permission (a grant). Someone copies its private key, and the key with which it assembles receipts, and gets an enforcement point to take their machine for the authority. What the thief signs now is signed correctly.',
  );
  const thief = await openThief(stage, mandate, receipt);
  try {
    const pep = await stage.startAnother('pep', /pep ready at (\S+)/, { AUTHORITY_URL: thief.url });
    const balance = () => readBalance(stage, id);
    const before = await balance();
    await thefts(narrator, thief, pep);
    await forgeries(narrator, thief, verifier, pep, receipt);
    await discovery(stage, narrator, thief, pep);
    narrator.expect(
      `the thief has moved nothing: the account holds ${before} USD, as before`,
      await balance(),
      before,
    );
  } finally {
    await thief.close();
  }
  const next = await stage.tool('propose_transfer', id, { ...ACME, amount: '10', memo: 'INV-41' });
  narrator.expect('under its new key the authority goes on: 10 USD to acme', next.status, 'executed');
}

/** Services look at their keys ten times a second: just after a change, one may sign with a key that another has given up. */
async function readBalance(stage: Stage, id: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await stage.tool('read_balance', id, { account_id: 'acct_operating' });
    if (answer.status === 'executed') return (answer.data as { balance: string }).balance;
    if (attempt === ATTEMPTS) throw new Error(`the balance was not read: ${JSON.stringify(answer)}`);
    await setTimeout(PAUSE_MS);
  }
}

async function thefts(narrator: Narrator, thief: Thief, pep: string): Promise<void> {
  narrator.say(
    'The enforcement point does not believe the signature alone. It decides again: from the mandate and the rules that people signed, and from its own record of what it has carried out.',
  );
  const wishes = [
    ['800000 USD to acme', { amount: '800000', memo: 'INV-50', reference: 'INV50' }, 'amount_over_limit'],
    [
      '2500 USD, which the cfo would have to approve',
      { amount: '2500', memo: 'INV-51', reference: 'INV51' },
      'approval_required',
    ],
    ['INV-40 once more, which was paid a moment ago', {}, 'duplicate_action'],
  ] as const;
  for (const [what, params, reason] of wishes) {
    const { status, reason: found, detail } = await thief.present(pep, thief.grant({ params }));
    narrator.expect(`${what}: ${status}. ${detail}`, [status, found], ['refused', reason]);
  }
}

async function forgeries(
  narrator: Narrator,
  thief: Thief,
  verifier: Verifier,
  pep: string,
  honest: Parameters<typeof withAmount>[1],
): Promise<void> {
  narrator.say(
    'Then at least a receipt. The thief takes the one for INV-40, writes 9000 USD into it, and signs it anew with both keys, in a log of their own.',
  );
  const forged = await verifier.verify(withAmount(thief, honest, '9000'), null);
  narrator.expect(
    `the verifier fails it: the enforcement point and the bank signed something else, and 9000 USD needs an approval (failing: ${forged.failed.join(', ')})`,
    [forged.exitCode, forged.failed],
    [1, [5, 6]],
  );
  narrator.say(
    'The only receipt that the thief can make of a stolen grant is the one with what the enforcement point signed about it:',
  );
  const grant = thief.grant({ params: { amount: '800000', memo: 'INV-52', reference: 'INV52' } });
  await thief.present(pep, grant);
  const receipt = ofRefusal(thief, grant, honest);
  const { exitCode, verdict } = await verifier.verify(receipt, null);
  const { facade, outcome, reason } = receipt.what;
  narrator.expect(
    `${facade} of 800000 USD: ${outcome} (${reason}). That is verified, and it is true`,
    [exitCode, verdict, outcome, reason],
    [0, 'verified', 'refused', 'amount_over_limit'],
  );
}

async function discovery(stage: Stage, narrator: Narrator, thief: Thief, pep: string): Promise<void> {
  const at = formatInstant(Date.now());
  narrator.say(
    'The theft is noticed, and the key is marked as stolen from that moment on. The command answers once no call can begin under it.',
  );
  narrator.command(`sanad keys compromise authority --at ${at}`);
  narrator.show((await stage.sanad('keys', 'compromise', 'authority', '--at', at)).out);
  const late = thief.grant({ params: { amount: '10', memo: 'INV-53', reference: 'INV53' } });
  const early = thief.grant({
    params: { amount: '10', memo: 'INV-54', reference: 'INV54' },
    atMs: Date.parse(at) - SECOND_MS,
  });
  const wishes = [
    ['10 USD to acme, well within the mandate', late],
    ['the same, dated back to a second before that moment', early],
  ] as const;
  for (const [what, request] of wishes) {
    const { status, reason, detail } = await thief.present(pep, request);
    narrator.expect(`${what}: ${status}. ${detail}`, [status, reason], ['refused', 'grant_invalid']);
  }
  narrator.say(
    'What the stolen key signed before stays valid, and the authority gets another one while it runs.',
  );
  narrator.command('sanad keys rotate authority');
  narrator.show((await stage.sanad('keys', 'rotate', 'authority')).out);
}
