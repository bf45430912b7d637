import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import { Value } from 'typebox/value';
import { decide } from '../../src/decide/decide.ts';
import { checkMandate } from '../../src/decide/mandate-bounds.ts';
import { normaliseParams } from '../../src/decide/params.ts';
import { countersOf } from '../../src/decide/rules/check-rule.ts';
import { DecisionValues, readValues } from '../../src/objects/decision-values.ts';
import { ActionParams } from '../../src/objects/grant.ts';
import { Mandate } from '../../src/objects/mandate.ts';
import type { FacadeSpec, PluginManifest } from '../../src/objects/plugin.ts';
import { ProfileDraft } from '../../src/objects/profile.ts';
import { readConnector, readManifest, readProfileDraft } from '../../src/objects/read-plugin.ts';
import {
  DecisionVectors,
  mergePatch,
  ParamVectors,
  type PluginFiles,
  patched,
  readPlugins,
} from './plugin-files.ts';

/** Reasons that hold for every plugin; the others come from its rules. */
const COMMON_REASONS = [
  'contract_revoked',
  'contract_expired',
  'facade_not_in_scope',
  'use_count_exceeded',
  'duplicate_action',
  'ok',
];

for (const [name, files] of readPlugins()) {
  describe(`plugin ${name}`, () => {
    const { manifest, decisions, params } = files;

    for (const vector of decisions.cases) {
      test(`decision: ${vector.name}`, () => {
        const { expected } = vector;
        const decided = decideVector(files, vector);
        assert.deepEqual(
          [decided.outcome, decided.reason],
          [expected.outcome, expected.reason],
          decided.detail,
        );
        if (expected.reservations !== undefined)
          assert.deepEqual(decided.reservations, expected.reservations);
        if (expected.uses !== undefined) assert.equal(decided.uses, expected.uses);
        if (expected.expires_at !== undefined) assert.equal(decided.expiresAt, expected.expires_at);
        assert.ok(decided.detail.length > 0 && decided.detail.length <= 500);
        assert.equal(decided.values === undefined, decided.outcome === 'allow');
        if (decided.values !== undefined) {
          assert.ok(Value.Check(DecisionValues, decided.values));
          assert.notEqual(readValues(decided.values), null, 'they are those of its code');
        }
      });
    }

    test('every reason of the plugin is reached', () => {
      const ofRules = manifest.facades.flatMap(({ rules }) => rules.map(({ reason }) => reason));
      const reached = new Set(decisions.cases.map(({ expected }) => expected.reason));
      assert.deepEqual([...reached].sort(), [...new Set([...COMMON_REASONS, ...ofRules])].sort());
    });

    for (const vector of params.cases) {
      test(`params: ${vector.name}`, () => {
        const given = patched(ParamVectors.properties.base.properties.given, params.base.given, vector.given);
        const result = normaliseParams(facadeOf(manifest, params.base.facade), given);
        if (vector.refused !== undefined) {
          assert.ok(!result.ok, 'is refused');
          const named = result.error.message.split('; ').map((fault) => fault.split(' ')[0]);
          assert.deepEqual(named.sort(), [...vector.refused].sort());
        } else {
          assert.ok(result.ok, result.ok ? '' : result.error.message);
          assert.deepEqual(result.value, mergePatch(params.base.expected, vector.expected ?? {}));
          assert.ok(Value.Check(ActionParams, result.value));
        }
      });
    }

    test('the mandate of the vectors is within the profile', () => {
      const { mandate, now } = decisions.base;
      assert.deepEqual(checkMandate(files.profile, manifest, mandate, requiredMs(now)), {
        ok: true,
        value: undefined,
      });
    });

    test('its files are consistent with each other', () => checkAgreement(name, files));
  });
}

function decideVector(
  { manifest, profile, decisions }: PluginFiles,
  vector: PluginFiles['decisions']['cases'][number],
) {
  const { base } = decisions;
  const shapes = DecisionVectors.properties.base.properties;
  const proposal = patched(shapes.proposal, base.proposal, vector.proposal);
  const params = normaliseParams(facadeOf(manifest, proposal.facade), proposal.params);
  assert.ok(params.ok, params.ok ? '' : params.error.message);
  return decide({
    profile: patched(ProfileDraft, profile, vector.profile),
    manifest,
    mandate: patched(Mandate, base.mandate, vector.mandate),
    mandateRevoked: vector.revoked ?? false,
    standing: patched(shapes.standing, base.standing, vector.standing),
    plugin: manifest.name,
    facade: proposal.facade,
    params: params.value,
    statements: Object.fromEntries(
      Object.entries(vector.statements ?? {}).map(([rule, given]) => [rule, { ...given, signer: null }]),
    ),
    nowMs: requiredMs(vector.now ?? base.now),
  });
}

function facadeOf(manifest: PluginManifest, name: string): FacadeSpec {
  const facade = manifest.facades.find((candidate) => candidate.name === name);
  assert.ok(facade, `the plugin has no facade ${name}`);
  return facade;
}

/** What the readers of these files do not refuse, but a plugin of ours should not do. */
function checkAgreement(name: string, files: PluginFiles): void {
  const { manifest, connector, profile } = files;
  assert.equal(manifest.name, name);
  assert.deepEqual(readManifest(manifest), { ok: true, value: manifest });
  assert.deepEqual(readConnector(manifest, connector), { ok: true, value: connector });
  assert.deepEqual(readProfileDraft(manifest, profile), { ok: true, value: profile });
  const facades = manifest.facades.map((facade) => facade.name);
  assert.deepEqual(profile.scope, facades);
  for (const { rules } of manifest.facades) {
    const counters = countersOf(rules, files.decisions.base.proposal.params as ActionParams);
    assert.equal(new Set(counters).size, counters.length, 'a counter is counted once');
  }
}
