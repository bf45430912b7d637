import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { failureCodeOf } from '../failures.ts';
import { idsInScope } from './scope.ts';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

interface LogOptions {
  readonly level: LogLevel;
  /** The service's name on each line. */
  readonly name?: string;
  /** Called for every line, with its level as a number: 40 is a warning, 50 an error. */
  readonly onLine?: (level: number) => void;
  /** Where the lines go. Default: standard output. */
  readonly destination?: DestinationStream;
}

const REQUEST_ID = 'request_id';
/** Marks a request's own log and its children, whose lines already have the id. */
const OF_REQUEST = Symbol('of a request');
const REDACTED = '[redacted]';
const CUT = '[cut]';
/**
 * Matched against keys in lower case without `-` and `_`: also `admin_token`, `clientSecret`, `Set-Cookie`.
 */
const SECRET_KEY = /(secrets?|token|passwords?|apikeys?|authorization|cookies?)$/;
/** Limits on what the logger walks for one line. It prints nothing beyond them. */
const MAX_DEPTH = 8;
const MAX_VALUES = 2_000;
/**
 * One write for each line would cost more than the line. The rest is written when the process exits, unless
 * it is killed.
 */
const BUFFERED = {
  sync: false,
  minLength: 16_000,
  maxLength: 4 * 1_048_576,
  periodicFlush: 250,
  contentMode: 'buffer',
};
/** These keys have serializers, which see the original value. Their output is redacted afterwards. */
const SERIALIZED = new Set(['err', 'req', 'res']);

/**
 * A logger that writes one JSON object per line, with `level` as a word and `time` in ISO 8601. The value
 * under a key that names a secret is replaced, however deep, in log objects, child bindings and the
 * properties of errors. It does not read inside strings: a secret written into a message or a URL is printed.
 */
export function createLog(options: LogOptions): Log {
  const settings: LoggerOptions = {
    level: options.level,
    base: options.name === undefined ? null : { name: options.name },
    timestamp: isoTimes(),
    mixin: (_fields, level, logger) => {
      options.onLine?.(level);
      return idsFor(logger);
    },
    formatters: {
      level: (label) => ({ level: label }),
      log: redactFields,
    },
    serializers: {
      err: (error: Error) => redact(withFailure(error)),
      req: redact,
      res: redact,
    },
  };
  if (options.destination !== undefined) return withRedactedChildren(pino(settings, options.destination));
  const log: Log = withRedactedChildren(
    pino(
      settings,
      standardOutput((lines) => log.warn({ lost_lines: lines }, 'lines of this log were lost')),
    ),
  );
  return log;
}

/**
 * Writes to standard output, and goes on where that fails: its disk may be full. It keeps what fits into
 * memory, and `onLost` learns how many lines did not, once a write has succeeded again. `BUFFERED` tries again
 * four times a second.
 *
 * The limit is in bytes, which the library's types lack. For text, the library measures everything that it
 * holds again at each line.
 */
function standardOutput(onLost: (lines: number) => void): DestinationStream {
  const out = pino.destination(BUFFERED);
  let lost = 0;
  out.on('error', () => {});
  out.on('drop', () => {
    lost += 1;
  });
  out.on('write', () => {
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    onLost(lines);
  });
  const flushSync = out.flushSync.bind(out);
  out.flushSync = () => {
    try {
      flushSync();
    } catch {
      // The process ends, and a full disk must not change its exit code.
    }
  };
  return { write: (line) => void out.write(Buffer.from(line) as unknown as string) };
}

/** The time as a field of a line. The date is formatted once a second. */
function isoTimes(): () => string {
  let second = Number.NaN;
  let start = '';
  return () => {
    const now = Date.now();
    const ms = now % 1_000;
    if (now - ms !== second) {
      second = now - ms;
      start = `,"time":"${new Date(second).toISOString().slice(0, -4)}`;
    }
    return `${start}${String(ms).padStart(3, '0')}Z"`;
  };
}

/**
 * pino passes a child's bindings to no formatter, so they are redacted when they come in. Children inherit
 * this.
 */
function withRedactedChildren(log: Log): Log {
  const plainChild = log.child;
  const child: Log['child'] = function (this: Log, bindings, options) {
    const made = plainChild.bind(this)(redactFields(bindings), options);
    if (Object.hasOwn(bindings, REQUEST_ID)) Object.assign(made, { [OF_REQUEST]: true });
    return made;
  };
  return Object.assign(log, { child });
}

/**
 * Lines that are logged while a request is answered carry its id, even if the log is not the request's own.
 */
function idsFor(log: object): object {
  const ids = idsInScope();
  if (!(OF_REQUEST in log) || !(REQUEST_ID in ids)) return ids;
  const { [REQUEST_ID]: _known, ...others } = ids;
  return others;
}

/** An error of the database, the disk or another service names its `failure`, in whichever line it stands. */
function withFailure(error: Error): unknown {
  const failure = failureCodeOf(error);
  return { ...stdSerializers.err(error), ...(failure === null ? {} : { failure }) };
}

/** A copy in which the values under secret keys are replaced. */
function redact(value: unknown): unknown {
  return copy(value, 0, { left: MAX_VALUES });
}

export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key.toLowerCase().replace(/[-_]/g, ''));
}

function redactFields(fields: object): Record<string, unknown> {
  const budget = { left: MAX_VALUES };
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    result[key] = SERIALIZED.has(key) ? value : isSecretKey(key) ? REDACTED : copy(value, 1, budget);
  }
  return result;
}

function copy(value: unknown, depth: number, budget: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return copy(stdSerializers.err(value), depth, budget);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  // Dates, URLs, decimals: their own JSON form has no keys to redact.
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  if (depth >= MAX_DEPTH) return CUT;
  if (Array.isArray(value)) {
    const kept = value.slice(0, Math.max(0, budget.left));
    budget.left -= kept.length;
    const list = kept.map((element) => copy(element, depth + 1, budget));
    return kept.length < value.length ? [...list, CUT] : list;
  }
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (budget.left <= 0) return { ...result, [CUT]: true };
    budget.left -= 1;
    result[key] = isSecretKey(key) ? REDACTED : copy(field, depth + 1, budget);
  }
  return result;
}
