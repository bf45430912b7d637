import type { ActionParams } from '../objects/grant.ts';
import type { FacadeSpec, PluginManifest, PolicyRule } from '../objects/plugin.ts';
import type { Reason } from '../objects/reasons.ts';
import type { Standing } from './decide.ts';
import { checkRule, countersOf } from './rules/check-rule.ts';
import type { RuleContext } from './rules/rule.ts';

/**
 * Nothing was used or proposed before: a decision about one action alone assumes this.
 * @example emptyStanding({ rules: [{ kind: 'daily_sum', name: 'per_day' }] }, {})
 *   // { uses: 0, duplicate: false, counters: { per_day: '0' } }
 */
export function emptyStanding(facade: FacadeSpec | undefined, params: ActionParams): Standing {
  const counters = Object.fromEntries(countersOf(facade?.rules ?? [], params).map((name) => [name, '0']));
  return { uses: 0, duplicate: false, counters };
}

/**
 * Reasons to deny or hold a proposal because of earlier events, or because the mandate was revoked. The
 * action, the mandate and the rules alone cannot show whether they apply. A rule that neither mandate nor
 * profile sets is not among them.
 */
export function reasonsOfStanding(
  { covered_facade }: PluginManifest,
  facade: FacadeSpec | undefined,
  given: Pick<RuleContext, 'params' | 'mandate' | 'profile' | 'directories'>,
): readonly Reason[] {
  if (facade === undefined) return ['contract_revoked'];
  const context: RuleContext = {
    params: given.params,
    mandate: given.mandate,
    profile: given.profile,
    directories: given.directories,
    facade,
    // What an action carries does not depend on what went before.
    attested: { terms: {}, found: {}, nowMs: given.directories.nowMs },
    counters: emptyStanding(facade, given.params).counters,
  };
  const counting = facade.rules.filter((rule) => {
    if (countersOf([rule], given.params).length === 0) return false;
    const verdict = checkRule(rule, context);
    return verdict.outcome === 'deny' || verdict.uses !== undefined;
  });
  return [
    'contract_revoked',
    ...(facade.name === covered_facade ? (['use_count_exceeded'] as const) : []),
    ...(facade.idempotency.unique ? (['duplicate_action'] as const) : []),
    ...counting.map(({ reason }) => reason),
    ...facade.rules.flatMap((rule) => directoryReasons(rule, context)),
  ];
}

/**
 * A receipt shows an entry that was in force, but not that there was none, nor that a person had approved an action by
 * it before.
 */
function directoryReasons(rule: PolicyRule, context: RuleContext): readonly Reason[] {
  const { terms, found } = context.directories;
  const own = Object.hasOwn(terms, rule.name) ? terms[rule.name] : undefined;
  if (own === undefined) return [];
  return [
    ...(Object.hasOwn(found, rule.name) ? [] : [rule.reason]),
    ...(own.first?.until_approved === true ? (['approval_required'] as const) : []),
  ];
}
