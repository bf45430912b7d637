import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http/app';

const NOT_ANSWERED = 504;
const BAD_ANSWER = 502;
/** What the authority’s own answer means here, too. */
const PASSED_ON: readonly unknown[] = [404, 410, 429];

/** Answers with the page that says why the authority’s answer could not be shown. */
export function refuseAsked<Reply extends Parameters<typeof refuse>[0]>(reply: Reply, error: Failure): Reply {
  return refuse(reply, { status: statusOf(error), code: error.code, message: error.message });
}

function statusOf({ code, detail }: Failure): number {
  if (code === 'authority_silent') return NOT_ANSWERED;
  const status = detail?.status;
  return typeof status === 'number' && PASSED_ON.includes(status) ? status : BAD_ANSWER;
}
