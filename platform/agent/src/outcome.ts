/** What every outcome says: a stable code, a sentence for people, and what the decision rests on, by name. */
interface Said {
  /** A code: of the policy, of the enforcement point, or of a refused request. */
  readonly reason: string;
  /** For people and models. Never parse it: what a program needs is in `values`. */
  readonly detail: string;
  /** `why`, and the values that this code has, such as `limit`, `used` or `earlier`. Empty if there are none. */
  readonly values: Readonly<Record<string, unknown>>;
}

interface OfGrant extends Said {
  readonly grant_id: string;
  readonly receipt_id?: string;
  /** The earlier grant that this one may repeat, and why it is held. */
  readonly possible_duplicate_of?: { readonly grant_id: string; readonly why: string };
  /** Until when the grant is good; null or absent if that is not known. */
  readonly expires_at?: string | null;
  /**
   * The platform already had this action from a proposal whose answer was lost: this is the state of that grant, and
   * nothing was proposed a second time.
   */
  readonly recovered?: true;
}

/** It was done, exactly once. The acknowledgment is as its counterparty signed it; absent where a grant is read. */
export interface Executed extends OfGrant {
  readonly status: 'executed';
  readonly counterparty_ack?: Readonly<Record<string, unknown>>;
  /**
   * Where the counterparty accepts first, such as a bank: what became later of what it accepted, null while that is not
   * known. What `failed` or was `returned` had no effect in the end. Only where a grant is read.
   */
  readonly became?: { readonly state: 'settled' | 'failed' | 'returned'; readonly at: string } | null;
}

/** A read or a fetch, with the JSON that it returned. */
export interface Fetched extends Said {
  readonly status: 'fetched';
  readonly grant_id?: string;
  readonly data?: unknown;
}

/** A person must approve it. */
export interface Pending extends OfGrant {
  readonly status: 'pending';
}

/** It was approved or allowed, and has not been presented yet. */
export interface Approved extends OfGrant {
  readonly status: 'approved';
}

/** The policy or a person refused it. Nothing was done. */
export interface Denied extends OfGrant {
  readonly status: 'denied';
}

/** It was allowed, but the enforcement point, the counterparty or time ended it. Nothing was done. */
export interface Refused extends OfGrant {
  readonly status: 'refused';
}

/** The grant was spent before. Nothing was done a second time. */
export interface Duplicate extends OfGrant {
  readonly status: 'duplicate';
}

/** Nobody knows yet whether it was done; the platform finds out. Read the grant later, propose nothing again. */
export interface Unknown extends OfGrant {
  readonly status: 'unknown';
}

/** The gateway refused the request: its `detail.error` is the reason. */
export interface Rejected extends Said {
  readonly status: 'rejected';
  readonly http_status: number;
  /** After how many seconds the gateway asks to try again. */
  readonly retry_after_s?: number;
}

/**
 * No answer came that can be read, so nobody here knows whether the gateway did what was asked. Repeat the same call:
 * what was proposed with the same inputs is recognised, and a grant is good once.
 */
export interface Unanswered extends Said {
  readonly status: 'unanswered';
  readonly reason: 'no_answer';
}

/** What did not lead to a decision. */
export type Failed = Rejected | Unanswered;
/** What became of a call or a grant; `status` says which. */
export type Outcome =
  | Executed
  | Fetched
  | Pending
  | Approved
  | Denied
  | Refused
  | Duplicate
  | Unknown
  | Failed;

/** A tool of the mandate's plugin. */
export interface AgentTool {
  readonly plugin: string;
  readonly facade: string;
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the inputs: an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

const WITH_GRANT = ['executed', 'pending', 'approved', 'denied', 'refused', 'duplicate', 'unknown'];

/** Reads a result or the state of a grant; null if it is neither. */
export function readOutcome(body: unknown): Outcome | null {
  if (!isObject(body)) return null;
  const { status, reason, detail, grant_id: grantId, values } = body;
  if (typeof status !== 'string' || typeof reason !== 'string' || typeof detail !== 'string') return null;
  const isKnown = status === 'fetched' || (WITH_GRANT.includes(status) && typeof grantId === 'string');
  return isKnown ? ({ ...body, values: isObject(values) ? values : {} } as unknown as Outcome) : null;
}

/** Reads a refusal: `{"detail": {"error", "message", ...}}`, or a list of faults of the request. */
export function readRefusal(httpStatus: number, body: unknown, retryAfterS: number | null): Rejected {
  const { detail } = isObject(body) ? body : { detail: undefined };
  const { error, message, ...values } = isObject(detail) ? detail : {};
  return {
    status: 'rejected',
    reason: typeof error === 'string' ? error : codeOf(httpStatus),
    detail: typeof message === 'string' ? message : `The gateway answered ${httpStatus}.`,
    values: Array.isArray(detail) ? { faults: detail } : values,
    http_status: httpStatus,
    ...(retryAfterS === null ? {} : { retry_after_s: retryAfterS }),
  };
}

function codeOf(httpStatus: number): string {
  if (httpStatus === 422) return 'invalid_request';
  return httpStatus === 429 ? 'rate_limited' : `http_${httpStatus}`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
