import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { findFlaw, parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Check, Errors } from 'typebox/value';
import { documentsFault } from '../../objects/document.ts';
import { pathInQuotes } from '../../objects/in-quotes.ts';
import { closed } from '../../objects/primitives.ts';
import { type OpenReceipt, Receipt } from '../../objects/receipt.ts';
import { openReceipt } from '../../receipt/open-receipt.ts';
import { historyFault } from '../../signed/key-history.ts';
import type { Problem, ProblemCode } from '../problems.ts';

const MAX_PROBLEMS = 5;

type FormCode = Extract<
  ProblemCode,
  | 'json_refused'
  | 'schema_invalid'
  | 'disclosures_wrong'
  | 'value_invalid'
  | 'instant_malformed'
  | 'keys_malformed'
  | 'documents_malformed'
>;

/** Compiling takes as long as so many checks without. A process that verifies one receipt does not pay for it. */
const CHECKS_BEFORE_COMPILING = 10;
let checks = 0;
let compiled: ((value: unknown) => boolean) | null = null;

/**
 * Check 1: the receipt is strict JSON, has every field of schema 0.3 and no other, its disclosures open what they name,
 * and its instants exist. It returns the receipt with the values that are disclosed.
 * @example readReceipt(crypto, '{"type": 1, "type": 2}').error.message
 *   // 'the field "type" appears twice in one object (at offset 12)'
 */
export function readReceipt(crypto: Pick<Crypto, 'sha256'>, input: unknown): Result<OpenReceipt, FormCode> {
  const value = typeof input === 'string' ? parseStrict(input) : ok(input);
  if (!value.ok) return fail('json_refused', value.error.message);
  const flaw = typeof input === 'string' ? null : findFlaw(input);
  if (flaw !== null) return fail('json_refused', `not a JSON value: ${flaw}`);
  if (isOfOldFormat(value.value)) return fail('schema_invalid', OLD_FORMAT);
  if (!isReceipt(value.value)) {
    const why = isPlain(value.value) ? PLAIN_FORMAT : `not a receipt 0.3: ${schemaProblems(value.value)}`;
    return fail('schema_invalid', why);
  }
  const opened = openReceipt(crypto, value.value);
  if (!opened.ok) return fail(opened.error.code, `${opened.error.message}.`);
  const problems = formProblems(opened.value);
  const [first] = problems;
  if (first === undefined) return opened;
  return fail(first.code, `${problems.map(({ words }) => words).join('; ')}.`);
}

const OLD_FORMAT =
  'This receipt names no deployment: it was made before receipts did, and only the version that made it verifies it. Ask for a new one.';

function isOfOldFormat(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'sanad/receipt/0.3' &&
    !('deployment' in value)
  );
}

const PLAIN_FORMAT =
  'The action in this receipt has its values in plain, where a salted digest of each belongs: it was made before receipts had views. Only the version that made it verifies it. Ask for a new one.';

function isPlain(value: unknown): boolean {
  const action = Object(Object(Object(value).what).action);
  const values = [action.idempotency_key, ...Object.values(Object(action.params))];
  return values.some((member) => typeof member === 'string' || typeof member === 'number');
}

function isReceipt(value: unknown): value is Receipt {
  checks += 1;
  if (checks <= CHECKS_BEFORE_COMPILING) return Check(Receipt, value);
  compiled ??= compileBySection();
  return compiled(value);
}

/** Each section by itself: as one function, they are too long for the engine to make the best of. */
function compileBySection(): (value: unknown) => boolean {
  const names = Object.keys(Receipt.properties);
  const frame = Compile(closed(Object.fromEntries(names.map((name) => [name, Type.Unknown()]))));
  const sections = Object.entries(Receipt.properties).map(([name, schema]) => ({
    name,
    section: Compile<TSchema>(schema),
  }));
  return (value) =>
    frame.Check(value) && sections.every(({ name, section }) => section.Check(Reflect.get(value, name)));
}

function schemaProblems(value: unknown): string {
  const problems = Errors(Receipt, value).map(
    ({ instancePath, message }) => `${pathInQuotes(instancePath)} ${message}`,
  );
  return `${problems.slice(0, MAX_PROBLEMS).join('; ')}.`;
}

interface FormProblem extends Problem {
  readonly code: FormCode;
}

/** Faults that the schema cannot express. */
function formProblems({ bundle, when, status, who, how, what }: OpenReceipt): FormProblem[] {
  const documents = documentsFault(what.action.documents);
  const instants = [
    ...Object.values(when),
    status.checked_at,
    who.contract.valid_from,
    who.contract.valid_to,
    how.grant.issued_at,
    how.grant.expires_at,
  ];
  return [
    ...(documents === null ? [] : [{ code: 'documents_malformed' as const, words: documents }]),
    ...Object.entries(bundle.keys)
      .filter(([kid, key]) => key.kid !== kid)
      .map(([kid, key]) => ({
        code: 'keys_malformed' as const,
        words: `the key ${key.kid} is listed under the name ${kid}`,
      })),
    ...Object.values(bundle.keys).flatMap((key) => {
      const fault = historyFault(key);
      return fault === null ? [] : [{ code: 'keys_malformed' as const, words: `${key.kid} ${fault}` }];
    }),
    ...instants
      .filter((instant) => instant !== null && instantMs(instant) === null)
      .map((instant) => ({
        code: 'instant_malformed' as const,
        words: `${instant} is not a valid instant`,
      })),
  ];
}
