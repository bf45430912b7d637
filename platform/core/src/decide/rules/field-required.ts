import { deny, pass, type RuleContext, type RuleVerdict, ruleValue } from './rule.ts';

interface FieldRequiredRule {
  readonly kind: 'field_required';
  readonly name: string;
  readonly field: string;
}

/** The field must be given if the mandate or the profile has the rule, whatever its value there. */
export function checkFieldRequired({ name, field }: FieldRequiredRule, context: RuleContext): RuleVerdict {
  const isRequired = [context.mandate, context.profile].some((rules) => ruleValue(rules, name) !== undefined);
  if (!isRequired || Object.hasOwn(context.params, field)) return pass;
  return deny({ why: 'field_missing', rule: name, field });
}
