import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { NO_CHOICE } from '../../src/accounts/choice.ts';
import type { Portfolio } from '../../src/portfolio/assess-portfolio.ts';
import { changesSince, lookAt, lookedAgain } from '../../src/portfolio/looks.ts';

type Was = Verdict | 'stale' | 'away';

/** A portfolio by ticker: a verdict of today, a stale compliant one, or a ticker that could not be screened just now. */
function portfolio(held: Readonly<Record<string, Was>>): Portfolio {
  const holdings = Object.entries(held).map(([symbol, was]) => ({
    symbol,
    name: symbol,
    compliance: was === 'stale' ? 'compliant' : was === 'away' ? 'not_screenable' : was,
    stale: was === 'stale' ? { since: '2026-01-01', why: 'report_late' } : null,
    as_of: was === 'away' ? null : '2026-05-01',
    reason: `Because of ${symbol}.`,
  }));
  return { holdings } as unknown as Portfolio;
}

const look = (held: Readonly<Record<string, Was>>, on: string, choice = NO_CHOICE) =>
  lookAt(portfolio(held), choice, on, null);

/** What is told of one holding that was one thing and is another. */
function told(was: Was, is: Was): string | null {
  const changes = changesSince(
    look({ X: was }, '2026-05-01'),
    look({ X: is }, '2026-05-02'),
    portfolio({ X: is }),
  );
  return changes?.verdicts[0]?.kind ?? null;
}

describe('changes of a saved list', () => {
  test('a verdict that only grew old is never told as one that changed', () => {
    assert.equal(told('compliant', 'stale'), 'lapsed');
    assert.equal(told('non_compliant', 'stale'), 'lapsed');
    assert.equal(told('stale', 'stale'), null);
    assert.equal(told('stale', 'compliant'), 'renewed');
    assert.equal(told('compliant', 'not_screenable'), 'lost');
    assert.equal(told('not_screenable', 'stale'), null);
  });

  test('another verdict of its own day is told, with its reason', () => {
    assert.equal(told('compliant', 'non_compliant'), 'changed');
    assert.equal(told('stale', 'non_compliant'), 'changed');
    assert.equal(told('not_screenable', 'questionable'), 'gained');
    assert.equal(told('compliant', 'compliant'), null);
    const is = { X: 'non_compliant' } as const;
    const before = look({ X: 'compliant' }, '2026-05-01');
    const changes = changesSince(before, look(is, '2026-05-02'), portfolio(is));
    assert.equal(changes?.verdicts[0]?.reason, 'Because of X.');
  });

  test('a source that is away for a moment changes nothing, and hides nothing that changes later', () => {
    assert.equal(told('compliant', 'away'), null);
    const first = look({ X: 'compliant' }, '2026-05-01');
    const away = lookAt(portfolio({ X: 'away' }), NO_CHOICE, '2026-05-02', first);
    const later = { X: 'non_compliant' } as const;
    const changes = changesSince(away, look(later, '2026-05-03'), portfolio(later));
    assert.deepEqual(
      changes?.verdicts.map(({ kind }) => kind),
      ['changed'],
    );
    assert.deepEqual(changes?.added, []);
  });

  test('holdings that were added or are gone are told, also by another choice, and verdicts are not', () => {
    const before = look({ A: 'compliant', B: 'compliant' }, '2026-05-01');
    const now = { B: 'non_compliant', C: 'compliant' } as const;
    const choice = { methodologies: ['aaoifi'], rules: 'current' } as const;
    const changes = changesSince(before, look(now, '2026-05-02', choice), portfolio(now));
    assert.deepEqual(
      [changes?.isOtherChoice, changes?.verdicts, changes?.added[0]?.symbol, changes?.gone[0]?.symbol],
      [true, [], 'C', 'A'],
    );
  });

  test('looking twice on one day compares with the day before, not with a moment ago', () => {
    const one = look({ X: 'compliant' }, '2026-05-01');
    const two = look({ X: 'non_compliant' }, '2026-05-02');
    const looks = lookedAgain(lookedAgain(lookedAgain(null, one), two), two);
    assert.deepEqual(looks, { last: two, before: one });
    assert.equal(changesSince(lookedAgain(null, one).before, one, portfolio({ X: 'compliant' })), null);
  });
});
