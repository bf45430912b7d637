import type { OpenReceipt } from '../objects/receipt.ts';
import { nameOfPlace } from '../receipt/open-receipt.ts';

/**
 * What was requested and how it ended, according to the receipt. It is worth as much as the checks beside it.
 */
export interface ToldAction {
  /** The action in two sentences. Like every field here, it contains text from the receipt: escape it when showing it. */
  readonly summary: readonly [what: string, who: string];
  readonly facade: string;
  readonly outcome: string;
  readonly reason: string;
  /** Amount, payee, memo: the facade's own parameters. */
  readonly params: Readonly<Record<string, string | number>>;
  /** What this view of the receipt withholds: params by their names, anything else by its place. */
  readonly withheld: readonly string[];
  readonly agent: string;
  readonly principal: string;
  /** The kid of the approver. */
  readonly approver: string | null;
  readonly tenant: string;
  readonly contract_id: string;
  readonly counterparty: string | null;
  readonly when: OpenReceipt['when'];
}

export function toldAction({ who, what, where, when, hidden }: OpenReceipt): ToldAction {
  const { contract_id } = who.contract;
  return {
    summary: [
      `${what.facade}: ${what.outcome} (${what.reason}), decided ${when.decided_at}`,
      `by the agent ${who.agent} for ${who.principal}, mandate ${contract_id}`,
    ],
    facade: what.facade,
    outcome: what.outcome,
    reason: what.reason,
    params: what.action.params,
    withheld: hidden.map(nameOfPlace),
    agent: who.agent,
    principal: who.principal,
    approver: who.approver,
    tenant: who.tenant,
    contract_id,
    counterparty: where.counterparty,
    when,
  };
}
