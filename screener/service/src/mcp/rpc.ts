import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';

/** Codes of JSON-RPC 2.0. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
/** A code from the range that JSON-RPC leaves to servers: an HTTP refusal, whose own code is in `data`. */
const REFUSED = -32_000;

const Version = Type.Literal('2.0', { description: 'The version of JSON-RPC' });
const Id = Type.Union([Type.String(), Type.Number(), Type.Null()], {
  description: 'That of the message; null where it could not be read',
});

/** One message from a client. */
export const RPC_MESSAGE = Type.Object(
  {
    jsonrpc: Version,
    id: Type.Optional(
      Type.Union([Type.String(), Type.Number()], { description: 'Absent in a notification' }),
    ),
    method: Type.String({ description: 'tools/list, tools/call, or another of the protocol' }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'As the protocol says for the method' }),
    ),
  },
  { description: 'One JSON-RPC message of the Model Context Protocol' },
);

const RpcError = Type.Object({
  jsonrpc: Version,
  id: Type.Optional(Id),
  error: Type.Object(
    {
      code: Type.Integer({ description: 'Of JSON-RPC; -32000 for a refusal of this service' }),
      message: Type.String({ description: 'What is wrong and what to do' }),
      data: Type.Optional(
        Type.Unknown({
          description: 'Of a refusal: its code, request_id and, if over a limit, retry_after_s',
        }),
      ),
    },
    { description: 'Why there is no result' },
  ),
});

const RpcAnswer = Type.Union([
  Type.Object({
    jsonrpc: Version,
    id: Id,
    result: Type.Record(Type.String(), Type.Unknown(), {
      description: 'As the protocol says for the method; of tools/call, content and structuredContent',
    }),
  }),
  RpcError,
]);

export const RPC_RESPONSES = {
  200: RpcAnswer,
  202: Type.Null({ description: 'A notification was accepted' }),
  400: RpcError,
  401: RpcError,
  403: RpcError,
  404: RpcError,
  413: RpcError,
  415: RpcError,
  429: RpcError,
  503: RpcError,
};

interface Refusal {
  readonly success: false;
  readonly error: { readonly code: string; readonly message: string; readonly request_id: string };
}

/** Turns our own refusal envelope into a JSON-RPC error; anything else stays as it is. */
export function refusalAsRpcError(payload: unknown, reply: FastifyReply): unknown {
  if (!isRefusal(payload)) return payload;
  const { code, message, request_id: requestId } = payload.error;
  const retryAfter = reply.getHeader('retry-after');
  return rpcError(REFUSED, message, {
    code,
    request_id: requestId,
    ...(retryAfter === undefined ? {} : { retry_after_s: Number(retryAfter) }),
  });
}

/** Builds an error that answers no readable message, so its id is null. */
export function rpcError(
  code: number,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): Static<typeof RpcError> {
  return { jsonrpc: '2.0', id: null, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

function isRefusal(payload: unknown): payload is Refusal {
  return typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === false;
}
