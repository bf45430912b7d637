import { listed } from './short.ts';

/**
 * The name of an action’s or a rule’s member, as people say it: `record_id` is a record. The interface
 * document calls a beneficiary a payee, and so does every page.
 */
export function nameWords(name: string): string {
  return name
    .replace(/_id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/\bbeneficiar(y|ies)\b/g, (_name, end) => (end === 'y' ? 'payee' : 'payees'));
}

/** By what a rule that adds up for each payee knows one: "payee", or "payee or account". */
export function payeeWords(rule: {
  readonly per: readonly string[];
  readonly or_per?: readonly string[];
}): string {
  const alternatives = [rule.per, ...(rule.or_per === undefined ? [] : [rule.or_per])];
  // `to_account` is where the money goes, so "the same account" says it.
  const words = alternatives.map((fields) =>
    listed(fields.map((name) => nameWords(name).replace(/^to /, ''))),
  );
  return listed(words, 'or');
}
