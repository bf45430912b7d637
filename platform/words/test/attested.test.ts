import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { declaredRules } from '@platform/core/objects/plugin-schemas';
import { attestedTermsWords, attestedWords, statementLines } from '../src/attested.ts';
import { ruleRows } from '../src/rule-rows.ts';

const manifest: PluginManifest = JSON.parse(
  readFileSync(join(REPOSITORY, 'platform/plugins/trading/manifest.json'), 'utf8'),
);
const rule = declaredRules(manifest).get('screened')?.rule;
assert.ok(rule?.kind === 'attested');

test('a mandate says in words what must be said of what it allows', () => {
  const rules = { screened: ['aaoifi.pass'], screening_max_age_days: '7' };
  assert.equal(
    attestedWords(rule, rules),
    'buy only what screens compliant under AAOIFI, at most 7 days old',
  );
  const both = { screened: ['compliant', 'djim.pass'], screening_max_age_days: '1' };
  assert.equal(
    attestedWords(rule, both),
    'buy only what screens compliant overall and djim.pass, at most 1 day old',
  );
  const { words: _, ...plain } = rule;
  assert.equal(
    attestedWords(plain, { screened: ['aaoifi.pass'] }),
    'act only where an issuer says of the symbol: aaoifi.pass',
  );
  assert.deepEqual(ruleRows(rules, manifest), [
    { name: 'screened', label: 'screened', words: 'buy only what screens compliant under AAOIFI' },
    { name: 'screening_max_age_days', label: 'screened within', words: '7 days' },
  ]);
});

test('a profile says whose word counts, and an approver reads who said what', () => {
  const issuers = [
    { issuer: 'screener.example', kid: 'screener', methods: ['screener/7', 'screener/8'] },
    { issuer: 'other.example', kid: 'other' },
  ];
  assert.equal(
    attestedTermsWords({ issuers, max_age_days: 7 }),
    'statements of screener.example, signed by screener, by screener/7 or screener/8, at most 7 days old\nstatements of other.example, signed by other, at most 7 days old',
  );
  const statement = {
    type: 'sanad/statement/1',
    issuer: 'screener.example',
    subject: { kind: 'ticker', value: 'AAPL' },
    claims: ['compliant', 'aaoifi.pass'],
    method: 'screener/7',
    as_of: '2026-11-28T00:00:00Z',
    stale: false,
    evidence_hash: '0'.repeat(64),
    issued_at: '2026-11-28T00:00:00Z',
    expires_at: '2026-12-05T00:00:00Z',
  } as const;
  const signature = { kid: 'screener', alg: 'ed25519', sig: '0'.repeat(128) } as const;
  const screened = {
    statement: { ...statement, claims: [...statement.claims] },
    statement_hash: '0'.repeat(64),
    signature,
  };
  assert.deepEqual(statementLines({ screened }), [
    'AAPL: compliant, aaoifi.pass, as screener.example signed, as of 28 November 2026',
  ]);
  assert.deepEqual(statementLines(undefined), []);
});
