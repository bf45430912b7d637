import type { Answer } from './answer.ts';
import type { CaseFile } from './case-file.ts';
import { absolute, compare, decimal, fractionOf, multiply, subtract } from './fraction.ts';
import { LEAST_SHARES, STANDING_APPROXIMATIONS } from './published-rules.ts';
import { roleOf } from './published-tags.ts';

/** Audits what the answer must say about itself, and what it must not say without cause. */
export function auditApproximations({ answer, audit }: CaseFile): void {
  const said = new Map(answer.approximations.map((entry) => [entry.id, entry.message]));
  for (const id of STANDING_APPROXIMATIONS) {
    audit.holds('approximations', [...said.keys()], said.has(id), `${id}, in every answer`);
  }
  const causes: Readonly<Record<string, boolean>> = {
    ...Object.fromEntries(
      ['interest_line_renamed', 'interest_net_of_investment_expense', 'interest_yield'].map((id) => [
        id,
        answer.amounts.interest_income?.rules.includes(id) ?? false,
      ]),
    ),
    translated_at_reference_rate: answer.translation !== null,
    market_cap_from_cover_page_shares: answer.market_data.figure === 'close',
    market_cap_differs_from_cover_page_shares: isFarFromShares(answer),
    depositary_ratio: answer.purification.share_basis?.status === 'depositary',
    share_count_before_split: answer.purification.share_basis?.status === 'split',
  };
  for (const [id, isCaused] of Object.entries(causes)) {
    const rule = isCaused ? `${id}, since the answer rests on it` : `no ${id}: nothing rests on it`;
    audit.holds('approximations', [...said.keys()], said.has(id) === isCaused, rule);
  }
  const leases = answer.evidence.filter((entry) => roleOf(entry.xbrl_tag)?.name === 'finance_leases');
  const [whole, parts] = [leases.filter(isWhole), leases.filter((entry) => !isWhole(entry))].map((entries) =>
    entries.reduce((total, entry) => total + entry.value, 0),
  );
  const amount = Math.max(whole ?? 0, parts ?? 0);
  const message = said.get('finance_leases') ?? '';
  audit.same('approximations', said.has('finance_leases'), amount > 0);
  if (amount > 0) {
    const rule = `finance leases of ${amount}`;
    audit.holds('approximations', message, message.split(/[ ,]/).includes(String(amount)), rule);
  }
}

/** Whether the price source's capitalisation is more than a tenth away from close x cover-page shares. */
function isFarFromShares({ market_data: { figure, value, close }, evidence, purification }: Answer): boolean {
  if (['split', 'depositary'].includes(purification.share_basis?.status ?? '')) return false;
  const cover = evidence.find((entry) => entry.xbrl_tag === 'dei:EntityCommonStockSharesOutstanding');
  if (figure !== 'market_cap' || value === null || close === null || cover === undefined) return false;
  const shares = fractionOf(cover.value);
  if (compare(shares, LEAST_SHARES) < 0) return false;
  const apart = absolute(subtract(fractionOf(value), multiply(fractionOf(close), shares)));
  return compare(apart, multiply(decimal('0.1'), fractionOf(value))) > 0;
}

function isWhole({ xbrl_tag: tag }: { readonly xbrl_tag: string }): boolean {
  return tag === 'us-gaap:FinanceLeaseLiability';
}
