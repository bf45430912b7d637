import { judgeStatement } from '@common/evidence/statement';
import type { AttestedTerms } from '../../objects/attested.ts';
import type { Because } from '../../objects/decision-values.ts';
import type { FacadeSpec, PolicyRule } from '../../objects/plugin.ts';
import type { RuleSet } from '../../objects/rules.ts';
import {
  deny,
  pass,
  type RuleContext,
  type RuleVerdict,
  ruleValue,
  type StatementFound,
  shownParam,
  textParam,
  unbounded,
} from './rule.ts';

type AttestedRule = Extract<PolicyRule, { kind: 'attested' }>;

const DAY_MS = 86_400_000;

/** What decides whether a rule asks for a statement. */
type Asked = Pick<RuleContext, 'params' | 'mandate' | 'profile'>;

/**
 * The claims that a statement must make: those of the mandate and those of the profile. Undefined if neither has the
 * rule, or it does not ask of such an action.
 */
function claimsNeeded(
  { name, when }: Pick<AttestedRule, 'name' | 'when'>,
  { params, mandate, profile }: Asked,
): readonly string[] | undefined {
  const of = when === undefined || !Object.hasOwn(params, when.field) ? undefined : params[when.field];
  // INVARIANT: what has no value of `when`, or one that is no text, is asked.
  if (typeof of === 'string' && when?.is.includes(of) === false) return undefined;
  const sets = [ruleValue(mandate, name), ruleValue(profile, name)].filter((claims) => claims !== undefined);
  return sets.length === 0 ? undefined : [...new Set(sets.flat().map(String))];
}

/**
 * Names of statements that no rule asks for. Nobody would judge them, so an action may not carry them.
 * @example strayStatements(undefined, { checked: {} }, {}) // ['checked']
 */
export function strayStatements(
  facade: FacadeSpec | undefined,
  statements: Readonly<Record<string, unknown>> | undefined,
  asked: Asked,
): readonly string[] {
  const asks = (facade?.rules ?? []).filter(
    (rule) => rule.kind === 'attested' && claimsNeeded(rule, asked) !== undefined,
  );
  return Object.keys(statements ?? {}).filter((name) => !asks.some((rule) => rule.name === name));
}

type Context = Asked & Pick<RuleContext, 'attested'>;

/** A statement of an issuer of the profile must say of the field all that mandate and profile need. */
export function checkAttested(rule: AttestedRule, context: Context): RuleVerdict {
  const claims = claimsNeeded(rule, context);
  if (claims === undefined) return pass;
  const { terms, found } = context.attested;
  const own = Object.hasOwn(terms, rule.name) ? terms[rule.name] : undefined;
  if (own === undefined) return unbounded(rule.name, 'the profile’s issuers');
  const given = Object.hasOwn(found, rule.name) ? found[rule.name] : undefined;
  const subject = { rule: rule.name, field: rule.field, value: shownParam(context, rule.field) };
  if (given === undefined) return deny({ why: 'statement_missing', ...subject });
  const because = signerFault(given, own, subject) ?? answerFault(given, { rule, context, own, claims });
  return because === null ? pass : deny(because);
}

type Named = Readonly<Record<'rule' | 'field' | 'value', string>>;

/** Nothing else of a statement is believed, or shown, before its issuer is known. */
function signerFault(
  { statement: { issuer, issued_at }, kid, signer }: StatementFound,
  { issuers }: AttestedTerms,
  named: Named,
): Because | null {
  const common = { ...named, issuer, kid };
  const isNamed = issuers.some((one) => one.issuer === issuer && one.kid === kid);
  if (!isNamed || signer === 'stranger') return { why: 'statement_of_stranger', ...common };
  switch (signer) {
    case null:
      return null;
    case 'forged':
      return { why: 'statement_forged', ...common };
    case 'over':
      return { why: 'statement_key_over', ...common, issued_at };
    case 'stolen':
      return { why: 'statement_key_stolen', ...common };
  }
}

interface AnswerAsked {
  readonly rule: AttestedRule;
  readonly context: Context;
  readonly own: AttestedTerms;
  readonly claims: readonly string[];
}

/** What is wrong with what a known issuer says. */
function answerFault(
  { statement, kid }: StatementFound,
  { rule, context, own, claims }: AnswerAsked,
): Because | null {
  const { issuer } = statement;
  const value = textParam(context, rule.field);
  const { methods } = own.issuers.find((one) => one.issuer === issuer && one.kid === kid) ?? {};
  const days = maxAgeDays(rule, context.mandate, own);
  const terms = {
    issuer,
    subject: { kind: rule.subject, value: value ?? '' },
    claims,
    ...(methods === undefined ? {} : { methods }),
    maxAgeMs: days * DAY_MS,
  };
  const fault = judgeStatement(statement, terms, context.attested.nowMs);
  const common = { rule: rule.name, field: rule.field, value: shownParam(context, rule.field), issuer };
  switch (fault) {
    case null:
      return null;
    case 'issuer_mismatch':
      return { why: 'statement_of_stranger', ...common, kid };
    case 'subject_mismatch':
      return {
        why: 'statement_of_other_subject',
        ...common,
        about: `${statement.subject.kind} ${statement.subject.value}`,
      };
    case 'claim_missing': {
      const missing = claims.filter((claim) => !statement.claims.includes(claim)).join(', ');
      return { why: 'statement_lacks_claim', ...common, missing };
    }
    case 'method_not_accepted':
      return { why: 'statement_by_other_method', ...common, method: statement.method };
    case 'stale':
      return { why: 'statement_stale', ...common, as_of: statement.as_of };
    case 'not_yet_issued':
      return { why: 'statement_not_yet_issued', ...common, issued_at: statement.issued_at };
    case 'expired':
      return { why: 'statement_expired', ...common, expires_at: statement.expires_at };
    case 'too_old':
      return { why: 'statement_too_old', ...common, as_of: statement.as_of, limit: String(days) };
  }
}

/** The profile’s, unless the mandate has a lower one. What is no number is older than nothing. */
function maxAgeDays({ max_age: name }: AttestedRule, mandate: RuleSet, own: AttestedTerms): number {
  const lower = ruleValue(mandate, name);
  return lower === undefined ? own.max_age_days : Math.min(own.max_age_days, Number(lower));
}
