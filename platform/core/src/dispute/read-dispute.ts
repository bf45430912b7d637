import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { Check, Errors } from 'typebox/value';
import { DISPUTE_TYPE, Dispute } from '../objects/dispute.ts';
import { pathInQuotes } from '../objects/in-quotes.ts';

const MAX_PROBLEMS = 5;

/**
 * Whether a text says that it is a dispute file.
 * @example isDisputeFile('{"type": "sanad/dispute/1"}') // true
 * @example isDisputeFile('{"type": "sanad/receipt/0.3"}') // false
 */
export function isDisputeFile(text: string): boolean {
  const parsed = parseStrict(text);
  if (!parsed.ok) return false;
  const { value } = parsed;
  return typeof value === 'object' && value !== null && 'type' in value && value.type === DISPUTE_TYPE;
}

/**
 * Reads a dispute file. Its receipts are read when they are judged.
 * @example readDispute('{}').error.code // 'dispute_invalid'
 */
export function readDispute(text: string): Result<Dispute, 'dispute_invalid'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('dispute_invalid', parsed.error.message);
  if (isDispute(parsed.value)) return ok(parsed.value);
  const problems = Errors(Dispute, parsed.value).map(
    ({ instancePath, message }) => `${pathInQuotes(instancePath)} ${message}`,
  );
  return fail('dispute_invalid', `not a dispute file: ${problems.slice(0, MAX_PROBLEMS).join('; ')}.`);
}

function isDispute(value: unknown): value is Dispute {
  return Check(Dispute, value);
}
