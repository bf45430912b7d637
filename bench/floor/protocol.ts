/**
 * What a transfer needs, whatever the code: docs/adr/0008-speed.md has the reason for each. Sizes were recorded on
 * commit 73efc4f6, in 160 transfers; nothing here is measured again, so no change of the platform moves the floor.
 */
export const ROLES = ['authority', 'pep', 'bank', 'gateway'] as const;
export type Role = (typeof ROLES)[number];

/** Bytes on the wire, heads included, of the request and of its answer. */
export interface Exchange {
  readonly to: Role;
  readonly path: string;
  readonly requestBytes: number;
  readonly answerBytes: number;
}

export const EXCHANGES = {
  call: { to: 'gateway', path: '/v1/tools/propose_transfer', requestBytes: 452, answerBytes: 1_434 },
  propose: { to: 'authority', path: '/grants', requestBytes: 908, answerBytes: 2_182 },
  execute: { to: 'pep', path: '/execute', requestBytes: 2_169, answerBytes: 1_203 },
  redeem: { to: 'authority', path: '/redeem', requestBytes: 1_127, answerBytes: 3_303 },
  transfer: { to: 'bank', path: '/transfers', requestBytes: 1_011, answerBytes: 993 },
  report: { to: 'authority', path: '/events', requestBytes: 1_490, answerBytes: 405 },
} as const satisfies Readonly<Record<string, Exchange>>;

/** Rows of each of the six commits, in bytes. A receipt is written without what all of a mandate share. */
export const COMMITS = {
  /** The grant with its action and decision, and the gateway's event. */
  proposal: [2_182, 452],
  /** The redemption with its signature and lease. */
  redemption: [1_127],
  /** What is to be sent, with the grant that allows it. */
  intent: [2_169],
  /** The transfer with its idempotency key, and the two balances that it changes. */
  bank: [993, 64, 64],
  /** The acknowledgment and the signed decision. */
  outcome: [1_490],
  /** The event, the receipt, and its leaf in the log. */
  report: [1_490, 6_400, 64],
} as const;
/** A tree head and a checkpoint, once for all reports of one commit. */
export const HEAD_ROW_BYTES = 700;
export const RECEIPT_FILE_BYTES = 16_100;

/** The heads of a bare `node:http` client and server. */
const REQUEST_HEAD_BYTES = 100;
const ANSWER_HEAD_BYTES = 129;
/** A field of a body is about as long as a hash with its name. */
const FIELD_BYTES = 90;

export function requestOf({ requestBytes }: Exchange): Body {
  return bodyOf(requestBytes - REQUEST_HEAD_BYTES);
}

export function answerOf({ answerBytes }: Exchange): Body {
  return bodyOf(answerBytes - ANSWER_HEAD_BYTES);
}

export type Body = Readonly<Record<string, string>>;

/** An object that takes about so many bytes as JSON. */
export function bodyOf(bytes: number): Body {
  const fields = Math.max(1, Math.round(bytes / FIELD_BYTES));
  return Object.fromEntries(
    Array.from({ length: fields }, (_, index) => [
      `a_field_of_it_${index}`,
      'b'.repeat(Math.round(bytes / fields) - 22),
    ]),
  );
}
