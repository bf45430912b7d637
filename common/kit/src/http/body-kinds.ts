import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { InvalidRequest } from './errors.ts';
import { NUL_ISSUE } from './json-body.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const BODY_TYPE = 'bodyType';
/** No form of ours has this many fields. */
const MAX_FIELDS = 1_000;

/** The body of a form: a string for each field, and a list for each that the route's schema types as one. */
type FormFields = Record<string, string | string[]>;

/** The schema of a raw body, which the handler receives as a `Buffer`. */
export const RawBody = Type.Unsafe<Buffer>({ description: 'The bytes that were signed' });

/**
 * Adds routes that accept only forms (`application/x-www-form-urlencoded`). INVARIANT: no other route accepts
 * one. A browser sends a form to any site, whichever page asks it to, but sends JSON only if the site agrees.
 *
 * A field may appear only once, unless the route's schema types it as a list. The route refuses escapes that
 * are malformed or not UTF-8, and U+0000. Strings remain strings.
 */
export async function addFormRoutes<App extends FastifyInstance>(
  app: App,
  add: (scope: App) => void,
): Promise<void> {
  await addScope(app, FORM_TYPE, parseForm, add);
}

/**
 * Adds routes that accept both JSON, as all others do, and a form, so that a page works without a script. A
 * page of any site can send such a form, so the route itself must check which page it came from.
 */
export async function addJsonOrFormRoutes<App extends FastifyInstance>(
  app: App,
  add: (scope: App) => void,
): Promise<void> {
  await app.register((scope, _options, done) => {
    describeBody(scope, [JSON_TYPE, FORM_TYPE]);
    // The scope inherits the JSON parser with its gate.
    addParser(scope, FORM_TYPE, parseForm);
    scope.addHook('preValidation', (request, _reply, next) => {
      if (isFormPost(request)) request.body ??= parseForm(Buffer.alloc(0), request);
      next();
    });
    add(scope as unknown as App);
    done();
  });
}

/**
 * Adds routes whose body is the bytes exactly as received, of one content type or several, so that a signature over
 * them can be checked. Describe the body with `RawBody`.
 */
export async function addRawRoutes<App extends FastifyInstance>(
  app: App,
  add: (scope: App) => void,
  types: string | readonly string[] = JSON_TYPE,
): Promise<void> {
  await addScope(app, types, (bytes) => bytes, add);
}

interface FormRequest {
  readonly headers: { readonly 'content-type'?: string | undefined };
}

/** Whether the request sends a form to a route that accepts forms. A person then waits for the answer. */
export function isFormOfPage(request: FormRequest & Parameters<typeof bodyTypeOf>[0]): boolean {
  return isFormPost(request) && bodyTypeOf(request).includes(FORM_TYPE);
}

/**
 * Returns what the route's schema finds wrong with the fields of a form, to show beside each field; null if
 * nothing is wrong. The route has `attachValidation: true`. Anything else that is invalid is refused here:
 * JSON, and faults that no field shows.
 */
export function formErrors<Name extends string>(
  request: FormRequest & { readonly validationError?: Error },
  fields: readonly Name[],
): Readonly<Partial<Record<Name, string>>> | null {
  const { validationError: error } = request;
  if (error === undefined) return null;
  if (!isFormPost(request) || !(error instanceof InvalidRequest)) throw error;
  const errors: Partial<Record<Name, string>> = {};
  for (const { loc, msg } of error.issues) {
    const name = fields.find((field) => field === loc[1]);
    if (name === undefined) throw error;
    errors[name] ??= `This ${msg}.`;
  }
  return errors;
}

/** Whether the request sends a form. */
export function isFormPost({ headers }: FormRequest): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase() === FORM_TYPE;
}

/** The content type that a route accepts, or several, in words. */
export function bodyTypeOf({
  server,
}: {
  readonly server: Pick<FastifyInstance, 'hasDecorator' | 'getDecorator'>;
}): string {
  return server.hasDecorator(BODY_TYPE) ? server.getDecorator<string>(BODY_TYPE) : JSON_TYPE;
}

/** Adds routes in their own scope, whose only parser is this one. */
async function addScope<App extends FastifyInstance>(
  app: App,
  given: string | readonly string[],
  parse: (bytes: Buffer, request: FastifyRequest) => unknown,
  add: (scope: App) => void,
): Promise<void> {
  await app.register((scope, _options, done) => {
    const types = typeof given === 'string' ? [given] : given;
    describeBody(scope, types);
    scope.removeAllContentTypeParsers();
    for (const type of types) addParser(scope, type, parse);
    // A request without a body has no content type either, and reaches no parser.
    scope.addHook('preValidation', (request, _reply, next) => {
      request.body ??= parse(Buffer.alloc(0), request);
      next();
    });
    // A scope has the type of its app.
    add(scope as unknown as App);
    done();
  });
}

function addParser(
  scope: FastifyInstance,
  type: string,
  parse: (bytes: Buffer, request: FastifyRequest) => unknown,
): void {
  scope.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, parsed) => {
    parsed(null, parse(bytes, request));
  });
}

/** The refusal of other types and the OpenAPI document name this. */
function describeBody(scope: FastifyInstance, types: readonly string[]): void {
  scope.decorate(BODY_TYPE, { getter: () => types.join(' or ') });
  scope.addHook('onRoute', (route) => {
    if (route.schema?.body !== undefined) route.schema = { ...route.schema, consumes: [...types] };
  });
}

function parseForm(bytes: Buffer, request: FastifyRequest): FormFields {
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes) || !isWellFormed(text)) throw refusal([], 'is not a well-formed form', 'form_invalid');
  // URLSearchParams would drop a question mark at the beginning.
  const pairs = new URLSearchParams(`&${text}`);
  if (pairs.size > MAX_FIELDS) {
    throw refusal([], `must have at most ${MAX_FIELDS} fields`, 'too_long');
  }
  const fields: FormFields = {};
  for (const [name, value] of pairs) {
    if (name.includes('\0') || value.includes('\0')) throw refusal([name], NUL_ISSUE.msg, NUL_ISSUE.type);
    if (name === '__proto__') throw refusal([name], 'is not recognised', 'extra_forbidden');
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) throw refusal([name], 'must be given only once', 'repeated_field');
    else fields[name] = isList(request, name) ? [value] : value;
  }
  return fields;
}

/** Whether each `%` begins an escape, and the escapes are UTF-8. */
function isWellFormed(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isList(request: FastifyRequest, name: string): boolean {
  const body: unknown = request.routeOptions.schema?.body;
  const properties = propertyOf(body, 'properties');
  return propertyOf(propertyOf(properties, name), 'type') === 'array';
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function refusal(loc: readonly string[], msg: string, type: string): InvalidRequest {
  return new InvalidRequest([{ loc: ['body', ...loc], msg, type }]);
}
