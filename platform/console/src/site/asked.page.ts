import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http/app';

const UNAVAILABLE = 503;
const BAD_ANSWER = 502;
const UNREADABLE = 422;
const RETRY_AFTER_S = 5;
/** Statuses of the authority that mean the same here. */
const GONE: readonly unknown[] = [404, 410];
const PASSED_ON = [...GONE, 429, UNAVAILABLE];

/** Answers with the page that says why the authority’s answer cannot be shown. */
export function refuseAsked<Reply extends Parameters<typeof refuse>[0]>(reply: Reply, error: Failure): Reply {
  const status = statusOf(error);
  const said = error.detail?.said;
  // An object that does not exist is not refused, so the authority’s own words suffice.
  const message = GONE.includes(status) && typeof said === 'string' ? said : error.message;
  if (status !== UNAVAILABLE) return refuse(reply, { status, code: error.code, message });
  const why = error.detail?.error;
  return refuse(reply, {
    status,
    // What is wrong at the authority has the same code here.
    code: typeof why === 'string' ? why : error.code,
    message,
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  });
}

function statusOf({ code, detail }: Failure): number {
  if (code === 'authority_silent') return UNAVAILABLE;
  // Nobody was asked: the reader asked for what cannot be.
  if (code === 'month_not_begun') return UNREADABLE;
  const status = detail?.status;
  return typeof status === 'number' && PASSED_ON.includes(status) ? status : BAD_ANSWER;
}
