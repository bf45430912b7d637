import { deny, pass, type RuleContext, type RuleVerdict, ruleValue, textParam, unbounded } from './rule.ts';

interface AllowListRule {
  readonly kind: 'allow_list';
  readonly name: string;
  readonly fields: readonly string[];
}

/** One entry of the profile's list must have all the fields, exactly. */
export function checkAllowList(rule: AllowListRule, context: RuleContext): RuleVerdict {
  const entries = ruleValue(context.profile, rule.name);
  if (!Array.isArray(entries)) return unbounded(`the profile's list ${rule.name}`);
  if (rule.fields.length === 0) return unbounded('a field of the rule');
  const values = rule.fields.map((name) => [name, textParam(context, name)] as const);
  const isListed = entries.some((entry: Readonly<Record<string, unknown>>) =>
    values.every(
      ([name, value]) => value !== undefined && Object.hasOwn(entry, name) && entry[name] === value,
    ),
  );
  if (isListed) return pass;
  const shown = values.map(([name, value]) => `${name} ${value ?? 'not given'}`).join(', ');
  return deny(`no entry of the profile's ${rule.name} has ${shown}`);
}
