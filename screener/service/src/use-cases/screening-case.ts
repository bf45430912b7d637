import { screenFund } from '@screener/engine/funds/fund-answer';
import type { ScreenedFund } from '@screener/engine/funds/fund-screening';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { screen } from '@screener/engine/screen';
import type { DecidedScreening } from '@screener/engine/screened';

/** An input of the engine as JSON: the rules are part of the engine, so their id suffices. */
type Written<Input> = Omit<Input, 'rules'> & { readonly rules: RuleSetId };
export type CompanyCase = Written<Parameters<typeof screen>[0]>;
export type FundCase = Written<Parameters<typeof screenFund>[0]>;

/** Everything that one screening is computed from. A fund's holdings come with the verdicts of their companies. */
export type ScreeningCase =
  | { readonly kind: 'company'; readonly input: CompanyCase }
  | { readonly kind: 'fund'; readonly input: FundCase };

/** Screens again. Pure, so a browser gets the same as the server. */
export function recompute(given: ScreeningCase): DecidedScreening | ScreenedFund {
  const rules = RULE_SETS[given.input.rules];
  return given.kind === 'company' ? screen({ ...given.input, rules }) : screenFund({ ...given.input, rules });
}
