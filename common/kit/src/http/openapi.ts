import { STATUS_CODES } from 'node:http';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, preHandlerHookHandler } from 'fastify';
import type { ErrorShape } from './errors.ts';
import { addExamples, type HeaderMeanings, type RecordedExample } from './openapi-examples.ts';

/** How callers prove who they are, in OpenAPI's terms. */
type SecurityScheme =
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'cookie';
      readonly name: string;
      readonly description: string;
    }
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string };

export interface OpenApiOptions {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  /** The schemes by the name that a route's `schema.security` uses. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** Recorded answers, read at the first request for the description. Default: none. */
  readonly examples?: () => readonly RecordedExample[];
  /** Headers that only this service sends, and its own words for others. Default: none. */
  readonly headers?: HeaderMeanings;
  /**
   * The page at `/docs`, in the look of the service's own: it loads `DOCS_FILES` and has an element with the id
   * `swagger-ui`. Default: the library's own page.
   */
  readonly docsPage?: () => string;
  /** How the service writes its refusals, which the description includes. */
  readonly errors: Pick<ErrorShape, 'validationSchema' | 'failureSchema' | 'problems'>;
}

const CONTACT = { name: 'Sanad' };
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

/** What a page loads to show the description, in this order. */
export const DOCS_FILES = {
  styles: ['/docs/static/swagger-ui.css'],
  scripts: [
    '/docs/static/swagger-ui-bundle.js',
    '/docs/static/swagger-ui-standalone-preset.js',
    '/docs/static/swagger-initializer.js',
  ],
} as const;

/** The page loads nothing from elsewhere, so it needs no network. Swagger UI styles its elements inline. */
const DOCS_POLICY = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Serves the description at `/openapi.json` (OpenAPI 3.1.0) and its interactive page at `/docs`. */
export async function addOpenApi(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  const { name, version, description, docsPage } = options;
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: name, version, description, contact: CONTACT, license: LICENSE },
      // The server is the one that sends the description, wherever it runs.
      servers: [{ url: '/', description: 'This service' }],
      tags: [...(options.tags ?? [])],
      ...(options.securitySchemes === undefined
        ? {}
        : { components: { securitySchemes: { ...options.securitySchemes } } }),
    },
    transformObject: (built) => {
      if (!('openapiObject' in built)) return {};
      const document = nameSchemas(built.openapiObject);
      // This comes last, because a recorded body may have members that look like a schema's.
      addExamples(document, options.examples?.() ?? [], options.headers);
      return document;
    },
    transform: ({ schema, url }) => ({
      schema: withRefusals(schema, options.errors),
      url,
    }),
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    // The top bar shows the library's logo and offers to load other services' descriptions.
    theme: {
      title: `${name} ${version}`,
      css: [{ filename: 'no-bar.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
    validatorUrl: false,
    ...(docsPage === undefined ? {} : { uiHooks: { preHandler: showInstead(docsPage) } }),
  });
  let text: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** Answers with this page in place of the library's, and leaves the files beside it. */
function showInstead(page: () => string): preHandlerHookHandler {
  return (request, reply, done) => {
    if (!/^\/docs\/?(?:\?|$)/.test(request.url)) return done();
    return reply.type('text/html; charset=utf-8').send(page());
  };
}

const COMPONENT = /^[A-Z][A-Za-z]+$/;

/**
 * Writes each schema whose `title` is an upper-camel-case name once, under `components.schemas`, and refers
 * to it elsewhere: the description stays readable, and generated clients get named types. Throws if two
 * different schemas share a name.
 */
function nameSchemas(document: object): object {
  const named = new Map<string, { readonly text: string; readonly schema: unknown }>();
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    const { title } = copy;
    if (typeof title !== 'string' || !COMPONENT.test(title) || !('type' in copy || 'anyOf' in copy))
      return copy;
    const text = JSON.stringify(copy);
    const known = named.get(title);
    if (known !== undefined && known.text !== text) throw new Error(`two schemas are named ${title}`);
    named.set(title, { text, schema: copy });
    return { $ref: `#/components/schemas/${title}` };
  };
  const walked = walk(document) as { readonly components?: object };
  const schemas = Object.fromEntries(
    [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]),
  );
  return { ...walked, components: { ...walked.components, schemas } };
}

/** What each refusal status means, for every operation. */
const MEANINGS: Readonly<Record<string, string>> = {
  400: 'The request cannot be understood',
  401: 'The key is not valid',
  403: "The caller's tier does not include this",
  404: 'Not found',
  409: 'It conflicts with the current state',
  422: 'The request does not match the schema',
  429: 'Over the limit; Retry-After says when to try again',
  503: 'Currently unavailable',
  default: 'Any other refusal',
};

/** Adds 422, which a URL with U+0000 gets everywhere, and each refusal's second form, if there is one. */
function withRefusals(schema: FastifySchema | undefined, errors: OpenApiOptions['errors']): FastifySchema {
  if (schema === undefined) return {};
  const { validationSchema, failureSchema, problems } = errors;
  const answers: Record<string, unknown> = {
    422: validationSchema,
    ...(typeof schema.response === 'object' ? schema.response : {}),
    ...(failureSchema === undefined ? {} : { default: failureSchema }),
  };
  if (problems === undefined) return { ...schema, response: answers };
  const both = (status: string, body: unknown) => ({
    description: MEANINGS[status] ?? STATUS_CODES[status] ?? 'A refusal',
    content: {
      'application/json': { schema: body },
      'application/problem+json': { schema: problems.schema },
    },
  });
  const response = Object.entries(answers).map(([status, body]) =>
    status === 'default' || Number(status) >= 400 ? [status, both(status, body)] : [status, body],
  );
  return { ...schema, response: Object.fromEntries(response) };
}
