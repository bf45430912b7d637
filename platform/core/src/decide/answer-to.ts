import type { GrantRecord } from '../objects/grant.ts';
import type { Settlement } from '../objects/settlement.ts';

/**
 * What a settlement of this grant must name: the doubt that is open, and the settlement of that doubt that it replaces.
 * Null while nothing is in doubt.
 * @example answerTo({ in_doubt: { doubt_hash: 'd' } }) // { doubt_hash: 'd', replaces_hash: null }
 * @example answerTo({
 *     in_doubt: { doubt_hash: 'd' }, settlement: { settlement_hash: 's', settlement: { doubt_hash: 'd' } },
 *   }).replaces_hash // 's'
 * @example answerTo({}) // null
 */
export function answerTo({
  in_doubt: open,
  settlement: last,
}: Pick<GrantRecord, 'in_doubt' | 'settlement'>): Pick<Settlement, 'doubt_hash' | 'replaces_hash'> | null {
  if (open === undefined) return null;
  const { doubt_hash } = open;
  const isOfThis = last?.settlement.doubt_hash === doubt_hash;
  return { doubt_hash, replaces_hash: isOfThis ? last.settlement_hash : null };
}
