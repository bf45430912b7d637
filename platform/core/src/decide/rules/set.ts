import {
  deny,
  pass,
  type RuleContext,
  type RuleVerdict,
  ruleValue,
  shownParam,
  textParam,
  unbounded,
} from './rule.ts';

interface SetRule {
  readonly kind: 'set';
  readonly name: string;
  readonly field: string;
}

export function checkSet(rule: SetRule, context: RuleContext): RuleVerdict {
  const allowed = ruleValue(context.mandate, rule.name);
  if (!Array.isArray(allowed)) return unbounded(rule.name, 'the mandate’s list');
  const value = textParam(context, rule.field);
  if (value !== undefined && allowed.includes(value)) return pass;
  return deny({
    why: 'not_in_set',
    rule: rule.name,
    field: rule.field,
    value: shownParam(context, rule.field),
    allowed: allowed.join(', '),
  });
}
