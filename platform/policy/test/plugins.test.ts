import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import { decide } from '@platform/policy/decide';
import { checkMandate } from '@platform/policy/mandate-bounds';
import { normaliseParams } from '@platform/policy/params';
import { countersOf } from '@platform/policy/rules/check-rule';
import { ActionParams } from '@platform/protocol/grant';
import { Mandate } from '@platform/protocol/mandate';
import type { FacadeSpec, PluginManifest } from '@platform/protocol/plugin';
import { ProfileDraft } from '@platform/protocol/profile';
import { Value } from 'typebox/value';
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
    facade: proposal.facade,
    params: params.value,
    nowMs: requiredMs(vector.now ?? base.now),
  });
}

function facadeOf(manifest: PluginManifest, name: string): FacadeSpec {
  const facade = manifest.facades.find((candidate) => candidate.name === name);
  assert.ok(facade, `the plugin has no facade ${name}`);
  return facade;
}

function checkAgreement(name: string, { manifest, connector, profile }: PluginFiles): void {
  assert.deepEqual([manifest.name, connector.plugin, profile.plugin], [name, name, name]);
  assert.equal(profile.name, manifest.profile);
  const facades = manifest.facades.map((facade) => facade.name);
  assert.equal(new Set(facades).size, facades.length);
  assert.deepEqual(profile.scope, facades);
  assert.equal(facadeOf(manifest, manifest.covered_facade).kind, 'effect');
  const called = manifest.facades.filter(({ kind }) => kind !== 'fetch').map((facade) => facade.name);
  assert.deepEqual(
    connector.operations.map(({ facade }) => facade),
    called,
  );
  for (const facade of manifest.facades) checkFacade(facade, profile);
  for (const operation of connector.operations) {
    const params = Object.keys(facadeOf(manifest, operation.facade).params);
    const inPath = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, param]) => param);
    const inBody = Object.values(operation.body).filter((source) => !source.startsWith('$'));
    for (const param of [...inPath, ...inBody]) assert.ok(params.includes(param ?? ''), `param ${param}`);
    const isEffect = facadeOf(manifest, operation.facade).kind === 'effect';
    assert.equal(operation.ack !== null, isEffect, `${operation.operation}: effects are acknowledged`);
    const bound = ['$idempotency_key', '$action_hash', '$grant_id'];
    if (isEffect) for (const source of bound) assert.ok(Object.values(operation.body).includes(source));
  }
  for (const tool of manifest.tools) {
    const { params, kind } = facadeOf(manifest, tool.facade);
    const proposed = Object.keys(params).filter((param) => params[param]?.derived_from === undefined);
    assert.deepEqual(Object.keys(tool.params).sort(), proposed.sort(), `${tool.name} gives every param`);
    const used = Object.values(tool.params).flatMap((template) => [...template.matchAll(/\{([^}]*)\}/g)]);
    assert.deepEqual([...new Set(used.map(([, input]) => input))].sort(), Object.keys(tool.inputs).sort());
    assert.equal(tool.presents_grant, kind === 'effect');
  }
  const bounds = manifest.facades.flatMap(({ rules }) =>
    rules.flatMap((rule) => ('rule' in rule ? [rule.rule] : [])),
  );
  const ofMandates = bounds.filter((rule) => rule in Mandate.properties.rules.properties);
  assert.deepEqual([...manifest.mandate_rules].sort(), [...new Set(ofMandates)].sort());
  for (const rule of bounds) assert.ok(rule in profile.rules, `the profile bounds ${rule}`);
}

function checkFacade(facade: FacadeSpec, profile: ProfileDraft): void {
  const { params, rules, idempotency } = facade;
  for (const [param, { derived_from: source }] of Object.entries(params)) {
    assert.match(param, /^[a-z][a-z0-9_]{0,63}$/);
    if (source !== undefined) assert.equal(params[source]?.kind, 'text', `${param} is derived from a text`);
  }
  for (const param of idempotency.params) assert.ok(param in params, `idempotency: ${param}`);
  assert.equal(idempotency.unique, facade.kind === 'effect');
  for (const rule of rules) {
    if (rule.kind === 'allow_list') {
      for (const entry of profile.rules[rule.list] ?? [])
        assert.deepEqual(Object.keys(entry).sort(), [...rule.params].sort());
    }
    const named = rule.kind === 'allow_list' ? rule.params : 'param' in rule ? [rule.param] : [];
    for (const param of named) assert.ok(param in params, `${rule.kind}: ${param}`);
    const isAmount = ['amount_cap', 'daily_sum', 'threshold'].includes(rule.kind);
    for (const param of named) assert.equal(params[param]?.kind === 'amount', isAmount);
    if ('order' in rule) assert.ok(rule.order.includes(profile.rules[rule.rule] ?? ''));
    assert.ok(![...COMMON_REASONS].includes(rule.reason));
    const isThreshold = rule.kind === 'threshold' || rule.kind === 'level_threshold';
    assert.equal(rule.reason === 'approval_required', isThreshold);
  }
  assert.equal(new Set(countersOf(rules)).size, countersOf(rules).length, 'a counter is counted once');
}
