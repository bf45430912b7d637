import type { ActionStatements, AttestedTerms } from '@platform/core/objects/attested';
import type { PolicyRule } from '@platform/core/objects/plugin';
import type { RuleSet } from '@platform/core/objects/rules';
import { printable } from '@platform/core/verify/report-html';
import { nameWords } from './names.ts';
import { listed } from './short.ts';
import { day } from './when.ts';

type AttestedRule = Extract<PolicyRule, { kind: 'attested' }>;

/**
 * What a rule that rests on statements lets happen, as a clause: `buy only what screens compliant under AAOIFI, at most
 * 7 days old`. The words are the plugin’s, where it has any.
 */
export function attestedWords(rule: AttestedRule, rules: RuleSet): string {
  const { [rule.name]: claims, [rule.max_age]: age } = rules;
  const needed = Array.isArray(claims) ? claims.map(String) : [];
  const own = rule.words;
  const said =
    own === undefined
      ? `act only where an issuer says of the ${nameWords(rule.field)}: {claims}`
      : own.sentence;
  const words = listed(needed.map((claim) => own?.claims[claim] ?? claim));
  const days = age === undefined ? '' : `, at most ${ageWords(String(age))} old`;
  return said.replace('{claims}', words) + days;
}

/** `7` in days. */
export function ageWords(days: string): string {
  return days === '1' ? '1 day' : `${days} days`;
}

/** Whose statements answer a rule of a profile, one issuer in a line. */
export function attestedTermsWords({ issuers, max_age_days: days }: AttestedTerms): string {
  return issuers
    .map(({ issuer, kid, methods }) => {
      const by = methods === undefined ? '' : `, by ${listed(methods, 'or')}`;
      return `statements of ${issuer}, signed by ${kid}${by}, at most ${ageWords(String(days))} old`;
    })
    .join('\n');
}

/**
 * What issuers said about values of an action, each in a line: `AAPL: compliant, aaoifi.pass, as screener.example signed,
 * as of 28 Nov 2026`.
 */
export function statementLines(statements: ActionStatements | undefined): readonly string[] {
  return Object.values(statements ?? {}).map(({ statement: { subject, claims, issuer, as_of: asOf } }) =>
    printable(`${subject.value}: ${claims.join(', ')}, as ${issuer} signed, as of ${day(asOf)}`),
  );
}
