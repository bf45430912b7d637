import { fail, ok, type Result } from '@common/base/result';
import type { HttpClient } from '@common/kit/http/client';
import { type CallAnswer, createClient } from '@platform/api/client';
import { GATEWAY } from '@platform/api/gateway';
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
/** The limit for the words and results of a whole chat. */
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
interface GatewayOptions {
  readonly http: HttpClient;
  readonly baseUrl: string;
  /** The time for a whole chat, with everything that the model does in it. */
  readonly chatMs: number;
}

/**
 * The gateway over HTTP. INVARIANT: a chat is sent once; a caller that got no answer must look before asking
 * again.
 */
export function createHttpGateway({ chatMs, ...place }: GatewayOptions): AgentGateway {
  const { origin } = new URL(place.baseUrl);
  const reads = createClient(GATEWAY, { ...place, timeoutMs: READ_MS, maxBytes: MAX_READ_BYTES });
  const chats = createClient(GATEWAY, {
    ...place,
    timeoutMs: chatMs,
    maxBytes: MAX_CHAT_BYTES,
    plainJson: true,
  });
  return {
    agent: async () => {
      const answer = answerOf(await reads.readAgent(), origin);
      return answer.ok ? formed(AGENT, answer.value) : answer;
    },
    models: async () => {
      const answer = answerOf(await reads.listModels(), origin);
      if (!answer.ok) return answer;
      const listed = formed(MODELS, answer.value);
      return listed.ok ? ok(listed.value.data.map(({ id }) => id)) : listed;
    },
    chat: async ({ token, mandateId, model, messages }) => {
      const headers = { 'x-service-contract': mandateId };
      const called = await chats.completeChat({ headers, token, body: { model, messages: [...messages] } });
      const answer = answerOf(called, origin);
      if (!answer.ok) return answer;
      const said = formed(COMPLETION, answer.value);
      if (!said.ok) return said;
      const { choices, tool_results: calls = [] } = said.value;
      return ok({ words: choices[0]?.message.content ?? '', calls });
    },
  };
}

function answerOf<Value>(called: CallAnswer<Value>, address: string): Result<Value, GatewayRefusal> {
  if (called.ok) return ok(called.value);
  const { error } = called;
  if (error.kind === 'garbled') return garbled();
  if (error.kind === 'unanswered') {
    return error.handedOver
      ? fail('gateway_silent', `The gateway at ${address} gave no whole answer.`)
      : fail(
          'gateway_unreachable',
          `The gateway at ${address} cannot be reached. Start it with npm start, or set GATEWAY_URL.`,
        );
  }
  const { status, refusal } = error;
  if (refusal === null) {
    return fail('gateway_refused', `The gateway answered with status ${status}.`, { status });
  }
  return fail('gateway_refused', refusal.message, { status, error: refusal.error });
}

function formed<Schema extends TSchema>(
  schema: ReturnType<typeof Compile<Schema>>,
  value: unknown,
): Result<ReturnType<typeof schema.Parse>, 'gateway_garbled'> {
  return schema.Check(value) ? ok(schema.Parse(value)) : garbled();
}

function garbled() {
  return fail('gateway_garbled', 'The gateway’s answer is not of the documented form.');
}
