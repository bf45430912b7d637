import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Value } from 'typebox/value';
import { isSecretKey } from '../log.ts';
import { coercionFor } from './coerce.ts';
import { InvalidRequest, type ValidationIssue } from './errors.ts';

const LOCATION: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};
/** A longer text is not repeated in the answer. */
const MAX_ECHO_LENGTH = 200;

/**
 * Compiles a route's schemas. A body is checked as it came, with no conversion; texts of the query, the path and the
 * headers become numbers, booleans and lists where the schema says so. Defaults of the schema are filled in. With
 * `refuse`, a query schema that says nothing of `additionalProperties` allows none.
 */
export function validatorCompiler(unknownQuery: 'refuse' | 'ignore'): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart = 'body' }) => {
    const closed = httpPart === 'querystring' && unknownQuery === 'refuse' ? closedSchema(schema) : schema;
    const validator = Compile(closed);
    const hasDefaults = JSON.stringify(schema).includes('"default":');
    const coerce = httpPart === 'body' ? undefined : coercionFor(schema);
    const location = LOCATION[httpPart] ?? httpPart;
    return (given: unknown) => {
      if (httpPart === 'body' && given === null && !validator.Check(null)) {
        const issue = { loc: [location], msg: 'a JSON body is needed', type: 'missing' };
        return { error: new InvalidRequest([issue]) };
      }
      const coerced = coerce === undefined ? given : coerce(given);
      const value = hasDefaults ? Value.Default(schema, coerced) : coerced;
      if (validator.Check(value)) return { value };
      const errors = validator.Errors(value);
      return { error: new InvalidRequest(issuesOf(errors, location, value)) };
    };
  };
}

function closedSchema(schema: TSchema): TSchema {
  const isOpenObject = 'properties' in schema && !('additionalProperties' in schema);
  return isOpenObject ? { ...schema, additionalProperties: false } : schema;
}

/** Our issues for what the validator found, one for each missing or unknown field, one for each failed choice. */
export function issuesOf(
  errors: readonly TLocalizedValidationError[],
  location: string,
  root: unknown,
): readonly ValidationIssue[] {
  const issues = errors
    .filter((error) => !isBranchNoise(error, errors))
    .flatMap((error) => issuesOfOne(error, errors, location, root));
  const seen = new Set<string>();
  // The validator stops after some errors, which may all say of one field each that nothing is allowed there.
  const found = issues.length > 0 ? issues : errors.map((error) => unknownField(error, location, root));
  return found.filter((issue) => {
    const key = JSON.stringify([issue.loc, issue.type]);
    return !seen.has(key) && seen.add(key);
  });
}

/** A choice reports the failure of each branch and then its own. The deepest place says most; of one place, the choice. */
function isBranchNoise(
  error: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
): boolean {
  // A field that may not be there is reported by `additionalProperties` of its object.
  if (error.keyword === 'boolean') return true;
  if (error.keyword === 'anyOf') {
    return errors.some((other) => other !== error && isInside(other, error) && isDeeper(other, error));
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
  const path = pathOf(error.instancePath, root);
  const loc = [location, ...path.keys];
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({
      loc: [...loc, name],
      msg: 'is required',
      type: 'missing',
    }));
  }
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => ({
      loc: [...loc, name],
      msg: 'is not known here',
      type: 'extra_forbidden',
    }));
  }
  const [type, msg] = describe(error, errors);
  const hidden =
    location === 'header' || path.keys.some((key) => typeof key === 'string' && isSecretKey(key));
  return [{ loc, msg, type, ...(hidden ? {} : echo(path.value)) }];
}

function unknownField(error: TLocalizedValidationError, location: string, root: unknown): ValidationIssue {
  const { keys } = pathOf(error.instancePath, root);
  return { loc: [location, ...keys], msg: 'is not known here', type: 'extra_forbidden' };
}

/** The steps of a JSON pointer, list positions as numbers, and the value at its end. */
function pathOf(pointer: string, root: unknown): { keys: (string | number)[]; value: unknown } {
  const keys: (string | number)[] = [];
  let value = root;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    keys.push(Array.isArray(value) ? Number(name) : name);
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return { keys, value };
}

function echo(value: unknown): { input?: string | number | boolean | null } {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return { input: value };
  return typeof value === 'string' && value.length <= MAX_ECHO_LENGTH ? { input: value } : {};
}

const TYPE_WORDS: Readonly<Record<string, readonly [type: string, msg: string]>> = {
  string: ['string_type', 'must be a text'],
  integer: ['int_type', 'must be an integer'],
  number: ['float_type', 'must be a number'],
  boolean: ['bool_type', 'must be true or false'],
  object: ['object_type', 'must be an object'],
  array: ['list_type', 'must be a list'],
  null: ['none_required', 'must be null'],
};

function describe(
  error: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
): readonly [type: string, msg: string] {
  switch (error.keyword) {
    case 'type': {
      const { type } = error.params;
      const words = typeof type === 'string' ? TYPE_WORDS[type] : undefined;
      return words ?? ['type_error', error.message];
    }
    case 'minLength':
      return ['string_too_short', `must have at least ${error.params.limit} characters`];
    case 'maxLength':
      return ['string_too_long', `must have at most ${error.params.limit} characters`];
    case 'minItems':
      return ['too_short', `must have at least ${error.params.limit} items`];
    case 'maxItems':
      return ['too_long', `must have at most ${error.params.limit} items`];
    case 'minimum':
      return ['greater_than_equal', `must be at least ${error.params.limit}`];
    case 'maximum':
      return ['less_than_equal', `must be at most ${error.params.limit}`];
    case 'exclusiveMinimum':
      return ['greater_than', `must be more than ${error.params.limit}`];
    case 'exclusiveMaximum':
      return ['less_than', `must be less than ${error.params.limit}`];
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
      return constants.length > 0 ? literal(constants) : ['union_error', 'has none of the allowed forms'];
    }
    default:
      return ['value_error', error.message];
  }
}

function literal(allowed: readonly unknown[]): readonly [type: string, msg: string] {
  return ['literal_error', `must be ${allowed.map((value) => JSON.stringify(value)).join(' or ')}`];
}
