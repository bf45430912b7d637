/** A refusal that a caller is expected to handle. `code` is stable; `message` says what to do. */
export interface Failure<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  /** Where in the input, or which input: names and numbers, never secrets. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export type Result<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure<Code> };

/**
 * A result that is good.
 * @example ok(null) // { ok: true, value: null }
 */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/**
 * A refusal, without `detail` where none is given.
 * @example fail('no_price', 'No price is known.')
 *   // { ok: false, error: { code: 'no_price', message: 'No price is known.' } }
 */
export function fail<Code extends string>(
  code: Code,
  message: string,
  detail?: Readonly<Record<string, unknown>>,
): { readonly ok: false; readonly error: Failure<Code> } {
  return { ok: false, error: detail === undefined ? { code, message } : { code, message, detail } };
}

/**
 * The value of a result that the caller knows to be good; a refusal here is a bug.
 * @example unwrap(ok(0)) // 0
 */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Error(`unexpected refusal ${result.error.code}: ${result.error.message}`);
}
