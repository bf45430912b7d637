import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { formatInstant } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest, ToolSpec } from '@platform/core/objects/plugin';
import type { ProfileDraft } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import { verify } from '@platform/core/verify/verify';
import { route, send } from '../../client.ts';
import { PLUGINS } from '../../counterparties.ts';
import { until } from '../../wait.ts';
import { used } from './deployment.ts';

/**
 * The story of every plugin, whatever it is about, through real processes: its vectors say what is allowed, held and
 * denied; nothing here names a plugin.
 */

interface Case {
  readonly name: string;
  readonly mandate?: object;
  readonly profile?: object;
  readonly standing?: object;
  readonly now?: string;
  readonly revoked?: boolean;
  readonly proposal?: { readonly params?: Readonly<Record<string, string>> };
  readonly expected: { readonly outcome: string; readonly reason: string };
}

interface Vectors {
  readonly base: {
    readonly mandate: Mandate;
    readonly proposal: { readonly facade: string; readonly params: Readonly<Record<string, string>> };
  };
  readonly cases: readonly Case[];
}

function readJson<Value>(plugin: string, file: string): Value {
  return JSON.parse(readFileSync(join(PLUGINS, plugin, file), 'utf8'));
}

for (const plugin of readdirSync(PLUGINS)) {
  const manifest: PluginManifest = readJson(plugin, 'manifest.json');
  const { base, cases }: Vectors = readJson(plugin, 'vectors/decisions.json');
  const tool = manifest.tools.find(
    ({ facade, presents_grant: presents }) => presents && facade === base.proposal.facade,
  );
  // What the proposal alone decides: cases about clocks, counters and signed objects are the policy's own tests.
  const plain = cases.filter(
    (one) => !('mandate' in one || 'profile' in one || 'standing' in one || 'now' in one || 'revoked' in one),
  );

  describe(`plugin ${plugin}, through real processes`, () => {
    const chapter = (outcome: string) => {
      const found = plain.find(
        ({ expected, proposal }) => expected.outcome === outcome && patches(proposal, outcome),
      );
      assert.ok(found, `the vectors have a proposal that is decided with ${outcome}`);
      const params = { ...base.proposal.params, ...found.proposal?.params };
      assert.ok(tool, 'an effect has a tool');
      return { ...found.expected, inputs: inputsOf(tool, params, outcome) };
    };

    test('a mandate is registered; an allowed action is executed once, and its receipt verifies', async () => {
      const { d, client } = used();
      const mandate = await client.register(mandateFrom(plugin, base.mandate));
      const { inputs } = chapter('allow');
      const done = await client.tool(tool?.name ?? '', inputs, { mandate });
      assert.equal(done.body.status, 'executed', done.text);
      const receipt = await verifiedReceipt(d.urls.authority, done.body.grant_id ?? '');
      assert.equal(receipt.what.outcome, 'executed');
      assert.equal(receipt.what.plugin, plugin);
      assert.notEqual(receipt.signatures.counterparty, null);
      const again = await client.tool(tool?.name ?? '', inputs, { mandate });
      assert.deepEqual([again.body.status, again.body.reason], ['denied', 'duplicate_action']);
    });

    test('a held action waits for a person, is presented again and executed; its receipt verifies', async () => {
      const { d, client } = used();
      const mandate = await client.register(mandateFrom(plugin, base.mandate));
      const { inputs } = chapter('hold');
      const held = await client.tool(tool?.name ?? '', inputs, { mandate });
      assert.deepEqual([held.body.status, held.body.reason], ['pending', 'approval_required'], held.text);
      const grantId = held.body.grant_id ?? '';
      const early = await client.tool(tool?.name ?? '', { grant_id: grantId }, { mandate });
      assert.equal(early.body.status, 'pending', 'nothing is done before the approval');
      const words = await d.sanad('grant', 'show', grantId);
      for (const value of Object.values(inputs)) assert.ok(words.includes(value), words);
      assert.equal((await client.approve(grantId)).status, 200);
      const done = await client.tool(tool?.name ?? '', { grant_id: grantId }, { mandate });
      assert.equal(done.body.status, 'executed', done.text);
      const receipt = await verifiedReceipt(d.urls.authority, grantId);
      assert.equal(receipt.who.approver, 'approver_cfo');
    });

    test('a denied action reaches no counterparty, and its receipt says why', async () => {
      const { d, client } = used();
      const mandate = await client.register(mandateFrom(plugin, base.mandate));
      const { inputs, reason } = chapter('deny');
      const denied = await client.tool(tool?.name ?? '', inputs, { mandate });
      assert.deepEqual([denied.body.status, denied.body.reason], ['denied', reason], denied.text);
      const receipt = await verifiedReceipt(d.urls.authority, denied.body.grant_id ?? '');
      assert.deepEqual([receipt.what.reason, receipt.signatures.counterparty], [reason, null]);
    });

    test('its profile and its mandates are described by schemas from its manifest', async () => {
      const { d } = used();
      for (const about of ['mandate', 'profile'] as const) {
        const { status, body } = await send(`${d.urls.authority}/plugins/${plugin}/${about}.schema.json`);
        assert.equal(status, 200);
        assert.equal(body.$schema, 'https://json-schema.org/draft/2020-12/schema');
        const { rules } = body.properties as { rules: { properties: Record<string, unknown> } };
        const given =
          about === 'mandate' ? base.mandate.rules : readJson<ProfileDraft>(plugin, 'profile.json').rules;
        for (const rule of Object.keys(given)) assert.ok(rule in rules.properties, rule);
      }
    });
  });
}

interface Asked {
  readonly plugin: string;
  readonly tool: ToolSpec;
}

describe('every tool of every plugin, under a mandate that does not allow it', () => {
  const asked: readonly Asked[] = readdirSync(PLUGINS).flatMap((plugin) =>
    readJson<PluginManifest>(plugin, 'manifest.json').tools.map((tool) => ({ plugin, tool })),
  );

  for (const plugin of readdirSync(PLUGINS)) {
    test(`of ${plugin}: each call is denied as facade_not_in_scope, and its receipt verifies`, async () => {
      const { d, client } = used();
      const { covered_facade: covered }: PluginManifest = readJson(plugin, 'manifest.json');
      const { base }: Vectors = readJson(plugin, 'vectors/decisions.json');
      const scope = base.mandate.scope.filter((facade) => facade !== covered);
      const mandate = await client.register({ ...mandateFrom(plugin, base.mandate), scope });
      const outside = asked.filter((one) => one.plugin !== plugin || !scope.includes(one.tool.facade));
      assert.ok(outside.some((one) => one.plugin === plugin) && outside.some((one) => one.plugin !== plugin));
      const denied = await Promise.all(
        outside.map(async (one) => ({
          ...one,
          reply: await client.tool(one.tool.name, anyInputs(one), { mandate }),
        })),
      );
      for (const { plugin: ofPlugin, tool, reply } of denied) {
        const { status, reason, grant_id: grantId } = reply.body;
        assert.deepEqual([status, reason], ['denied', 'facade_not_in_scope'], `${tool.name}: ${reply.text}`);
        const { what } = await verifiedReceipt(d.urls.authority, grantId ?? '');
        const { action } = what;
        assert.deepEqual([action.plugin, action.facade, what.plugin], [ofPlugin, tool.facade, plugin]);
        // Params are there only if the signed rules in the receipt can check them.
        assert.equal(Object.keys(action.params).length > 0, ofPlugin === plugin);
      }
    });
  }
});

const SAMPLES = {
  name: 'anything',
  text: 'anything',
  code: 'ANY',
  currency: 'USD',
  amount: '1',
} as Readonly<Record<string, string>>;

function anyInputs({ plugin, tool }: Asked): Record<string, string> {
  const { base }: Vectors = readJson(plugin, 'vectors/decisions.json');
  const inputs = Object.entries(tool.inputs).map(([name, { kind }]) => [
    name,
    base.proposal.params[name] ?? SAMPLES[kind] ?? '',
  ]);
  return Object.fromEntries(inputs);
}

/** A held case must be held by the proposal itself, under the local approver; a denied one too. */
function patches(proposal: object | undefined, outcome: string): boolean {
  return outcome === 'allow' || proposal !== undefined;
}

/** The vectors' mandate, as the local principal would sign it now. */
function mandateFrom(plugin: string, mandate: Mandate): Partial<Mandate> {
  const { version, name }: ProfileDraft = readJson(plugin, 'profile.json');
  return {
    profile: name,
    policy_version: `${name}@${version}`,
    scope: mandate.scope,
    forbidden: mandate.forbidden,
    rules: mandate.rules,
    approval: { routes: [route('cfo')] },
    valid_from: formatInstant(Date.now()),
  };
}

/** A tool's inputs from an action's params; each param is one input. A text or reference gets the chapter's name: no two are the same. */
function inputsOf(
  { inputs, params: templates }: ToolSpec,
  params: Readonly<Record<string, string>>,
  chapter: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).flatMap(([param, template]) => {
      const [, input = ''] = /^\{([^{}]+)\}$/.exec(template) ?? [];
      const value = params[param];
      if (inputs[input] === undefined || value === undefined) return [];
      const isText = inputs[input].kind === 'text' || inputs[input].kind === 'reference';
      return [[input, isText ? `${value} ${chapter}` : value]];
    }),
  );
}

async function verifiedReceipt(authority: string, grantId: string): Promise<Receipt> {
  const receipt = await until('the receipt', async () => {
    const { body: record } = await send<GrantRecord>(`${authority}/grants/${grantId}`);
    if (record.receipt_id === null) return null;
    return (await send<Receipt>(`${authority}/receipts/${record.receipt_id}`)).body;
  });
  const { body: keys } = await send<KeySet>(`${authority}/.well-known/keys.json`);
  const result = verify(nodeCrypto, receipt, { keys });
  assert.equal(
    result.verdict,
    'verified',
    JSON.stringify(result.checks.filter(({ outcome }) => outcome === 'fail')),
  );
  return receipt;
}
