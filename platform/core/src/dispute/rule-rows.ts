import { checkPoints, checkRules, type DecideInput, facadeOf, type Standing } from '../decide/decide.ts';
import { countersOf } from '../decide/rules/check-rule.ts';
import type { RuleVerdict } from '../decide/rules/rule.ts';
import type { Ground } from '../objects/dispute.ts';
import type { PolicyRule } from '../objects/plugin.ts';
import { nameOfPlace } from '../receipt/open-receipt.ts';
import { inputAgain, restsOnStanding } from '../verify/checks/decision-again.ts';
import { hiddenOf, type Subject } from '../verify/checks/subject.ts';
import { type Rest, type Row, restOf, row, wordOfServices } from './row.ts';

interface RuleCase {
  readonly subject: Subject;
  /** An approval is there, and counts. */
  readonly isApproved: boolean;
  /** What other receipts of the file show of what went before. */
  readonly before: Pick<Standing, 'uses' | 'duplicate' | 'duplicateOf' | 'counters'>;
}

/** A decision made again, with what the file shows of earlier actions. */
interface Again extends RuleCase {
  readonly input: DecideInput;
}

/**
 * Every point and every rule that the action is judged by, each by itself, from what people signed and at the instant of
 * the proposal. A param that the file withholds decides nothing.
 */
export function rowsOfRules(asked: RuleCase): readonly Row[] {
  const { subject, before } = asked;
  const input = inputAgain(subject);
  const counters = { ...input.standing.counters, ...before.counters };
  const again = { ...asked, input: { ...input, standing: { ...input.standing, ...before, counters } } };
  const facade = facadeOf(input.manifest, input);
  const rules = facade === undefined ? [] : checkRules(again.input, facade);
  const rows = [
    ...pointRows(again),
    ...rules.filter((one) => isAsked(again, one)).map(({ rule, verdict }) => ruleRow(again, rule, verdict)),
  ];
  return [...rows, ...deniedBefore(subject, rows)];
}

const GROUND_OF_POINT = { validity: 'time', scope: 'scope', uses: 'scope', repetition: 'scope' } as const;

function pointRows({ subject, input }: Again): readonly Row[] {
  const { signatures } = subject.receipt;
  const mandate = restOf(subject, signatures.principal.kid, 'signature', 'mandate');
  const rests = {
    validity: [mandate, ...wordOfServices(subject, 'proposing')],
    scope: [mandate],
    uses: [mandate, ...wordOfServices(subject, 'sums')],
    repetition: wordOfServices(subject, 'sums'),
  };
  return checkPoints(input, facadeOf(input.manifest, input)).flatMap(({ point, finding }) => {
    // The rows about time look at ends.
    if (point === 'revocation') return [];
    const answer = finding === undefined ? 'inside' : 'outside';
    const found = { code: 'point', point, because: finding?.because ?? null } as const;
    return [row(GROUND_OF_POINT[point], answer, found, rests[point])];
  });
}

/** A rule that neither mandate nor profile sets, and that nothing comes of, says nothing. */
function isAsked(
  { input }: Again,
  { rule, verdict }: { readonly rule: PolicyRule; readonly verdict: RuleVerdict },
): boolean {
  const isSet = [input.mandate.rules, input.profile.rules, input.profile.directories ?? {}].some((rules) =>
    Object.hasOwn(rules, rule.name),
  );
  return isSet || verdict.outcome !== 'pass';
}

function ruleRow(again: Again, rule: PolicyRule, verdict: RuleVerdict): Row {
  const ground = groundOf(rule);
  const rests = restsOf(again, rule);
  const fields = hiddenOf(again.subject.receipt, placesOf(again, rule)).map(nameOfPlace);
  if (fields.length > 0) return row(ground, 'undecided', { code: 'hidden', rule, fields }, rests);
  if (verdict.outcome === 'pass')
    return row(ground, 'inside', { code: 'rule', rule, because: null, isHeld: false }, rests);
  const { outcome, because } = verdict;
  const isHeld = outcome === 'hold';
  const answer = isHeld && again.isApproved ? 'inside' : 'outside';
  return row(ground, answer, { code: 'rule', rule, because, isHeld }, rests);
}

/** What a rule of each kind is about, in a dispute. */
function groundOf({ kind }: PolicyRule): Ground {
  switch (kind) {
    case 'allow_list':
    case 'attested':
      return 'payee';
    case 'amount_cap':
    case 'daily_sum':
      return 'amount';
    case 'threshold':
    case 'cumulative_threshold':
    case 'level_threshold':
      return 'approval';
    case 'set':
    case 'ordered_level':
    case 'count_per_day':
    case 'field_required':
      return 'scope';
  }
}

/** The places of what a rule reads and a receipt may withhold. */
function placesOf(again: Again, rule: PolicyRule): readonly string[] {
  const params = [...fieldsOf(rule), ...currenciesOf(again, rule)].map(
    (name) => `what.action.params.${name}`,
  );
  if (rule.kind === 'allow_list') return [...params, 'why.directories'];
  return rule.kind === 'attested' ? [...params, 'what.action.statements'] : params;
}

/** A rule about an amount compares its currency too. */
function currenciesOf({ input }: Again, { kind }: PolicyRule): readonly string[] {
  if (!OF_AMOUNTS.has(kind)) return [];
  const params = facadeOf(input.manifest, input)?.params ?? {};
  return Object.keys(params).filter((name) => params[name]?.kind === 'currency');
}

const OF_AMOUNTS: ReadonlySet<PolicyRule['kind']> = new Set([
  'amount_cap',
  'daily_sum',
  'threshold',
  'cumulative_threshold',
]);

/** The params that a rule reads, besides a currency. */
function fieldsOf(rule: PolicyRule): readonly string[] {
  switch (rule.kind) {
    case 'allow_list':
      return rule.fields;
    case 'cumulative_threshold':
      return [rule.field, ...rule.per, ...(rule.or_per ?? [])];
    case 'attested':
      return [rule.field, ...(rule.when === undefined ? [] : [rule.when.field])];
    case 'count_per_day':
      return [];
    default:
      return [rule.field];
  }
}

function restsOf({ subject, input }: Again, rule: PolicyRule): readonly (Rest | null)[] {
  const { signatures, why, what } = subject.receipt;
  const { name } = rule;
  const has = (rules: object) => Object.hasOwn(rules, name);
  const entry = has(why.directories ?? {}) ? why.directories?.[name]?.entry : undefined;
  const statement = has(what.action.statements ?? {}) ? what.action.statements?.[name] : undefined;
  const isSum = countersOf([rule], what.action.params).length > 0;
  return [
    ...(has(input.mandate.rules)
      ? [restOf(subject, signatures.principal.kid, 'signature', 'mandate')]
      : [restOf(subject, why.profile_signature.kid, 'signature', 'rules')]),
    ...(entry?.signatures ?? []).map(({ kid }) => restOf(subject, kid, 'signature', 'entry')),
    restOf(subject, statement?.signature.kid, 'signature', 'statement'),
    ...(isSum ? wordOfServices(subject, 'sums') : []),
  ];
}

/** A denial for what went before, where nothing in the file shows that. A revocation is in the receipt itself. */
function deniedBefore(subject: Subject, rows: readonly Row[]): readonly Row[] {
  const { receipt } = subject;
  const { outcome, reason } = receipt.how.grant;
  if (outcome !== 'deny' || rows.some(({ answer }) => answer === 'outside')) return [];
  if (reason === 'contract_revoked' || !restsOnStanding(receipt, reason)) return [];
  const authority = restOf(subject, receipt.how.grant_signature.kid, 'word', 'sums');
  return [row('scope', 'undecided', { code: 'denied_before', reason }, [authority])];
}
