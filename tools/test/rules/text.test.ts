import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as text from '../../rules/text.ts';
import { found, lines } from '../found.ts';

describe('pure packages', () => {
  const inPure = (...text: readonly string[]) => ({
    'common/base/src/a.ts': lines(...text),
    // In a package with I/O, or in a test, these rules do not mind the same lines.
    'common/kit/src/a.ts': lines(...text),
    'common/base/test/a.test.ts': lines(...text),
  });
  const at = (...numbers: readonly number[]) => numbers.map((number) => `common/base/src/a.ts:${number}`);

  test('reads no clock', () => {
    const files = inPure(
      'Date.now();',
      'new Date();',
      'new Date;',
      'Date();',
      'const { now } = Date;',
      "Date['now']();",
      'new Date(2024, 1, 1);',
      'new Date(yearOf(day), 1);',
      'new Date(...parts);',
      "new Date(0); Date.UTC(2024, 1); Date.parse('2024-01-01'); new Date(Date.UTC(first.year(), 1, 0));",
      'type A = CalendarDate;',
      '// Date.now() would be wrong.',
    );
    assert.deepEqual(found(text.pureIsDeterministic, files), at(1, 2, 3, 4, 5, 6, 7, 8, 9));
  });

  test('draws no random numbers', () => {
    const files = inPure(
      'Math.random();',
      "Math['random']();",
      'const { random } = Math;',
      'Math.max(1, 2);',
    );
    assert.deepEqual(found(text.pureIsDeterministic, files), at(1, 2, 3));
  });

  test('ignores time zone and language', () => {
    const files = inPure(
      'day.getHours();',
      'day.getUTCHours();',
      "'a'.localeCompare('b');",
      '(1).toLocaleString();',
    );
    assert.deepEqual(found(text.pureIsDeterministic, files), at(1, 3, 4));
  });
});

test('proseIsNeverParsed', () => {
  const files = {
    'screener/service/src/a.ts': lines(
      "if (error.message.includes('snapshot')) return;",
      "capital(withoutCommand(message).replace(/^as_of/, 'The date'));",
      "answer.summary?.slice(answer.summary.indexOf(': ') + 2);",
      'const late = /too old/.test(refused.detail);',
      'reason!.split(NAME);',
      'detail.slice(0, 500); note.slice(0, LONGEST - 1); detail.startsWithout(1);',
      'messages.slice(1); /x/.test(error.message.code); text.replace(a, b); hints.includes(hint);',
      "// message.includes('snapshot') would be wrong.",
    ),
    'screener/service/test/a.test.ts': lines("error.message.includes('snapshot');"),
    'tools/a.ts': lines("error.message.includes('snapshot');"),
  };
  assert.deepEqual(
    found(text.proseIsNeverParsed, files),
    [1, 2, 3, 4, 5].map((line) => `screener/service/src/a.ts:${line}`),
  );
});

describe('sizes', () => {
  const body = (count: number) => lines(...Array.from({ length: count }, () => ';'));

  test('functionsAreShort', () => {
    const files = {
      'tools/a.ts': lines(
        'function a() {',
        body(98),
        '}',
        'const b = () => {',
        body(99),
        '};',
        'class C {',
        '  async d(',
        '    e: string,',
        '  ): Promise<void> {',
        body(99),
        '  }',
        '  if (f) {',
        body(120),
        '  }',
        '}',
      ),
      'tools/test/c.test.ts': lines(
        "describe('x', () => {",
        body(99),
        '});',
        "test('x', () => {",
        body(99),
        '});',
      ),
    };
    assert.deepEqual(found(text.functionsAreShort, files), [
      'tools/a.ts:101',
      'tools/a.ts:205',
      'tools/test/c.test.ts:102',
    ]);
  });
});

describe('words', () => {
  // Assembled here, so that this file passes the rule that it tests.
  const join = (...parts: readonly string[]) => parts.join('');

  test('noBannedWords', () => {
    const name = join('Cl', 'aude');
    const files = {
      'README.md': lines(join('cd /wo', 'rk/main'), join('cat /t', 'mp/x'), 'framework/main, <tmp>, /v1/tmp'),
      'docs/a.md': lines(
        join('https://regis', 'try.npmjs.org/x'),
        name,
        join('the help', 'er agent'),
        'https://npmjs.com',
      ),
      'screener/data/holdings.csv': lines(`${name} INC`, join('/ro', 'ot/x')),
      'package-lock.json': name,
      'tools/a.ts': join("const folder = '/t", "mp';"),
    };
    assert.deepEqual(found(text.noBannedWords, files), [
      'README.md:1',
      'screener/data/holdings.csv:2',
      'README.md:2',
      'docs/a.md:1',
      'docs/a.md:2',
      'docs/a.md:3',
    ]);
  });

  test('wordsArePlain', () => {
    const words = lines(
      join('// Who', 'ever calls this'),
      join('It signs no m', 'ore.'),
      'It signs no more than two.',
      'It asks for no more checks, so it may say more.',
    );
    const files = { 'README.md': words, 'tools/test/a.ts': words };
    assert.deepEqual(
      found(text.wordsArePlain, files),
      [1, 2].flatMap((line) => Object.keys(files).map((path) => `${path}:${line}`)),
    );
  });

  test('endsAreWaitedFor', () => {
    const source = lines(
      'await deps.writeProfile(signed);',
      '// writeProfile(signed)',
      'writeFirstProfile(signed);',
    );
    const files = {
      'platform/gateway/src/a.ts': source,
      'platform/gateway/test/a.test.ts': source,
      'platform/authority/src/use-cases/publish-profile.ts': source,
    };
    assert.deepEqual(found(text.endsAreWaitedFor, files), ['platform/gateway/src/a.ts:1']);
  });

  test('todosNameAnIssue', () => {
    const files = {
      'tools/a.ts': lines(
        join('// TO', 'DO: x'),
        join('// TO', 'DO(#12): x'),
        join('// FIX', 'ME'),
        '// todos',
      ),
    };
    assert.deepEqual(found(text.todosNameAnIssue, files), ['tools/a.ts:1', 'tools/a.ts:3']);
  });

  test('lockFileNamesNoRegistry', () => {
    const lock = lines('{', '"resolved": "common/base",', '"resolved": "https://example.org/a.tgz"', '}');
    const files = { 'package-lock.json': lock, 'tools/long/package-lock.json': lock };
    assert.deepEqual(found(text.lockFileNamesNoRegistry, files), [
      'package-lock.json:3',
      'tools/long/package-lock.json:3',
    ]);
  });
});
