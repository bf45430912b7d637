import { isAbsolute, resolve } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

export type VariableKind = 'string' | 'integer' | 'boolean' | 'url' | 'path' | 'enum';

interface Common<Fallback> {
  /** One or two sentences for the generated documentation. */
  readonly description: string;
  /** The value when the variable is not set, or set to the empty string. */
  readonly default?: Fallback;
  /** Without a default: may be missing, and is then undefined. */
  readonly optional?: boolean;
  /** Goes into `secrets` instead of `config`. */
  readonly secret?: boolean;
}

interface TextOptions extends Common<string> {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression, unanchored as in JSON Schema. */
  readonly pattern?: string;
  /** Says in words what the pattern wants: "must be <expected>". */
  readonly expected?: string;
}

interface IntegerOptions extends Common<number> {
  readonly minimum?: number;
  readonly maximum?: number;
}

interface UrlOptions extends Common<string> {
  /** Allowed schemes, without the colon. Default: `http` and `https`. */
  readonly schemes?: readonly string[];
}

/** One variable: how its text is read, and the schema that the value must then meet. */
export interface Variable<Value, Secret extends boolean> {
  readonly kind: VariableKind;
  readonly description: string;
  readonly secret: Secret;
  readonly optional: boolean;
  readonly fallback: Value | undefined;
  /** The type in words, for messages and documentation: "an integer from 0 to 65535". */
  readonly expected: string;
  readonly schema: TSchema;
  /** The value of a text, undefined when the text cannot be one. */
  readonly parse: (text: string, baseDirectory: string | undefined) => Value | undefined;
}

export type ConfigSchema = Readonly<Record<string, Variable<unknown, boolean>>>;

type Values<Schema extends ConfigSchema, Secret extends boolean> = {
  readonly [Name in keyof Schema as Schema[Name]['secret'] extends Secret
    ? Name
    : never]: Schema[Name] extends Variable<infer Value, boolean> ? Value : never;
};

export interface Settings<Schema extends ConfigSchema> {
  readonly config: Values<Schema, false>;
  readonly secrets: Values<Schema, true>;
}

export interface ConfigRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** As it would be written in the environment; undefined when there is none. */
  readonly default: string | undefined;
  readonly description: string;
  readonly secret: boolean;
}

type Present<Value, Options> = Options extends { readonly optional: true } ? Value | undefined : Value;
type IsSecret<Options> = Options extends { readonly secret: true } ? true : false;
type Made<Value, Options> = Variable<Present<Value, Options>, IsSecret<Options>>;

const TRUE = new Set(['on', 'true', '1', 'yes']);
const FALSE = new Set(['off', 'false', '0', 'no']);

export function text<const Options extends TextOptions>(options: Options): Made<string, Options> {
  const { minLength, maxLength, pattern } = options;
  const schema = Type.String({
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
  });
  const length = rangeInWords(minLength, maxLength);
  const words = options.expected ?? (pattern === undefined ? 'a text' : `a text that matches ${pattern}`);
  return make('string', options, {
    expected: length === '' ? words : `${words} of${length} characters`,
    schema,
    parse: (value) => value,
  });
}

export function integer<const Options extends IntegerOptions>(options: Options): Made<number, Options> {
  const { minimum, maximum } = options;
  const schema = Type.Integer({
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  });
  const parse = (value: string) => {
    const number = /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
    return Number.isSafeInteger(number) ? number : undefined;
  };
  return make('integer', options, { expected: `an integer${rangeInWords(minimum, maximum)}`, schema, parse });
}

/** `on` or `off`; `true`, `false`, `1`, `0`, `yes` and `no` are understood too. */
export function onOff<const Options extends Common<boolean>>(options: Options): Made<boolean, Options> {
  const parse = (value: string) => {
    const word = value.toLowerCase();
    return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined;
  };
  return make('boolean', options, { expected: 'on or off', schema: Type.Boolean(), parse });
}

/** An absolute URL of an allowed scheme, as it was written. */
export function url<const Options extends UrlOptions>(options: Options): Made<string, Options> {
  const schemes = options.schemes ?? ['http', 'https'];
  const parse = (value: string) =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)) ? value : undefined;
  const expected = `a URL that starts with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`;
  return make('url', options, { expected, schema: Type.String({ minLength: 1 }), parse });
}

/** A file or folder. A relative one is taken from the base directory that `readConfig` is given. */
export function path<const Options extends Common<string>>(options: Options): Made<string, Options> {
  const parse = (value: string, base: string | undefined) => {
    if (value.includes('\0')) return undefined;
    return base === undefined || isAbsolute(value) ? value : resolve(base, value);
  };
  return make('path', options, { expected: 'a path', schema: Type.String({ minLength: 1 }), parse });
}

/** One of the given words. */
export function oneOf<const Word extends string, const Options extends Common<NoInfer<Word>>>(
  words: readonly Word[],
  options: Options,
): Made<Word, Options> {
  const parse = (value: string) => words.find((word) => word === value);
  return make('enum', options, {
    expected: `one of ${words.join(', ')}`,
    schema: Type.Enum([...words]),
    parse,
  });
}

function make<Value, const Options extends Common<Value>>(
  kind: VariableKind,
  options: Options,
  reading: Pick<Variable<Value, boolean>, 'expected' | 'schema' | 'parse'>,
): Made<Value, Options> {
  const variable: Variable<Value, boolean> = {
    kind,
    description: options.description,
    secret: options.secret === true,
    optional: options.optional === true,
    fallback: options.default,
    ...reading,
  };
  // `Options` fixes at compile time what `secret` and `optional` are here; TypeScript cannot follow that.
  return variable as unknown as Made<Value, Options>;
}

/**
 * Reads all variables of the schema from the environment record. Values without fault come typed, secrets apart
 * from the rest. Otherwise one refusal names every faulty variable and what it must be; it repeats no value.
 * `baseDirectory` makes relative paths absolute, defaults included.
 */
export function readConfig<Schema extends ConfigSchema>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
  baseDirectory?: string,
): Result<Settings<Schema>, 'invalid_config'> {
  const config: Record<string, unknown> = {};
  const secrets: Record<string, unknown> = {};
  const problems: { readonly name: string; readonly problem: string }[] = [];
  for (const [name, variable] of Object.entries(schema)) {
    const read = readVariable(variable, env[name], baseDirectory);
    if (read.ok) (variable.secret ? secrets : config)[name] = read.value;
    else problems.push({ name, problem: read.error.message });
  }
  if (problems.length > 0) {
    const lines = problems.map(({ name, problem }) => `  ${name} ${problem}`);
    const many = problems.length === 1 ? '1 setting is wrong' : `${problems.length} settings are wrong`;
    return fail('invalid_config', `${many}:\n${lines.join('\n')}`, { problems });
  }
  return ok({ config, secrets } as unknown as Settings<Schema>);
}

function readVariable(
  variable: Variable<unknown, boolean>,
  given: string | undefined,
  baseDirectory: string | undefined,
): Result<unknown> {
  if (given === undefined || given === '') {
    const { fallback } = variable;
    if (fallback === undefined && !variable.optional) {
      return fail('missing', `is not set: it must be ${variable.expected}. ${variable.description}`);
    }
    const isPath = variable.kind === 'path' && typeof fallback === 'string';
    return ok(isPath ? variable.parse(fallback, baseDirectory) : fallback);
  }
  const value = variable.parse(given, baseDirectory);
  if (value === undefined || !Value.Check(variable.schema, value)) {
    return fail('invalid', `must be ${variable.expected}`);
  }
  return ok(value);
}

/** The rows of the documentation table, in the order of the schema. */
export function describeConfig(schema: ConfigSchema): readonly ConfigRow[] {
  return Object.entries(schema).map(([name, variable]) => ({
    name,
    type: variable.expected,
    required: variable.fallback === undefined && !variable.optional,
    default: fallbackText(variable.fallback),
    description: variable.description,
    secret: variable.secret,
  }));
}

function fallbackText(fallback: unknown): string | undefined {
  if (fallback === undefined) return undefined;
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  return String(fallback);
}

function rangeInWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maximum === undefined ? '' : ` up to ${maximum}`;
}
