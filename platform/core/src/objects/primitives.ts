import { type TSchema, Type } from 'typebox';

/** Shapes that several artefacts share. All are strings with one spelling, because they are hashed. */

/** 24 lowercase hex digits after the prefix: 96 random bits. */
export const ID_HEX_DIGITS = 24;

const id = (prefix: string, description: string) =>
  Type.String({ pattern: `^${prefix}[A-Za-z0-9_-]{1,64}$`, description });

export const DeploymentId = Type.String({
  pattern: `^dp_[0-9a-f]{${ID_HEX_DIGITS}}$`,
  description: 'Deployment id, drawn once and for all at its first start',
});
export const MandateId = id('ic_', 'Mandate id');
export const TenantId = id('tn_', 'Tenant id');
export const GrantId = id('gr_', 'Grant id');
export const ReceiptId = id('rcpt_', 'Receipt id');
export const AgentTokenId = id('at_', 'Id of an agent’s token; it is no secret');
export const EventId = id('evt_', 'Event id');
export const RedemptionId = id('red_', 'Redemption id, chosen by the enforcement point once per grant');
export const IdempotencyKey = Type.String({
  pattern: '^idem_[a-z]+_[A-Za-z0-9_]{1,80}$',
  description: 'One effect at the counterparty per key',
});

export const Hash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 over canonical JSON, lowercase hex',
});
/** The hash of a file’s bytes. */
export const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 over the bytes, lowercase hex',
});

/**
 * RFC 3339 in UTC, to the second or the millisecond, as services write it. Compare instants with
 * `common/base/src/instant.ts`, which refuses days and hours that do not exist as well.
 */
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z$',
  description: 'RFC 3339, UTC',
});

/**
 * An instant that a person or their tool signs: RFC 3339 with any offset and up to nine digits of a second.
 * It is read by value and remains byte for byte as signed. Our own instants are `Instant`.
 */
export const SignedInstant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
  description: 'RFC 3339',
});

/** A decimal string without sign, exponent or needless zeros: `40`, `40.5`, `0.05`. See `decide/amount`. */
export const Amount = Type.String({
  pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{0,3}[1-9])?$',
  description: 'Decimal string in its one canonical spelling: at most 18 digits and 4 decimals',
});

export const SIGNED_AMOUNT = '^(0|[1-9]\\d{0,17})(\\.\\d{1,18})?$';

/**
 * An amount that a person signs: like `Amount`, but with any trailing zeros (`5000.00`). It is read by value
 * and remains byte for byte as signed.
 */
export const SignedAmount = Type.String({
  pattern: SIGNED_AMOUNT,
  description:
    'Decimal string, such as 5000 or 5000.00: at most 18 digits, and no more decimals than its currency has',
});

export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' });

/** Printable text without control or invisible characters, checked again where it enters. */
export const Name = Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]*$' });
export const Text = Type.String({ maxLength: 512 });

export const MOST_NAME_LENGTH = 60;
/**
 * What people call a mandate. Nothing in it is invisible, changes the direction of writing, or is another space
 * than the plain one, so that two names that look alike have one spelling.
 */
export const MandateName = Type.String({
  pattern: `^(?! )([^\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]| ){1,${MOST_NAME_LENGTH}}(?<! )$`,
  maxLength: MOST_NAME_LENGTH,
  description: 'What people call it: 1 to 60 visible characters, no space at either end',
});
export const Facade = Type.String({
  pattern: '^[a-z][A-Za-z0-9]*\\.[a-z][A-Za-z0-9]*$',
  maxLength: 64,
  description: 'Facade name: `<counterparty>.<action>`',
});
export const ProfileName = Type.String({ pattern: '^[a-z][a-z0-9-]*\\.v[1-9]\\d{0,3}$', maxLength: 64 });
export const Version = Type.String({ pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$' });
export const PolicyVersion = Type.String({
  pattern: '^[a-z][a-z0-9-]*\\.v[1-9]\\d{0,3}@\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$',
  description: '`<profile>@<version>`',
});

/**
 * A value of this schema, or null.
 * @example nullable(Hash).anyOf[1].type // 'null'
 */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * An object that admits no other field, so that nothing outside the schema can be smuggled into a hash.
 * @example closed({ hash: Hash }).additionalProperties // false
 */
export function closed<const Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: {
    readonly $id?: string;
    readonly description?: string;
    readonly title?: string;
    readonly minProperties?: number;
  } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}
