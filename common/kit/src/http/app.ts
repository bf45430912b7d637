import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { addWatching } from '../telemetry/watching.ts';
import { bodyTypeOf, isFormOfPage } from './body-kinds.ts';
import {
  answerBrokenRequest,
  dropBody,
  isBodyArriving,
  leavesBodyUnread,
  REQUEST_TIMEOUT,
  RunningExchanges,
} from './broken-requests.ts';
import { addCompression } from './compression.ts';
import { addHandlerDeadlines } from './deadlines.ts';
import {
  type AskingRequest,
  BAD_REQUEST,
  type ErrorPage,
  type ErrorShape,
  envelopeErrors,
  type HttpFailure,
  InvalidRequest,
  RefusedRequest,
  type ValidationIssue,
} from './errors.ts';
import {
  frameworkFailureOf,
  INTERNAL_ERROR,
  judge,
  NOT_FOUND,
  TIMED_OUT,
  TOO_LARGE,
  UNSUPPORTED_TYPE,
} from './failure-of.ts';
import { addJsonBodyParser, hasNulInPath, type JsonGate, nulInQuery } from './json-body.ts';
import { addOpenApi, type OpenApiOptions } from './openapi.ts';
import { callersId, REQUEST_ID_HEADER, requestIds } from './request-ids.ts';
import { logRequest, pathOf, RequestLog } from './request-log.ts';
import { addSendingLimit } from './sending.ts';
import { buildSerializer } from './serializers.ts';
import { validatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is for people: its refusals are pages. */
    page?: true;
    /**
     * Other services ask this route every few seconds, so an answer that is no refusal is logged at debug.
     */
    polled?: true;
    /** The answer continues until its reader leaves, which is not worth a line in the log. */
    endless?: true;
  }
}

/** A Fastify instance whose routes are typed by their TypeBox schemas. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

interface HttpLimits {
  /** Default 1 MiB; a route may set its own `bodyLimit`. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** The time for the request's head, and for the whole request, to arrive. */
  readonly headersMs: number;
  readonly requestMs: number;
  /**
   * The time for the handler to answer before a 503. A route may set its own `handlerTimeout` (milliseconds).
   */
  readonly handlerMs: number;
  /** How long a client may read nothing of a large answer before the service ends the connection. */
  readonly silentMs: number;
  /** How long sending a whole large answer may take. */
  readonly sendMs: number;
  /** Bytes of large answers in memory at once; see `holdRoom` in `http/sending.ts`. */
  readonly inFlightBytes: number;
  /** How long an idle connection is kept. */
  readonly keepAliveMs: number;
  /** A longer path parameter is answered with 414. */
  readonly pathParameterLength: number;
}

export interface HttpAppOptions extends Omit<OpenApiOptions, 'errors'> {
  readonly log: Log;
  /** The source of request ids: `node:crypto`'s `randomBytes`, or a fixed one in tests. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** Default: the screening service's envelope. */
  readonly errors?: ErrorShape;
  /** Refuses bodies that two parsers could read differently; for services that hash what they receive. */
  readonly jsonGate?: JsonGate;
  /** What happens to a query parameter that the route's schema does not name. Default `refuse`. */
  readonly unknownQuery?: 'refuse' | 'ignore';
  readonly limits?: Partial<HttpLimits>;
  /** Whose `x-forwarded-for` is trusted, as in Fastify. Default: nobody's. */
  readonly trustProxy?: boolean | string | string[];
  /** Compresses answers by `Accept-Encoding`. Default false. */
  readonly compress?: boolean;
  /** The app's metrics, if some exist before the app does. */
  readonly metrics?: Metrics;
}

const defaultHttpLimits: HttpLimits = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 30_000,
  handlerMs: 30_000,
  silentMs: 15_000,
  sendMs: 120_000,
  inFlightBytes: 64 * 1_048_576,
  keepAliveMs: 72_000,
  pathParameterLength: 1_000,
};

const ERROR_SHAPE = 'errorShape';
/** How often Node looks for connections that are past their time. */
const CONNECTION_CHECK_MS = 1_000;

/**
 * A service's HTTP side without its routes: `/openapi.json`, `/docs`, request ids, limits, validation and
 * error answers. Add the routes, then `listen` or, in tests, `app.inject`.
 */
export async function createHttpApp(options: HttpAppOptions): Promise<HttpApp> {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const shape = options.errors ?? envelopeErrors;
  const nextId = requestIds(options.randomBytes);
  const running = new RunningExchanges();
  const logger: FastifyBaseLogger = options.log;
  const app: HttpApp = fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: (request) => callersId(request) ?? nextId(),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    trustProxy: options.trustProxy ?? false,
    // While closing, requests that still arrive on open connections are answered, not refused.
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.pathParameterLength },
    schemaController: { compilersFactory: { buildSerializer } },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
    },
    clientErrorHandler: (error, socket) => {
      if (running.isAnswered(socket)) socket.destroySoon();
      else answerBrokenRequest(error, socket, shape, nextId());
    },
    // The option's generic reply type accepts no concrete one.
    frameworkErrors: (error, request, reply) => {
      const answer = reply as unknown as FastifyReply;
      running.begin(request, answer);
      sendUnrouted(shape, error, request, answer);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.decorate(ERROR_SHAPE, { getter: () => shape });
  app.setValidatorCompiler(validatorCompiler(options.unknownQuery ?? 'refuse'));
  addJsonBodyParser(app, options.jsonGate);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    running.begin(request, reply);
    if (hasNulInPath(request.url)) return void sendFailure(shape, request, reply, BAD_REQUEST);
    // This is not in the not-found handler, which would first read and parse the body.
    if (request.is404) return void sendNoRoute(app, shape, request, reply);
    done(nulInQuery(request.url));
  });
  app.setNotFoundHandler((request, reply) => sendNoRoute(app, shape, request, reply));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof InvalidRequest) return sendInvalid(shape, request, reply, error.issues);
    if (error instanceof RefusedRequest) return sendFailure(shape, request, reply, error.failure);
    const { failure, level } = judge(error, request.raw);
    const { code, message } = failure;
    if (failure === INTERNAL_ERROR) request.log.error({ err: error }, 'unexpected exception');
    else if (level !== null) request.log[level]({ err: error, code }, message);
    else if (failure === UNSUPPORTED_TYPE) return sendFailure(shape, request, reply, unsupported(request));
    return sendFailure(shape, request, reply, failure);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const send = (): void => {
      // The rest of the body is not worth reading, and it could be mistaken for the next request.
      if (reply.statusCode >= 400 && leavesBodyUnread(request.raw)) reply.header('connection', 'close');
      done(null, payload);
    };
    if (reply.statusCode === TOO_LARGE.status) dropBody(request.raw).then(send, done);
    else send();
  });
  addHandlerDeadlines(app, limits.handlerMs, (reply) => {
    const { request } = reply;
    if (isBodyArriving(request.raw)) return void sendFailure(shape, request, reply, REQUEST_TIMEOUT);
    reply.log.warn('the handler took too long');
    sendFailure(shape, request, reply, TIMED_OUT);
  });
  addSendingLimit(app, limits);
  addWatching(app, options.metrics);
  if (options.compress === true) await addCompression(app);
  await addOpenApi(app, { ...options, errors: shape });
  return app;
}

/** Such a request has no route, so the framework does not log it. */
function sendUnrouted(shape: ErrorShape, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = frameworkFailureOf(error) ?? BAD_REQUEST;
  reply.header(REQUEST_ID_HEADER, request.id);
  // No hook runs for such a request.
  if (leavesBodyUnread(request.raw)) reply.header('connection', 'close');
  logRequest(request, failure.status, reply.elapsedTime);
  sendFailure(shape, request, reply, failure);
}

/**
 * Refuses in the service's error shape: `return refuse(reply, {status: 404, code, message})`. What is not the
 * caller's mistake leaves a line in the log.
 */
export function refuse<Reply extends ReplyLike>(reply: Reply, failure: HttpFailure): Reply {
  if (failure.status >= 500) reply.request.log.warn({ code: failure.code }, failure.message);
  const shape = reply.server.getDecorator<ErrorShape>(ERROR_SHAPE);
  sendFailure(shape, reply.request, reply, failure);
  return reply;
}

/** Answers with status 422 for faults that a schema cannot express. */
export function refuseInvalid<Reply extends ReplyLike>(
  reply: Reply,
  issues: readonly ValidationIssue[],
): Reply {
  const shape = reply.server.getDecorator<ErrorShape>(ERROR_SHAPE);
  sendInvalid(shape, reply.request, reply, issues);
  return reply;
}

/** The part of a reply that a refusal needs, whatever the route's schema says about answers. */
interface ReplyLike {
  readonly server: { getDecorator<T>(name: string): T };
  readonly request: AskingRequest & {
    readonly log: { warn(fields: object, message: string): void };
    readonly server: Pick<FastifyInstance, 'hasDecorator' | 'getDecorator'>;
    readonly is404: boolean;
    readonly routeOptions: { readonly config: { readonly page?: true } };
  };
  status(code: number): unknown;
  headers(values: Record<string, string>): unknown;
  type(contentType: string): unknown;
  send(payload: unknown): unknown;
}

function unsupported(request: FastifyRequest): HttpFailure {
  const message = `Send the body as ${bodyTypeOf(request)}, and name that type in content-type.`;
  return { ...UNSUPPORTED_TYPE, message };
}

/** 404 for an unknown path, 405 with `Allow` for a path that supports other methods. */
function sendNoRoute(app: HttpApp, shape: ErrorShape, request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  const allowed = app.supportedMethods.filter(
    (method) => app.findRoute({ method: method as 'GET', url: path }) !== null,
  );
  if (allowed.length === 0 || allowed.includes(request.method)) {
    sendFailure(shape, request, reply, NOT_FOUND);
    return;
  }
  const allow = allowed.join(', ');
  sendFailure(shape, request, reply, {
    status: 405,
    code: 'method_not_allowed',
    message: `This path accepts only ${allow}.`,
    headers: { allow },
  });
}

function sendFailure(
  shape: ErrorShape,
  request: ReplyLike['request'],
  reply: ReplyLike,
  failure: HttpFailure,
): void {
  reply.status(failure.status);
  if (failure.headers !== undefined) reply.headers({ ...failure.headers });
  if (shape.problems !== undefined && wantsProblem(request.headers.accept)) {
    reply.type(PROBLEM_TYPE);
    reply.send(JSON.stringify(shape.problems.failure(failure, request.id)));
    return;
  }
  if (shape.page !== undefined && isForPeople(request, failure.status)) {
    sendErrorPage(shape.page(failure, request), reply);
    return;
  }
  reply.send(shape.failure(failure, request.id, pathOf(request.url)));
}

function sendInvalid(
  shape: ErrorShape,
  request: ReplyLike['request'],
  reply: ReplyLike,
  issues: readonly ValidationIssue[],
): void {
  reply.status(422);
  if (shape.problems !== undefined && wantsProblem(request.headers.accept)) {
    reply.type(PROBLEM_TYPE);
    reply.send(JSON.stringify(shape.problems.validation(issues, request.id)));
    return;
  }
  if (shape.page !== undefined && isForPeople(request, 422)) {
    const message = issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    const detail = { fields: [...new Set(issues.flatMap(({ loc }) => loc.slice(1, 2)))] };
    sendErrorPage(shape.page({ status: 422, code: 'invalid_request', message, detail }, request), reply);
    return;
  }
  reply.send(shape.validation(issues, request.id, pathOf(request.url)));
}

function sendErrorPage({ body, headers }: ErrorPage, reply: ReplyLike): void {
  reply.headers({ ...headers });
  reply.send(body);
}

/**
 * Whether a person waits for the answer. Forms come from pages. Otherwise, browsers ask for HTML and do not
 * name JSON, while programs that can read both name it. Fastify also sets `is404` for an operation's path
 * whose parameter is too long (414): the API refuses that in its own format.
 */
function isForPeople(
  { is404, routeOptions, headers, server }: ReplyLike['request'],
  status: number,
): boolean {
  const { accept = '' } = headers;
  if (routeOptions.config.page === true || isFormOfPage({ headers, server })) return true;
  return (
    is404 && (status === 404 || status === 405) && accept.includes('text/html') && !accept.includes('json')
  );
}

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Only callers that name RFC 9457 get its format; a wildcard gets our own. */
function wantsProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('problem+json')) return false;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'application/problem+json' && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}
