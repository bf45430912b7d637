import type { SignedStatement, Statement } from '@common/evidence/statement';
import type { ActionStatements } from '../objects/attested.ts';
import type { PluginManifest, PolicyRule } from '../objects/plugin.ts';
import { declaredRules } from '../objects/plugin-schemas.ts';
import type { OpenReceipt } from '../objects/receipt.ts';

type AttestedRule = Extract<PolicyRule, { kind: 'attested' }>;

/** What an issuer said of an action, and that in words. Like all of a receipt, it is worth what the checks are worth. */
interface Said {
  readonly signed: SignedStatement;
  /** `AAPL was compliant by 5 of 5 methodologies on 2026-04-30, as screener.example signed`. Text of the receipt. */
  readonly words: string;
}

/** The statements of a receipt’s action, each in words. */
export function saidOf(receipt: Pick<OpenReceipt, 'what' | 'why'>): readonly Said[] {
  return Object.entries(statementsOf(receipt)).map(([rule, signed]) => ({
    signed,
    words: saidWords(signed.statement, countOf(rule, receipt.why.plugin.manifest)),
  }));
}

/** Everything that reads the statements of a receipt for people reads them here. */
function statementsOf({ what }: Pick<OpenReceipt, 'what'>): ActionStatements {
  return what.action.statements ?? {};
}

type ClaimCount = NonNullable<NonNullable<AttestedRule['words']>['count']>;

function countOf(rule: string, manifest: PluginManifest): ClaimCount | undefined {
  const declared = declaredRules(manifest).get(rule)?.rule;
  return declared?.kind === 'attested' ? declared.words?.count : undefined;
}

/**
 * What a statement says, in one clause. The count is of the claims in the statement itself; without one, all claims are
 * listed as they are.
 */
function saidWords(
  { subject, claims, as_of: asOf, issuer }: Pick<Statement, 'subject' | 'claims' | 'as_of' | 'issuer'>,
  count: ClaimCount | undefined,
): string {
  const when = `${whenWords(asOf)}, as ${issuer} signed`;
  const counted = claims.filter(isCounted);
  if (count === undefined || counted.length === 0) return `${subject.value}: ${claims.join(', ')}, ${when}`;
  const held = counted.filter((claim) => claim.endsWith(`.${count.ending}`)).length;
  const others = claims.filter((claim) => !isCounted(claim) && claim !== count.claim);
  const besides = others.length === 0 ? '' : ` (${others.join(', ').replaceAll('_', ' ')})`;
  return `${subject.value} was ${count.claim} by ${held} of ${counted.length} ${count.of}${besides} ${when}`;
}

/** `aaoifi.pass`: what one of several says. */
function isCounted(claim: string): boolean {
  return claim.includes('.');
}

/** An issuer that knows the day alone says its beginning. */
function whenWords(instant: string): string {
  const [date = '', time = ''] = instant.split('T');
  return /^00:00:00(\.000)?Z$/.test(time) ? `on ${date}` : `at ${instant}`;
}
