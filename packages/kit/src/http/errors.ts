import { type TSchema, Type } from 'typebox';

/** A refused request, in whatever body the service's document gives it. */
export interface HttpFailure {
  readonly status: number;
  /** Stable, for programs. */
  readonly code: string;
  /** For people: what to do. */
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Added to the response: `retry-after`, `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One fault of a request. `loc` starts with `body`, `query`, `path` or `header`. */
export interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** A stable word: `missing`, `string_type`, `too_long`, ... */
  readonly type: string;
  /** The faulty value, where it is short and no secret. */
  readonly input?: string | number | boolean | null;
}

/** How a service writes its refusals. */
export interface ErrorShape {
  readonly failure: (failure: HttpFailure, requestId: string) => unknown;
  /** The body of status 422. */
  readonly validation: (issues: readonly ValidationIssue[], requestId: string) => unknown;
  /** The schema of `validation`, for the OpenAPI document. */
  readonly validationSchema: TSchema;
}

export const ValidationErrorSchema = Type.Object(
  {
    detail: Type.Array(
      Type.Object({
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
        msg: Type.String(),
        type: Type.String(),
        input: Type.Optional(Type.Unknown()),
        ctx: Type.Optional(Type.Object({})),
      }),
    ),
  },
  { description: 'The request does not meet the schema' },
);

/** `{"success": false, "error": {"code", "message", "request_id"}, "data": null}`; 422 as `{"detail": [...]}`. */
export const envelopeErrors: ErrorShape = {
  failure: ({ code, message, detail }, requestId) => ({
    success: false,
    error: { code, message, request_id: requestId, ...(detail === undefined ? {} : { detail }) },
    data: null,
  }),
  validation: (issues) => ({ detail: issues }),
  validationSchema: ValidationErrorSchema,
};

/** Thrown by parsing and validation, answered with status 422. Not for handlers: they call `refuseInvalid`. */
export class InvalidRequest extends Error {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super('the request does not meet the schema');
    this.issues = issues;
  }
}
