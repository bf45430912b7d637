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
