import { clause } from '@common/base/english';
import { instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { facadeOf } from '../decide/decide.ts';
import { activeUntil, pendingUntil } from '../decide/grant-states.ts';
import { idempotencyKeyOf, idempotencyMaterial } from '../decide/idempotency.ts';
import { checkMandate } from '../decide/mandate-bounds.ts';
import { normaliseParams } from '../decide/params.ts';
import { strayStatements } from '../decide/rules/attested.ts';
import type { Action, ActionParams, Grant } from '../objects/grant.ts';
import type { Mandate } from '../objects/mandate.ts';
import type { FacadeSpec, PluginManifest } from '../objects/plugin.ts';
import type { Profile } from '../objects/profile.ts';
import { type Problem, problem, unless } from './problems.ts';

/** Two instants of one authority, which has more than one process. */
const CLOCK_SKEW_MS = 60_000;

const NOT_CANONICAL = 'params_not_canonical';
const OTHER_KEY = 'idempotency_key_mismatch';

/** The objects that people signed, and the action that is claimed to be within them. */
interface SignedObjects {
  readonly profile: Profile;
  readonly manifest: PluginManifest;
  readonly mandate: Mandate;
  readonly action: Action;
}

/**
 * Lists reasons why no authority could have given this grant by the signed rules, besides what `decide`
 * finds: the mandate exceeds its profile, the params are not in their canonical spelling, the idempotency key
 * does not belong to them (a different one would pay an invoice twice), or the grant lasts longer than the
 * mandate allows.
 */
export function grantFaults(crypto: Crypto, signed: SignedObjects, grant: Grant): readonly Problem[] {
  const { profile, manifest, mandate, action } = signed;
  const facade = facadeOf(manifest, action);
  const bounds = checkMandate(profile, manifest, mandate, instantMs(action.proposed_at) ?? Number.NaN);
  return [
    ...(bounds.ok
      ? []
      : problem(
          'mandate_over_profile',
          `the mandate is not within the profile: ${clause(bounds.error.message)}`,
        )),
    ...(facade === undefined ? [] : actionFaults(crypto, facade, action)),
    ...strayFaults(signed),
    ...proposalFaults(action, grant),
    ...termFaults(mandate, grant),
  ];
}

/** Nobody judges a statement that no rule asks for, so nobody may be shown one. */
export function strayFaults({ profile, manifest, mandate, action }: SignedObjects): Problem[] {
  const asked = { params: action.params, mandate: mandate.rules, profile: profile.rules };
  return strayStatements(facadeOf(manifest, action), action.statements, asked).flatMap((name) =>
    problem('statement_unasked', `no rule asks for the statement ${name} that the action carries`),
  );
}

function actionFaults(crypto: Crypto, facade: FacadeSpec, action: Action): Problem[] {
  const proposed = Object.entries(action.params).filter(
    ([name]) => !Object.hasOwn(facade.params, name) || facade.params[name]?.derived_from === undefined,
  );
  const params = normaliseParams(facade, Object.fromEntries(proposed));
  if (!params.ok)
    return problem(
      NOT_CANONICAL,
      `the action's params are not those of ${facade.name}: ${params.error.message}`,
    );
  if (!isSameParams(params.value, action.params))
    return problem(NOT_CANONICAL, 'the action’s params are not in their canonical spelling');
  const lacking = facade.idempotency.params.find(
    (name) => facade.params[name]?.kind !== 'reference' && !Object.hasOwn(params.value, name),
  );
  if (lacking !== undefined)
    return problem(OTHER_KEY, `the idempotency key needs ${lacking}, which ${facade.name} does not have`);
  const material = idempotencyMaterial(facade, action.tenant, params.value, action.grant_id);
  const key = idempotencyKeyOf(facade, hashOf(crypto, material));
  return unless(
    key === action.idempotency_key,
    OTHER_KEY,
    `the action's idempotency key is ${action.idempotency_key}, but that of its params is ${key}`,
  );
}

function isSameParams(one: ActionParams, other: ActionParams): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => Object.hasOwn(other, name) && other[name] === value)
  );
}

/** An authority decides at once; what is held waits for a person, whose signature covers when it was proposed. */
function proposalFaults({ proposed_at }: Action, { issued_at, approved_by }: Grant): Problem[] {
  const [proposed, issued] = [instantMs(proposed_at), instantMs(issued_at)];
  if (proposed === null || issued === null)
    return problem('instant_malformed', 'the instants of the proposal and the grant are not known');
  return unless(
    approved_by !== null || Math.abs(issued - proposed) <= CLOCK_SKEW_MS,
    'grant_term',
    `the grant was issued at ${issued_at}, but the action was proposed at ${proposed_at}`,
  );
}

function termFaults(mandate: Mandate, { outcome, issued_at, approved_at, expires_at }: Grant): Problem[] {
  const [from, end] = [
    instantMs(approved_at ?? issued_at),
    expires_at === null ? null : instantMs(expires_at),
  ];
  if (from === null || end === null) return problem('grant_term', 'the grant’s term is not known');
  const latest = (outcome === 'hold' ? pendingUntil : activeUntil)(mandate, from);
  return unless(
    end <= (instantMs(latest) ?? Number.NaN),
    'grant_term',
    `the grant lasts until ${expires_at}, but the mandate ends it at ${latest}`,
  );
}
