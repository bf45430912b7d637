import { instantMs } from '@common/base/instant';
import { type Failure, fail, ok, type Result } from '@common/base/result';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { decimalsFault } from '../objects/amount-faults.ts';
import type { Mandate } from '../objects/mandate.ts';
import type { PluginManifest, PolicyRule } from '../objects/plugin.ts';
import {
  CURRENCY,
  declaredRules,
  isInMandate,
  isOptional,
  mandateRulesSchema,
} from '../objects/plugin-schemas.ts';
import type { Profile } from '../objects/profile.ts';
import { type Fault, shapeFault } from '../objects/shape-fault.ts';
import { compareAmounts, isLimit } from './amount.ts';
import { isSameHolder } from './approval.ts';
import { boundsIn } from './bounds-in.ts';
import { ruleValue } from './rules/rule.ts';

/** `<rule>_over_profile`: one for each rule that a plugin declares, and for scope, limits and validity. */
export type OverProfile = `${string}_over_profile`;

/** Why a mandate is not registered. */
export type MandateRefusal =
  | 'policy_version_mismatch'
  | 'rule_missing'
  | 'rules_invalid'
  | 'validity_invalid'
  | 'agent_is_approver'
  | 'approvers_too_few'
  | 'scope_forbidden'
  | OverProfile;

type Bounds = Pick<Profile, 'name' | 'version' | 'scope' | 'limits' | 'rules' | 'attested'>;
interface BoundsCase {
  readonly mandate: Mandate;
  readonly profile: Bounds;
  readonly manifest: PluginManifest;
  readonly nowMs: number;
}

/** What a refusal is about, for those who word it themselves: rules or limits, and the bound or fault of one. */
interface Subject {
  readonly names: readonly string[];
  readonly most?: string;
  readonly fault?: Fault;
}

/** Its message is what the authority answers. */
export interface PolicyRefusal extends Failure<MandateRefusal> {
  readonly subject?: Subject;
}
interface Refusal {
  readonly ok: false;
  readonly error: PolicyRefusal;
}
type Check = (asked: BoundsCase) => readonly Refusal[];

const MS_PER_DAY = 86_400_000;
const NONE: readonly Refusal[] = [];

function refuse(code: MandateRefusal, message: string, subject: Subject): Refusal {
  return { ok: false, error: { code, message, subject } };
}

/**
 * Whether a mandate stays within the profile in force. INVARIANT: a mandate may not contain a rule that the
 * profile does not bound or that the plugin does not have, and must contain every rule that the plugin needs.
 */
export function checkMandate(
  profile: Bounds,
  manifest: PluginManifest,
  mandate: Mandate,
  nowMs: number,
): Result<void, MandateRefusal> {
  const asked = { profile, manifest, mandate, nowMs };
  return WITHIN_PROFILE.flatMap((check) => check(asked))[0] ?? ok(undefined);
}

/**
 * Lists all reasons not to register a mandate, in the order of the checks, even for values that exceed
 * nothing but could never be fulfilled.
 */
export function mandateRefusals(
  profile: Bounds,
  manifest: PluginManifest,
  mandate: Mandate,
  nowMs: number,
): readonly Refusal[] {
  const asked = { profile, manifest, mandate, nowMs };
  return [...WITHIN_PROFILE, scopeIsNotForbidden, routesCanComplete].flatMap((check) => check(asked));
}

const citesProfile: Check = ({ mandate, profile, manifest }) => {
  const inForce = `${profile.name}@${profile.version}`;
  const isCited = mandate.profile === profile.name && mandate.policy_version === inForce;
  if (isCited && manifest.profile === profile.name) return NONE;
  const message = `The mandate cites ${mandate.policy_version}, but ${inForce} is in force: sign a mandate that cites it.`;
  return [fail('policy_version_mismatch', message)];
};

const hasItsRules: Check = ({ mandate, profile, manifest }) => {
  const { schema, isMet } = rulesForm(manifest);
  const needed: unknown = Reflect.get(schema, 'required');
  const missing = Array.isArray(needed)
    ? needed.filter((name) => ruleValue(mandate.rules, name) === undefined)
    : [];
  if (missing.length > 0) {
    const message = `The mandate lacks ${missing.map((name) => `rules.${name}`).join(', ')}.`;
    return [refuse('rule_missing', message, { names: missing })];
  }
  const currency = ruleValue(mandate.rules, CURRENCY) ?? ruleValue(profile.rules, CURRENCY);
  // Finding no fault costs as much as finding one, and an enforcement point asks for each action.
  const shape = isMet(mandate.rules) ? null : shapeFault(schema, mandate.rules);
  const fault = shape ?? decimalsFault(manifest, mandate.rules, currency);
  if (fault === null) return NONE;
  const [, name = ''] = fault.path.split('/');
  const message = `rules${fault.path.replaceAll('/', '.')} ${fault.message}, in a mandate under ${manifest.profile}.`;
  return [refuse('rules_invalid', message, { names: [name], fault })];
};

interface RulesForm {
  readonly schema: TSchema;
  readonly isMet: (rules: unknown) => boolean;
}

const forms = new WeakMap<PluginManifest, RulesForm>();
/** By the text of the manifest: each receipt brings its own copy. */
const formsByText = new Map<string, RulesForm>();
/** A sender of receipts may invent any number of manifests. */
const FORMS_KEPT = 16;

/** The schema of a mandate's rules, made once for each plugin. */
function rulesForm(manifest: PluginManifest): RulesForm {
  const known = forms.get(manifest);
  if (known !== undefined) return known;
  const text = JSON.stringify(manifest);
  const form = formsByText.get(text) ?? makeForm(manifest);
  if (formsByText.size >= FORMS_KEPT) formsByText.clear();
  formsByText.set(text, form);
  forms.set(manifest, form);
  return form;
}

function makeForm(manifest: PluginManifest): RulesForm {
  const schema = mandateRulesSchema(manifest);
  const compiled = Compile(schema);
  return { schema, isMet: (rules) => compiled.Check(rules) };
}

const isValidForATime: Check = ({ mandate, profile, nowMs }) => {
  const [from, to] = [instantMs(mandate.valid_from), instantMs(mandate.valid_to)];
  if (from === null || to === null || from >= to) {
    return [fail('validity_invalid', 'valid_from must be an instant before valid_to.')];
  }
  // Written so that what is not a number is refused.
  if (!(nowMs < to)) return [fail('validity_invalid', `The mandate was valid only to ${mandate.valid_to}.`)];
  const days = profile.limits.validity_max_days;
  if (to - from <= days * MS_PER_DAY) return NONE;
  return [fail('validity_over_profile', `The mandate may be valid for at most ${days} days.`)];
};

const staysInScope: Check = ({ mandate, profile }) => {
  const outside = mandate.scope.filter((facade) => !profile.scope.includes(facade));
  if (outside.length === 0) return NONE;
  return [fail('scope_over_profile', `The profile does not allow ${outside.join(', ')}.`)];
};

const limitsStay: Check = ({ mandate, profile }) =>
  (['runtime_max_s', 'use_count_max'] as const).flatMap((name) => {
    const max = profile.limits[name];
    // Written so that what is not a number is refused.
    if (mandate.limits[name] <= max) return [];
    const subject = { names: [name], most: String(max) };
    return [refuse(`${name}_over_profile`, `limits.${name} may be at most ${max}.`, subject)];
  });

const rulesStay: Check = ({ mandate, profile, manifest }) => {
  const currency = ruleValue(mandate.rules, CURRENCY);
  const bounds = boundsIn(profile.rules, currency);
  if (bounds === null) {
    const message = `The profile sets no bounds in ${String(currency)}: use another currency, or publish bounds in it.`;
    return [fail('currency_over_profile', message)];
  }
  return [...declaredRules(manifest).values()].flatMap(({ rule }) => {
    const given = ruleValue(mandate.rules, rule.name);
    if (!isInMandate(rule) || given === undefined) return [];
    const bound = ruleValue(bounds, rule.name);
    // A mandate may ask for more approvals than its profile does.
    if (bound === undefined && isOptional(rule)) return [];
    return overBound(rule, given, bound);
  });
};

/** Why a mandate's value is not within the profile's. */
function overBound(rule: PolicyRule, given: unknown, bound: unknown): readonly Refusal[] {
  const { name } = rule;
  const code = `${name}_over_profile` as const;
  const most = String(bound);
  const over = () => [refuse(code, `rules.${name} may be at most ${most}.`, { names: [name], most })];
  if (bound === undefined) {
    const message = `The profile sets no bound for rules.${name}, so a mandate may not have it.`;
    return [refuse(code, message, { names: [name] })];
  }
  switch (rule.kind) {
    case 'set': {
      const allowed: readonly unknown[] = Array.isArray(bound) ? bound : [];
      const outside = Array.isArray(given) ? given.filter((one) => !allowed.includes(one)) : [given];
      if (outside.length === 0) return NONE;
      const fault = { path: `/${name}`, message: `the profile does not have ${outside.join(', ')}` };
      return [refuse(code, `rules.${name}: ${fault.message}.`, { names: [name], fault })];
    }
    case 'ordered_level': {
      const place = (level: unknown) => (typeof level === 'string' ? rule.order.indexOf(level) : -1);
      return place(given) !== -1 && place(given) <= place(bound) ? NONE : over();
    }
    case 'amount_cap':
    case 'daily_sum':
    case 'threshold':
    case 'cumulative_threshold':
      return isLimit(bound) && isLimit(given) && compareAmounts(given, bound) <= 0 ? NONE : over();
    case 'attested': {
      // A mandate needs at least what its profile does.
      const claims: readonly unknown[] = Array.isArray(given) ? given : [];
      const least: readonly unknown[] = Array.isArray(bound) ? bound : [bound];
      const lacking = least.filter((claim) => !claims.includes(claim));
      if (lacking.length === 0) return NONE;
      const fault = { path: `/${name}`, message: `the profile needs ${lacking.join(', ')} as well` };
      return [refuse(code, `rules.${name}: ${fault.message}.`, { names: [name], fault })];
    }
    case 'field_required':
      return given === bound ? NONE : over();
    case 'allow_list':
    case 'count_per_day':
    case 'level_threshold':
      // Only a profile sets these.
      return over();
  }
}

/** A rule that needs statements needs issuers, and may only lower the age that the profile allows. */
const statementsCount: Check = ({ mandate, profile, manifest }) =>
  [...declaredRules(manifest).values()].flatMap(({ rule }) => {
    if (rule.kind !== 'attested') return [];
    const { name, max_age: ageName } = rule;
    const terms = profile.attested?.[name];
    const given = [name, ageName].filter((one) => ruleValue(mandate.rules, one) !== undefined);
    if (given.length === 0) return [];
    if (terms === undefined) {
      const message = `The profile names nobody whose statements count for rules.${name}, so a mandate may not have it.`;
      return [refuse(`${name}_over_profile`, message, { names: given })];
    }
    const days = ruleValue(mandate.rules, ageName);
    const most = String(terms.max_age_days);
    // Written so that what is not a number is refused.
    if (days === undefined || Number(days) <= terms.max_age_days) return [];
    const message = `rules.${ageName} may be at most ${most}.`;
    return [refuse(`${ageName}_over_profile`, message, { names: [ageName], most })];
  });

const agentDoesNotApprove: Check = ({ mandate }) => {
  const approvers = (mandate.approval.routes ?? []).flatMap((route) => route.approvers);
  if (!approvers.some((approver) => isSameHolder(approver, mandate.agent))) return NONE;
  return [fail('agent_is_approver', `${mandate.agent} is the agent: another person must approve.`)];
};

/** This is not checked for mandates in force: actions that they allowed without an approval remain valid. */
const scopeIsNotForbidden: Check = ({ mandate: { scope, forbidden } }) => {
  const both = scope.filter((facade) => forbidden.includes(facade));
  if (both.length === 0) return [];
  const message = `scope and forbidden both name ${both.join(', ')}, which could never be done: remove it from one of them.`;
  return [fail('scope_forbidden', message)];
};

const routesCanComplete: Check = ({ mandate }) =>
  (mandate.approval.routes ?? []).flatMap(({ approvers, approvals_needed: needed = 1 }, index) => {
    const people = approvers.filter(
      (name, place) => !approvers.slice(0, place).some((other) => isSameHolder(other, name)),
    );
    if (needed <= people.length) return [];
    const message = `approval.routes[${index}] needs the approval of ${needed} people, but lists ${people.length} (a person’s devices, and names that look alike, count once): add approvers, or lower approvals_needed to ${people.length}.`;
    return [fail('approvers_too_few', message)];
  });

const WITHIN_PROFILE: readonly Check[] = [
  citesProfile,
  hasItsRules,
  isValidForATime,
  staysInScope,
  limitsStay,
  rulesStay,
  statementsCount,
  agentDoesNotApprove,
];
