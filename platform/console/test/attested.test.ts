import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import type { Action } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';
import { pieceText } from '@platform/words/story';
import { firstFields } from '../src/mandates/mandate-form.page.ts';
import { readMandateForm, ruleField } from '../src/mandates/mandate-form.ts';
import type { Offer } from '../src/mandates/mandate-offer.ts';
import { mandatePieces } from '../src/mandates/mandate-words.ts';
import { draftFields, readDraftForm } from '../src/policy/draft-form.ts';
import { changeRows, profileRows } from '../src/policy/profile-rows.ts';
import { actionRows } from '../src/site/action-rows.ts';
import { choice } from '../src/site/form-fields.ts';
import { holders } from './pages/held-grant.ts';

const read = (file: string) =>
  JSON.parse(readFileSync(join(REPOSITORY, 'platform/plugins/trading', file), 'utf8'));
const manifest: PluginManifest = read('manifest.json');
const { base, cases } = read('vectors/decisions.json');
const mandate: Mandate = {
  ...base.mandate,
  rules: { ...base.mandate.rules, screened: ['aaoifi.pass'], screening_max_age_days: '7' },
};

test('a mandate says what must be screened before it is bought', () => {
  const words = pieceText(mandatePieces(mandate, manifest));
  assert.match(words, / It may buy only what screens compliant under AAOIFI, at most 7 days old\./);
  assert.doesNotMatch(pieceText(mandatePieces(base.mandate, manifest)), /screens/);
});

test('an approver reads the statement, and every member of what they sign is in a row', () => {
  const { screened } = cases.find(({ statements }: { statements?: object }) => statements !== undefined)
    .statements as { readonly screened: { readonly kid: string; readonly statement: object } };
  const action = {
    ...{ type: 'sanad/action/1', deployment: 'dp_a', grant_id: 'gr_1', tenant: 'tn_a' },
    ...{ contract_id: 'ic_1', contract_hash: 'h', policy_version: 'trading.v1@1.0.0', agent: 'agent_one' },
    ...{ plugin: 'trading', facade: 'broker.placeOrder', params: base.proposal.params },
    ...{ idempotency_key: 'idem_ord_1', proposed_at: base.now },
    statements: { screened: { ...screened, statement_hash: 'h', signature: { kid: screened.kid } } },
  } as unknown as Action;
  const rows = actionRows(action, manifest);
  const said = rows.find(({ label }) => label === 'Said of it');
  assert.equal(
    said?.words,
    'AAPL: compliant, aaoifi.pass, djim.pass, as local-screener signed, as of 27 February 2026',
  );
  const { params, ...own } = action;
  const shown = rows.flatMap(({ members }) => members.map(([name]) => name));
  assert.deepEqual(shown.toSorted(), [...Object.keys(params), ...Object.keys(own)].toSorted());
});

const COUNTERPARTY = { kid: 'broker', operations: [] };

/** The profile in force, as the forms take it. */
const signed = {
  profile: {
    ...read('profile.json'),
    ...{ type: 'sanad/profile/1', deployment: 'dp_0123456789abcdef01234567', published_by: 'local' },
    ...{ published_at: base.now, reason: 'first', plugin_hash: '0'.repeat(64) },
  },
  profile_hash: '0'.repeat(64),
} as unknown as SignedProfile;

test('a publisher of a policy reads whose word counts, and what changes of it', () => {
  const after = { screened: { issuers: [{ issuer: 'other.example', kid: 'other' }], max_age_days: 1 } };
  const { profile } = signed;
  const row = profileRows({ ...profile, counterparty: COUNTERPARTY }, manifest).find(({ members }) =>
    members.some(([name]) => name === 'attested.screened'),
  );
  assert.deepEqual(
    [row?.label, row?.words],
    ['Screened: whose word counts', 'statements of local-screener, signed by screener, at most 7 days old'],
  );
  const before = { ...profile, counterparty: COUNTERPARTY };
  assert.deepEqual(changeRows(before, { ...before, attested: after }, manifest), [
    {
      label: 'Screened: whose word counts',
      before: 'statements of local-screener, signed by screener, at most 7 days old',
      after: 'statements of other.example, signed by other, at most 1 day old',
      change: 'other',
    },
  ]);
});

test('the form of a mandate offers the claims that the plugin knows, and refuses what is older', () => {
  const { principal, cfo } = holders;
  const offer: Offer = {
    signed,
    manifest,
    keys: { [principal.entry.kid]: principal.entry, [cfo.entry.kid]: cfo.entry },
    mandates: [],
    now: '2026-03-02T09:30:00.000Z',
  };
  const scope = signed.profile.scope.indexOf('broker.placeOrder');
  const fields = {
    ...firstFields(offer),
    ...{ policy_version: 'trading.v1@1.0.0', agent: 'agent_one', tenant: 'tn_local', valid_to: '2026-03-31' },
    ...{ use_count_max: '10', [choice('scope', scope)]: 'on' },
    ...{ [choice(ruleField('symbols'), 0)]: 'on', [choice(ruleField('sides'), 0)]: 'on' },
    ...{ rule_notional_max: '100', rule_daily_notional_max: '100', rule_approval_notional: '100' },
    [choice(ruleField('screened'), 1)]: 'on',
  };
  const rulesOf = (age: string) => {
    const asked = { ...fields, rule_screening_max_age_days: age };
    const fresh = { clock: () => Date.parse(offer.now), randomBytes: (size: number) => new Uint8Array(size) };
    const made = readMandateForm(asked, offer, signed.profile.deployment, fresh);
    return [made.ok ? made.value.rules.screened : null, made.errors] as const;
  };
  assert.deepEqual(rulesOf('3'), [['aaoifi.pass'], {}]);
  assert.deepEqual(rulesOf(''), [['aaoifi.pass'], {}]);
  const [refused, errors] = rulesOf('8');
  assert.equal(refused, null);
  assert.match(errors.rule_screening_max_age_days ?? '', /at most 7/i);
});

test('the form of a policy keeps whose word counts, and takes claims that every mandate needs', () => {
  const { profile } = signed;
  const fields = { ...draftFields(profile, '0'.repeat(64), manifest), reason: 'all must be compliant' };
  const drafted = (claims: string) =>
    readDraftForm({ ...fields, [ruleField('screened')]: claims }, manifest, profile);
  const same = drafted('');
  assert.ok(same.ok, JSON.stringify(same.errors));
  assert.deepEqual(
    [same.value.draft.rules.screened, same.value.draft.attested],
    [undefined, profile.attested],
  );
  const stricter = drafted('compliant\naaoifi.pass');
  assert.deepEqual(stricter.ok && stricter.value.draft.rules.screened, ['compliant', 'aaoifi.pass']);
  const wrong = drafted('not a claim');
  assert.equal(wrong.ok, false);
  assert.match(wrong.errors[ruleField('screened')] ?? '', /^Line 1/);
});
