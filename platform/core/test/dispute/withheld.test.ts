import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { judgeDispute, worst } from '../../src/dispute/judge-dispute.ts';
import type { Ground } from '../../src/objects/dispute.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import { withhold } from '../../src/receipt/view.ts';
import { CAST, opened, tell } from '../verify/story.ts';
import { party } from '../verify/story-keys.ts';
import { ackOf, fileAbout, judged, listOf, PINNED } from './made-files.ts';

function withheld(receipt: Receipt, names: readonly string[]) {
  const view = unwrap(withhold(opened(receipt), names)).view;
  return judgeDispute(nodeCrypto, fileAbout(view), { keys: PINNED });
}

function answersOf(receipt: Receipt, hidden: readonly string[]): Readonly<Partial<Record<Ground, string>>> {
  const { rows } = withheld(receipt, hidden);
  const grounds = [...new Set(rows.map(({ ground }) => ground))];
  return Object.fromEntries(
    grounds.map((ground) => [ground, worst(rows.filter((row) => row.ground === ground))]),
  );
}

describe('a file that withholds a param', () => {
  const small = tell({ approved: false });

  test('is undecided where a rule reads it, and names it', () => {
    const { answer, rows } = withheld(small, ['amount']);
    assert.equal(answer, 'undecided');
    const fields = rows.flatMap(({ found }) => (found.code === 'hidden' ? found.fields : []));
    assert.deepEqual([...new Set(fields)], ['amount']);
    assert.deepEqual(answersOf(small, ['amount']), {
      ...{ payee: 'inside', time: 'inside' },
      ...{ scope: 'undecided', amount: 'undecided', approval: 'undecided', performance: 'undecided' },
    });
  });

  test('is undecided where no rule reads it, because a check cannot see all that it looks at', () => {
    const { answer, rows } = withheld(small, ['memo']);
    assert.equal(answer, 'undecided');
    assert.ok(rows.every((row) => row.answer !== 'undecided' || row.found.code !== 'hidden'));
    assert.ok(rows.some(({ found }) => found.code === 'not_seen'));
  });

  test('is undecided where only the currency of an amount is withheld', () => {
    const { answer, rows } = withheld(small, ['currency']);
    assert.equal(answer, 'undecided');
    assert.ok(rows.every((row) => row.answer !== 'outside'));
  });

  test('says nothing of an acknowledgment that was kept, or of a list, where it cannot compare', () => {
    const view = unwrap(withhold(opened(small), ['amount'])).view;
    const file = fileAbout(view, {
      ground: 'performance',
      kept: [ackOf(small)],
      movements: [listOf(small, ['250'])],
    });
    const { answer, rows } = judged(file);
    assert.equal(answer, 'undecided');
    assert.ok(rows.every((row) => row.answer !== 'outside'));
  });

  test('is outside by what it shows', () => {
    const receipt = tell({ params: { to_account: 'DE99' } });
    assert.equal(withheld(receipt, ['amount']).answer, 'outside');
  });
});

describe('a file of which a part is not what it says decides nothing', () => {
  const { answer: honest } = judged(fileAbout(tell()));
  test('while the honest one is inside', () => assert.equal(honest, 'inside'));

  test('with a digit of the receipt changed, or no receipt at all', () => {
    const changed = { ...tell(), receipt_id: `rcpt_${'7'.repeat(24)}` };
    for (const receipt of [changed, { type: 'sanad/receipt/0.3' }, null]) {
      const { answer, problems } = judged(fileAbout(receipt));
      assert.equal(answer, 'failed');
      assert.notEqual(problems.length, 0);
    }
  });

  test('with another receipt beside it that fails', () => {
    const forged = { ...tell({ approved: false }), receipt_id: `rcpt_${'7'.repeat(24)}` };
    const { answer, problems } = judged(fileAbout(tell(), { others: [forged] }));
    assert.equal(answer, 'failed');
    assert.match(problems.join(), /another receipt, rcpt_7+: check 2/);
  });

  test('with a receipt as a text, which would be a second spelling', () => {
    assert.equal(judged(fileAbout(JSON.stringify(tell()))).answer, 'failed');
  });

  test('with another receipt that anybody could have made up', () => {
    const authority = party('authority_elsewhere', 'authority');
    const cast = { ...CAST, authority };
    const action = { grant_id: 'gr_fedcba9876543210fedcba98' };
    const other = tell({ approved: false, cast, action });
    const { answer, problems } = judged(fileAbout(tell({ approved: false }), { others: [other] }));
    assert.equal(answer, 'failed');
    assert.match(problems.join(), /its key authority_elsewhere is neither one that you gave/);
  });

  test('by keys that the reader does not have, it names those', () => {
    const { verdict, unpinned } = judged(fileAbout(tell()), {});
    assert.equal(verdict, 'self-consistent');
    assert.ok(unpinned.includes('principal_amal'));
  });
});
