import { isAbsolute, resolve } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

type Common<Fallback> = {
  /** One or two sentences for the generated documentation. */
  readonly description: string;
  /** The value when the variable is not set, or set to the empty string. */
  readonly default?: Fallback;
  /** There is no default: the variable may be missing and is then undefined. */
  readonly optional?: boolean;
  /** The value goes into `secrets` instead of `config`. */
  readonly secret?: boolean;
};

/** `pattern` is unanchored, as in JSON Schema; `expected` describes it in words: "must be <expected>". */
type TextOptions = Common<string> & { readonly expected?: string } & StringLimits;
type StringLimits = { readonly minLength?: number; readonly maxLength?: number; readonly pattern?: string };
type IntegerOptions = Common<number> & { readonly minimum?: number; readonly maximum?: number };

interface UrlOptions extends Common<string> {
  /** Allowed schemes, without the colon. Default: `http` and `https`. */
  readonly schemes?: readonly string[];
  /** A secret of ours is sent there: over plain http only to this very machine. */
  readonly secretsSent?: true;
}

/** How a variable's text is read. */
interface TextReading<Value> {
  /** The type in words, for messages and documentation: "an integer from 0 to 65535". */
  readonly expected: string;
  /** The schema that the value must match. */
  readonly schema: TSchema;
  /** The value that a text stands for; undefined if it stands for none. */
  readonly parse: (text: string, baseDirectory: string | undefined) => Value | undefined;
}

/** One variable: what it was declared with, and how it is read. */
export type Variable<Value, Options> = Omit<Options, 'expected'> & TextReading<Value>;

export type ConfigSchema = Readonly<Record<string, Variable<unknown, Common<unknown>>>>;

type Values<Schema extends ConfigSchema, Secret extends boolean> = {
  readonly [Name in keyof Schema as (Schema[Name] extends { secret: true } ? true : false) extends Secret
    ? Name
    : never]: ValueOf<Schema[Name]>;
};

type ValueOf<Declared> =
  Declared extends TextReading<infer Value>
    ? Declared extends { readonly optional: true }
      ? Value | undefined
      : Value
    : never;

export interface Settings<Schema extends ConfigSchema> {
  readonly config: Values<Schema, false>;
  readonly secrets: Values<Schema, true>;
}

interface ConfigRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** The default as it would be written in the environment; undefined if there is none. */
  readonly default: string | undefined;
  readonly description: string;
  readonly secret: boolean;
}

export function text<const Options extends TextOptions>(options: Options): Variable<string, Options> {
  const { minLength, maxLength, pattern } = options;
  const words = options.expected ?? (pattern === undefined ? '' : `text that matches ${pattern}`);
  const parts = [words, lengthInWords(minLength, maxLength)].filter((part) => part !== '');
  const expected = parts.join(', ') || 'text';
  return { ...options, expected, schema: Type.String(options), parse: (value) => value };
}

export function integer<const Options extends IntegerOptions>(options: Options): Variable<number, Options> {
  const bounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  return {
    ...options,
    expected: `an integer${rangeInWords(options.minimum, options.maximum)}`,
    schema: Type.Integer({ ...bounds, ...options }),
    parse: (value) => (/^[+-]?\d+$/.test(value) ? Number(value) : undefined),
  };
}

const ON_OFF: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  '1': true,
  yes: true,
  off: false,
  false: false,
  '0': false,
  no: false,
};

/** `on` or `off`; `true`, `false`, `1`, `0`, `yes` and `no` are accepted too. */
export function onOff<const Options extends Common<boolean>>(options: Options): Variable<boolean, Options> {
  const parse = (value: string) => ON_OFF[value.toLowerCase()];
  return { ...options, expected: 'on or off', schema: Type.Boolean(), parse };
}

/** Names of this very machine. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An absolute URL with an allowed scheme, as written. */
export function url<const Options extends UrlOptions>(options: Options): Variable<string, Options> {
  const schemes = options.schemes ?? ['http', 'https'];
  const starts = `a URL that starts with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`;
  return {
    ...options,
    expected: options.secretsSent === true ? `${starts} (http: only on this machine)` : starts,
    schema: Type.String(),
    parse(value) {
      const address = URL.parse(value);
      if (address === null || !schemes.includes(address.protocol.slice(0, -1))) return undefined;
      const isOpen = address.protocol === 'http:' && !LOOPBACK.has(address.hostname);
      return isOpen && options.secretsSent === true ? undefined : value;
    },
  };
}

/** A file or folder. A relative path is resolved against the base directory passed to `readConfig`. */
export function path<const Options extends Common<string>>(options: Options): Variable<string, Options> {
  return {
    ...options,
    expected: 'a path',
    schema: Type.String({ pattern: '^[^\\0]*$' }),
    parse: (value, base) => (base === undefined || isAbsolute(value) ? value : resolve(base, value)),
  };
}

/** One of the given words. */
export function oneOf<const Word extends string, const Options extends Common<NoInfer<Word>>>(
  words: readonly Word[],
  options: Options,
): Variable<Word, Options> {
  const parse = (value: string) => words.find((word) => word === value);
  return { ...options, expected: `one of ${words.join(', ')}`, schema: Type.Enum([...words]), parse };
}

/**
 * Reads all variables of the schema from the environment record. If all are valid, returns them typed, with
 * secrets apart from the rest. Otherwise one refusal names every faulty variable and what it must be; it
 * repeats no value. `baseDirectory` makes relative paths absolute, defaults included.
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
    if (read.ok) (variable.secret === true ? secrets : config)[name] = read.value;
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
  variable: Variable<unknown, Common<unknown>>,
  given: string | undefined,
  baseDirectory: string | undefined,
): Result<unknown> {
  const { expected, schema, parse, optional, description } = variable;
  const written = given === undefined || given === '' ? defaultText(variable) : given;
  if (written === undefined) {
    if (optional === true) return ok(undefined);
    return fail('missing', `is not set: it must be ${expected}. ${description}`);
  }
  const value = parse(written, baseDirectory);
  return Value.Check(schema, value) ? ok(value) : fail('invalid', `must be ${expected}`);
}

/** The rows of the documentation table, in schema order. */
export function describeConfig(schema: ConfigSchema): readonly ConfigRow[] {
  return Object.entries(schema).map(([name, variable]) => ({
    name,
    type: variable.expected,
    required: variable.default === undefined && variable.optional !== true,
    default: defaultText(variable),
    description: variable.description,
    secret: variable.secret === true,
  }));
}

/** The value as it would be written in the environment. */
function defaultText({ default: fallback }: Common<unknown>): string | undefined {
  if (fallback === undefined) return undefined;
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  return String(fallback);
}

function lengthInWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === 1 && maximum === undefined) return 'at least 1 character';
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum} characters`;
  if (minimum !== undefined) return `at least ${minimum} characters`;
  return maximum === undefined ? '' : `at most ${maximum} characters`;
}

function rangeInWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}
