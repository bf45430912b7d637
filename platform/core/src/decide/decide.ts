import { dateOfInstant } from '@common/base/calendar';
import { instantMs } from '@common/base/instant';
import { type Because, keptValues } from '../objects/decision-values.ts';
import type { EntryProofs } from '../objects/directory.ts';
import type { ActionParams, PolicyDecision, PossibleDuplicate } from '../objects/grant.ts';
import type { Mandate } from '../objects/mandate.ts';
import type { FacadeSpec, PluginManifest, PolicyRule } from '../objects/plugin.ts';
import type { Profile } from '../objects/profile.ts';
import { isReason, REASONS, type Reason } from '../objects/reasons.ts';
import { detailOf } from './detail.ts';
import { activeUntil, pendingUntil } from './grant-states.ts';
import { checkRule } from './rules/check-rule.ts';
import type { Directories, EntryFound, RuleContext, RuleVerdict, StatementFound } from './rules/rule.ts';

/** What currently counts against the mandate and the tenant, read in the transaction that stores the grant. */
export interface Standing {
  /** Live grants (`isLive`) of the mandate's covered facade. */
  readonly uses: number;
  /** A grant of the tenant with the same idempotency key is live. */
  readonly duplicate: boolean;
  /** That grant, where it is known. */
  readonly duplicateOf?: string | undefined;
  /** The live grant that the action may repeat. */
  readonly possibleDuplicate?: PossibleDuplicate | null;
  /** Hashes of the directories' entries in force by which a person approved an action of the tenant before. */
  readonly approvedEntries?: readonly string[];
  /** Used today (UTC) under the mandate, for each of `countersOf(facade.rules, params)`; `0` if nothing is stored. */
  readonly counters: Readonly<Record<string, string>>;
}

/** The reservation is stored with the grant, and given back if the grant is denied or expires. */
export interface Reservation {
  readonly counter: string;
  /** The day in UTC. */
  readonly period: string;
  readonly amount: string;
}

/** The policy's decision, and the reservations of the grant. */
export interface GrantDecision extends Readonly<PolicyDecision> {
  readonly reservations: readonly Reservation[];
  /** What the grant adds to the mandate's uses. */
  readonly uses: 0 | 1;
  /** When silence ends the grant: RFC 3339, UTC; null for a denied one. */
  readonly expiresAt: string | null;
}

export interface DecideInput {
  /** The profile in force, with its signature checked. */
  readonly profile: Pick<Profile, 'name' | 'version' | 'scope' | 'rules' | 'directories' | 'attested'>;
  readonly manifest: PluginManifest;
  readonly mandate: Mandate;
  readonly mandateRevoked: boolean;
  readonly standing: Standing;
  /** The entries in force that fit the action, by directory, with their signatures and proofs checked. */
  readonly entries?: EntryProofs;
  /** The action’s statements by rule, as `readStatements` read them. */
  readonly statements?: Readonly<Record<string, StatementFound>>;
  /** The plugin that was asked for. Only the mandate's own plugin, which is `manifest`, can be allowed. */
  readonly plugin: string;
  readonly facade: string;
  /** The params as `normaliseParams` returned them. */
  readonly params: ActionParams;
  readonly nowMs: number;
}

interface Finding {
  readonly outcome: 'hold' | 'deny';
  readonly reason: Reason;
  readonly because: Because;
}

/**
 * The facade that an action asks for; undefined if the manifest's plugin does not have it, or another plugin was
 * asked.
 * @example facadeOf({ name: 'pay', facades: [] }, { plugin: 'pay', facade: 'pay.execute' }) // undefined
 */
export function facadeOf(
  { name: ofPlugin, facades }: Pick<PluginManifest, 'name' | 'facades'>,
  asked: { readonly plugin: string; readonly facade: string },
): FacadeSpec | undefined {
  return asked.plugin === ofPlugin ? facades.find(({ name }) => name === asked.facade) : undefined;
}

/**
 * The decision on a proposal. Checks are in the published order of `REASONS`; the first that fails names the
 * reason. INVARIANT: a proposal that cannot be checked is denied, and a denial reserves nothing.
 */
export function decide(input: DecideInput): GrantDecision {
  const { mandate, manifest, nowMs } = input;
  const facade = facadeOf(manifest, input);
  const refusal = checkPoints(input, facade).find(({ finding }) => finding !== undefined)?.finding;
  if (refusal !== undefined) return denied(refusal);
  if (facade === undefined) return denied(deny('facade_not_in_scope', notOfPlugin(input)));

  const checked = checkRules(input, facade);
  const findings = [
    ...possibleDuplicate(input.standing),
    ...checked.flatMap(({ rule, verdict }) => toFinding(rule, verdict)),
  ].sort(byPublishedOrder);
  const first = findings[0];
  if (first?.outcome === 'deny') return denied(first);
  if (first !== undefined && (mandate.approval.routes ?? []).length === 0) {
    return denied({ ...first, because: { ...first.because, approver: 'none' } });
  }
  const period = dateOfInstant(nowMs);
  const reservations = checked.flatMap(({ verdict }) =>
    verdict.outcome === 'deny' ? [] : (verdict.uses ?? []).map((use) => ({ ...use, period })),
  );
  const outcome = first === undefined ? 'allow' : 'hold';
  return {
    outcome,
    reason: first?.reason ?? 'ok',
    ...(first === undefined ? { detail: 'within the mandate' } : told(first.because)),
    reservations,
    uses: input.facade === manifest.covered_facade ? 1 : 0,
    expiresAt: outcome === 'allow' ? activeUntil(mandate, nowMs) : pendingUntil(mandate, nowMs),
  };
}

/**
 * What the rules read of directories: the entries that were found, which an action is judged by.
 * @example directoriesOf({ profile: {}, standing: {}, nowMs: 0 }) // { terms: {}, found: {}, nowMs: 0 }
 */
export function directoriesOf({
  profile,
  entries = {},
  standing: { approvedEntries = [] },
  nowMs,
}: {
  readonly profile: Pick<Profile, 'directories'>;
  readonly standing: Pick<Standing, 'approvedEntries'>;
  readonly entries?: EntryProofs;
  readonly nowMs: number;
}): Directories {
  const found = Object.entries(entries).flatMap(([directory, proof]): [string, EntryFound][] => {
    const { change, name, values } = proof.entry.entry;
    if (change === 'ended' || values === undefined) return [];
    const isApproved = approvedEntries.includes(proof.entry.entry_hash);
    return [[directory, { name, values, change, sinceMs: newSinceMs(proof), isApproved }]];
  });
  return { terms: profile.directories ?? {}, found: Object.fromEntries(found), nowMs };
}

/**
 * From when an entry counts as new. INVARIANT: never from before it came into force, because a signer chooses the date in
 * the entry, and it may have waited for its second person; nor from before that date, whatever the authority says.
 */
function newSinceMs({ entry: { entry }, recorded_at: recorded }: EntryProofs[string]): number {
  const instants = [entry.signed_at, ...(recorded === undefined ? [] : [recorded])];
  return Math.max(...instants.map((instant) => instantMs(instant) ?? Number.NaN));
}

/** Each rule of the facade with what it says of the action, in the order of the manifest. */
export function checkRules(
  input: DecideInput,
  facade: FacadeSpec,
): readonly { readonly rule: PolicyRule; readonly verdict: RuleVerdict }[] {
  const { profile, mandate, nowMs } = input;
  const context: RuleContext = {
    facade,
    params: input.params,
    mandate: mandate.rules,
    profile: profile.rules,
    counters: input.standing.counters,
    directories: directoriesOf(input),
    attested: { terms: profile.attested ?? {}, found: input.statements ?? {}, nowMs },
  };
  return facade.rules.map((rule) => ({ rule, verdict: checkRule(rule, context) }));
}

/** What every mandate is about, whatever its plugin: the mandate’s own end, its time, its scope, its uses, and once for each. */
export type Point = 'revocation' | 'validity' | 'scope' | 'uses' | 'repetition';

/** The points with what refuses the action there, in the published order. They do not depend on the rules. */
export function checkPoints(
  input: DecideInput,
  facade: FacadeSpec | undefined,
): readonly { readonly point: Point; readonly finding: Finding | undefined }[] {
  const { profile, mandate, nowMs } = input;
  const { contract_id } = mandate;
  const [expiry, scope] = [outOfForce(mandate, profile, nowMs), outOfScope(input, facade)];
  const revoked = input.mandateRevoked
    ? deny('contract_revoked', { why: 'mandate_revoked', contract_id })
    : undefined;
  return [
    { point: 'revocation', finding: revoked },
    { point: 'validity', finding: expiry && deny('contract_expired', expiry) },
    { point: 'scope', finding: scope && deny('facade_not_in_scope', scope) },
    { point: 'uses', finding: usesSpent(input) },
    { point: 'repetition', finding: repeated(input, facade) },
  ];
}

function usesSpent({ facade, manifest, mandate, standing }: DecideInput): Finding | undefined {
  if (facade !== manifest.covered_facade) return undefined;
  const max = mandate.limits.use_count_max;
  // The condition also refuses a count that is not a number.
  if (standing.uses >= 0 && standing.uses + 1 <= max) return undefined;
  const [limit, used] = [String(max), String(standing.uses)];
  return deny('use_count_exceeded', { why: 'uses_spent', limit, used });
}

function repeated({ standing }: DecideInput, facade: FacadeSpec | undefined): Finding | undefined {
  if (facade?.idempotency.unique !== true || !standing.duplicate) return undefined;
  const fields = facade.idempotency.params.join(', ');
  return deny('duplicate_action', { why: 'same_action', fields, earlier: standing.duplicateOf });
}

/**
 * Undefined from `valid_from` on and before `valid_to`, under the version of the profile that was signed.
 * Nothing is allowed at `valid_to` itself, because no grant made then could be spent.
 */
function outOfForce(
  mandate: Pick<Mandate, 'valid_from' | 'valid_to' | 'profile' | 'policy_version'>,
  profile: Pick<Profile, 'name' | 'version'>,
  nowMs: number,
): Because | undefined {
  const [from, to] = [instantMs(mandate.valid_from), instantMs(mandate.valid_to)];
  if (from === null || to === null || Number.isNaN(nowMs)) return { why: 'instant_unknown' };
  if (nowMs < from) return { why: 'not_yet_valid', valid_from: mandate.valid_from };
  if (nowMs >= to) return { why: 'no_longer_valid', valid_to: mandate.valid_to };
  const inForce = `${profile.name}@${profile.version}`;
  if (mandate.profile === profile.name && mandate.policy_version === inForce) return undefined;
  return { why: 'older_policy', signed_under: mandate.policy_version, in_force: inForce };
}

function outOfScope(input: DecideInput, facade: FacadeSpec | undefined): Because | undefined {
  const { profile, mandate } = input;
  if (facade === undefined) return notOfPlugin(input);
  const { name } = facade;
  if (mandate.forbidden.includes(name)) return { why: 'facade_forbidden', facade: name };
  if (!mandate.scope.includes(name)) return { why: 'facade_not_in_mandate', facade: name };
  if (!profile.scope.includes(name)) return { why: 'facade_not_in_profile', facade: name };
  return undefined;
}

function notOfPlugin({ plugin, manifest, facade }: DecideInput): Because {
  return plugin === manifest.name
    ? { why: 'facade_unknown', facade, plugin }
    : { why: 'facade_of_other_plugin', facade, plugin, mandate_plugin: manifest.name };
}

function deny(reason: Reason, because: Because): Finding {
  return { outcome: 'deny', reason, because };
}

function denied({ reason, because }: Finding): GrantDecision {
  return { outcome: 'deny', reason, ...told(because), reservations: [], uses: 0, expiresAt: null };
}

/** What the decision rests on, for programs and as a technical line. */
function told(because: Because): Pick<Required<PolicyDecision>, 'detail' | 'values'> {
  return { detail: detailOf(because), values: keptValues(because) };
}

/** Before the thresholds, which say less about why a person is asked. */
function possibleDuplicate({ possibleDuplicate: found }: Standing): Finding[] {
  if (found === undefined || found === null) return [];
  const because = { why: 'possible_duplicate', earlier: found.grant_id, sign: found.why } as const;
  return [{ outcome: 'hold', reason: 'approval_required', because }];
}

function toFinding(rule: PolicyRule, verdict: RuleVerdict): Finding[] {
  if (verdict.outcome === 'pass') return [];
  if (verdict.outcome === 'hold') {
    return [{ outcome: 'hold', reason: 'approval_required', because: verdict.because }];
  }
  return [deny(refusalOf(rule), verdict.because)];
}

/**
 * The reason of a rule that refuses. INVARIANT: a manifest cannot make a refusal look like a permission.
 * @example refusalOf({ reason: 'ok' }) // 'facade_not_in_scope'
 */
export function refusalOf({ reason }: Pick<PolicyRule, 'reason'>): Reason {
  return isReason(reason) && reason !== 'ok' ? reason : 'facade_not_in_scope';
}

/**
 * Puts denials first, because a person may approve only what nothing forbids. A plugin's own reasons come
 * after the document's.
 */
function byPublishedOrder(a: Finding, b: Finding): number {
  if (a.outcome !== b.outcome) return a.outcome === 'deny' ? -1 : 1;
  return placeOf(a.reason) - placeOf(b.reason);
}

const ORDER: readonly string[] = REASONS;

/** The place of a reason in the published order of the checks. A plugin’s own reasons come last. */
export function placeOf(reason: Reason): number {
  const place = ORDER.indexOf(reason);
  return place === -1 ? REASONS.length : place;
}
