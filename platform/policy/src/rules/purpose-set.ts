import { deny, pass, type RuleContext, type RuleVerdict, textParam, unbounded } from './rule.ts';

interface PurposeSetRule {
  readonly kind: 'purpose_set';
  readonly param: string;
  readonly rule: 'purposes';
}

export function checkPurposeSet(rule: PurposeSetRule, context: RuleContext): RuleVerdict {
  const allowed = context.mandate[rule.rule];
  if (allowed === undefined) return unbounded(`the mandate's rules.${rule.rule}`);
  const purpose = textParam(context, rule.param);
  if (purpose !== undefined && allowed.includes(purpose)) return pass;
  return deny(`${rule.param} ${purpose ?? 'not given'} is not in rules.${rule.rule} (${allowed.join(', ')})`);
}
