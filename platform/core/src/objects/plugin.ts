import { type Static, Type } from 'typebox';
import { closed, Facade, Name, nullable, ProfileName, TenantId, Text, Version } from './primitives.ts';
import { PolicyReason } from './reasons.ts';
import { RuleName } from './rules.ts';
import { FieldName, HeaderName, QueryName, RequestPath, SentValue } from './sent-value.ts';
import { Kid } from './signature.ts';

/** How one parameter is checked and brought into its canonical spelling. */
const PARAM_KINDS = [
  'name',
  'text',
  'amount',
  'currency',
  'url',
  'integer',
  'decimal',
  'date',
  'code',
  'reference',
] as const;
const ParamKind = Type.Enum([...PARAM_KINDS]);
export type ParamKind = Static<typeof ParamKind>;

const ParamName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' });

const ParamRule = closed({
  kind: ParamKind,
  description: Text,
  /** A proposal may omit it. A reference is never needed: where it is omitted, it is read or there is none. */
  optional: Type.Optional(Type.Literal(true)),
  /** Of a reference that a proposal omits: the text from which it is read, without words such as "invoice". */
  read_from: Type.Optional(ParamName),
  /**
   * Never proposed but derived from this other param: its letters and digits in upper case (`INV-7 a` -> `INV7A`).
   * In plugins that were signed before there were params of kind `reference`.
   */
  derived_from: Type.Optional(ParamName),
});

const declared = { name: RuleName, reason: PolicyReason };
const field = ParamName;
const fields = Type.Array(ParamName, { minItems: 1, maxItems: 8, uniqueItems: true });
const order = Type.Array(Name, { minItems: 1, maxItems: 16, uniqueItems: true });

/**
 * The closed vocabulary of rules, by kind. `name` is what mandates and profiles call the rule, `field` the action's
 * param that it looks at.
 */
export const RULE_SHAPES = {
  /** The fields must equal those of one entry of the profile's list. */
  allow_list: closed({ ...declared, kind: Type.Literal('allow_list'), fields }),
  /** The field must be one of the mandate's set. */
  set: closed({ ...declared, kind: Type.Literal('set'), field }),
  /** The field must be no higher in `order` (lowest first) than the mandate's level. */
  ordered_level: closed({ ...declared, kind: Type.Literal('ordered_level'), field, order }),
  /** At most the profile's number per day (UTC) under one mandate. */
  count_per_day: closed({ ...declared, kind: Type.Literal('count_per_day') }),
  amount_cap: closed({ ...declared, kind: Type.Literal('amount_cap'), field }),
  /** Sum of the field over a day (UTC) under one mandate. */
  daily_sum: closed({ ...declared, kind: Type.Literal('daily_sum'), field }),
  /** Above it, a person must approve. */
  threshold: closed({ ...declared, kind: Type.Literal('threshold'), field }),
  /**
   * A person must approve above it, counting that day's (UTC) actions under the mandate for the same `per`, and
   * those for the same `or_per`, such as the account of a payee who has two names. Neither sum may pass it.
   * The mandate, the profile, both or neither may set it; the lower one counts.
   */
  cumulative_threshold: closed({
    ...declared,
    kind: Type.Literal('cumulative_threshold'),
    field,
    per: fields,
    or_per: Type.Optional(fields),
  }),
  /** The field must be given, if the mandate or the profile says so. */
  field_required: closed({ ...declared, kind: Type.Literal('field_required'), field }),
  /**
   * The field must be what a statement speaks of, as a thing of the kind `subject`: one by an issuer that the profile
   * names (`attested`), with all claims that the mandate and the profile need. `max_age` is the name under which a
   * mandate may lower the profile's age. Only for the values of `when`, if it is given.
   */
  attested: closed({
    ...declared,
    kind: Type.Literal('attested'),
    field,
    subject: ParamName,
    when: Type.Optional(closed({ field, is: order })),
    max_age: RuleName,
    words: Type.Optional(
      closed({
        /** What a mandate with the rule lets an agent do, after "may": `buy only what screens {claims}`. */
        sentence: Type.String({ pattern: '^[^{}]*\\{claims\\}[^{}]*$', maxLength: 200 }),
        /** Claims that are known, each in words that fit there. Mandates may need others. */
        claims: Type.Record(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.:/@-]{0,63}$' }), Text, {
          additionalProperties: false,
        }),
        /**
         * How receipts count claims of the form `aaoifi.pass`: `was compliant by 5 of 5 methodologies`. Those that end in
         * `.<ending>` say `claim`, and `of` says what all are.
         */
        count: Type.Optional(
          closed({
            claim: Type.String({ pattern: '^[a-z]+$', maxLength: 64 }),
            ending: Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
            of: Type.String({ pattern: '^[a-z]+(?: [a-z]+)*$', maxLength: 40 }),
          }),
        ),
      }),
    ),
  }),
  /** From the profile's level upwards, a person must approve. */
  level_threshold: closed({ ...declared, kind: Type.Literal('level_threshold'), field, order }),
} as const;

export const PolicyRule = Type.Union([
  RULE_SHAPES.allow_list,
  RULE_SHAPES.set,
  RULE_SHAPES.ordered_level,
  RULE_SHAPES.count_per_day,
  RULE_SHAPES.amount_cap,
  RULE_SHAPES.daily_sum,
  RULE_SHAPES.threshold,
  RULE_SHAPES.cumulative_threshold,
  RULE_SHAPES.field_required,
  RULE_SHAPES.attested,
  RULE_SHAPES.level_threshold,
]);
export type PolicyRule = Static<typeof PolicyRule>;

const Sentence = Type.String({ maxLength: 200 });

export const FacadeSpec = closed({
  name: Facade,
  description: Text,
  /** `effect` changes something at the counterparty; `read` and `fetch` do not. */
  kind: Type.Enum(['effect', 'read', 'fetch']),
  params: Type.Record(ParamName, ParamRule, { additionalProperties: false }),
  /**
   * What an approver reads: `pay {amount} {currency} to {payee}[ for {reference}]`. A part in brackets is left out of an
   * action that lacks one of its params.
   */
  sentence: Type.Optional(Sentence),
  /**
   * What is said of it once it is done: `word` in lists (`paid`), `sentence` as the title of its receipt (`paid {amount}
   * {currency} to {payee}`).
   */
  done: Type.Optional(
    closed({ word: Type.String({ pattern: '^[a-z]+(?: [a-z]+)*$', maxLength: 24 }), sentence: Sentence }),
  ),
  rules: Type.Array(PolicyRule, { maxItems: 16 }),
  idempotency: closed({
    prefix: Type.String({ pattern: '^idem_[a-z]+_$' }),
    /** The key is derived from these; without any, from the grant, so that each call is unique. */
    params: Type.Array(ParamName, { maxItems: 16, uniqueItems: true }),
    /** True: refused as `duplicate_action` while a grant with the same key is pending, active or redeemed. */
    unique: Type.Boolean(),
    /**
     * When an action is a possible duplicate of an earlier one, so that a person must approve it. Needed where
     * a reference is one of `params`.
     */
    possible_duplicate: Type.Optional(
      closed({
        /** Equal in both: to whom, or about what. Within that, a similar reference is a possible duplicate. */
        same: fields,
        /** Equal in both instead of `same`, such as the account of a payee who has two names. */
        or_same: Type.Optional(fields),
        /** Equal in both, too: what makes a second action without a reference a possible duplicate. */
        repeat: fields,
        /** For how long, if either has no reference. */
        within_days: Type.Integer({ minimum: 1, maximum: 366 }),
      }),
    ),
  }),
});
export type FacadeSpec = Static<typeof FacadeSpec>;

const ToolInput = closed({
  kind: ParamKind,
  description: Text,
  /** A call may omit it; then the params that are built from it are omitted. */
  optional: Type.Optional(Type.Literal(true)),
});

/** A tool that agents see, in the gateway. */
export const ToolSpec = closed({
  name: Name,
  facade: Facade,
  description: Type.String({ maxLength: 1_000 }),
  inputs: Type.Record(ParamName, ToolInput, {
    additionalProperties: false,
  }),
  /**
   * Param of the facade -> how it is built: text with `{input}` for an input (percent-encoded in a `url` param) and,
   * at the start, `$NAME` for one of the gateway's environment variables.
   */
  params: Type.Record(ParamName, Type.String({ maxLength: 500 }), { additionalProperties: false }),
  /** Whether the tool may be called with only `grant_id`, to present a grant after its approval. */
  presents_grant: Type.Boolean(),
});
export type ToolSpec = Static<typeof ToolSpec>;

/** The name has no `_`, so that its end is clear in `x_<plugin>_<name>`. */
const PluginName = Type.String({ pattern: '^[a-z][a-z0-9]{0,31}$' });

export const PluginManifest = closed(
  {
    name: PluginName,
    version: Version,
    tier: Name,
    description: Text,
    profile: ProfileName,
    covered_facade: Facade,
    counterparty_kind: Name,
    facades: Type.Array(FacadeSpec, { minItems: 1, maxItems: 32 }),
    tools: Type.Array(ToolSpec, { maxItems: 32 }),
    /**
     * Facades that do not exist and that a deployment's first mandate forbids, so that the prohibition is
     * signed too.
     */
    never: Type.Array(Facade, { maxItems: 16, uniqueItems: true }),
  },
  { title: 'Plugin manifest', description: 'A plugin: facades, rules, tools. Data, no code.' },
);
export type PluginManifest = Static<typeof PluginManifest>;

export const AdapterMark = closed({ provider: Name });

/** JSON pointers into an answer. */
const AckPlaces = closed({ ack: Type.String(), ack_hash: Type.String(), signature: Type.String() });

const Pointer = Type.String({ pattern: '^(/[^/]+)+$', maxLength: 200, description: 'JSON pointer' });
/** What is sent under these names, after `?` in the address. */
const Query = Type.Record(QueryName, SentValue, { additionalProperties: false });

/**
 * How to read the counterparty's own list of an account's movements: a GET of `path`, in which `{account}` stands for the
 * account, in pages, oldest first. Changes nothing there.
 */
const MovementList = closed({
  path: Type.String({
    pattern: '^/[A-Za-z0-9/_.-]*\\{account\\}[A-Za-z0-9/_.-]*$',
    maxLength: 500,
  }),
  /** What the query calls the first day, the day after the last one, and the movement that the page before ended with. */
  query: closed({ from: QueryName, until: QueryName, after: QueryName }),
  currency: Pointer,
  /** The balances before the first movement of the page and after its last one: decimal strings. */
  opening: Pointer,
  closing: Pointer,
  movements: Pointer,
  /** True if there are further pages. */
  more: Pointer,
  /** In each movement. `direction` leads to `in` or `out`; what is null or absent is not known. */
  fields: closed({
    movement_id: Pointer,
    booked_at: Pointer,
    direction: Pointer,
    amount: Pointer,
    balance: Pointer,
    other_account: Type.Optional(Pointer),
    reference: Type.Optional(Pointer),
    text: Type.Optional(Pointer),
    idempotency_key: Pointer,
  }),
  timeout_ms: Type.Integer({ minimum: 1, maximum: 120_000 }),
});
export type MovementList = Static<typeof MovementList>;

/** How the enforcement point calls a counterparty. Interpreted; no plugin code runs. */
export const Connector = closed(
  {
    plugin: Name,
    counterparty: Name,
    /** The id of the key that signs acknowledgments. */
    kid: Kid,
    /**
     * The counterparty is an adapter of this provider: it signs for what the provider answered. INVARIANT: its
     * acknowledgments carry the same mark, and are worth a service's word, whatever its key's entry says.
     */
    adapter: Type.Optional(AdapterMark),
    /** The environment variable that holds the base URL. */
    base_url_env: Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}_URL$' }),
    /** The counterparty's address if that variable is not set: for a local mock, with a key made here. */
    base_url_default: Type.Optional(Type.String({ pattern: '^http://127\\.0\\.0\\.1:\\d{2,5}$' })),
    /**
     * The account that `$account` stands for: that of the first entry of the action's tenant whose `when`
     * equals its params.
     */
    tenant_accounts: Type.Optional(
      Type.Array(
        closed({
          tenant: TenantId,
          when: Type.Optional(
            Type.Record(ParamName, Type.String({ maxLength: 128 }), { additionalProperties: false }),
          ),
          account: Name,
        }),
        { minItems: 1, maxItems: 1_024 },
      ),
    ),
    /**
     * The list whose directory names the tenants' accounts, in `account` of its entries, where the profile has one:
     * then `$account` stands for that of the action's entry.
     */
    accounts_directory: Type.Optional(RuleName),
    operations: Type.Array(
      closed({
        facade: Facade,
        operation: Name,
        method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH']),
        /** `/accounts/{account_id}/balance`: names are params, percent-encoded. */
        path: RequestPath,
        query: Type.Optional(Query),
        /** Sent with the call and with its inquiry, in addition to those that the enforcement point sets. */
        headers: Type.Optional(Type.Record(HeaderName, SentValue, { additionalProperties: false })),
        /** What the body is written as, if not as JSON. `form`: `application/x-www-form-urlencoded`. */
        encoding: Type.Optional(Type.Literal('form')),
        /** Field of the body -> what is sent in it. */
        body: Type.Record(FieldName, SentValue, { additionalProperties: false }),
        /**
         * A read that asks how an effect stands now: that of the grant which the param `grant` names, given under the same
         * mandate for this facade and executed here. Computed values are then those of that grant's action.
         */
        status_of: Type.Optional(closed({ facade: Facade, grant: ParamName })),
        /** JSON pointers into the answer; null if the operation is not acknowledged. */
        ack: nullable(AckPlaces),
        timeout_ms: Type.Integer({ minimum: 1, maximum: 120_000 }),
        /**
         * How to ask what became of a call that got no answer, if the counterparty can say it: a GET of `path`, in
         * which `{idempotency_key}` stands for the action's key. The answer has the acknowledgment at `ack`; without
         * one, it says that the counterparty knows of nothing at the instant at `as_of`, by its own clock, and accepts
         * no call later whose broker token had expired by then.
         */
        inquiry: Type.Optional(
          closed({
            path: RequestPath,
            query: Type.Optional(Query),
            ack: AckPlaces,
            as_of: Type.String(),
          }),
        ),
        /**
         * How to ask what became later of what was acknowledged, where accepting is not all: a GET of `path`, in which
         * `{deployment}` and `{idempotency_key}` stand for ours. The answer has an addendum (`sanad/settled/1`) at these
         * places, the newest that there is, or none yet. Nobody asks after `within_days` from the acknowledgment.
         */
        settlement: Type.Optional(
          closed({
            path: Type.String({
              pattern:
                '^/[A-Za-z0-9/_.-]*\\{deployment\\}/[A-Za-z0-9/_.-]*\\{idempotency_key\\}[A-Za-z0-9/_.-]*$',
              maxLength: 500,
            }),
            settled: Pointer,
            settled_hash: Pointer,
            signature: Pointer,
            within_days: Type.Integer({ minimum: 1, maximum: 400 }),
          }),
        ),
      }),
      { minItems: 1, maxItems: 32 },
    ),
    movements: Type.Optional(MovementList),
  },
  { title: 'Plugin connector', description: 'Operations of one counterparty' },
);
export type Connector = Static<typeof Connector>;

/** Whether an action may be without the param: it is optional, or a reference that was neither given nor read. */
export function mayBeOmitted({ kind, optional }: FacadeSpec['params'][string]): boolean {
  return kind === 'reference' || optional === true;
}
