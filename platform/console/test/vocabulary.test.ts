import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { nameWords } from '../src/words/names.ts';
import { OUTCOME_WORDS, STATUS_WORDS } from '../src/words/outcomes.ts';

const SOURCES = join(REPOSITORY, 'platform/console/src');

/** Words that pages had for a thing that has another one by now, and that one. */
const FORMER: readonly (readonly [former: RegExp, word: string])[] = [
  [
    /\bundone\b|\bnot yet done\b|\bused since\b/i,
    'denied, expired or not executed yet, of words/outcomes.ts',
  ],
  [/\bbeneficiar(?:y|ies)\b/i, 'payee, by words/names.ts'],
  [/\b(?:a|the|this|new) talk\b/i, 'conversation'],
  [/\bsay yes\b|\bsilence is\b/i, 'approve; no answer means no'],
  [/\bkeys that you pinned\b/i, 'keys that you trust'],
  [/\bnot shown as verified\b/i, 'what proof/src/verdict-words.ts says'],
];

/** What a file may put on a page: its literals, without comments and imports. */
function textsOf(path: string): readonly string[] {
  const code = readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^import [\s\S]*?;$/gm, '');
  return [...code.matchAll(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g)].map(([text]) => text);
}

test('no page has a former word for anything', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  assert.ok(files.length > 100);
  const found = files.flatMap((path) =>
    textsOf(join(SOURCES, path)).flatMap((text) =>
      FORMER.filter(([former]) => former.test(text)).map(
        ([, word]) => `${path}: ${text.slice(0, 80)}: say ${word}`,
      ),
    ),
  );
  assert.deepEqual(found, []);
});

test('what becomes of a request has the interface document’s word', () => {
  for (const [outcome, word] of Object.entries(OUTCOME_WORDS)) assert.equal(word, outcome);
  assert.deepEqual(
    [STATUS_WORDS.denied, STATUS_WORDS.expired],
    [OUTCOME_WORDS.denied, OUTCOME_WORDS.expired],
  );
});

test('names are told as people say them', () => {
  assert.deepEqual(['beneficiary_id', 'beneficiaries', 'record_id', 'to_account', 'amount'].map(nameWords), [
    'payee',
    'payees',
    'record',
    'to account',
    'amount',
  ]);
});
