import { fail, ok, type Result } from '@common/base/result';
import { CURRENCY } from '../../objects/plugin-schemas.ts';
import { isCanonicalAmount } from '../amount.ts';
import { type RuleContext, ruleValue, textParam } from './rule.ts';

/**
 * The amount in a field. Limits are in the mandate's currency, or else the profile's, so an amount in another one is
 * over every limit.
 */
export function amountParam(context: RuleContext, name: string): Result<string, 'amount_unusable'> {
  const amount = textParam(context, name);
  if (!isCanonicalAmount(amount)) return fail('amount_unusable', `${name} is not an amount`);
  const currency = ruleValue(context.mandate, CURRENCY) ?? ruleValue(context.profile, CURRENCY);
  for (const [param, { kind }] of Object.entries(context.facade.params)) {
    if (kind !== 'currency') continue;
    const given = textParam(context, param);
    if (currency === undefined || given !== currency) {
      const limits = currency === undefined ? 'the profile names no currency' : `limits are in ${currency}`;
      return fail('amount_unusable', `${param} is ${given ?? 'not given'}, but ${limits}`);
    }
  }
  return ok(amount);
}
