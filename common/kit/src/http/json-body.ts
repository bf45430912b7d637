import { isUtf8 } from 'node:buffer';
import { repeatedName } from '@common/base/json-names';
import type { Result } from '@common/base/result';
import type { FastifyInstance } from 'fastify';
import { InvalidRequest, RefusedRequest, type ValidationIssue } from './errors.ts';

export const NUL_ISSUE = { msg: 'must not contain the character U+0000', type: 'nul_character' };

/** A gate before the app's own parser. The message says what is wrong with the text. */
export type JsonGate = (text: string) => Result<unknown>;

/**
 * Replaces the app's body parsers: they accept only JSON, only valid UTF-8, no name twice in one object (400
 * `duplicate_key`; a filter in front may read the first of the two, and this parser the last), no `__proto__` or
 * `constructor.prototype` keys, no U+0000 in strings (PostgreSQL cannot store it), and only what the gate
 * accepts. An empty body counts as no body, which the route's schema judges. `body-kinds.ts` adds routes that
 * accept other bodies.
 */
export function addJsonBodyParser(app: FastifyInstance, gate?: JsonGate): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (typeof bytes === 'string' || bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(invalid({ msg: 'is not valid UTF-8', type: 'json_invalid' }));
    const text = bytes.toString('utf8');
    const repeated = repeatedName(text);
    if (repeated !== null) return done(twice(repeated));
    const passed = gate?.(text);
    if (passed?.ok === false) return done(invalid({ msg: passed.error.message, type: passed.error.code }));
    void parse(request, text, (error, value: unknown) => {
      if (error !== null) return done(invalid({ msg: 'is not valid JSON', type: 'json_invalid' }));
      // The cheap search settles nearly all bodies; the walk recognises an escaped backslash before u0000.
      if (text.includes('\\u0000') && containsNul(value)) return done(invalid(NUL_ISSUE));
      done(null, value);
    });
  });
}

/** Whether a path contains U+0000. Like a path that cannot be decoded, it names nothing. */
export function hasNulInPath(url: string): boolean {
  const at = url.indexOf('%00');
  if (at === -1) return false;
  const mark = url.indexOf('?');
  return mark === -1 || at < mark;
}

/** The refusal of a URL that contains U+0000 in its query. */
export function nulInQuery(url: string): InvalidRequest | undefined {
  return url.includes('%00') ? new InvalidRequest([{ loc: ['query'], ...NUL_ISSUE }]) : undefined;
}

const MAX_SHOWN_LENGTH = 64;

function twice(name: string): RefusedRequest {
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN_LENGTH).toWellFormed());
  return new RefusedRequest({
    status: 400,
    code: 'duplicate_key',
    message: `The body has the field ${shown} twice in one object: send each field once.`,
  });
}

function invalid(issue: Omit<ValidationIssue, 'loc'>): InvalidRequest {
  return new InvalidRequest([{ loc: ['body'], ...issue }]);
}

/** Uses its own list, because a body may be nested deeper than the call stack allows. */
function containsNul(root: unknown): boolean {
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') {
      if (value.includes('\0')) return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, field] of Object.entries(value)) {
        if (key.includes('\0')) return true;
        rest.push(field);
      }
    }
  }
  return false;
}
