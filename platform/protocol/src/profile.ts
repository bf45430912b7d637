import { type Static, Type } from 'typebox';
import {
  Amount,
  Currency,
  closed,
  Facade,
  Hash,
  Instant,
  Name,
  ProfileName,
  Text,
  Version,
} from './primitives.ts';
import { Signature } from './signature.ts';

/** A payee: the action must name all three exactly as given here. */
const Beneficiary = closed({ beneficiary_id: Name, to_account: Name, currency: Currency });
/** A recipient of records. */
const Recipient = closed({ recipient_id: Name });

/** Upper bounds of mandates under this profile, and the deployment's own lists. */
export const ProfileRules = closed({
  currency: Type.Optional(Currency),
  amount_max: Type.Optional(Amount),
  daily_max: Type.Optional(Amount),
  threshold: Type.Optional(Amount),
  beneficiaries: Type.Optional(Type.Array(Beneficiary, { maxItems: 10_000 })),
  max_sensitivity: Type.Optional(Name),
  /** From this sensitivity upwards, a person must approve. */
  approval_sensitivity: Type.Optional(Name),
  purposes: Type.Optional(Type.Array(Name, { maxItems: 64, uniqueItems: true })),
  recipients: Type.Optional(Type.Array(Recipient, { maxItems: 10_000 })),
  releases_per_day: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
});
export type ProfileRules = Static<typeof ProfileRules>;

/** The unsigned part that a plugin ships as a draft, and that a principal signs with a version, date and reason. */
export const ProfileDraft = closed({
  name: ProfileName,
  plugin: Name,
  version: Version,
  scope: Type.Array(Facade, {
    maxItems: 32,
    uniqueItems: true,
    description: 'Everything that a mandate may allow',
  }),
  limits: closed({
    runtime_max_s: Type.Integer({ minimum: 1, maximum: 31_536_000 }),
    use_count_max: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    validity_max_days: Type.Integer({ minimum: 1, maximum: 3_650 }),
  }),
  rules: ProfileRules,
  market_data: Type.Array(Type.String({ maxLength: 2_000 }), {
    maxItems: 32,
    description:
      'Addresses that market.fetch may read: a URL, or `$NAME/path` for the base address in that environment variable. Exact scheme, host and port; the path must start with the listed one.',
  }),
  receipt_retention_days: Type.Integer({ minimum: 1, maximum: 36_500 }),
});
export type ProfileDraft = Static<typeof ProfileDraft>;

export const Profile = closed(
  {
    type: Type.Literal('sanad/profile/1'),
    ...ProfileDraft.properties,
    published_by: Name,
    published_at: Instant,
    reason: Text,
  },
  { title: 'Trust Profile', description: 'The bounds of every mandate of one plugin' },
);
export type Profile = Static<typeof Profile>;

export const SignedProfile = closed({ profile: Profile, profile_hash: Hash, signature: Signature });
export type SignedProfile = Static<typeof SignedProfile>;
