import type { AnsweredCall, ReceivedCall } from '@platform/core/objects/event';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * A header by which a call of the gateway's travels to where its event is recorded: with `/execute` to the enforcement
 * point, and with the report to the authority. A service that does not know it ignores it, and the gateway then
 * reports the call itself.
 */
export const CALL_HEADER = 'x-service-call';
/** The id of its event, in the answer. */
export const EVENT_HEADER = 'x-service-event-id';

export function writeCall(call: ReceivedCall | AnsweredCall): string {
  return Buffer.from(JSON.stringify(call)).toString('base64url');
}

/** Returns null for a header that is not there, or is no such call. */
export function readCall<Call extends ReceivedCall>(
  schema: TSchema & { readonly static?: Call },
  header: string | string[] | undefined,
): Call | null {
  if (typeof header !== 'string') return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    return Value.Check(schema, value) ? (value as Call) : null;
  } catch {
    return null;
  }
}
