import { type Static, Type } from 'typebox';
import { closed } from './primitives.ts';

/** Shapes of a connector's request: what is sent under which name. Data, not a language: nothing is computed but what is named here. */

const ParamName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' });

/** A param of the action, or `$` and one of `COMPUTED`. With `?` after it, omitted where the action does not have the param. */
const Source = Type.String({ pattern: '^\\$?[a-z][a-z0-9_]*\\??$' });

/** The same in every request. */
const Constant = closed({
  constant: Type.Union([
    Type.String({ maxLength: 500 }),
    Type.Boolean(),
    Type.Integer({ minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 }),
  ]),
});

/** The amount as a whole number of the minor unit of its currency (ISO 4217). Both are params. */
const MinorUnits = closed({ minor_units: ParamName, currency: ParamName });

export const SentValue = Type.Union([Source, Constant, MinorUnits]);
export type SentValue = Static<typeof SentValue>;

const STEP = '[A-Za-z0-9][A-Za-z0-9_.@-]*';

/**
 * A field of the body, and with brackets one within another, as forms write it: `amount[value]`. A number in brackets is a
 * place in a list: `items[0][price]`.
 */
export const FieldName = Type.String({
  pattern: `^${STEP}(\\[${STEP}\\]){0,7}$`,
  minLength: 1,
  maxLength: 128,
});
/** In lower case, so that no header is there twice. */
export const HeaderName = Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 64 });
export const QueryName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]*$', maxLength: 64 });
/** `{account_id}` is a param, `{$account}` a computed value, each percent-encoded. */
export const RequestPath = Type.String({ pattern: '^/[A-Za-z0-9/_{}$.-]*$', maxLength: 500 });

export const ACCOUNT = '$account';
/** What binds an acknowledgment to the action. */
export const BOUND = ['$idempotency_key', '$action_hash', '$grant_id'] as const;
/** Only where there is a body, and only in a header: RFC 9530, `sha-256`. */
export const CONTENT_DIGEST = '$content_digest';
/**
 * The values that the enforcement point itself fills in. INVARIANT: each is the same whenever the request is sent again, and
 * follows from the receipt: `$granted_at` is when the grant was issued, after the last approval.
 */
export const COMPUTED = [...BOUND, ACCOUNT, '$granted_at', CONTENT_DIGEST] as const;

/**
 * What a text in a connector says of one value.
 * @example sourceOf('memo') // { param: 'memo', isOptional: false }
 * @example sourceOf('reference?') // { param: 'reference', isOptional: true }
 */
export function sourceOf(source: string): { readonly param: string; readonly isOptional: boolean } {
  return source.endsWith('?')
    ? { param: source.slice(0, -1), isOptional: true }
    : { param: source, isOptional: false };
}

/**
 * The steps of a field's name.
 * @example stepsOf('items[0][price]') // ['items', '0', 'price']
 */
export function stepsOf(name: string): readonly string[] {
  return name.split(/[[\]]+/).filter((step) => step !== '');
}

/** Names that stand for values in a path, in braces. */
export const IN_BRACES = /\{(\$?[a-z][a-z0-9_]*)\}/g;

/**
 * Whether a path has braces that cannot be filled in, or a `$` outside of them.
 * @example isUnclosed('/x/{id') // true
 */
export function isUnclosed(path: string): boolean {
  return /[{}$]/.test(path.replaceAll(IN_BRACES, ''));
}

/** The places of a request, or of a look-up, in which values are sent. */
export interface RequestTemplate {
  readonly path: string;
  readonly query?: Readonly<Record<string, SentValue>>;
  readonly headers?: Readonly<Record<string, SentValue>>;
  readonly body?: Readonly<Record<string, SentValue>>;
}

/**
 * The params and computed values that a request names, wherever they stand in it.
 * @example sourcesOf({ path: '/x/{id}', query: { key: '$grant_id' } }) // ['id', '$grant_id']
 */
export function sourcesOf({ path, query = {}, headers = {}, body = {} }: RequestTemplate): readonly string[] {
  const named = [query, headers, body].flatMap((values) =>
    Object.values(values).flatMap((value) => {
      if (typeof value === 'string') return [sourceOf(value).param];
      return 'constant' in value ? [] : [value.minor_units, value.currency];
    }),
  );
  return [...[...path.matchAll(IN_BRACES)].map(([, name = '']) => name), ...named];
}

/** Visible ASCII, with single spaces inside: what a header carries unchanged through every server. */
const IN_HEADER = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const MAX_HEADER = 1_000;

/**
 * Whether a text can be the value of a header.
 * @example isHeaderValue('a\r\nx-admin: 1') // false
 */
export function isHeaderValue(text: string): boolean {
  return text.length <= MAX_HEADER && IN_HEADER.test(text);
}
