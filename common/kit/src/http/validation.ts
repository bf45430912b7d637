import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Pointer } from 'typebox/schema';
import { Value } from 'typebox/value';
import { isSecretKey } from '../telemetry/log.ts';
import { coercionFor } from './coerce.ts';
import { InvalidRequest, type ValidationIssue } from './errors.ts';

const LOCATION: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};
/** The answer does not repeat a longer string. */
const MAX_ECHO_LENGTH = 200;
/** A refusal of an unknown query parameter names at most this many that are known. */
const MAX_KNOWN_NAMES = 12;

/**
 * Compiles a route's schemas. A body is checked as received, with no conversion; strings in the query, the
 * path and the headers become numbers, booleans and lists where the schema says so. The schema's defaults are
 * filled in. With `refuse`, a query schema that does not mention `additionalProperties` allows none.
 */
export function validatorCompiler(unknownQuery: 'refuse' | 'ignore'): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart = 'body' }) => {
    const closed = httpPart === 'querystring' && unknownQuery === 'refuse' ? closedSchema(schema) : schema;
    // This compiles at the first request: an app has many routes, and most processes use few of them.
    let compiled: ReturnType<typeof Compile> | undefined;
    const hasDefaults = JSON.stringify(schema).includes('"default":');
    const coerce = httpPart === 'body' ? (given: unknown) => given : coercionFor(schema);
    const location = LOCATION[httpPart] ?? httpPart;
    const known = 'properties' in schema ? Object.keys(Object(schema.properties)) : [];
    return (given: unknown) => {
      compiled ??= Compile(closed);
      const validator = compiled;
      if (httpPart === 'body' && given === null && !validator.Check(null)) {
        const issue = { loc: [location], msg: 'a JSON body is required', type: 'missing' };
        return { error: new InvalidRequest([issue]) };
      }
      const value = hasDefaults ? Value.Default(schema, coerce(given)) : coerce(given);
      if (validator.Check(value)) return { value };
      const issues = issuesOf(validator.Errors(value), location, value, schema);
      const named = location === 'query' ? issues.map((issue) => withKnownNames(issue, known)) : issues;
      return { error: new InvalidRequest(named) };
    };
  };
}

function closedSchema(schema: TSchema): TSchema {
  const isOpenObject = 'properties' in schema && !('additionalProperties' in schema);
  return isOpenObject ? { ...schema, additionalProperties: false } : schema;
}

/** Returns our issues for the validator's errors: one per missing or unknown field, one per failed choice. */
export function issuesOf(
  errors: readonly TLocalizedValidationError[],
  location: string,
  root: unknown,
  schema: TSchema,
): readonly ValidationIssue[] {
  const seen = new Set<string>();
  return errors
    .filter((error) => !isBranchNoise(error, errors))
    .flatMap((error) => {
      const inWords = isLongPattern(error) ? describedBy(schema, error.schemaPath) : null;
      const issues = issuesOfOne(error, errors, location, root);
      return inWords === null ? issues : issues.map((issue) => ({ ...issue, msg: inWords }));
    })
    .filter(({ loc, type }) => {
      const key = JSON.stringify([loc, type]);
      return !seen.has(key) && seen.add(key);
    });
}

/** A longer pattern tells nobody what to write. */
const MAX_PATTERN_LENGTH = 100;

function isLongPattern(error: TLocalizedValidationError): boolean {
  return error.keyword === 'pattern' && String(error.params.pattern).length > MAX_PATTERN_LENGTH;
}

/** What the schema says of the value, which is not that. */
function describedBy(schema: TSchema, path: string): string {
  const part = Pointer.Get(schema, path.replace(/^#/, ''));
  const described =
    typeof part === 'object' && part !== null && 'description' in part ? `: ${String(part.description)}` : '';
  return `does not have the form that is expected here${described}`;
}

/**
 * A choice reports each branch's failure and then its own. The deepest place is the most useful; at the same
 * place, the choice is.
 */
function isBranchNoise(
  error: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
): boolean {
  if (error.keyword === 'anyOf') {
    return errors.some((other) => isInside(other, error) && isDeeper(other, error));
  }
  const choice = errors.find((other) => other.keyword === 'anyOf' && isInside(error, other));
  return choice !== undefined && !isDeeper(error, choice);
}

function isInside(error: TLocalizedValidationError, choice: TLocalizedValidationError): boolean {
  return error.schemaPath.startsWith(`${choice.schemaPath}/anyOf/`);
}

function isDeeper(error: TLocalizedValidationError, choice: TLocalizedValidationError): boolean {
  const namesField = error.keyword === 'required' || error.keyword === 'additionalProperties';
  return namesField || error.instancePath.length > choice.instancePath.length;
}

function issuesOfOne(
  error: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
  location: string,
  root: unknown,
): ValidationIssue[] {
  const { keys, value } = placeOf(error.instancePath, root);
  const loc = [location, ...keys];
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => ({ ...MISSING, loc: [...loc, name] }));
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => ({ ...UNKNOWN, loc: [...loc, name] }));
    // Report it at the field itself: the validator stops after some errors, before it reaches the object's
    // own.
    case 'boolean':
      return [{ ...UNKNOWN, loc }];
  }
  const [type, msg] = describe(error, errors);
  const hidden = location === 'header' || keys.some((key) => isSecretKey(String(key)));
  return [{ loc, msg, type, ...(hidden ? {} : echo(value)) }];
}

const MISSING = { msg: 'is required', type: 'missing' };
const UNKNOWN = { msg: 'is not recognised', type: 'extra_forbidden' };

function withKnownNames(issue: ValidationIssue, known: readonly string[]): ValidationIssue {
  if (issue.type !== UNKNOWN.type) return issue;
  const shown = known.slice(0, MAX_KNOWN_NAMES).join(', ');
  const more = known.length > MAX_KNOWN_NAMES ? ` and ${known.length - MAX_KNOWN_NAMES} more` : '';
  const msg = known.length === 0 ? 'no parameters are known here' : `known here: ${shown}${more}`;
  return { ...issue, msg: `${issue.msg}; ${msg}` };
}

/** The steps of a JSON pointer, with list positions as numbers, and the value at its end. */
function placeOf(pointer: string, root: unknown): { keys: (string | number)[]; value: unknown } {
  let value = root;
  const keys = Pointer.Indices(pointer).map((name) => {
    const key = Array.isArray(value) ? Number(name) : name;
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    return key;
  });
  return { keys, value };
}

function echo(value: unknown): { input?: string | number | boolean | null } {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return { input: value };
  return typeof value === 'string' && value.length <= MAX_ECHO_LENGTH ? { input: value } : {};
}

type Words = readonly [type: string, msg: string];

const TYPES: Readonly<Record<string, Words>> = {
  string: ['string_type', 'must be a string'],
  integer: ['int_type', 'must be an integer'],
  number: ['float_type', 'must be a number'],
  boolean: ['bool_type', 'must be true or false'],
  object: ['object_type', 'must be an object'],
  array: ['list_type', 'must be a list'],
  null: ['none_required', 'must be null'],
};

/** The messages by keyword; `#` stands for the limit. */
const LIMITS: Readonly<Record<string, Words>> = {
  minLength: ['string_too_short', 'must have at least # characters'],
  maxLength: ['string_too_long', 'must have at most # characters'],
  minItems: ['too_short', 'must have at least # items'],
  maxItems: ['too_long', 'must have at most # items'],
  minimum: ['greater_than_equal', 'must be at least #'],
  maximum: ['less_than_equal', 'must be at most #'],
  exclusiveMinimum: ['greater_than', 'must be greater than #'],
  exclusiveMaximum: ['less_than', 'must be less than #'],
};

function describe(error: TLocalizedValidationError, errors: readonly TLocalizedValidationError[]): Words {
  switch (error.keyword) {
    case 'type':
      return TYPES[String(error.params.type)] ?? ['type_error', error.message];
    case 'pattern':
      return ['string_pattern_mismatch', `must match ${String(error.params.pattern)}`];
    case 'format':
      return ['format_error', `must be a valid ${error.params.format}`];
    case 'enum':
      return literal(error.params.allowedValues);
    case 'const':
      return literal([error.params.allowedValue]);
    case 'anyOf': {
      const constants = errors.flatMap((other) =>
        other.keyword === 'const' && isInside(other, error) ? [other.params.allowedValue] : [],
      );
      return constants.length > 0 ? literal(constants) : ['union_error', 'matches none of the allowed forms'];
    }
    default: {
      const [type, msg] = LIMITS[error.keyword] ?? ['value_error', error.message];
      if (!('limit' in error.params)) return [type, msg];
      return [type, msg.replace('#', String(error.params.limit)).replace(/ 1 (character|item)s$/, ' 1 $1')];
    }
  }
}

function literal(allowed: readonly unknown[]): Words {
  return ['literal_error', `must be ${allowed.map((value) => JSON.stringify(value)).join(' or ')}`];
}
