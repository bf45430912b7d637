import type { OpenReceipt } from '@platform/core/objects/receipt';
import type { Judgement } from '@platform/core/verify/judge';
import { printable } from '@platform/core/verify/report-html';
import type { CheckOutcome } from '@platform/core/verify/verification';
import { doneWord, outcomeWords } from '@platform/words/outcomes';
import { listed, shortHash } from '@platform/words/short';
import { clockTime, day } from '@platform/words/when';

/**
 * `holds`: under a key that the reader trusts. `unpinned`: it holds, but only the receipt says whose key it
 * is.
 */
type NodeState = 'holds' | 'unpinned' | 'none' | 'fails';

/** A signature, or the place where one could be. */
export interface ChainNode {
  readonly role: string;
  readonly object: string;
  readonly who: string;
  readonly state: NodeState;
  readonly strength: number;
  /** What happened, and when; at most two entries. */
  readonly times: readonly string[];
}

/** A hash that binds a node to the one before it. */
export interface ChainLink {
  readonly name: string;
  readonly hash: string;
  readonly note: string;
  readonly state: 'holds' | 'none' | 'fails';
}

export interface Chain {
  readonly nodes: readonly ChainNode[];
  /** The links between neighbouring nodes, so one fewer than the nodes. */
  readonly links: readonly ChainLink[];
  /** What binds the whole chain: the receipt before, the assembly, and the mandate’s status. */
  readonly bracket: readonly [before: string, whole: string, status: string];
}

/** A receipt’s chain of evidence, as the checks found it. */
export function chainOf({ proof }: Judgement, receipt: OpenReceipt): Chain {
  const outcome = (check: number): CheckOutcome => proof.verification.checks[check - 1]?.outcome ?? 'fail';
  const strengths = new Map(proof.claims.map(({ id, strength, pinned }) => [id, { strength, pinned }]));
  const signed = (
    check: number,
    claim: string,
    kid: string | null,
  ): Pick<ChainNode, 'state' | 'strength'> => {
    const { strength = 0, pinned = false } = strengths.get(claim) ?? {};
    if (outcome(check) === 'fail') return { state: 'fails', strength: 0 };
    if (kid === null || strength === 0) return { state: 'none', strength };
    return { state: pinned ? 'holds' : 'unpinned', strength };
  };
  return {
    nodes: nodesOf(receipt, signed),
    links: linksOf(receipt, outcome),
    bracket: [
      outcome(7) === 'fail'
        ? 'not after the receipt given (check 7)'
        : `number ${receipt.bundle.sequence} of its chain (check 7)`,
      outcome(2) === 'fail'
        ? 'not the receipt that was signed (check 2)'
        : 'one receipt, put together and signed by service_assembly (checks 1, 2)',
      outcome(9) === 'fail'
        ? 'its status does not hold (check 9)'
        : `mandate ${receipt.status.contract} (check 9)`,
    ],
  };
}

type NodeTexts = readonly [role: string, object: string, by: string, times: readonly string[]];

const at = (what: string, instant: string): readonly string[] => [`${what} ${clockTime(instant)}`];

/**
 * The rules decided at the proposal. After an approval, the authority issued the grant anew, and that grant
 * is the signed one.
 */
function decisionTimes(when: OpenReceipt['when'], grant: OpenReceipt['how']['grant']): readonly string[] {
  return grant.approved_by === null
    ? at('decided', grant.issued_at)
    : [...at('decided', when.proposed_at), ...at('granted', grant.issued_at)];
}

type SignatureJudge = (
  check: number,
  claim: string,
  kid: string | null,
) => Pick<ChainNode, 'state' | 'strength'>;

function nodesOf(
  { who, what, when, why, how, status, bundle, signatures }: OpenReceipt,
  signed: SignatureJudge,
): ChainNode[] {
  const named = how.grant.agent_authenticated === true;
  const proof = proofOfAgent(how.grant);
  const texts: readonly NodeTexts[] = [
    [
      'Agent',
      who.agent,
      proof === null ? 'not authenticated' : `named ${proof}`,
      at('proposed', when.proposed_at),
    ],
    ['Mandate', who.principal, signatures.principal.kid, [`valid from ${day(who.contract.valid_from)}`]],
    [
      'Decision',
      `${why.decision.outcome}: ${why.decision.reason}`,
      how.grant_signature.kid,
      decisionTimes(when, how.grant),
    ],
    approvalTexts({ who, when, why, how }),
    [
      'Effect',
      outcomeWords(what, why.plugin.manifest),
      [signatures.counterparty?.kid, signatures.pep.kid].filter((kid) => kid !== undefined).join(', '),
      when.executed_at === null
        ? at('ended', when.decided_at)
        : at(doneWord(what.facade, why.plugin.manifest), when.executed_at),
    ],
    [
      'Log',
      status.log === null ? 'none' : `number ${status.log.leaf_index} of ${status.log.tree_head.tree_size}`,
      bundle.log_root_signature?.kid ?? '',
      status.log === null ? [] : at('head signed', status.log.tree_head.timestamp),
    ],
  ];
  const effect =
    signatures.counterparty === null
      ? signed(5, 'enforcement', signatures.pep.kid)
      : signed(6, 'effect', signatures.counterparty.kid);
  const states: readonly Pick<ChainNode, 'state' | 'strength'>[] = [
    { state: 'none', strength: named ? 2 : 1 },
    signed(3, 'mandate', signatures.principal.kid),
    signed(5, 'policy', how.grant_signature.kid),
    how.rejection === undefined
      ? signed(4, 'approval', who.approver)
      : signed(5, 'approval', how.rejection.signature.kid),
    effect,
    signed(8, 'log', bundle.log_root_signature?.kid ?? null),
  ];
  return texts.map(([role, object, by, times], index) => ({
    role,
    object: fitted(object),
    who: fitted(by),
    times,
    ...(states[index] ?? { state: 'none', strength: 0 }),
  }));
}

/** By what the gateway says that it knew the agent; null if it did not. */
function proofOfAgent({ agent_authenticated, agent_key }: OpenReceipt['how']['grant']): string | null {
  if (agent_authenticated !== true) return null;
  return agent_key === undefined ? 'by its token' : 'by its own key';
}

/** What people said: yes, no, or nothing. */
function approvalTexts({
  who,
  when,
  why,
  how: { rejection },
}: Pick<OpenReceipt, 'who' | 'when' | 'why' | 'how'>): NodeTexts {
  if (rejection !== undefined)
    return ['Approval', 'rejected', rejection.signature.kid, at('rejected', rejection.rejected_at)];
  if (who.approver !== null) {
    const times = when.approved_at === null ? [] : at('approved', when.approved_at);
    return ['Approval', 'this exact action', who.approver, times];
  }
  return ['Approval', 'none', why.decision.outcome === 'hold' ? 'nobody answered' : 'nobody was asked', []];
}

function linksOf(
  { who, what, how, status }: OpenReceipt,
  outcome: (check: number) => CheckOutcome,
): ChainLink[] {
  const link = (name: string, hash: string, ...checks: readonly number[]): ChainLink => {
    const failed = checks.filter((check) => outcome(check) === 'fail');
    const shown = failed.length > 0 ? failed : checks;
    const state = failed.length > 0 ? 'fails' : outcome(checks[0] ?? 0) === 'n/a' ? 'none' : 'holds';
    return {
      name,
      hash: shortHash(hash),
      note: `${state === 'fails' ? 'no: ' : ''}${shown.length === 1 ? 'check' : 'checks'} ${listed(shown)}`,
      state,
    };
  };
  return [
    {
      name: 'mandate',
      hash: who.contract.contract_id.slice(0, 11),
      note: proofOfAgent(how.grant) ?? 'not authenticated',
      state: 'none',
    },
    link('contract', who.contract_hash, 3),
    link('action', what.action_hash, 4),
    link('grant', how.grant_hash, 5, 6),
    link('leaf', status.log?.leaf_hash ?? '', 8),
  ];
}

/** The longest text that fits beside its neighbours in the drawing. The tables below have the whole text. */
const MOST = 24;

function fitted(text: string): string {
  const shown = printable(text);
  return shown.length <= MOST ? shown : `${shown.slice(0, MOST - 1)}…`;
}
