import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { NEXT_STEPS } from '@screener/engine/next-step';
import { PAGE, TEXT } from '@screener/words/face';
import { formerInWords, formerSentence } from '@screener/words/former';
import { nextStepInWords } from '@screener/words/next-step';

describe('what to do without a verdict', () => {
  test('each code is one sentence without a command', () => {
    for (const code of NEXT_STEPS) {
      const sentence = nextStepInWords({ code, who: 'reader', symbol: 'META', date: '2026-12-01' }, TEXT);
      assert.match(sentence, /^[A-Z].*\.$/, code);
      assert.doesNotMatch(sentence, /npm|sanad|[A-Z]_[A-Z]/, code);
    }
    const wait = { code: 'wait_for_report', who: 'nobody', symbol: null, date: '2026-12-01' } as const;
    assert.match(nextStepInWords(wait, PAGE), /about 1 December 2026\.$/);
  });

  test('what strangers read, of the service or its pages, cannot name a command', () => {
    const sources = globSync('screener/{service,site}/src/**/*.ts', { cwd: REPOSITORY });
    assert.ok(sources.length > 100);
    const named = sources.filter((path) => {
      const text = readFileSync(`${REPOSITORY}/${path}`, 'utf8');
      // Settings are read by the operator.
      return !path.endsWith('/config.ts') && /words\/commands'|npm run sanad/.test(text);
    });
    assert.deepEqual(named, []);
  });
});

describe('what became of a listing', () => {
  const ended: FormerListing = {
    symbol: 'ATVI',
    name: 'Activision Blizzard, Inc.',
    fate: 'acquired',
    by: 'Microsoft',
    renamed_to: null,
    successor: 'MSFT',
    month: '2023-10',
    last_listed: '2023-09-29',
    source: null,
  };
  const cases: readonly (readonly [Partial<FormerListing>, string])[] = [
    [{}, 'Activision Blizzard, Inc. (ATVI) is no longer listed: Microsoft (MSFT) bought it in October 2023'],
    [
      { fate: 'taken_private', by: 'A fund', successor: null },
      'Activision Blizzard, Inc. (ATVI) is no longer listed: A fund took it private in October 2023',
    ],
    [
      { fate: 'failed', by: 'the FDIC', successor: null, month: null },
      'Activision Blizzard, Inc. (ATVI) is no longer listed: it failed, and the FDIC took it over',
    ],
    [
      { fate: 'delisted', by: null, month: null, successor: null },
      'Activision Blizzard, Inc. (ATVI) is no longer listed: the exchanges’ listing has it to 29 September 2023',
    ],
    [
      { fate: 'renamed', by: 'Meta Platforms', renamed_to: 'META', symbol: 'FB', month: '2022-06' },
      'FB is now META (Meta Platforms), since June 2022',
    ],
  ];
  for (const [changes, words] of cases) {
    const former = { ...ended, ...changes };
    test(`${former.fate}, ${former.by ?? 'unknown'}`, () => {
      assert.equal(formerInWords(former, PAGE), words);
      const ask = former.renamed_to === null ? '' : ` Ask for ${former.renamed_to}.`;
      assert.equal(formerSentence(former, PAGE), `${words}.${ask}`);
    });
  }
});
