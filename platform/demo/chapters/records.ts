import { firstMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import { ackField, type Stage } from '../stage.ts';

const RELEASE = {
  record_id: 'rec_1002',
  recipient_id: 'clinic',
  purpose: 'treatment',
  sensitivity: 'internal',
} as const;

/** Another plugin, another counterparty, the same rules of evidence. */
export async function records(stage: Stage, narrator: Narrator): Promise<void> {
  narrator.chapter('Another plugin: releasing records');
  const { contract_id: id } = await firstMandate(stage, 'records');
  const release = (inputs: object) => stage.tool('release_record', id, { ...RELEASE, ...inputs });
  const done = await release({ reference: 'REQ-1' });
  narrator.expect(
    `an internal record to the clinic for treatment: ${ackField(done, 'release_id')}`,
    [done.status, done.reason],
    ['executed', 'ok'],
  );
  const refused = [
    ['for another purpose', { purpose: 'marketing', reference: 'REQ-2' }, 'purpose_not_allowed'],
    ['to a stranger', { recipient_id: 'broker', reference: 'REQ-3' }, 'recipient_not_approved'],
    [
      'of a sensitivity beyond the mandate',
      { sensitivity: 'restricted', reference: 'REQ-4' },
      'release_limit_exceeded',
    ],
    ['the same one again', { reference: 'REQ-1' }, 'duplicate_action'],
  ] as const;
  for (const [what, inputs, reason] of refused) {
    const { status, reason: found, detail } = await release(inputs);
    narrator.expect(`${what}: ${detail}`, [status, found], ['denied', reason]);
  }
  const held = await release({ record_id: 'rec_1003', sensitivity: 'confidential', reference: 'REQ-5' });
  narrator.expect('a confidential one is held', [held.status, held.reason], ['pending', 'approval_required']);
  await stage.sanad('grant', 'approve', held.grant_id ?? '', '--yes');
  const approved = await stage.tool('release_record', id, { grant_id: held.grant_id });
  narrator.expect('and released after the cfo approved it', approved.status, 'executed');
}
