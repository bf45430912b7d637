import { isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { decimalsOf } from '../objects/amount-faults.ts';
import type { ActionParams } from '../objects/grant.ts';
import { type FacadeSpec, mayBeOmitted } from '../objects/plugin.ts';
import { normaliseAmount } from './amount.ts';
import { canonicalReference, isTelling, referenceIn } from './reference/canonical.ts';
import { hasMixedScripts } from './reference/mixed-scripts.ts';

type ParamSpec = FacadeSpec['params'][string];
type NormalisedParam = Result<string, 'param_invalid'>;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,127}$/;
const CURRENCY = /^[A-Z]{3}$/;
const CODE = /^[A-Z0-9][A-Z0-9._-]{0,31}$/;
const INTEGER = /^(?:0|[1-9]\d{0,17})$/;
const DECIMAL = /^(0|[1-9]\d{0,17})(?:\.(\d{1,8}))?$/;
const MAX_TEXT_LENGTH = 512;
const MAX_URL_LENGTH = 2_048;
/**
 * An absolute URL in printable ASCII, without user or fragment. The enforcement point decides where it may
 * lead.
 */
const WEB_ADDRESS =
  /^https?:\/\/(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?(?:\/[A-Za-z0-9\-._~%!$&'()*+,;=:@/]*)?(?:\?[A-Za-z0-9\-._~%!$&'()*+,;=:@/?]*)?$/;
/**
 * Characters that an approver would not see, or would see in another order: control, format (bidi, zero
 * width, TAG block), private and unassigned code points, lone surrogates, line separators, fillers and
 * everything else invisible.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const MIXED = 'mixes letters of different scripts in one word, such as Latin and Cyrillic: write it in one';
const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{N}]/gu;
/** Messages do not repeat a name that is not of this form. */
const SHOWABLE = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Returns a proposal's params in their canonical spelling, with those derived or read from others. The
 * proposal must give every param of the facade that is not optional, and no other. The refusal names every wrong param and repeats no value.
 * @example normaliseParams({ params: { amount: { kind: 'amount' } } }, { amount: '40.00' })
 *   // ok({ amount: '40' })
 * @example normaliseParams({ name: 'pay.execute', params: {} }, { to: 'me' })
 *   // fail('params_invalid', 'to is not a parameter of pay.execute')
 */
export function normaliseParams(
  facade: FacadeSpec,
  given: Readonly<Record<string, unknown>>,
): Result<ActionParams, 'params_invalid'> {
  const faults: string[] = [];
  const proposed = Object.entries(facade.params).filter(([, spec]) => spec.derived_from === undefined);
  const names = new Set(proposed.map(([name]) => name));
  for (const name of Object.keys(given)) {
    if (!names.has(name)) faults.push(`${showable(name)} is not a parameter of ${facade.name}`);
  }
  const params = new Map<string, string>();
  for (const [name, spec] of proposed) {
    if (!Object.hasOwn(given, name)) {
      if (!mayBeOmitted(spec)) faults.push(`${name} is missing`);
      continue;
    }
    const value = normaliseParam(spec, given[name]);
    if (value.ok) params.set(name, value.value);
    else faults.push(`${name} ${value.error.message}`);
  }
  faults.push(...decimalFaults(facade, params), ...readReferences(facade, params));
  for (const [name, { derived_from: source }] of Object.entries(facade.params)) {
    const text = source === undefined ? undefined : params.get(source);
    if (source === undefined || text === undefined) continue;
    const value = lettersAndDigits(text);
    if (value === '') faults.push(`${source} must contain a letter or a digit, for ${name}`);
    else if (value.length > MAX_TEXT_LENGTH) faults.push(`${source} is too long for ${name}`);
    else params.set(name, value);
  }
  return faults.length > 0 ? fail('params_invalid', faults.join('; ')) : ok(Object.fromEntries(params));
}

/** Reads each reference that is not given from its text, if there is one in it. */
function readReferences(facade: FacadeSpec, params: Map<string, string>): string[] {
  return Object.entries(facade.params).flatMap(([name, { read_from: source }]) => {
    const text = source === undefined ? undefined : params.get(source);
    if (source === undefined || text === undefined || params.has(name)) return [];
    if (hasMixedScripts(text)) return [`${source} ${MIXED}, and ${name} is read from it`];
    const found = referenceIn(text);
    if (found !== '') params.set(name, found);
    return [];
  });
}

/** An amount has no more decimals than its currency, if the facade has one currency. */
function decimalFaults(facade: FacadeSpec, params: ReadonlyMap<string, string>): string[] {
  const named = (kind: ParamSpec['kind']) =>
    Object.entries(facade.params).flatMap(([name, spec]) => (spec.kind === kind ? [name] : []));
  const currency = params.get(named('currency')[0] ?? '');
  if (currency === undefined) return [];
  const most = decimalsOf(currency);
  return named('amount')
    .filter((name) => (params.get(name)?.split('.')[1]?.length ?? 0) > most)
    .map((name) => `${name} has more than the ${most} decimals of ${currency}`);
}

/** `inv-7 a` becomes `INV7A`: the same reference, however it is written. */
export function lettersAndDigits(text: string): string {
  return text.normalize('NFKC').toUpperCase().normalize('NFKC').replace(NOT_LETTER_OR_DIGIT, '');
}

function normaliseParam({ kind }: ParamSpec, value: unknown): NormalisedParam {
  if (typeof value !== 'string') {
    const isNumber = kind === 'amount' || kind === 'decimal' || kind === 'integer';
    return invalid(isNumber ? 'must be a decimal string in quotes' : 'must be a string');
  }
  switch (kind) {
    case 'name':
      return NAME.test(value)
        ? ok(value)
        : invalid('must be 1 to 128 letters, digits, _ . @ or -, and start with a letter or digit');
    case 'text':
      return normaliseText(value);
    case 'reference':
      return normaliseReference(value);
    case 'amount': {
      const amount = normaliseAmount(value);
      return amount.ok ? amount : invalid(amount.error.message);
    }
    case 'currency':
      return CURRENCY.test(value)
        ? ok(value)
        : invalid('must be a currency code of three capital letters, such as USD');
    case 'url':
      return value.length <= MAX_URL_LENGTH && WEB_ADDRESS.test(value)
        ? ok(value)
        : invalid(
            `must be an http or https address of at most ${MAX_URL_LENGTH} ASCII characters, without user or #`,
          );
    case 'integer':
      return INTEGER.test(value)
        ? ok(value)
        : invalid('must be a whole number of at most 18 digits, without sign or leading zeros');
    case 'decimal':
      return normaliseDecimal(value);
    case 'date':
      return isCalendarDate(value) ? ok(value) : invalid('must be a date that exists, such as 2026-03-02');
    case 'code':
      return CODE.test(value)
        ? ok(value)
        : invalid('must be 1 to 32 capital letters, digits, . _ or -, and start with a letter or digit');
    default:
      // INVARIANT: a kind that this version does not know is refused, never passed on unchecked.
      return invalid(`has the unknown kind ${showable(String(kind satisfies never))}`);
  }
}

/** Like an amount, but it may be zero, may have 8 decimals, and has no currency. */
function normaliseDecimal(value: string): NormalisedParam {
  const [, whole, decimals = ''] = DECIMAL.exec(value) ?? [];
  if (whole === undefined) {
    return invalid('must be a decimal string such as 40 or 40.5: at most 18 digits and 8 decimals, no sign');
  }
  const kept = decimals.replace(/0+$/, '');
  return ok(kept === '' ? whole : `${whole}.${kept}`);
}

function normaliseText(value: string): NormalisedParam {
  // Composing may shorten a text, so the length counts after it, but the input has a limit too.
  if (value.length > 4 * MAX_TEXT_LENGTH) return invalid(`must have at most ${MAX_TEXT_LENGTH} characters`);
  if (UNSEEN.test(value)) return invalid('must not contain control, invisible or text-direction characters');
  const text = value.normalize('NFC').trim();
  if (text === '') return invalid('must not be empty');
  return text.length > MAX_TEXT_LENGTH
    ? invalid(`must have at most ${MAX_TEXT_LENGTH} characters`)
    : ok(text);
}

function normaliseReference(value: string): NormalisedParam {
  const text = normaliseText(value);
  if (!text.ok) return text;
  if (hasMixedScripts(text.value)) return invalid(MIXED);
  if (canonicalReference(text.value) === '') return invalid('must contain a letter or a digit');
  return isTelling(text.value)
    ? text
    : invalid(
        `says nothing by itself (${text.value}): give the number or name, or leave it out if there is none`,
      );
}

function invalid(message: string): NormalisedParam {
  return fail('param_invalid', message);
}

function showable(name: string): string {
  return SHOWABLE.test(name) ? name : 'a name that is not shown here';
}
