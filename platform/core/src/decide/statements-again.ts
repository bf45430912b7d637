import type { Because } from '../objects/decision-values.ts';
import type { Action } from '../objects/grant.ts';
import type { Mandate } from '../objects/mandate.ts';
import type { PluginManifest } from '../objects/plugin.ts';
import type { Profile } from '../objects/profile.ts';
import type { Reason } from '../objects/reasons.ts';
import { facadeOf, refusalOf } from './decide.ts';
import { detailOf } from './detail.ts';
import { checkAttested } from './rules/attested.ts';
import type { StatementFound } from './rules/rule.ts';

interface Judged {
  readonly profile: Pick<Profile, 'rules' | 'attested'>;
  readonly manifest: PluginManifest;
  readonly mandate: Pick<Mandate, 'rules'>;
  readonly action: Pick<Action, 'plugin' | 'facade' | 'params'>;
}

/**
 * What an action’s statements no longer say at an instant after its proposal: time passes while a person is asked and
 * until the call leaves. Null if each still answers its rule.
 * @example statementsRefusal(
 *     { manifest: { name: 'pay', facades: [] }, action: { plugin: 'pay', facade: 'pay.execute' } }, {}, 0,
 *   ) // null
 */
export function statementsRefusal(
  { profile, manifest, mandate, action }: Judged,
  found: Readonly<Record<string, StatementFound>>,
  nowMs: number,
): { readonly reason: Reason; readonly detail: string; readonly because: Because } | null {
  for (const rule of facadeOf(manifest, action)?.rules ?? []) {
    if (rule.kind !== 'attested') continue;
    const verdict = checkAttested(rule, {
      params: action.params,
      mandate: mandate.rules,
      profile: profile.rules,
      attested: { terms: profile.attested ?? {}, found, nowMs },
    });
    if (verdict.outcome !== 'deny') continue;
    const { because } = verdict;
    return { reason: refusalOf(rule), detail: detailOf(because), because };
  }
  return null;
}
