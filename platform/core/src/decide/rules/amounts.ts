import type { Because } from '../../objects/decision-values.ts';
import { CURRENCY } from '../../objects/plugin-schemas.ts';
import { isCanonicalAmount } from '../amount.ts';
import { type RuleContext, ruleValue, shownParam, textParam } from './rule.ts';

/** An amount, with the currency in which it is given if the facade has one; or why it cannot be compared. */
type AmountFound =
  | { readonly amount: string; readonly currency?: string }
  | { readonly because: Because<'field_not_amount' | 'other_currency'> };

/**
 * The amount in a rule's field. Limits are in the mandate's currency, or else the profile's, so an amount in another
 * one is over every limit.
 */
export function amountParam(
  context: RuleContext,
  { name: rule, field }: { readonly name: string; readonly field: string },
): AmountFound {
  const amount = textParam(context, field);
  if (!isCanonicalAmount(amount)) return { because: { why: 'field_not_amount', rule, field } };
  const limits = ruleValue(context.mandate, CURRENCY) ?? ruleValue(context.profile, CURRENCY);
  const currency = typeof limits === 'string' ? limits : undefined;
  const params = Object.entries(context.facade.params).filter(([, { kind }]) => kind === 'currency');
  for (const [param] of params) {
    const value = shownParam(context, param);
    if (currency === undefined || value !== currency)
      return { because: { why: 'other_currency', rule, field: param, value, currency } };
  }
  return params.length === 0 || currency === undefined ? { amount } : { amount, currency };
}
