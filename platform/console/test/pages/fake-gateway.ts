import { ok } from '@common/base/result';
import type { AgentGateway, ToldCall } from '../../src/use-cases/agent-gateway.ts';

export type Asked = Parameters<AgentGateway['chat']>[0];

/** A gateway whose script says hello, and whatever else a test gives it. */
export function fakeGateway(given: Partial<AgentGateway> = {}): AgentGateway {
  return {
    agent: async () => ok({ model: 'scripted', kind: 'scripted' }),
    models: async () => ok(['scripted']),
    chat: async () => ok({ words: 'Hello.', calls: [] }),
    ...given,
  };
}

/** A call of the payment tool, as the gateway tells it. */
export function toldCall(result: Partial<ToldCall['result']>): ToldCall {
  return {
    tool: 'propose_transfer',
    result: { status: 'executed', reason: 'ok', detail: 'Within the mandate.', ...result },
  };
}
