import { deny, pass, type RuleContext, type RuleVerdict, textParam, unbounded } from './rule.ts';

interface AllowListRule {
  readonly kind: 'allow_list';
  readonly list: 'beneficiaries' | 'recipients';
  readonly params: readonly string[];
}

/** One entry of the profile's list must have all the named params, exactly. */
export function checkAllowList(rule: AllowListRule, context: RuleContext): RuleVerdict {
  const entries: readonly Readonly<Record<string, string>>[] | undefined = context.profile[rule.list];
  if (entries === undefined) return unbounded(`the profile's list ${rule.list}`);
  if (rule.params.length === 0) return unbounded('a param of the rule');
  const values = rule.params.map((name) => [name, textParam(context, name)] as const);
  const isListed = entries.some((entry) =>
    values.every(
      ([name, value]) => value !== undefined && Object.hasOwn(entry, name) && entry[name] === value,
    ),
  );
  if (isListed) return pass;
  const shown = values.map(([name, value]) => `${name} ${value ?? 'not given'}`).join(', ');
  return deny(`no entry of the profile's ${rule.list} has ${shown}`);
}
