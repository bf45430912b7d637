import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';

/** How callers prove who they are, in the words of OpenAPI. */
export type SecurityScheme =
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
  /** By the name that a route's `schema.security` uses. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** The body of status 422, added to each operation that has something to validate. */
  readonly validationSchema: TSchema;
}

const VALIDATED = ['body', 'querystring', 'params', 'headers'] as const;

/** Nothing of the page may come from elsewhere, so it works with no network; Swagger UI styles its elements inline. */
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
  const { name, version, description } = options;
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: name, version, description },
      tags: [...(options.tags ?? [])],
      ...(options.securitySchemes === undefined
        ? {}
        : { components: { securitySchemes: { ...options.securitySchemes } } }),
    },
    transform: ({ schema, url }) => ({
      schema: withValidationResponse(schema, options.validationSchema),
      url,
    }),
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    // The bar at the top carries the library's logo and asks for other services' descriptions.
    theme: {
      title: `${name} ${version}`,
      css: [{ filename: 'no-bar.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
    validatorUrl: false,
  });
  let text: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

function withValidationResponse(schema: FastifySchema | undefined, validationSchema: TSchema): FastifySchema {
  if (schema === undefined || !VALIDATED.some((part) => schema[part] !== undefined)) return schema ?? {};
  const responses = typeof schema.response === 'object' ? schema.response : {};
  return { ...schema, response: { 422: validationSchema, ...responses } };
}
