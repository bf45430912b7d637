import {
  asObject,
  at,
  type JsonObject,
  makeCompiler,
  withoutReferences,
} from '@common/kit/testing/described';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly requestId: string;
  readonly location: string | undefined;
  readonly body: string;
}

/** Says what is wrong with an answer according to its operation's description; null if nothing is. */
type JudgeAnswer = (request: FuzzRequest, answer: FuzzAnswer) => string | null;

/**
 * The statuses of a path that a wrong parameter may produce, such as `/v1/screen/` with nothing behind it.
 */
const NO_ROUTE = [404, 405];

export function createJudge(document: JsonObject): JudgeAnswer {
  const compiler = makeCompiler();
  const validators = new Map<string, ValidateFunction | null>();
  return (request, answer) => {
    const { status, contentType, requestId, body } = answer;
    if (status >= 500) return `status ${status}`;
    if (!/^req_[0-9a-f]{24}$/.test(requestId)) return `no request id: ${requestId}`;
    if (status === 304 || (status === 202 && body === ''))
      return body === '' ? null : `${status} with a body`;
    const type = contentType.split(';')[0] ?? '';
    const method = request.method.toLowerCase();
    const key = `${method} ${request.path} ${status} ${type}`;
    let validate = validators.get(key);
    if (validate === undefined) {
      validate = validatorOf(document, compiler, request.path, method, status, type);
      validators.set(key, validate);
    }
    if (validate === null) return `not described: ${key}`;
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return `not JSON under ${status}`;
    }
    if (validate(value)) return null;
    return `off schema under ${key}: ${JSON.stringify(validate.errors?.slice(0, 2))}`;
  };
}

function validatorOf(
  document: JsonObject,
  compiler: Ajv2020,
  path: string,
  method: string,
  status: number,
  type: string,
): ValidateFunction | null {
  const responses = at(document, ['paths', path, method, 'responses']);
  // `default` stands for refusals; a success must be described by its own status.
  const described = responses[String(status)] ?? (status >= 400 ? responses.default : undefined);
  if (described === undefined) return NO_ROUTE.includes(status) ? compiler.compile({}) : null;
  const content = asObject(asObject(described, path).content ?? {}, 'content')[type];
  if (content === undefined) return null;
  const { schema } = asObject(content, 'a media type');
  return compiler.compile(asObject(withoutReferences(document, schema ?? {}), 'a schema'));
}
