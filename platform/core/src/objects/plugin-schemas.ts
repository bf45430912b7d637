import { Statement } from '@common/evidence/statement';
import { type TSchema, Type } from 'typebox';
import { Mandate } from './mandate.ts';
import type { Connector, FacadeSpec, ParamKind, PluginManifest, PolicyRule, RULE_SHAPES } from './plugin.ts';
import { Amount, Currency, closed, Name, SignedAmount } from './primitives.ts';
import { Profile } from './profile.ts';
import { MAX_LIST, MAX_SET } from './rules.ts';

/**
 * Derives from its manifest what a plugin's mandates and profiles may hold. INVARIANT: only this module
 * decides it. The bounds of a mandate, the text that a person reads before signing, and the schemas that the
 * authority publishes all come from here.
 */

/** Members of `rules` that belong to no rule: the currency of the limits, and a profile's bounds in further ones. */
export const CURRENCY = 'currency';
export const BOUNDS_IN = 'bounds_in';

/** The field of a directory's entries that names a tenant's account at the counterparty. */
export const ACCOUNT_FIELD = 'account';

/** The only value of a rule of kind `field_required`. Without it, the field may be omitted. */
export const REQUIRED = 'yes';

/** Values of a param in lists and sets, in their canonical spelling. */
const VALUES: Readonly<Record<ParamKind, TSchema>> = {
  name: Name,
  text: Type.String({ minLength: 1, maxLength: 512 }),
  amount: Amount,
  currency: Currency,
  url: Type.String({ minLength: 1, maxLength: 512 }),
  integer: Type.String({ pattern: '^(0|[1-9]\\d{0,17})$' }),
  decimal: Type.String({ pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{0,7}[1-9])?$' }),
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  code: Type.String({ pattern: '^[A-Z0-9][A-Z0-9._-]{0,31}$' }),
  reference: Type.String({ minLength: 1, maxLength: 512 }),
};

interface DeclaredRule {
  readonly rule: PolicyRule;
  /** The first facade that has the rule; others may share it. */
  readonly facade: FacadeSpec;
}

/** Each rule once, by name, in the manifest's order. */
export function declaredRules(manifest: PluginManifest): ReadonlyMap<string, DeclaredRule> {
  const rules = new Map<string, DeclaredRule>();
  for (const facade of manifest.facades) {
    for (const rule of facade.rules) if (!rules.has(rule.name)) rules.set(rule.name, { rule, facade });
  }
  return rules;
}

interface RuleKind {
  /** `mandate`: each mandate sets it within its profile's value; `profile`: only the profile does. */
  readonly setBy: 'mandate' | 'profile';
  /** Its value is an amount, in the currency of the limits. */
  readonly isAmount: boolean;
  /** A mandate and a profile may omit it. Only a rule that adds a check may be omitted. */
  readonly isOptional: boolean;
  /** It refuses nothing, but asks a person, so its reason is `approval_required`. */
  readonly asks: boolean;
}

/** The closed vocabulary's kinds. What depends on a kind and is not here is a switch that the compiler checks. */
const RULE_KINDS = {
  allow_list: { setBy: 'profile', isAmount: false, isOptional: false, asks: false },
  set: { setBy: 'mandate', isAmount: false, isOptional: false, asks: false },
  ordered_level: { setBy: 'mandate', isAmount: false, isOptional: false, asks: false },
  count_per_day: { setBy: 'profile', isAmount: false, isOptional: false, asks: false },
  amount_cap: { setBy: 'mandate', isAmount: true, isOptional: false, asks: false },
  daily_sum: { setBy: 'mandate', isAmount: true, isOptional: false, asks: false },
  threshold: { setBy: 'mandate', isAmount: true, isOptional: false, asks: true },
  cumulative_threshold: { setBy: 'mandate', isAmount: true, isOptional: true, asks: true },
  field_required: { setBy: 'mandate', isAmount: false, isOptional: true, asks: false },
  attested: { setBy: 'mandate', isAmount: false, isOptional: true, asks: false },
  level_threshold: { setBy: 'profile', isAmount: false, isOptional: false, asks: true },
} as const satisfies Readonly<Record<keyof typeof RULE_SHAPES, RuleKind>>;

/**
 * Whether mandates set rules of this kind, each within its profile's value; else only the profile sets them.
 * @example isInMandate({ kind: 'threshold' }) // true
 * @example isInMandate({ kind: 'level_threshold' }) // false
 */
export function isInMandate({ kind }: Pick<PolicyRule, 'kind'>): boolean {
  return RULE_KINDS[kind].setBy === 'mandate';
}

/**
 * Whether its value is an amount, in the currency of the limits.
 * @example isAmountRule({ kind: 'daily_sum' }) // true
 * @example isAmountRule({ kind: 'count_per_day' }) // false
 */
export function isAmountRule({ kind }: Pick<PolicyRule, 'kind'>): boolean {
  return RULE_KINDS[kind].isAmount;
}

/**
 * Whether a mandate and a profile may omit it. Only a rule that adds a check may be omitted.
 * @example isOptional({ kind: 'cumulative_threshold' }) // true
 * @example isOptional({ kind: 'threshold' }) // false
 */
export function isOptional({ kind }: Pick<PolicyRule, 'kind'>): boolean {
  return RULE_KINDS[kind].isOptional;
}

/**
 * Whether it asks a person, rather than refuse.
 * @example asksAPerson({ kind: 'level_threshold' }) // true
 * @example asksAPerson({ kind: 'ordered_level' }) // false
 */
export function asksAPerson({ kind }: Pick<PolicyRule, 'kind'>): boolean {
  return RULE_KINDS[kind].asks;
}

/**
 * Whether the plugin's limits have a currency: a facade with a rule on amounts names the currency of its
 * amounts.
 */
function hasCurrency(manifest: PluginManifest): boolean {
  return manifest.facades.some(
    ({ params, rules }) =>
      rules.some(isAmountRule) && Object.values(params).some(({ kind }) => kind === 'currency'),
  );
}

/**
 * The schema of `values` of a directory's entries: the fields that its rule compares, and the account if it holds the
 * tenants' accounts. Undefined if the plugin has no such list.
 */
export function entryValuesSchema(
  manifest: PluginManifest,
  connector: Pick<Connector, 'accounts_directory'>,
  directory: string,
): TSchema | undefined {
  const declared = declaredRules(manifest).get(directory);
  if (declared?.rule.kind !== 'allow_list') return undefined;
  const { rule, facade } = declared;
  const own = connector.accounts_directory === directory ? [ACCOUNT_FIELD] : [];
  return closed(
    Object.fromEntries(
      [...rule.fields, ...own].map((field) => [field, VALUES[facade.params[field]?.kind ?? 'name']]),
    ),
  );
}

export function mandateRulesSchema(manifest: PluginManifest): TSchema {
  const inMandate = [...declaredRules(manifest).values()].filter(({ rule }) => isInMandate(rule));
  const currency = Type.Optional(described(Currency, 'Of the limits; by default the profile’s'));
  return closed({
    ...(hasCurrency(manifest) ? { [CURRENCY]: currency } : {}),
    ...Object.fromEntries(inMandate.map(member)),
    ...Object.fromEntries(
      inMandate.flatMap(({ rule }) => (rule.kind === 'attested' ? [ageMember(rule)] : [])),
    ),
  });
}

/** How old a statement may be under this mandate: whole days. */
function ageMember({ max_age: name, field }: { readonly max_age: string; readonly field: string }) {
  const days = Type.String({
    pattern: '^[1-9]\\d{0,3}$',
    description: `How many days old a statement about the ${field} may be at most; by default the profile’s`,
  });
  return [name, Type.Optional(days)] as const;
}

/** `directories`: the lists that stand in directories, so that `rules` has none of them. */
export function profileRulesSchema(manifest: PluginManifest, directories: readonly string[] = []): TSchema {
  const declared = [...declaredRules(manifest).values()].filter(
    ({ rule }) => !directories.includes(rule.name),
  );
  const amounts = declared.filter(({ rule }) => isAmountRule(rule));
  const bounds = closed({
    [CURRENCY]: Currency,
    ...Object.fromEntries(amounts.map(member)),
  });
  const money = {
    [CURRENCY]: described(Currency, 'Of the amounts below, and of a mandate that names none'),
    [BOUNDS_IN]: Type.Optional(
      Type.Array(bounds, { maxItems: 64, description: 'The same bounds for mandates in another currency' }),
    ),
  };
  return closed({
    ...(hasCurrency(manifest) ? money : {}),
    ...Object.fromEntries(declared.map(member)),
  });
}

/** JSON Schema of this plugin's mandates: the general one, with this plugin's names in it. */
export function mandateSchema(manifest: PluginManifest): TSchema {
  return closed(
    {
      ...Mandate.properties,
      profile: Type.Literal(manifest.profile),
      scope: Type.Array(facadeNames(manifest), { maxItems: 32, uniqueItems: true }),
      rules: mandateRulesSchema(manifest),
    },
    { title: `Mandate under ${manifest.profile}`, description: manifest.description },
  );
}

/** JSON Schema of this plugin's profiles. */
export function profileSchema(manifest: PluginManifest): TSchema {
  return closed(
    {
      ...Profile.properties,
      name: Type.Literal(manifest.profile),
      plugin: Type.Literal(manifest.name),
      scope: Type.Array(facadeNames(manifest), { maxItems: 32, uniqueItems: true }),
      rules: profileRulesSchema(manifest),
    },
    { title: `Trust Profile ${manifest.profile}`, description: manifest.description },
  );
}

function facadeNames({ facades }: PluginManifest): TSchema {
  return Type.Enum(facades.map(({ name }) => name));
}

function member(declared: DeclaredRule): readonly [name: string, schema: TSchema] {
  const { rule } = declared;
  const schema = valueSchema(declared);
  return [rule.name, isOptional(rule) ? Type.Optional(schema) : schema];
}

function valueSchema({ rule, facade }: DeclaredRule): TSchema {
  const valuesOf = (param: string) => VALUES[facade.params[param]?.kind ?? 'name'];
  switch (rule.kind) {
    case 'allow_list': {
      const entry = closed(Object.fromEntries(rule.fields.map((param) => [param, valuesOf(param)])));
      return Type.Array(entry, { maxItems: MAX_LIST, description: `Allowed: ${rule.fields.join(', ')}` });
    }
    case 'set':
      return Type.Array(valuesOf(rule.field), {
        maxItems: MAX_SET,
        uniqueItems: true,
        description: `Allowed: ${rule.field}`,
      });
    case 'ordered_level':
      return described(Type.Enum([...rule.order]), `Highest ${rule.field}`);
    case 'level_threshold':
      return described(Type.Enum([...rule.order]), `From this ${rule.field} upwards, a person must approve`);
    case 'field_required':
      return described(Type.Enum([REQUIRED]), `${REQUIRED}: every action must have a ${rule.field}`);
    case 'attested':
      return Type.Array(Statement.properties.claims.items, {
        minItems: 1,
        maxItems: 32,
        uniqueItems: true,
        description: `What an issuer must have said of the ${rule.field}: each of these claims`,
      });
    case 'count_per_day':
      return Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'At most so many a day (UTC)' });
    case 'amount_cap':
      return described(SignedAmount, `Highest ${rule.field}`);
    case 'daily_sum':
      return described(SignedAmount, `Highest sum of ${rule.field} in a day (UTC)`);
    case 'threshold':
      return described(SignedAmount, `Above this ${rule.field}, a person must approve`);
    case 'cumulative_threshold':
      return described(
        SignedAmount,
        `Above this sum of ${rule.field} in a day (UTC) for one ${[rule.per, rule.or_per ?? []]
          .map((fields) => fields.join(' and '))
          .filter(Boolean)
          .join(' or one ')}, a person must approve`,
      );
  }
}

function described(schema: TSchema, description: string): TSchema {
  return { ...schema, description };
}
