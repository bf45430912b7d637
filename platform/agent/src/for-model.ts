import type { Agent, Inputs, Outcome } from './agent.ts';

/** What an adapter does when a person must approve a call. */
export interface CallOptions {
  /**
   * How long a call waits for the approval before the model is told that it is pending; then the model may present
   * the grant later. Default: not at all.
   */
  readonly waitMs?: number;
}

/**
 * Makes the call that a model asked for: proposes, or presents if it gave a `grant_id`. If a person must approve, it
 * waits as long as it may, and then presents.
 */
export async function callForModel(
  agent: Agent,
  tool: string,
  given: Inputs,
  { waitMs = 0, signal }: CallOptions & { readonly signal?: AbortSignal | undefined },
): Promise<Outcome> {
  const { grant_id: grantId, ...inputs } = given;
  if (grantId !== undefined && grantId !== null) return agent.present(tool, String(grantId), { signal });
  const proposed = await agent.propose(tool, inputs, { signal });
  const state =
    proposed.status === 'pending' && waitMs > 0
      ? await agent.waitForApproval(proposed.grant_id, { signal, timeoutMs: waitMs })
      : proposed;
  return state.status === 'approved' ? agent.present(tool, state.grant_id, { signal }) : state;
}
