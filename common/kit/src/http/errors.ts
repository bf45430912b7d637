import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { type TSchema, Type } from 'typebox';

/** A refused request, in whatever format the service answers. */
export interface HttpFailure {
  readonly status: number;
  /** A stable code, for programs. */
  readonly code: string;
  /** A message for people that says what to do. */
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Headers added to the response: `retry-after`, `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One fault of a request. `loc` starts with `body`, `query`, `path` or `header`. */
export interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** A stable word: `missing`, `string_type`, `too_long`, ... */
  readonly type: string;
  /** The faulty value, if it is short and not secret. */
  readonly input?: string | number | boolean | null;
}

/** What a page of a refusal may ask of the request. */
export interface AskingRequest {
  readonly id: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: unknown;
  /** Absent if the request was refused before it was read. */
  readonly body: unknown;
}

/** A refusal for people, in HTML. */
export interface ErrorPage {
  readonly body: string;
  /** The headers, with the content type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a service writes its refusals. `path`: what was asked for, without its query; null if no request could be read. */
export interface ErrorShape {
  readonly failure: (failure: HttpFailure, requestId: string, path: string | null) => unknown;
  /** The body of status 422. */
  readonly validation: (
    issues: readonly ValidationIssue[],
    requestId: string,
    path: string | null,
  ) => unknown;
  /** Both in the form of RFC 9457, for callers that ask for `application/problem+json`. */
  readonly problems?: {
    readonly failure: (failure: HttpFailure, requestId: string) => unknown;
    readonly validation: (issues: readonly ValidationIssue[], requestId: string) => unknown;
    readonly schema: TSchema;
  };
  /**
   * The refusal as a page: on routes with `config: { page: true }`, and on unknown paths if the caller asks
   * for HTML and not for JSON.
   */
  readonly page?: (failure: HttpFailure, request: AskingRequest) => ErrorPage;
  /** The schema of `failure`, for refusals that a route does not describe itself. */
  readonly failureSchema?: TSchema;
  /** The schema of `validation`, for the OpenAPI document. */
  readonly validationSchema: TSchema;
}

/** The code for input that is not a request at all. */
export const BAD_REQUEST: HttpFailure = {
  status: 400,
  code: 'bad_request',
  message: 'The request cannot be understood; check the URL and the headers.',
};

export const ValidationErrorSchema = Type.Object(
  {
    detail: Type.Array(
      Type.Object({
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
          description: 'Where: query, path, header or body, then names and positions',
        }),
        msg: Type.String({ description: 'What is wrong, for people' }),
        type: Type.String({ description: 'A stable word, for programs: missing, too_long' }),
        input: Type.Optional(
          Type.Unknown({ description: 'The faulty value, if it is short and not secret' }),
        ),
        ctx: Type.Optional(Type.Object({}, { description: 'Not used' })),
      }),
      { description: 'Every fault of the request' },
    ),
  },
  { title: 'ValidationError', description: 'The request does not match the schema' },
);

/** What `envelopeErrors` writes for a failure. */
export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false here' }),
    error: Type.Object(
      {
        code: Type.String({ description: 'Stable, for programs' }),
        message: Type.String({ description: 'What is wrong and what to do' }),
        request_id: Type.String({
          description: 'Names the request in the service’s log; also the x-request-id header',
        }),
        detail: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), { description: 'More, where there is more, by name' }),
        ),
      },
      { additionalProperties: false, description: 'Why the request was refused' },
    ),
    data: Type.Null({ description: 'Always null here' }),
  },
  { additionalProperties: false, title: 'Failure' },
);

/** RFC 9457, with our code and request id. */
const ProblemSchema = Type.Object(
  {
    type: Type.Literal('about:blank', { description: 'The status says what kind of problem it is' }),
    title: Type.String({ description: 'The status in words' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status' }),
    detail: Type.String({ description: 'What is wrong and what to do' }),
    code: Type.String({ description: 'Stable, for programs' }),
    request_id: Type.String({ description: 'Names the request in the service’s log' }),
    context: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'More, where there is more, by name' }),
    ),
    errors: Type.Optional(ValidationErrorSchema.properties.detail),
  },
  {
    additionalProperties: false,
    title: 'Problem',
    description: 'RFC 9457, for callers that ask for application/problem+json',
  },
);

/**
 * `{"success": false, "error": {"code", "message", "request_id"}, "data": null}`, or `{"detail": [...]}` for
 * status 422.
 */
export const envelopeErrors: ErrorShape = {
  failure: ({ code, message, detail }, requestId) => ({
    success: false,
    error: { code, message, request_id: requestId, ...(detail === undefined ? {} : { detail }) },
    data: null,
  }),
  validation: (issues) => ({ detail: issues }),
  problems: {
    failure: ({ status, code, message, detail }, requestId) => ({
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: message,
      code,
      request_id: requestId,
      ...(detail === undefined ? {} : { context: detail }),
    }),
    validation: (issues, requestId) => ({
      type: 'about:blank',
      title: STATUS_CODES[422],
      status: 422,
      detail: 'The request does not match the schema; errors says where.',
      code: 'invalid_request',
      request_id: requestId,
      errors: issues,
    }),
    schema: ProblemSchema,
  },
  failureSchema: ErrorEnvelope,
  validationSchema: ValidationErrorSchema,
};

/** Parsing throws this: the answer is this failure. */
export class RefusedRequest extends Error {
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Parsing and validation throw this; the answer has status 422. Handlers call `refuseInvalid` instead. */
export class InvalidRequest extends Error {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super('the request does not match the schema');
    this.issues = issues;
  }
}
