import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** Codes of JSON-RPC 2.0. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
/** An HTTP refusal, whose own code is in `data`. JSON-RPC leaves this range of codes to servers. */
const REFUSED = -32_000;

const Id = Type.Union([Type.String(), Type.Number(), Type.Null()]);

/** One message from a client. */
export const RPC_MESSAGE = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
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

const RpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Id),
    error: Type.Object({
      code: Type.Integer({ description: 'Of JSON-RPC; -32000 for a refusal of this service' }),
      message: Type.String({ description: 'What is wrong and what to do' }),
      data: Type.Optional(Type.Unknown({ description: 'Of a refusal: its code' })),
    }),
  },
  { description: 'Why there is no result' },
);

export const RPC_RESPONSES = {
  200: Type.Union([
    Type.Object({ jsonrpc: Type.Literal('2.0'), id: Id, result: Type.Record(Type.String(), Type.Unknown()) }),
    RpcError,
  ]),
  202: Type.Null({ description: 'A notification was accepted' }),
  '4xx': RpcError,
  '5xx': RpcError,
};

/**
 * Turns a refusal of this service (`{"detail": {"error", "message"}}`) into a JSON-RPC error, which clients
 * show.
 */
export function refusalAsRpcError(payload: unknown, reply: FastifyReply): unknown {
  if (typeof payload !== 'object' || payload === null || !('detail' in payload)) return payload;
  const { error: code, message } = Object(payload.detail);
  const retryAfter = reply.getHeader('retry-after');
  return rpcError(REFUSED, String(message), {
    code,
    ...(retryAfter === undefined ? {} : { retry_after_s: Number(retryAfter) }),
  });
}

/** Returns an error without a message id, because no message could be read. */
export function rpcError(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
  return {
    jsonrpc: '2.0' as const,
    id: null,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}
