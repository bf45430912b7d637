import { AnsweredCall, ReceivedCall } from '@platform/core/objects/event';
import { Compile } from 'typebox/compile';

/** The answer's header with the id of the event that was recorded. */
export const EVENT_HEADER = 'x-service-event-id';

const isReceived = Compile(ReceivedCall);
const isAnswered = Compile(AnsweredCall);

export function writeCall(call: ReceivedCall | AnsweredCall): string {
  return Buffer.from(JSON.stringify(call)).toString('base64url');
}

/** The call of `/execute`; null for a header that is not there, or is no such call. */
export function readReceivedCall(header: string | string[] | undefined): ReceivedCall | null {
  const call = read(header);
  return isReceived.Check(call) ? call : null;
}

/** The same of a report. */
export function readAnsweredCall(header: string | string[] | undefined): AnsweredCall | null {
  const call = read(header);
  return isAnswered.Check(call) ? call : null;
}

function read(header: string | string[] | undefined): unknown {
  if (typeof header !== 'string') return null;
  try {
    return JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
