import type { Result } from '@common/base/result';
import type { Mandate } from '@platform/core/objects/mandate';
import type { AgentGateway, ChatMessage } from '../use-cases/agent-gateway.ts';
import { type Answer, type Talk, type Turn, toldAnswer } from './talks.ts';

export interface SayDeps {
  readonly gateway: Pick<AgentGateway, 'chat'>;
  /** Returns a short-lived token for the mandate’s agent and for this mandate alone. */
  readonly tokenFor: (mandate: Mandate) => Promise<Result<string>>;
}

/** Has the agent answer the talk’s last words. The turn records any outcome, and the words are sent once. */
export async function answerTurn(deps: SayDeps, mandate: Mandate, talk: Talk, turn: Turn): Promise<void> {
  try {
    turn.answer = await answerOf(deps, mandate, talk, turn);
  } catch (error) {
    turn.answer = failed('This console failed. Its log says why.', false);
    throw error;
  }
}

async function answerOf(deps: SayDeps, mandate: Mandate, talk: Talk, turn: Turn): Promise<Answer> {
  const token = await deps.tokenFor(mandate);
  if (!token.ok) return failed(token.error.message, true);
  const said = await deps.gateway.chat({
    token: token.value,
    mandateId: mandate.contract_id,
    model: turn.model,
    messages: talk.turns.flatMap(messagesOf),
  });
  if (said.ok) return toldAnswer(said.value.words, said.value.calls);
  const { code, message, detail } = said.error;
  const status = typeof detail?.status === 'number' ? detail.status : 0;
  return failed(message, code === 'gateway_unreachable' || (status >= 400 && status < 500));
}

function failed(message: string, isNothingDone: boolean): Answer {
  return { kind: 'failed', message, isNothingDone };
}

/**
 * A turn as the model receives it again: each call has the form that presents its grant, followed by its
 * result.
 */
function messagesOf({ said, answer }: Turn, turn: number): readonly ChatMessage[] {
  const asked: ChatMessage = { role: 'user', content: said };
  if (answer.kind === 'pending') return [asked];
  if (answer.kind === 'failed') return [asked, { role: 'assistant', content: '(No answer came.)' }];
  const id = (index: number) => `turn_${turn}_${index}`;
  const calls = answer.calls.map(({ tool, result: { grant_id: grantId = null } }, index) => ({
    id: id(index),
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(grantId === null ? {} : { grant_id: grantId }) },
  }));
  const results = answer.calls.map(
    ({ result }, index): ChatMessage => ({
      role: 'tool',
      content: JSON.stringify(result),
      tool_call_id: id(index),
    }),
  );
  return [
    asked,
    ...(calls.length === 0 ? [] : [{ role: 'assistant', content: null, tool_calls: calls } as const]),
    ...results,
    { role: 'assistant', content: answer.words },
  ];
}
