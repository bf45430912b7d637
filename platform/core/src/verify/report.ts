import { capitalised } from '@common/base/english';
import { notEveryone } from '../log/note/judge-log-proof.ts';
import { PROVIDER_ANSWER } from '../objects/counterparty.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import { nameOfPlace } from '../receipt/open-receipt.ts';
import { NOT_THE_PROVIDERS } from './acknowledgment.ts';
import { type AddendumVerdict, settlesLater, whatBecame } from './addendum.ts';
import { restsOnStanding } from './checks/decision-again.ts';
import { hiddenOf } from './checks/subject.ts';
import { type Claim, claim, SERVICE_ROLES, signedClaim } from './claim.ts';
import { judgeDocuments } from './documents.ts';
import { saidOf } from './said.ts';
import { claimsSeenElsewhere, type SeenElsewhere } from './seen-elsewhere.ts';
import { type ToldAction, toldAction } from './told-action.ts';
import type { Verdict, Verification } from './verification.ts';

/** The visibility proof: what a receipt proves and how strongly, and what it does not prove. */
export interface VisibilityProof {
  readonly type: 'sanad/visibility-proof/1';
  readonly receipt_id: string | null;
  readonly verdict: Verdict;
  readonly as_of: string | null;
  /** Null if the input is not a receipt. */
  readonly action: ToldAction | null;
  readonly claims: readonly Claim[];
  readonly not_proven: readonly string[];
  /** What each addendum that was given is to it. Beside a receipt that fails, none is judged. */
  readonly addenda: readonly AddendumVerdict[];
  readonly verification: Verification;
}

/**
 * Weighs a verified receipt, claim by claim. The receipt must be the one that was verified; null for what was not a
 * receipt, which claims nothing. `seen`: what was found outside the receipt, if anything was given.
 */
export function report(
  verification: Verification,
  receipt: OpenReceipt | null,
  seen: SeenElsewhere = { logged: null, anchored: null, documents: judgeDocuments(receipt, []), addenda: [] },
): VisibilityProof {
  const { verdict, as_of, receipt_id } = verification;
  return {
    type: 'sanad/visibility-proof/1',
    receipt_id,
    verdict,
    as_of,
    action: receipt === null ? null : toldAction(receipt),
    claims:
      receipt === null
        ? []
        : [
            ...claimsOf(verification, receipt),
            ...statementClaims(verification, receipt),
            ...addendumClaims(verification, receipt, seen),
            ...documentClaims(verification, receipt, seen),
            ...claimsSeenElsewhere(seen),
          ],
    not_proven:
      receipt === null
        ? ['Anything: check 1 says why it cannot be read as a receipt.']
        : notProven(verification, receipt, seen),
    addenda: seen.addenda,
    verification,
  };
}

function claimsOf(verification: Verification, receipt: OpenReceipt): Claim[] {
  return [
    mandateClaim(verification, receipt),
    approvalClaim(verification, receipt),
    policyClaim(verification, receipt),
    ...withinClaim(verification, receipt),
    enforcementClaim(verification, receipt),
    effectClaim(verification, receipt),
    assemblyClaim(verification, receipt),
    chainClaim(verification, receipt),
    logClaim(verification, receipt),
    statusClaim(verification, receipt),
    timeClaim(receipt),
    venueClaim(receipt),
    pluginClaim(verification, receipt),
    ...agentClaim(verification, receipt),
  ];
}

function mandateClaim(verification: Verification, { who, signatures }: OpenReceipt): Claim {
  return signedClaim(verification, {
    id: 'mandate',
    statement: `${who.principal} authorised the agent ${who.agent} under mandate ${who.contract.contract_id}.`,
    check: 3,
    kid: signatures.principal.kid,
  });
}

function approvalClaim(verification: Verification, { signatures, why, how }: OpenReceipt): Claim {
  if (signatures.approver !== null) {
    const earlier = (how.earlier_approvals ?? []).map(({ signature }) => signature.kid);
    const kids = [...earlier, signatures.approver.kid];
    const statement = `${kids.join(' and ')} approved this exact action.`;
    const claims = kids.map((kid) => signedClaim(verification, { id: 'approval', statement, check: 4, kid }));
    const [first, ...others] = claims.toSorted((one, other) => one.strength - other.strength);
    if (first === undefined) throw new Error('an approval has an approver');
    if (others.length === 0) return first;
    // The claim is as strong as the weakest of them.
    const basis = claims.map((one) => one.basis).join(' ');
    return { ...first, basis, pinned: claims.every(({ pinned }) => pinned) };
  }
  if (how.rejection !== undefined) {
    const { kid } = how.rejection.signature;
    return signedClaim(verification, {
      id: 'approval',
      check: 5,
      kid,
      bySignature: true,
      statement: `No person approved this action: ${kid} rejected the request.`,
    });
  }
  const basis =
    why.decision.outcome === 'hold' ? 'The policy required one; it never came.' : 'The policy required none.';
  return claim('approval', 'No person approved this action.', 0, basis);
}

function policyClaim(verification: Verification, { why, how, what }: OpenReceipt): Claim {
  return signedClaim(verification, {
    id: 'policy',
    statement: `The policy ${why.policy_version} said "${why.decision.outcome}" (${why.decision.reason}) to ${what.facade}.`,
    check: 5,
    kid: how.grant_signature.kid,
    bySignature: true,
  });
}

/**
 * The result of check 5's new decision. It is worth as much as the signature under the mandate and its rules.
 */
function withinClaim(verification: Verification, receipt: OpenReceipt): Claim[] {
  const { signatures, how, what, why } = receipt;
  const { grant } = how;
  // A refused action may have been outside.
  if (grant.outcome === 'deny' || what.outcome === 'refused') return [];
  const { checks } = verification;
  const needed =
    why.decision.outcome === 'hold' ? 'needed the approval that it was held for' : 'needed no approval';
  const statement = `${what.facade} was within the amounts, lists and levels that people signed, and ${needed}.`;
  const stands = checks[2]?.outcome === 'pass' && checks[3]?.outcome !== 'fail';
  const { kid } = signatures.principal;
  if (!stands) return [claim('within_mandate', statement, 0, 'Checks 3 and 4 did not pass.')];
  const signed = signedClaim(verification, { id: 'within_mandate', statement, check: 5, kid });
  if (signed.strength === 0) return [signed];
  return [{ ...signed, basis: `Decided again here, from the mandate, profile and rules. ${signed.basis}` }];
}

function enforcementClaim(verification: Verification, { what, signatures }: OpenReceipt): Claim {
  return signedClaim(verification, {
    id: 'enforcement',
    statement: `The grant ended as "${what.outcome}" (${what.reason}).`,
    check: 5,
    kid: signatures.pep.kid,
    bySignature: true,
  });
}

function effectClaim(verification: Verification, { how, signatures, what, why, hidden }: OpenReceipt): Claim {
  const { counterparty_ack: ack } = how;
  const adapterOf = why.plugin.connector.adapter?.provider;
  const who = adapterOf === undefined ? 'The counterparty did' : `An adapter says that ${adapterOf} did`;
  if (hidden.includes('how.counterparty_ack'))
    return signedClaim(verification, {
      id: 'effect',
      statement: `${who} something for this action.`,
      check: 6,
      adapterOf,
      kid: signatures.counterparty?.kid ?? '',
    });
  if (ack !== null && signatures.counterparty !== null) {
    return signedClaim(verification, {
      id: 'effect',
      statement: `${who} "${ack.operation}" for this action, once under ${ack.idempotency_key}.`,
      check: 6,
      adapterOf,
      kid: signatures.counterparty.kid,
    });
  }
  const { settlement } = how;
  if (hidden.includes('how.settlement'))
    return claim('effect', 'The principal decided how to count it.', 0, 'The settlement is withheld.');
  if (settlement !== undefined) {
    const { kid } = settlement.signature;
    const statement = `${kid} counts it as ${what.outcome === 'executed' ? 'done' : 'not done'}; nobody knows.`;
    return claim('effect', statement, 1, 'A person’s word, signed. No counterparty said anything.');
  }
  return claim(
    'effect',
    what.outcome === 'executed' ? 'Something was read.' : 'Nothing was done at a counterparty.',
    what.outcome === 'executed' ? 1 : 0,
    'No counterparty signed anything; only the decision says so.',
  );
}

function assemblyClaim(verification: Verification, { signatures }: OpenReceipt): Claim {
  return signedClaim(verification, {
    id: 'assembly',
    statement: 'These facts were assembled as they appear here, and not changed since.',
    check: 2,
    kid: signatures.service?.kid ?? '',
  });
}

function chainClaim({ checks }: Verification, { bundle, who }: OpenReceipt): Claim {
  const statement = `This is receipt number ${bundle.sequence}, counted from 0, of the chain of ${who.tenant}.`;
  const outcome = checks[6]?.outcome;
  if (outcome === 'fail') return claim('chain', statement, 0, 'Check 7 did not pass.');
  return outcome === 'pass' && bundle.sequence > 0
    ? claim('chain', statement, 2, 'The previous receipt was given, and is the one named.')
    : claim('chain', statement, 1, 'Only this receipt says so.');
}

const NO_HEAD = { tree_size: 0, timestamp: '', log_id: '' };

function logClaim(verification: Verification, { bundle, status }: OpenReceipt): Claim {
  const { tree_size: size, timestamp, log_id: log } = status.log?.tree_head ?? NO_HEAD;
  return signedClaim(verification, {
    id: 'log',
    statement: `Under its own head, of ${timestamp}, the receipt is one of ${size} in the log ${log}, which may have grown since.`,
    check: 8,
    kid: bundle.log_root_signature?.kid ?? '',
    bySignature: true,
  });
}

function statusClaim(verification: Verification, { status, signatures }: OpenReceipt): Claim {
  if (status.revocation !== null) {
    return signedClaim(verification, {
      id: 'status',
      statement: `The mandate was revoked at ${status.revocation.revocation.revoked_at}.`,
      check: 9,
      kid: status.revocation.signature.kid,
      bySignature: true,
    });
  }
  return signedClaim(verification, {
    id: 'status',
    statement: `No revocation was known at ${status.checked_at}.`,
    check: 9,
    kid: signatures.service?.kid ?? '',
    bySignature: true,
  });
}

function timeClaim({ when }: OpenReceipt): Claim {
  const statement = `Proposed at ${when.proposed_at}, decided at ${when.decided_at}.`;
  return claim('time', statement, 1, 'Each party used its own clock; there is no third-party time stamp.');
}

/** INVARIANT: a simulated or declared level is never more than declared. */
function venueClaim({ where, what }: OpenReceipt): Claim {
  const basis =
    what.level_achieved === 'L1-sim'
      ? `Simulated: no hardware measured anything. The gateway measured itself: ${where.measurement.software}.`
      : 'Declared, at most by a token of the cloud (see the label): nothing measured the software.';
  return claim('venue', `It ran at venue ${where.venue}, level ${what.level_achieved}.`, 1, basis);
}

function pluginClaim(verification: Verification, { what, why }: OpenReceipt): Claim {
  const { profile, profile_signature: signature, policy_version } = why;
  return signedClaim(verification, {
    id: 'plugin',
    statement: `${profile.published_by} published ${policy_version} with exactly the rules of plugin ${what.plugin} ${what.plugin_version} (tier ${what.tier}) that are in this receipt.`,
    check: 3,
    kid: signature.kid,
  });
}

/** The receipt has no signature of the agent's: the authority repeats what the gateway says. */
function agentClaim(
  verification: Verification,
  { who, how: { grant, grant_signature } }: OpenReceipt,
): Claim[] {
  if (grant.agent_key === undefined) return [];
  const statement = `The agent ${who.agent} was authenticated by its own key, ${grant.agent_key}, as the gateway says: its signature is not in the receipt.`;
  const { kid } = grant_signature;
  return [signedClaim(verification, { id: 'agent', statement, check: 5, kid, bySignature: true })];
}

/** What issuers said, each as strong as its key. Check 5 judged them for what was not denied. */
function statementClaims(verification: Verification, receipt: OpenReceipt): Claim[] {
  if (receipt.how.grant.outcome === 'deny') return [];
  return saidOf(receipt).map(({ signed, words }) => {
    const { claims, method } = signed.statement;
    const told = signedClaim(verification, {
      id: 'statement',
      statement: `${words}.`,
      check: 5,
      kid: signed.signature.kid,
    });
    return { ...told, basis: `${told.basis} It says: ${claims.join(', ')}; by ${method}.` };
  });
}

/** What became of it later, by the last addendum that holds: as strong as the acknowledgment can be. */
function addendumClaims(
  verification: Verification,
  { signatures, why }: OpenReceipt,
  { addenda }: SeenElsewhere,
): Claim[] {
  const last = addenda.at(-1);
  if (last === undefined) return [];
  const statement = `${capitalised(last.words)}.`;
  if (whatBecame(addenda) === null) {
    const why = addenda.flatMap(({ reasons }) => reasons).join('; ');
    return [claim('settlement', statement, 0, `An addendum that was given does not hold: ${why}.`)];
  }
  return [
    signedClaim(verification, {
      id: 'settlement',
      statement,
      check: 6,
      bySignature: true,
      adapterOf: why.plugin.connector.adapter?.provider,
      kid: signatures.counterparty?.kid ?? '',
    }),
  ];
}

/** A file at hand is worth what the strongest signature over the action is: a person’s, or the authority’s. */
function documentClaims(
  verification: Verification,
  { signatures, how }: OpenReceipt,
  { documents }: SeenElsewhere,
): Claim[] {
  const signed =
    signatures.approver === null
      ? { check: 5, kid: how.grant_signature.kid, bySignature: true }
      : { check: 4, kid: signatures.approver.kid };
  return documents.named.flatMap(({ name, isAtHand }) =>
    isAtHand
      ? [
          signedClaim(verification, {
            id: 'document',
            statement: `The file given is ${name}, which the action names by its hash.`,
            ...signed,
          }),
        ]
      : [],
  );
}

function notProven(
  { unpinned, keys }: Verification,
  receipt: OpenReceipt,
  { logged, documents, addenda }: SeenElsewhere,
): string[] {
  const { who, how, status, bundle } = receipt;
  return [
    ...(receipt.hidden.length === 0
      ? []
      : [`What this view withholds: ${receipt.hidden.map(nameOfPlace).join(', ')}.`]),
    ...(unpinned.length === 0
      ? []
      : [
          `Whose keys those are that only this receipt vouches for: ${unpinned.join(', ')}. Pin them with your own bundle.`,
        ]),
    ...keys.flatMap(({ kid, compromised_at: at }) =>
      at === null ? [] : [`That ${kid} signed before it was compromised at ${at}: a thief can backdate.`],
    ),
    ...notIndependent(keys),
    ...notTheProviders(receipt),
    ...notSettled(receipt, addenda),
    ...notSeen(receipt, keys),
    'That known software ran where it says: there is no hardware quote.',
    `That the mandate was not revoked after ${status.checked_at}.`,
    ...notEveryone(logged),
    ...standingLines(receipt),
    ...(bundle.sequence === 0
      ? []
      : ['That no earlier receipt of the chain is missing, unless all were checked.']),
    ...(how.grant.agent_authenticated === true
      ? []
      : [
          `That ${who.agent} proposed this: its token named no agent, so anyone with a token of ${who.principal} may have.`,
        ]),
    ...(how.grant.outcome === 'deny' ? [] : saidOf(receipt)).map(
      ({ signed: { statement } }) =>
        `That what ${statement.issuer} says is true: its evidence is not in the receipt, and has the hash ${statement.evidence_hash}.`,
    ),
    ...documents.named.flatMap(({ name, sha256, isAtHand }) =>
      isAtHand
        ? [`That what ${name} says is true: only that it is the file which the agent attached.`]
        : [`What ${name} says: document not at hand, hash is signed (${sha256}).`],
    ),
    'What led the agent to propose this action.',
  ];
}

/** Where accepting is not all, the receipt alone does not say what became of it. */
function notSettled(receipt: OpenReceipt, addenda: SeenElsewhere['addenda']): string[] {
  if (!settlesLater(receipt)) return [];
  const became = whatBecame(addenda);
  if (became === null)
    return ['What became of it after it was accepted: an addendum says it (sanad-verify --addendum).'];
  return became.state === 'settled' ? ['That it did not come back after it was settled.'] : [];
}

/** Sums, counts and duplicates are over several actions, and a receipt is of one. */
function standingLines(receipt: OpenReceipt): string[] {
  const { how, what } = receipt;
  const { reason, outcome } = how.grant;
  if (outcome !== 'deny')
    return [
      `That sums and counts over several actions (uses, a daily limit, ${what.facade} done once) were kept: the operator’s services say so.`,
    ];
  if (hiddenOf(receipt, ['what.action.params', 'why.directories']).length > 0) return [];
  return restsOnStanding(receipt, reason)
    ? [
        `That ${what.facade} had to be denied (${reason}): it depends on what went before, and the authority says so.`,
      ]
    : [];
}

/** What a device's signature does not show: who saw what. */
function notSeen({ signatures, how }: OpenReceipt, keys: Verification['keys']): string[] {
  const approvers = [...(how.earlier_approvals ?? []).map(({ signature }) => signature), signatures.approver];
  return keys.flatMap(({ kid, alg }) => {
    if (!approvers.some((signature) => signature?.kid === kid)) return [];
    if (alg === 'webauthn')
      return [
        `What the page showed the holder of ${kid}: a passkey’s prompt names only the site. It was used, and its holder was verified, for exactly this action.`,
      ];
    if (alg === 'app-attest')
      return [
        `That a person approved with ${kid}: App Attest proves the device and the app, not who used it.`,
      ];
    return [];
  });
}

function notTheProviders({ how, why }: OpenReceipt): string[] {
  const { adapter, kid } = why.plugin.connector;
  const answer = new Map<string, unknown>(Object.entries(how.counterparty_ack ?? {})).get(PROVIDER_ANSWER);
  if (adapter === undefined || typeof answer !== 'string') return [];
  return [
    `That ${adapter.provider} did it: ${kid} is an adapter and says so. ${NOT_THE_PROVIDERS} What it answered is known by its hash alone (${answer}).`,
  ];
}

/** Keys of people and counterparties that the operator may have copied. */
function notIndependent(keys: Verification['keys']): string[] {
  const kids = keys.flatMap(({ kid, role, independent }) =>
    independent || SERVICE_ROLES.includes(role) ? [] : [kid],
  );
  return kids.length === 0
    ? []
    : [
        `That the holders of ${kids.join(', ')} signed, and not the operator: these keys were made in the operator’s folder (independent: false). A key enrolled from a public key that was made elsewhere would show it.`,
      ];
}
