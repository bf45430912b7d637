import type { PolicyRefusal } from '@platform/core/decide/mandate-bounds';
import { grouped } from './amounts.ts';
import { nameWords } from './names.ts';
import { listed } from './short.ts';

/** Why the policy would not take a mandate; `isBeside`: it stands beside the name of what it is about. */
export function refusalWords({ code, message, subject }: PolicyRefusal, isBeside = false): string {
  if (subject === undefined) return message;
  const { names, most, fault } = subject;
  const name = listed(names.map(nameWords));
  const before = isBeside ? '' : `${name} `;
  if (most !== undefined) return `${before}may be at most ${grouped(most)}.`;
  if (fault !== undefined) return before + fault;
  return code === 'rule_missing'
    ? `The mandate lacks ${name}.`
    : `The profile sets no bound for ${name}, so a mandate may not have it.`;
}
