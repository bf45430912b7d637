import { capitalised } from '@common/base/english';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { agentKeyWords } from '@platform/words/agent-key';
import { grouped } from '@platform/words/amounts';
import { duration } from '@platform/words/duration';
import { ruleRows } from '@platform/words/rule-rows';
import { listed } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import type { ActionRow } from '../site/action-rows.ts';

/**
 * INVARIANT: every member of the mandate is in a row, because a person must not sign what they do not see.
 */
export function mandateRows(mandate: Mandate, manifest: PluginManifest | null): readonly ActionRow[] {
  const {
    type,
    deployment,
    contract_id,
    name,
    tenant,
    principal,
    agent,
    agent_key,
    profile,
    policy_version,
  } = mandate;
  const { scope, forbidden, limits, approval, valid_from, valid_to, rules } = mandate;
  const row = (label: string, words: string, members: Readonly<Record<string, unknown>>): ActionRow => ({
    label,
    words,
    note: '',
    members: Object.entries(members),
  });
  return [
    ...(name === undefined ? [] : [row('Name', name, { name })]),
    row('Who', `${principal} lets ${agent} act, for the tenant ${tenant}`, { principal, agent, tenant }),
    ...(agent_key === undefined ? [] : [row('Its key', agentKeyWords(agent_key), { agent_key })]),
    row('May do', facadesInWords(scope, manifest), { scope }),
    row('Never', forbidden.length === 0 ? 'nothing named' : forbidden.join(', '), { forbidden }),
    ...ruleRows(rules, manifest).map(({ name: rule, label, words }) =>
      row(capitalised(label), words, { [`rules.${rule}`]: rules[rule] }),
    ),
    row(
      'Uses',
      `${grouped(String(limits.use_count_max))} in all; time to execute each: ${duration(limits.runtime_max_s)}`,
      Object.fromEntries(Object.entries(limits).map(([limit, value]) => [`limits.${limit}`, value])),
    ),
    row('Who is asked', routesInWords(mandate), { approval }),
    row('Time', `${dayAndTime(valid_from)} to ${dayAndTime(valid_to)}`, { valid_from, valid_to }),
    row('Under', policy_version, { profile, policy_version }),
    row('This one', 'These make it this mandate and no other.', { contract_id, deployment, type }),
  ];
}

/** What the facades do, in the plugin’s own words, one per line. */
export function facadesInWords(names: readonly string[], manifest: PluginManifest | null): string {
  const words = names.map((name) => {
    const spec = manifest?.facades.find((facade) => facade.name === name);
    return spec === undefined ? name : `${spec.description} (${name})`;
  });
  return words.length === 0 ? 'nothing' : words.join('\n');
}

/** Names the people on the mandate’s routes, and says how they answer. */
function routesInWords({ approval }: Pick<Mandate, 'approval'>): string {
  const routes = (approval.routes ?? []).map(
    ({ approvers, approvals_needed: needed = 1, wait_s, assurance, notify }) => {
      const who = `${needed === 1 ? '' : `${needed} different people of `}${listed(approvers, 'or')}`;
      const key = assurance === 'hardware' ? 'with a hardware key' : 'with any enrolled key';
      return `${who}, within ${duration(wait_s)}, ${key}${notify.length === 0 ? '' : `, notified by ${listed(notify)}`}`;
    },
  );
  return routes.join('\n') || 'nobody, so requests that need approval are denied';
}
