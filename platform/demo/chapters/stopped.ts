import { makeMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';
import { ACME } from './payments.ts';
import { receiptOf } from './proofs.ts';

/** The agent pays, the bank is away, and the treasurer presses stop. */
export async function stopped(stage: Stage, narrator: Narrator): Promise<void> {
  narrator.chapter('Stop means stop: the bank is away, and the mandate is revoked');
  const mandateId = await makeMandate(stage, 'stopped', () => ({}));
  narrator.say('The bank goes away. The agent pays 777 USD to acme for INV-777 all the same.');
  await stage.takeAway();
  const result = await stage.tool('propose_transfer', mandateId, { ...ACME, amount: '777', memo: 'INV-777' });
  const grantId = result.grant_id ?? '';
  narrator.show(`${result.status}: ${result.detail}`);
  narrator.expect('nobody says that it was paid', result.status, 'unknown');
  narrator.say(
    'The treasurer presses stop. The answer comes once nothing can leave, and says what had left.',
  );
  narrator.command(`sanad mandate revoke ${mandateId} --reason "stop"`);
  const { out } = await stage.sanad('mandate', 'revoke', mandateId, '--reason', 'stop', '--yes');
  narrator.show(out);
  narrator.expect('the payment never left', out.includes(`${grantId}  never left`), true);
  narrator.say('The bank returns, and could be paid again.');
  await stage.bringBack();
  const { what, status } = await receiptOf(stage, grantId);
  narrator.expect(
    'the receipt: refused, because the mandate was revoked',
    [what.outcome, what.reason, status.revocation?.revocation.reason],
    ['refused', 'contract_revoked', 'stop'],
  );
  const { out: listed } = await stage.sanad('grant', 'list', '--in-doubt');
  narrator.expect('nothing is in doubt', listed, 'no grants\n');
}
