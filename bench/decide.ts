import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { longPackage } from '@common/kit/testing/long-package';
import { type DecideInput, decide } from '@platform/core/decide/decide';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { ProfileDraft } from '@platform/core/objects/profile';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * Decisions on transfers: `decide` against Cedar (WebAssembly, its policies parsed beforehand) evaluating the same
 * rules on the same cases, in one process. Cedar gives allow or deny; ours names the reason and reserves the limits too.
 */
const ROUNDS = 9;
const MS_PER_ROUND = 300;
const NOW_MS = Date.UTC(2026, 2, 2, 9);
const CENTS = 100;

const read = <Value>(name: string): Value =>
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`../platform/plugins/treasury/${name}.json`, import.meta.url)),
      'utf8',
    ),
  );
const manifest = read<PluginManifest>('manifest');
const profile = read<ProfileDraft>('profile');
const mandate: Mandate = {
  type: 'sanad/mandate/1',
  deployment: 'dp_0123456789abcdef01234567',
  contract_id: 'ic_bench',
  tenant: 'tn_bench',
  principal: 'amina',
  agent: 'agent_ap',
  profile: profile.name,
  scope: ['bank.executeTransfer'],
  limits: { runtime_max_s: 60, use_count_max: 100 },
  approval: {},
  forbidden: [],
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_to: '2026-12-31T00:00:00.000Z',
  policy_version: `${profile.name}@${profile.version}`,
  rules: { amount_max: '1000', daily_max: '5000', threshold: '1000' },
};

interface Case {
  readonly amount: string;
  readonly account: string;
  readonly spent: string;
  readonly uses: number;
}
const CASES: readonly Case[] = [
  { amount: '250', account: 'acct_acme', spent: '0', uses: 0 },
  { amount: '250.5', account: 'acct_acme', spent: '4800', uses: 10 },
  { amount: '1000.01', account: 'acct_acme', spent: '0', uses: 1 },
  { amount: '10', account: 'acct_mallory', spent: '0', uses: 1 },
  { amount: '10', account: 'acct_acme', spent: '0', uses: 100 },
  { amount: '999.99', account: 'acct_acme', spent: '4000', uses: 99 },
];

const POLICY = `permit(principal, action == Action::"bank.executeTransfer", resource) when {
  !context.revoked && !context.duplicate &&
  context.valid_from <= context.now && context.now <= context.valid_to &&
  context.policy_version == context.policy_in_force &&
  context.scope.contains("bank.executeTransfer") && !context.forbidden.contains("bank.executeTransfer") &&
  context.uses < context.use_count_max &&
  context.beneficiaries.contains({"id": context.beneficiary_id, "account": context.to_account, "currency": context.currency}) &&
  context.amount <= context.amount_max && context.spent + context.amount <= context.daily_max
};`;

/** What is used here of its types, which are not installed with ours. */
interface Cedar {
  preparsePolicySet(id: string, policies: object): { readonly type: string };
  statefulIsAuthorized(
    call: object,
  ):
    | { readonly type: 'success'; readonly response: { readonly decision: string } }
    | { readonly type: 'failure' };
}
const { preparsePolicySet, statefulIsAuthorized }: Cedar = createRequire(import.meta.url)(
  longPackage('@cedar-policy/cedar-wasm/nodejs/cedar_wasm.js'),
);
const parsed = preparsePolicySet('bench', { staticPolicies: POLICY });
if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed));
const inputs = CASES.map(inputOf);
const calls = CASES.map(callOf);
const ours = () => inputs.map((input) => decide(input).outcome === 'allow');
const cedar = () =>
  calls.map((call) => {
    const answer = statefulIsAuthorized(call);
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
    return answer.response.decision === 'allow';
  });
const [first, second] = [ours(), cedar()];
if (first.some((allowed, index) => allowed !== second[index])) {
  throw new Error(`the decisions differ: ${first.join()} and ${second.join()}`);
}

const rounds = Array.from({ length: ROUNDS }, () => ({ ours: rateOf(ours), cedar: rateOf(cedar) }));
printTable(
  ['median of rounds', 'decisions/s'],
  (['ours', 'cedar'] as const).map((name) => [name, readable(median(rounds.map((round) => round[name])))]),
);
judge([
  {
    what: 'decide / Cedar',
    measured: median(rounds.map((round) => round.ours / round.cedar)),
    is: 'at least',
    limit: 1,
  },
]);

function rateOf(work: () => unknown): number {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < MS_PER_ROUND) {
    work();
    done += CASES.length;
  }
  return (done * 1_000) / (performance.now() - start);
}

function inputOf({ amount, account, spent, uses }: Case): DecideInput {
  return {
    profile,
    manifest,
    mandate,
    mandateRevoked: false,
    standing: { uses, duplicate: false, counters: { daily_max: spent } },
    facade: 'bank.executeTransfer',
    params: {
      to_account: account,
      amount,
      currency: 'USD',
      beneficiary_id: 'acme',
      memo: 'INV-1',
      reference: 'INV1',
    },
    nowMs: NOW_MS,
  };
}

function callOf({ amount, account, spent, uses }: Case) {
  const cents = (text: string | undefined): number => Math.round(Number(text) * CENTS);
  return {
    principal: { type: 'Agent', id: mandate.agent },
    action: { type: 'Action', id: 'bank.executeTransfer' },
    resource: { type: 'Account', id: account },
    preparsedPolicySetId: 'bench',
    entities: [],
    context: {
      revoked: false,
      duplicate: false,
      valid_from: Date.parse(mandate.valid_from),
      valid_to: Date.parse(mandate.valid_to),
      now: NOW_MS,
      policy_version: mandate.policy_version,
      policy_in_force: `${profile.name}@${profile.version}`,
      scope: mandate.scope,
      forbidden: mandate.forbidden,
      uses,
      use_count_max: mandate.limits.use_count_max,
      beneficiaries: payeesOf(profile.rules.beneficiaries),
      beneficiary_id: 'acme',
      to_account: account,
      currency: 'USD',
      amount: cents(amount),
      amount_max: cents(String(mandate.rules.amount_max)),
      spent: cents(spent),
      daily_max: cents(String(mandate.rules.daily_max)),
    },
  };
}

function payeesOf(list: unknown): Record<string, string>[] {
  return (Array.isArray(list) ? list : []).map(
    ({ beneficiary_id: id, to_account: account, currency }: Readonly<Record<string, string>>) => ({
      id: `${id}`,
      account: `${account}`,
      currency: `${currency}`,
    }),
  );
}
