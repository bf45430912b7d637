import { deny, pass, type RuleContext, type RuleVerdict, ruleValue, textParam, unbounded } from './rule.ts';

interface SetRule {
  readonly kind: 'set';
  readonly name: string;
  readonly field: string;
}

export function checkSet(rule: SetRule, context: RuleContext): RuleVerdict {
  const allowed = ruleValue(context.mandate, rule.name);
  if (!Array.isArray(allowed)) return unbounded(`the mandate's rules.${rule.name}`);
  const value = textParam(context, rule.field);
  if (value !== undefined && allowed.includes(value)) return pass;
  return deny(`${rule.field} ${value ?? 'not given'} is not in rules.${rule.name} (${allowed.join(', ')})`);
}
