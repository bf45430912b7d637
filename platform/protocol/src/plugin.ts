import { type Static, Type } from 'typebox';
import { closed, Facade, Name, ProfileName, Text, Version } from './primitives.ts';
import { REASONS } from './reasons.ts';
import { Kid } from './signature.ts';

/** How one parameter is checked and brought into its canonical spelling. */
const ParamKind = Type.Enum(['name', 'text', 'amount', 'currency', 'url']);

const ParamRule = closed({
  kind: ParamKind,
  description: Text,
  /** Never proposed but derived from this other param: its letters and digits in upper case (`INV-7 a` -> `INV7A`). */
  derived_from: Type.Optional(Name),
});

const reason = Type.Enum([...REASONS]);
const param = Name;

/** The closed vocabulary of rules: each binds fields of the action to a rule of the mandate or a list of the profile. */
export const PolicyRule = Type.Union([
  /** The params named must equal the fields of one entry of the profile's list. */
  closed({
    kind: Type.Literal('allow_list'),
    list: Type.Enum(['beneficiaries', 'recipients']),
    params: Type.Array(param, { minItems: 1, maxItems: 8 }),
    reason,
  }),
  /** The param must be one of the mandate's set. */
  closed({ kind: Type.Literal('purpose_set'), param, rule: Type.Literal('purposes'), reason }),
  /** The param must be no higher in `order` than the mandate's level. */
  closed({
    kind: Type.Literal('ordered_level'),
    param,
    rule: Type.Literal('max_sensitivity'),
    order: Type.Array(Name, { minItems: 1, maxItems: 16 }),
    reason,
  }),
  /** At most the profile's number per day (UTC) under one mandate. */
  closed({ kind: Type.Literal('count'), rule: Type.Literal('releases_per_day'), reason }),
  closed({ kind: Type.Literal('amount_cap'), param, rule: Type.Literal('amount_max'), reason }),
  /** Sum of the param over a day (UTC) under one mandate. */
  closed({ kind: Type.Literal('daily_sum'), param, rule: Type.Literal('daily_max'), reason }),
  /** Above it, a person must approve. */
  closed({ kind: Type.Literal('threshold'), param, rule: Type.Literal('threshold'), reason }),
  /** From the profile's level upwards, a person must approve. */
  closed({
    kind: Type.Literal('level_threshold'),
    param,
    rule: Type.Literal('approval_sensitivity'),
    order: Type.Array(Name, { minItems: 1, maxItems: 16 }),
    reason,
  }),
]);
export type PolicyRule = Static<typeof PolicyRule>;

export const FacadeSpec = closed({
  name: Facade,
  description: Text,
  /** `effect` changes something at the counterparty; `read` and `fetch` do not. */
  kind: Type.Enum(['effect', 'read', 'fetch']),
  params: Type.Record(Name, ParamRule, { additionalProperties: false }),
  rules: Type.Array(PolicyRule, { maxItems: 16 }),
  idempotency: closed({
    prefix: Type.String({ pattern: '^idem_[a-z]+_$' }),
    /** Derived from these; with none, from the grant, so that each call is unique. */
    params: Type.Array(Name, { maxItems: 16 }),
    /** True: refused as `duplicate_action` while a grant with the same key is pending, active or redeemed. */
    unique: Type.Boolean(),
  }),
});
export type FacadeSpec = Static<typeof FacadeSpec>;

/** A tool that agents see, in the gateway. */
export const ToolSpec = closed({
  name: Name,
  facade: Facade,
  description: Type.String({ maxLength: 1_000 }),
  inputs: Type.Record(Name, closed({ kind: ParamKind, description: Text }), { additionalProperties: false }),
  /**
   * Param of the facade -> how it is built: text with `{input}` for an input (percent-encoded in a `url` param) and,
   * at the start, `$NAME` for one of the gateway's environment variables.
   */
  params: Type.Record(Name, Type.String({ maxLength: 500 }), { additionalProperties: false }),
  /** May be called with only `grant_id`, to present a grant after its approval. */
  presents_grant: Type.Boolean(),
});
export type ToolSpec = Static<typeof ToolSpec>;

export const PluginManifest = closed(
  {
    name: Name,
    version: Version,
    tier: Name,
    description: Text,
    profile: ProfileName,
    covered_facade: Facade,
    counterparty_kind: Name,
    facades: Type.Array(FacadeSpec, { minItems: 1, maxItems: 32 }),
    tools: Type.Array(ToolSpec, { maxItems: 32 }),
    /** Mandate rules that must be given, in the order of the generated documentation. */
    mandate_rules: Type.Array(Name, { maxItems: 16 }),
  },
  { title: 'Plugin manifest', description: 'A plugin: facades, rules, tools. Data, no code.' },
);
export type PluginManifest = Static<typeof PluginManifest>;

/** How the enforcement point calls a counterparty. Interpreted; no plugin code runs. */
export const Connector = closed(
  {
    plugin: Name,
    counterparty: Name,
    /** Id of the key that acknowledgments are signed with. */
    kid: Kid,
    /** Environment variable that holds the base URL. */
    base_url_env: Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' }),
    operations: Type.Array(
      closed({
        facade: Facade,
        operation: Name,
        method: Type.Enum(['GET', 'POST']),
        /** `/accounts/{account_id}/balance`: names are params, percent-encoded. */
        path: Type.String({ pattern: '^/[A-Za-z0-9/_{}.-]*$', maxLength: 500 }),
        /** Field of the body -> param of the action, or `$idempotency_key`, `$action_hash`, `$grant_id`. */
        body: Type.Record(Name, Type.String({ pattern: '^\\$?[a-z][a-z0-9_]*$' }), {
          additionalProperties: false,
        }),
        /** JSON pointers into the answer; null if the operation is not acknowledged. */
        ack: Type.Union([
          closed({
            ack: Type.String(),
            ack_hash: Type.String(),
            signature: Type.String(),
          }),
          Type.Null(),
        ]),
        timeout_ms: Type.Integer({ minimum: 1, maximum: 120_000 }),
      }),
      { minItems: 1, maxItems: 32 },
    ),
  },
  { title: 'Connector', description: 'Operations of one counterparty' },
);
export type Connector = Static<typeof Connector>;
