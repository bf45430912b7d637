import { firstMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import { ackField, type Stage } from '../stage.ts';

export const ACME = { to_account: 'acct_acme', currency: 'USD', beneficiary_id: 'acme' } as const;
const START_BALANCE = 1_000_000;

/** One at once, one held and approved, one twice, one in plain words. Returns the approved one's grant. */
export async function payments(stage: Stage, narrator: Narrator): Promise<string> {
  const { contract_id: id } = await firstMandate(stage, 'treasury');
  const pay = (inputs: object) => stage.tool('propose_transfer', id, inputs);
  const balance = async (): Promise<number> => {
    const { data } = await stage.tool('read_balance', id, { account_id: 'acct_operating' });
    return Number((data as { balance: string }).balance);
  };
  narrator.chapter('Payments');
  narrator.expect('the operating account holds 1000000 USD', await balance(), START_BALANCE);

  narrator.say(
    'The agent pays 250 USD to acme for INV-7: under the threshold of 1000, so it happens at once.',
  );
  const first = await pay({ ...ACME, amount: '250', memo: 'INV-7' });
  narrator.show(`${first.status}: ${ackField(first, 'transfer_id')}, receipt ${first.receipt_id}`);
  narrator.expect('it is executed, with a receipt', [first.status, first.reason], ['executed', 'ok']);

  narrator.say(
    '2500 USD for INV-8 is over the threshold: it is held until a person approves exactly this action.',
  );
  const held = await pay({ ...ACME, amount: '2500', memo: 'INV-8' });
  const grantId = held.grant_id ?? '';
  narrator.expect('it is held', [held.status, held.reason], ['pending', 'approval_required']);
  const early = await pay({ grant_id: grantId });
  narrator.expect('presented before anyone approved it: still held', early.status, 'pending');
  narrator.say('The cfo reads what it is, under which mandate, and signs.');
  narrator.command(`sanad grant approve ${grantId}`);
  const approval = await stage.sanad('grant', 'approve', grantId, '--yes');
  narrator.show(approval.words + approval.out);
  const executed = await pay({ grant_id: grantId });
  narrator.expect(
    'presented again by its id: executed',
    [executed.status, executed.reason],
    ['executed', 'ok'],
  );
  const again = await pay({ grant_id: grantId });
  narrator.expect('presented once more: a duplicate, nothing is paid', again.status, 'duplicate');

  narrator.say('The first invoice again, spelt differently (250.00, “inv 7”): it is the same payment.');
  const twice = await pay({ ...ACME, amount: '250.00', memo: 'inv 7' });
  narrator.expect(
    `it is denied: ${twice.detail}`,
    [twice.status, twice.reason],
    ['denied', 'duplicate_action'],
  );

  await inWords(stage, narrator, id);
  narrator.expect(
    '250 + 2500 + 40 USD have left the account, each once',
    START_BALANCE - (await balance()),
    2_790,
  );
  return grantId;
}

/** An ordinary chat-completions request, and a rate that the bank signed. */
async function inWords(stage: Stage, narrator: Narrator, id: string): Promise<void> {
  const question = 'Please pay 40 USD to globex for INV-11.';
  narrator.say(`In plain words, over POST /v1/chat/completions: “${question}”`);
  const { status, headers, body } = await stage.post('/v1/chat/completions', id, {
    model: 'scripted',
    messages: [{ role: 'user', content: question }],
  });
  const { choices, tool_results: results } = body as {
    choices: { message: { content: string } }[];
    tool_results: { result: { status: string } }[];
  };
  narrator.show(choices[0]?.message.content ?? '');
  narrator.expect('it is executed', [status, results[0]?.result.status], [200, 'executed']);
  narrator.expect(
    'the answer carries the id of its event',
    headers.get('x-service-event-id')?.slice(0, 4),
    'evt_',
  );
  const rate = await stage.tool('fetch_fx', id, { base: 'EUR', quote: 'USD' });
  narrator.expect('a rate is fetched from the one address that the profile allows', rate.status, 'fetched');
}
