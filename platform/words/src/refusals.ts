import type { PolicyRefusal } from '@platform/core/decide/mandate-bounds';
import { Currency, Name, SIGNED_AMOUNT } from '@platform/core/objects/primitives';
import type { Fault } from '@platform/core/objects/shape-fault';
import { grouped } from './amounts.ts';
import { nameWords } from './names.ts';
import { listed, sentence } from './short.ts';

/** Why the policy does not accept a mandate. `isBeside`: the text is shown beside the name of its subject. */
export function refusalWords({ code, message, subject }: PolicyRefusal, isBeside = false): string {
  if (subject === undefined) return message;
  const { names, most, fault } = subject;
  const name = listed(names.map(nameWords));
  const before = isBeside ? '' : `${name} `;
  if (most !== undefined) return `${before}may be at most ${grouped(most)}.`;
  if (fault !== undefined) return sentence(before + faultWords(fault));
  return code === 'rule_missing'
    ? `The mandate lacks ${name}.`
    : `The profile sets no bound for ${name}, so a mandate may not have it.`;
}

/**
 * What is wrong with a value. It follows the schema’s rule where the validator’s own words only repeat that.
 */
export function faultWords({ message, rule }: Fault): string {
  const { limit, pattern } = (rule?.params ?? {}) as { readonly limit?: number; readonly pattern?: string };
  if (rule?.keyword === 'minimum') return `must be at least ${grouped(String(limit))}`;
  if (rule?.keyword === 'maximum') return `must be at most ${grouped(String(limit))}`;
  switch (pattern) {
    case SIGNED_AMOUNT:
      return 'must be an amount such as 5,000 or 5,000.00: at most 18 digits before the point, without sign or exponent';
    case Reflect.get(Name, 'pattern'):
      return 'must be letters, digits and _ . @ - without spaces';
    case Reflect.get(Currency, 'pattern'):
      return 'must be three capital letters, such as EUR';
    default:
      return message;
  }
}
