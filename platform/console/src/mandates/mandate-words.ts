import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import { CURRENCY, declaredRules, isAmountRule } from '@platform/core/objects/plugin-schemas';
import { printable } from '@platform/core/verify/report-html';
import { inWords } from '@platform/words/amounts';
import { attestedWords } from '@platform/words/attested';
import { nameWords, payeeWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import type { Piece } from '@platform/words/story';
import { day } from '@platform/words/when';

const plain = (text: string): Piece => ({ kind: 'plain', text });
const value = (text: string): Piece => ({ kind: 'value', text: printable(text) });
const name = (text: string): Piece => ({ kind: 'id', text: printable(text) });

/** What a mandate lets an agent do, in a sentence or two. The mandate’s own page has all of it. */
export function mandatePieces(mandate: Mandate, manifest: PluginManifest | null): readonly Piece[] {
  const rules = manifest === null ? [] : [...declaredRules(manifest).values()].map(({ rule }) => rule);
  const limits = rules.flatMap((rule) => limitPieces(rule, mandate));
  const asks = rules.flatMap((rule) => askingPieces(rule, mandate));
  const hasAmounts = rules.some((rule) => isAmountRule(rule) && Object.hasOwn(mandate.rules, rule.name));
  return [
    name(mandate.agent),
    plain(' may act for '),
    name(mandate.principal),
    plain(' with '),
    value(mandate.profile.replace(/\.v\d+$/, '')),
    ...limits.flatMap((limit, index) => [plain(index === 0 ? ', ' : ' and '), ...limit]),
    plain(', until '),
    value(day(mandate.valid_to)),
    plain('.'),
    ...rules.flatMap((rule) => attestedPieces(rule, mandate)),
    ...(asks.length > 0 || manifest === null ? asks : [whoIsAsked(mandate)]).flatMap((ask) => [
      plain(' '),
      ...ask,
    ]),
    ...(hasAmounts && mandate.rules[CURRENCY] === undefined && isInCurrencies(manifest)
      ? [plain(' Amounts are in the currency of '), name(mandate.policy_version), plain('.')]
      : []),
  ];
}

function limitPieces(rule: PolicyRule, mandate: Mandate): (readonly Piece[])[] {
  const limit = Object.hasOwn(mandate.rules, rule.name) ? mandate.rules[rule.name] : undefined;
  if (limit === undefined) return [];
  const text = typeof limit === 'string' ? limit : listed(limit);
  switch (rule.kind) {
    case 'amount_cap':
      return [[plain('up to '), value(amountText(text, mandate)), plain(' each')]];
    case 'daily_sum':
      return [[plain('up to '), value(amountText(text, mandate)), plain(' a day')]];
    case 'ordered_level':
      return [[plain(`${nameWords(rule.field)} up to `), value(text)]];
    case 'set':
      return [[plain('for '), value(text)]];
    case 'field_required':
      return [[plain('each with a '), value(nameWords(rule.field))]];
    case 'attested':
      // See attestedPieces.
      return [];
    case 'threshold':
    case 'cumulative_threshold':
      // See askingPieces.
      return [];
    case 'allow_list':
    case 'count_per_day':
    case 'level_threshold':
      // Only a profile sets these.
      return [];
  }
}

function attestedPieces(rule: PolicyRule, { rules }: Mandate): readonly Piece[] {
  if (rule.kind !== 'attested' || !Object.hasOwn(rules, rule.name)) return [];
  return [plain(' It may '), value(attestedWords(rule, rules)), plain('.')];
}

function askingPieces(rule: PolicyRule, mandate: Mandate): (readonly Piece[])[] {
  const limit = Object.hasOwn(mandate.rules, rule.name) ? mandate.rules[rule.name] : undefined;
  if (typeof limit !== 'string') return [];
  if (rule.kind !== 'threshold' && rule.kind !== 'cumulative_threshold') return [];
  const about = rule.kind === 'threshold' ? '' : ` a day for the same ${payeeWords(rule)}`;
  const above = [plain('Above '), value(amountText(limit, mandate)), plain(`${about}, `)];
  return [[...above, ...askedPieces(mandate)]];
}

/** Says who is asked under a mandate that leaves it to the profile when. */
function whoIsAsked(mandate: Mandate): readonly Piece[] {
  return [plain('Where its rules want an approval, '), ...askedPieces(mandate)];
}

function askedPieces({ approval }: Mandate): readonly Piece[] {
  const people = [...new Set((approval.routes ?? []).flatMap(({ approvers }) => approvers))];
  if (people.length === 0) return [plain('it is denied, because nobody may approve.')];
  return [name(listed(people, 'or')), plain(' is asked.')];
}

function isInCurrencies(manifest: PluginManifest | null): boolean {
  const params = manifest?.facades.flatMap((facade) => Object.values(facade.params)) ?? [];
  return params.some(({ kind }) => kind === 'currency');
}

/** An amount with the currency of a mandate’s limits, if it has one. */
export function amountText(amount: string, mandate: Pick<Mandate, 'rules'>): string {
  return `${bareAmount(amount, mandate)} ${currencyOfRules(mandate)}`.trimEnd();
}

/** The same without the currency’s name. */
export function bareAmount(amount: string, mandate: Pick<Mandate, 'rules'>): string {
  return inWords(amount, currencyOfRules(mandate));
}

function currencyOfRules({ rules }: Pick<Mandate, 'rules'>): string {
  const currency = Object.hasOwn(rules, CURRENCY) ? rules[CURRENCY] : undefined;
  return typeof currency === 'string' ? currency : '';
}
