import { dateOfInstant } from '@common/base/calendar';
import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { together } from '@common/base/together';
import { drawSalt } from '@common/evidence/disclosure';
import { hashOf } from '@common/evidence/hash';
import { decide, facadeOf, type GrantDecision } from '@platform/core/decide/decide';
import { firstStatus } from '@platform/core/decide/grant-states';
import { idempotencyKeyOf, idempotencyMaterial } from '@platform/core/decide/idempotency';
import { normaliseParams } from '@platform/core/decide/params';
import type { Likeness } from '@platform/core/decide/possible-duplicate';
import { strayStatements } from '@platform/core/decide/rules/attested';
import { countersOf } from '@platform/core/decide/rules/check-rule';
import type { ActionStatements } from '@platform/core/objects/attested';
import type { EntryProofs } from '@platform/core/objects/directory';
import { type ActionDocument, documentsFault, type NamedDocument } from '@platform/core/objects/document';
import type {
  Action,
  ActionParams,
  Grant,
  GrantRecord,
  PossibleDuplicate,
  ProposalRequest,
} from '@platform/core/objects/grant';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import { operationOf, paramFaults } from '@platform/core/request/sent';
import type { ProfileInForce, ProfileRefusal } from '@platform/core/signed/profile';
import { actionHash, drawSalts } from '@platform/core/signed/sealed-action';
import { signObject } from '@platform/core/signed/signed';
import { readStatements } from '@platform/core/signed/statements';
import { compareWithKnown } from '@platform/keys/known-actions';
import { type Caller, type MandateFault, mandateFault } from '@platform/keys/service-token';
import { approvedCounter, takenBy, USES } from '@platform/keys/standing';
import type { StoredGrant, StoredMandate, Unit } from '../store/store.ts';
import { type AuthorityDeps, freshId } from './deps.ts';
import { signEnding } from './end-grant.ts';
import { heldEvent, limitEvents } from './notice-events.ts';
import { roundsOf } from './notice-rounds.ts';
import { checkSigners, type SignerRefusal } from './people-signatures.ts';
import { checkDenials, countDenial, type LimitRefusal, takeProposal } from './proposal-limits.ts';
import { entriesFor } from './read-directory.ts';
import { expireGrants } from './sweep-grants.ts';

export type ProposeRefusal =
  | LimitRefusal
  | ProfileRefusal
  | 'contract_not_found'
  | MandateFault
  | SignerRefusal
  | DocumentsRefusal
  | 'statements_invalid'
  | 'params_invalid';

type DocumentsRefusal = 'document_not_uploaded' | 'documents_invalid';

interface CheckedProposal
  extends Pick<ProposalRequest, 'plugin' | 'facade' | 'software' | 'reason' | 'documents'> {
  /** Whether the caller's token named the mandate's agent. */
  readonly agentAuthenticated: boolean;
  /** The fingerprint of the key of the mandate with which the agent signed; null for a mandate without one. */
  readonly agentKey: string | null;
  readonly mandate: StoredMandate;
  /** The profile in force. */
  readonly profile: ProfileInForce;
  /** Null for a facade that the mandate's plugin does not have, which is outside every scope. */
  readonly spec: FacadeSpec | null;
  readonly params: ActionParams;
  /** Each answers a rule that asks for one. */
  readonly statements?: ActionStatements | undefined;
}

/**
 * Decides on a proposal and records the grant, with what it takes from the mandate's limits, in one
 * transaction. A denial is a grant too: it has an id, and its receipt is requested. `caller` comes from the
 * agent's token, as the gateway passes it on.
 */
export async function proposeAction(
  deps: AuthorityDeps,
  request: ProposalRequest,
  caller: Caller,
): Promise<Result<GrantRecord, ProposeRefusal>> {
  const understood = await understand(deps, request, caller);
  if (!understood.ok) return understood;
  // Expired grants no longer count against the limits.
  await expireGrants(deps);
  const kept = await deps.store.atomically(async (unit) => {
    const decided = await decideAndKeep(deps, unit, understood.value);
    deps.faults.at('proposed', 'before');
    return decided;
  }, understood.value.mandate.contract.tenant);
  deps.faults.at('proposed', 'after');
  if (kept.ok && kept.value.status === 'denied') deps.receiptQueued();
  return kept;
}

async function understand(
  deps: AuthorityDeps,
  {
    contract_id: mandateId,
    plugin,
    facade,
    params: given,
    plugin_hash: pluginHash,
    software,
    reason,
    documents,
    statements,
  }: ProposalRequest,
  caller: Caller,
): Promise<Result<CheckedProposal, ProposeRefusal>> {
  const mandate = await deps.store.mandate(mandateId);
  if (mandate === null) return fail('contract_not_found', `There is no mandate ${mandateId}.`);
  const fault = mandateFault(caller, mandate.contract);
  if (fault !== null) return fault;
  const taken = await takeProposal(deps.limits, caller.principal, mandateId);
  if (!taken.ok) return taken;
  const { profile: name } = mandate.contract;
  const profile = await deps.readProfile(name);
  if (!profile.ok) return profile;
  const { manifest, hash } = profile.value.plugin;
  if (plugin === manifest.name && pluginHash !== hash) {
    const message = `The gateway’s folder of the plugin ${manifest.name} (${pluginHash}) is not the one that was signed with the profile (${hash}): restore it and start the gateway again.`;
    return fail('plugin_hash_mismatch', message);
  }
  const trusted = checkSigners(deps, { mandate, profile: profile.value }, await deps.keys());
  if (!trusted.ok) return trusted;
  const agentAuthenticated = caller.agent !== null || caller.key !== null;
  const said = {
    ...(reason === undefined ? {} : { reason }),
    ...(documents === undefined ? {} : { documents }),
  };
  const common = {
    agentAuthenticated,
    agentKey: caller.key,
    software,
    mandate,
    profile: profile.value,
    plugin,
    facade,
    ...said,
  };
  const spec = facadeOf(manifest, { plugin, facade });
  // No rule that the mandate's principal signed defines this facade's params, so none are stored: nobody could check
  // them. The action still names the plugin and the facade that were asked for.
  if (spec === undefined) return ok({ ...common, spec: null, params: {} });
  const params = normaliseParams(spec, given);
  if (!params.ok) return fail('params_invalid', params.error.message, params.error.detail);
  // Nobody is asked to approve what the enforcement point could not send as it is.
  const operation = operationOf(profile.value.plugin.connector, facade);
  const [unsendable] = operation === undefined ? [] : paramFaults(operation, params.value);
  if (unsendable !== undefined) return fail('params_invalid', unsendable);
  const { rules } = mandate.contract;
  const asked = { params: params.value, mandate: rules, profile: profile.value.profile.rules };
  const [stray] = strayStatements(spec, statements, asked);
  if (stray !== undefined)
    return fail(
      'statements_invalid',
      `Nothing was decided: no rule asks for the statement ${stray} here, so nobody would judge it. Leave it out.`,
    );
  return ok({ ...common, spec, params: params.value, statements });
}

async function decideAndKeep(
  deps: AuthorityDeps,
  unit: Unit,
  proposed: CheckedProposal,
): Promise<Result<GrantRecord, LimitRefusal | DocumentsRefusal>> {
  const { profile, spec, plugin, facade } = proposed;
  const { tenant, contract_id: mandateId } = proposed.mandate.contract;
  const nowMs = deps.clock();
  const documents = await namedDocuments(unit, tenant, proposed.documents);
  if (!documents.ok) return documents;
  const action = actionOf(deps, proposed, documents.value, formatInstant(nowMs));
  const day = dateOfInstant(nowMs);
  const names = countersOf(spec?.rules ?? [], proposed.params);
  const counters = [USES, ...names.map((counter) => ({ counter, period: day }))];
  const keys = await deps.keys();
  const [found, recordable, standing, alike, { entries, approved }] = await unit.readLocked(tenant, () =>
    together([
      unit.mandate(mandateId),
      checkDenials(deps.limits, unit, mandateId, nowMs),
      unit.standing.read(mandateId, counters),
      alikeAmongLive(deps, unit, spec, action),
      knownEntries(deps, unit, { profile: profile.profile, spec, tenant, params: proposed.params, keys }),
    ]),
  );
  if (!recordable.ok) return recordable;
  // As it is under the lock, because the mandate may have been revoked since.
  const mandate = found ?? proposed.mandate;
  const [uses = '0', ...values] = standing;
  const verdict = decide({
    profile: profile.profile,
    manifest: profile.plugin.manifest,
    mandate: mandate.contract,
    mandateRevoked: mandate.revocation !== null,
    standing: {
      uses: Number(uses),
      duplicate: alike.duplicateOf !== null,
      duplicateOf: alike.duplicateOf ?? undefined,
      possibleDuplicate: alike.possible,
      approvedEntries: approved,
      counters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? '0'])),
    },
    ...(entries === undefined ? {} : { entries }),
    statements: readStatements(deps.crypto, action.statements, { deployment: deps.deployment, keys }),
    plugin,
    facade,
    params: proposed.params,
    nowMs,
  });
  const stored = signGrant(deps, proposed, action, verdict, { possible: alike.possible, entries });
  const { record, reservations } = stored;
  if (record.status === 'denied') {
    const { reason, detail } = verdict;
    await unit.insertGrant(stored);
    await unit.queueReceipt(signEnding(deps, record, { outcome: 'denied', reason, detail }));
    await countDenial(unit, mandateId, nowMs);
  } else {
    const before = counters.map((counter, index) => ({ ...counter, value: standing[index] ?? '0' }));
    const of = { spec, mandate: mandate.contract, profile: profile.profile, before, taken: reservations };
    const told = limitEvents(record, of, nowMs);
    await together([
      unit.insertGrant(stored),
      unit.standing.take(mandateId, reservations, before),
      ...(spec === null ? [] : [unit.known.add(spec, action)]),
      unit.enterNoticeEvents(record.status === 'pending' ? [...told, heldEvent(record, nowMs)] : told),
    ]);
  }
  if (record.status === 'pending') {
    await unit.requestNotices(roundsOf(mandate.contract, record.grant, nowMs));
  }
  return ok(record);
}

/** The entries of directories that fit the action, and those by which a person approved one before. */
async function knownEntries(deps: AuthorityDeps, unit: Unit, asked: Parameters<typeof entriesFor>[2]) {
  const entries = await entriesFor(deps, unit, asked);
  const hashes = Object.values(entries ?? {}).map(({ entry }) => entry.entry_hash);
  if (hashes.length === 0) return { entries, approved: [] };
  const counts = await unit.standing.read(asked.tenant, hashes.map(approvedCounter));
  return { entries, approved: hashes.filter((_, index) => counts[index] !== '0') };
}

/** The live grant that the action repeats, and the one that it may repeat. */
async function alikeAmongLive(
  { crypto }: AuthorityDeps,
  unit: Unit,
  spec: FacadeSpec | null,
  action: Action,
): Promise<Likeness> {
  if (spec === null || !spec.idempotency.unique) return { duplicateOf: null, possible: null };
  const live = (after: string, limit: number) => unit.liveActions(action.tenant, after, limit);
  const [duplicateOf, alike] = await together([
    unit.liveDuplicate(action.tenant, action.idempotency_key),
    compareWithKnown(unit.known, { crypto, facade: spec, action, live }),
  ]);
  return duplicateOf === null ? alike : { duplicateOf, possible: null };
}

/** The documents with what is known of them. The tenant is locked: none goes until the grant names it. */
async function namedDocuments(
  unit: Unit,
  tenant: string,
  named: readonly NamedDocument[] = [],
): Promise<Result<ActionDocument[], DocumentsRefusal>> {
  if (named.length === 0) return ok([]);
  await unit.lockTenant(tenant);
  const kept = await unit.documents(
    tenant,
    named.map(({ sha256 }) => sha256),
  );
  const documents: ActionDocument[] = [];
  for (const { sha256, name } of named) {
    const facts = kept.find((document) => document.sha256 === sha256);
    if (facts === undefined)
      return fail(
        'document_not_uploaded',
        `Nothing was decided: the document ${sha256} is not kept for ${tenant}. Upload it (again), then propose.`,
      );
    documents.push({ sha256, media_type: facts.mediaType, size_bytes: facts.sizeBytes, name });
  }
  const fault = documentsFault(documents);
  return fault === null ? ok(documents) : fail('documents_invalid', `Nothing was decided: ${fault}.`);
}

function actionOf(
  deps: AuthorityDeps,
  proposed: CheckedProposal,
  documents: ActionDocument[],
  now: string,
): Action {
  const { mandate, spec, plugin, facade, params, reason, statements } = proposed;
  const { profile } = proposed.profile;
  const grantId = freshId('gr_', deps);
  const { tenant } = mandate.contract;
  const key =
    spec === null
      ? `idem_none_${grantId}`
      : idempotencyKeyOf(spec, hashOf(deps.crypto, idempotencyMaterial(spec, tenant, params, grantId)));
  return {
    type: 'sanad/action/1',
    deployment: deps.deployment,
    grant_id: grantId,
    tenant,
    contract_id: mandate.contract.contract_id,
    contract_hash: mandate.contract_hash,
    policy_version: `${profile.name}@${profile.version}`,
    agent: mandate.contract.agent,
    plugin,
    facade,
    params: { ...params },
    idempotency_key: key,
    ...(reason === undefined ? {} : { reason }),
    ...(documents.length === 0 ? {} : { documents }),
    ...(statements === undefined ? {} : { statements }),
    proposed_at: now,
  };
}

/** What was found of earlier actions, and of directories. */
interface Found {
  readonly possible: PossibleDuplicate | null;
  readonly entries: EntryProofs | undefined;
}

function signGrant(
  deps: AuthorityDeps,
  { agentAuthenticated, agentKey, profile, software, spec }: CheckedProposal,
  action: Action,
  verdict: GrantDecision,
  { possible, entries }: Found,
): StoredGrant {
  const salts = drawSalts(action, () => drawSalt(deps.randomBytes));
  const hashed = actionHash(deps.crypto, action, salts);
  if (hashed === null) throw new Error('two salts are the same: the source of random bytes is broken');
  const { outcome, reason, detail, values } = verdict;
  const grant: Grant = {
    type: 'sanad/grant/1',
    deployment: deps.deployment,
    grant_id: action.grant_id,
    tenant: action.tenant,
    contract_id: action.contract_id,
    contract_hash: action.contract_hash,
    policy_version: action.policy_version,
    profile_hash: profile.profile_hash,
    action_hash: hashed,
    agent_authenticated: agentAuthenticated,
    ...(agentKey === null ? {} : { agent_key: agentKey }),
    outcome,
    reason,
    ...(possible === null || reason !== 'approval_required' ? {} : { possible_duplicate_of: possible }),
    approved_by: null,
    approved_at: null,
    gateway_software: software,
    issued_at: action.proposed_at,
    expires_at: verdict.expiresAt,
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, grant);
  return {
    record: {
      grant,
      grant_hash: hash,
      signature,
      action,
      salts,
      action_hash: hashed,
      decision: { outcome, reason, detail, ...(values === undefined ? {} : { values }) },
      ...(entries === undefined || Object.keys(entries).length === 0 ? {} : { directories: entries }),
      status: firstStatus(outcome),
      ending: null,
      approval: null,
      redemption_id: null,
      redeemed_at: null,
      receipt_id: null,
    },
    unique: spec?.idempotency.unique ?? false,
    reservations: takenBy(verdict),
  };
}
