import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import type { Statement } from '@common/evidence/statement';
import { decide } from '../../src/decide/decide.ts';
import { checkMandate } from '../../src/decide/mandate-bounds.ts';
import { profileChanges } from '../../src/decide/profile-changes.ts';
import { strayStatements } from '../../src/decide/rules/attested.ts';
import type { StatementFound } from '../../src/decide/rules/rule.ts';
import type { Mandate } from '../../src/objects/mandate.ts';
import type { PluginManifest, PolicyRule } from '../../src/objects/plugin.ts';
import type { ProfileDraft } from '../../src/objects/profile.ts';
import { readManifest, readProfileDraft } from '../../src/objects/read-plugin.ts';
import { readPlugin } from './plugin-files.ts';

const { manifest, profile, decisions } = readPlugin('trading');
const { mandate, standing, proposal, now } = decisions.base;
const place = manifest.facades.findIndex(({ name }) => name === proposal.facade);
const facade = manifest.facades[place];
assert.ok(facade !== undefined);

type AttestedRule = Extract<PolicyRule, { kind: 'attested' }>;

/** The plugin with its rule changed. */
function changed(change: Partial<AttestedRule>): PluginManifest {
  const rules = facade?.rules.map((rule) => (rule.kind === 'attested' ? { ...rule, ...change } : rule));
  return {
    ...manifest,
    facades: manifest.facades.map((one) =>
      one.name === facade?.name ? { ...one, rules: rules ?? [] } : one,
    ),
  };
}

test('a manifest’s rule names what exists, and nothing escapes it by another spelling', () => {
  const faultOf = (change: Partial<AttestedRule>) => {
    const read = readManifest(changed(change));
    return read.ok ? null : read.error.message.replace(/^\/facades\/\d+\/rules\/\d+/, '');
  };
  assert.equal(faultOf({}), null);
  assert.match(faultOf({ field: 'ticker' }) ?? '', /^\/field .*has no param ticker/);
  assert.match(faultOf({ field: 'notional' }) ?? '', /^\/field must be a param with few values/);
  assert.match(faultOf({ max_age: 'sides' }) ?? '', /^\/max_age sides is the name of something else/);
  assert.match(faultOf({ max_age: 'currency' }) ?? '', /^\/max_age currency is the name of something else/);
  const when = (field: string) => faultOf({ when: { field, is: ['buy'] } }) ?? '';
  assert.match(when('direction'), /^\/when\/field .*has no param direction/);
  assert.match(
    when('currency'),
    /^\/when\/field must be a param that a rule of kind set or ordered_level bounds/,
  );
  assert.match(faultOf({ reason: 'x_other_not_screened' }) ?? '', /^\/reason must start with x_trading_/);
});

test('a profile that needs a claim names whose word counts, and for no other rule', () => {
  const faultOf = ({ attested, ...rest }: ProfileDraft, rules: object) => {
    const read = readProfileDraft(manifest, {
      ...rest,
      ...(attested === undefined ? {} : { attested }),
      rules: { ...profile.rules, ...rules },
    });
    return read.ok ? null : read.error.message;
  };
  const { attested, ...without } = profile;
  assert.equal(faultOf(profile, { screened: ['compliant'] }), null);
  assert.equal(faultOf(without, {}), null);
  assert.match(faultOf(without, { screened: ['compliant'] }) ?? '', /^\/attested\/screened is missing/);
  const stray = { ...profile, attested: { ...attested, sides: attested?.screened } } as ProfileDraft;
  assert.match(faultOf(stray, {}) ?? '', /^\/attested\/sides trading has no rule sides/);
  assert.match(faultOf(profile, { screened: [] }) ?? '', /^\/rules\/screened/);
});

test('a mandate needs at least what its profile does, and takes nothing that is older', () => {
  const codeOf = (rules: Mandate['rules'], patch: Partial<ProfileDraft> = {}) => {
    const asked = { ...mandate, rules: { ...mandate.rules, ...rules } };
    const checked = checkMandate({ ...profile, ...patch }, manifest, asked, requiredMs(now));
    return checked.ok ? null : checked.error.code;
  };
  const needs = { rules: { ...profile.rules, screened: ['compliant'] } };
  assert.equal(codeOf({}), null);
  assert.equal(codeOf({ screened: ['aaoifi.pass'], screening_max_age_days: '7' }), null);
  assert.equal(codeOf({ screened: ['compliant', 'aaoifi.pass'] }, needs), null);
  assert.equal(codeOf({}, needs), null, 'the profile’s own claims count anyway');
  assert.equal(codeOf({ screened: ['aaoifi.pass'] }, needs), 'screened_over_profile');
  assert.equal(codeOf({ screening_max_age_days: '8' }), 'screening_max_age_days_over_profile');
  for (const days of ['0', '-1', '1.5', '07', 'seven'])
    assert.equal(codeOf({ screening_max_age_days: days }), 'rules_invalid', days);
  assert.equal(codeOf({ screened: 'aaoifi.pass' }), 'rules_invalid');
  const { attested: _, ...nobody } = profile;
  const checked = checkMandate(
    nobody,
    manifest,
    { ...mandate, rules: { ...mandate.rules, screened: ['aaoifi.pass'] } },
    requiredMs(now),
  );
  assert.equal(checked.ok ? null : checked.error.code, 'screened_over_profile');
});

test('each claim more that a profile needs is tighter, and other issuers are another policy', () => {
  const after = (patch: Partial<ProfileDraft>) => profileChanges(manifest, profile, { ...profile, ...patch });
  const needs = (...screened: string[]) => ({ rules: { ...profile.rules, screened } });
  assert.equal(after(needs('compliant')).get('screened'), 'tighter');
  assert.equal(
    profileChanges(manifest, { ...profile, ...needs('compliant', 'a') }, { ...profile, ...needs('a') }).get(
      'screened',
    ),
    'looser',
  );
  assert.equal(after({}).get('attested'), 'same');
  const issuers = [{ issuer: 'other.example', kid: 'other' }];
  assert.equal(after({ attested: { screened: { issuers, max_age_days: 7 } } }).get('attested'), 'other');
});

test('a rule asks by its condition, and a statement that nothing asks for is a stray', () => {
  const strays = (side: string | undefined, rules: Mandate['rules']) =>
    strayStatements(
      facade,
      { screened: {} },
      { params: side === undefined ? {} : { side }, mandate: rules, profile: {} },
    );
  assert.deepEqual(strays('buy', { screened: ['aaoifi.pass'] }), []);
  assert.deepEqual(strays(undefined, { screened: ['aaoifi.pass'] }), [], 'what is not known is asked');
  assert.deepEqual(strays('sell', { screened: ['aaoifi.pass'] }), ['screened']);
  assert.deepEqual(strays('buy', {}), ['screened']);
});

/** What a bank signed of a rate: another issuer, of another kind of thing, under another rule of the same kind. */
const QUOTE: Statement = {
  type: 'sanad/statement/1',
  issuer: 'bank.example',
  subject: { kind: 'pair', value: 'AAPL' },
  claims: ['rate.below.1.10'],
  method: 'quote/1',
  as_of: now,
  stale: false,
  evidence_hash: 'ab'.repeat(32),
  issued_at: now,
  expires_at: new Date(requiredMs(now) + 30_000).toISOString(),
};

test('nothing in the rule knows of screening: a bank’s quote that holds for half a minute is one more statement', () => {
  const quoted = changed({ subject: 'pair' });
  const terms = { screened: { issuers: [{ issuer: 'bank.example', kid: 'bank_quotes' }], max_age_days: 1 } };
  const outcomeOf = (found: Partial<StatementFound>, laterMs = 0) => {
    const { outcome, values } = decide({
      profile: { ...profile, attested: terms },
      manifest: quoted,
      mandate: { ...mandate, rules: { ...mandate.rules, screened: ['rate.below.1.10'] } },
      mandateRevoked: false,
      standing,
      plugin: manifest.name,
      facade: proposal.facade,
      params: { symbol: 'AAPL', side: 'buy', notional: '500', currency: 'USD' },
      statements: { screened: { statement: QUOTE, kid: 'bank_quotes', signer: null, ...found } },
      nowMs: requiredMs(now) + laterMs,
    });
    return values?.why ?? outcome;
  };
  assert.equal(outcomeOf({}), 'allow');
  assert.equal(outcomeOf({}, 29_999), 'allow');
  assert.equal(outcomeOf({}, 30_000), 'statement_expired');
  assert.equal(outcomeOf({ kid: 'screener' }), 'statement_of_stranger');
  assert.equal(outcomeOf({ signer: 'forged' }), 'statement_forged');
  const ticker = { ...QUOTE, subject: { kind: 'ticker', value: 'AAPL' } };
  assert.equal(outcomeOf({ statement: ticker }), 'statement_of_other_subject');
});
