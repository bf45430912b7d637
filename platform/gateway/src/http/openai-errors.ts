import type { ErrorShape } from '@common/kit/http/errors';
import type { OpenAiErrorType } from '@platform/api/openai-refusal';
import { platformErrors } from '@platform/keys/error-bodies';

/** Below /v1, these paths are the gateway's own. Whatever else is there may be asked by a client of OpenAI's API. */
const OWN_PATHS = /^\/v1\/(?:agent|documents|grants|tools)(?:\/|$)/;

/** The platform's refusals, with `error` beside `detail` where clients of OpenAI's API call. */
export const gatewayErrors: ErrorShape = {
  ...platformErrors,
  failure: (failure, _requestId, path) =>
    inBothForms(platformErrors.failure(failure), { status: failure.status, path, param: null }),
  validation: (issues, _requestId, path) => {
    const param = issues[0]?.loc.slice(1).join('.') || null;
    return inBothForms(platformErrors.validation(issues), { status: 422, path, param });
  },
};

interface Refused {
  readonly status: number;
  readonly path: string | null;
  readonly param: string | null;
}

function inBothForms(
  { detail }: ReturnType<typeof platformErrors.failure>,
  { status, path, param }: Refused,
): object {
  if (path !== null && (!path.startsWith('/v1/') || OWN_PATHS.test(path))) return { detail };
  return { detail, error: { message: detail.message, type: typeOf(status), param, code: detail.error } };
}

function typeOf(status: number): OpenAiErrorType {
  if (status >= 500) return 'server_error';
  switch (status) {
    case 401:
      return 'authentication_error';
    case 403:
      return 'permission_error';
    case 429:
      return 'rate_limit_error';
    default:
      return 'invalid_request_error';
  }
}
