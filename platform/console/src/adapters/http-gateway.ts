import { fail, ok, type Result } from '@common/base/result';
import type { HttpClient } from '@common/kit/http/client';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type AgentGateway,
  AnsweringModel,
  type GatewayRefusal,
  ToldCall,
} from '../use-cases/agent-gateway.ts';

const READ_MS = 5_000;
const MAX_READ_BYTES = 65_536;
/** Words and results of a whole chat. */
const MAX_CHAT_BYTES = 4_194_304;

const AGENT = Compile(AnsweringModel);
const MODELS = Compile(
  Type.Object({ data: Type.Array(Type.Object({ id: Type.String({ maxLength: 200 }) })) }),
);
const COMPLETION = Compile(
  Type.Object({
    choices: Type.Array(
      Type.Object({ message: Type.Object({ content: Type.Union([Type.String(), Type.Null()]) }) }),
      { minItems: 1 },
    ),
    tool_results: Type.Optional(Type.Array(ToldCall, { maxItems: 256 })),
  }),
);
const REFUSAL = Compile(
  Type.Object({ detail: Type.Object({ error: Type.String(), message: Type.String() }) }),
);

interface GatewayOptions {
  readonly http: HttpClient;
  readonly baseUrl: string;
  /** For a whole chat, with all that the model does in it. */
  readonly chatMs: number;
}

/** The gateway over HTTP. INVARIANT: a chat is sent once; whoever got no answer must look before asking again. */
export function createHttpGateway({ http, baseUrl, chatMs }: GatewayOptions): AgentGateway {
  const { origin, pathname } = new URL(baseUrl);
  const address = origin;
  const path = (route: string) => pathname.replace(/\/$/, '') + route;
  const read = async (route: string): Promise<Result<unknown, GatewayRefusal>> => {
    const call = { method: 'GET', headers: {}, body: null, timeoutMs: READ_MS } as const;
    return answerOf(
      await http.sendRepeatable({ ...call, origin, path: path(route), maxBytes: MAX_READ_BYTES }),
      address,
    );
  };
  return {
    agent: async () => {
      const answer = await read('/v1/agent');
      return answer.ok ? formed(AGENT, answer.value) : answer;
    },
    models: async () => {
      const answer = await read('/v1/models');
      if (!answer.ok) return answer;
      const listed = formed(MODELS, answer.value);
      return listed.ok ? ok(listed.value.data.map(({ id }) => id)) : listed;
    },
    chat: async ({ token, mandateId, model, messages }) => {
      const sent = await http.send({
        ...{ method: 'POST', origin, path: path('/v1/chat/completions') },
        headers: {
          authorization: `Bearer ${token}`,
          'x-service-contract': mandateId,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model, messages }),
        ...{ timeoutMs: chatMs, maxBytes: MAX_CHAT_BYTES },
      });
      const answer = answerOf(sent, address);
      if (!answer.ok) return answer;
      const said = formed(COMPLETION, answer.value);
      if (!said.ok) return said;
      const { choices, tool_results: calls = [] } = said.value;
      return ok({ words: choices[0]?.message.content ?? '', calls });
    },
  };
}

type Answer = Awaited<ReturnType<HttpClient['send']>>;

function answerOf(answer: Answer, address: string): Result<unknown, GatewayRefusal> {
  if (answer.kind === 'unanswered') {
    return answer.handedOver
      ? fail('gateway_silent', `The gateway at ${address} gave no whole answer.`)
      : fail(
          'gateway_unreachable',
          `The gateway at ${address} cannot be reached. Start it with npm start, or set GATEWAY_URL.`,
        );
  }
  const value = jsonOf(answer.bytes);
  const { status } = answer;
  if (status === 200) return ok(value);
  if (!REFUSAL.Check(value)) {
    return fail('gateway_refused', `The gateway answered with status ${status}.`, { status });
  }
  const { error, message } = value.detail;
  return fail('gateway_refused', message, { status, error });
}

function formed<Schema extends TSchema>(
  schema: ReturnType<typeof Compile<Schema>>,
  value: unknown,
): Result<ReturnType<typeof schema.Parse>, 'gateway_garbled'> {
  if (schema.Check(value)) return ok(schema.Parse(value));
  return fail('gateway_garbled', 'The gateway’s answer is not of the documented form.');
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
