import { type Static, Type } from 'typebox';
import { ProfileAttested } from './attested.ts';
import { DirectoryTerms, MOST_DIRECTORIES } from './directory.ts';
import { AdapterMark } from './plugin.ts';
import {
  closed,
  DeploymentId,
  Facade,
  Hash,
  Name,
  ProfileName,
  SignedInstant,
  Text,
  Version,
} from './primitives.ts';
import { ProfileRules, RuleName } from './rules.ts';
import { Kid, Signature } from './signature.ts';

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
  directories: Type.Optional(
    Type.Record(RuleName, DirectoryTerms, {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: MOST_DIRECTORIES,
      description:
        'Lists that stand in signed entries of their own instead of in `rules`, by the name of their rule',
    }),
  ),
  attested: Type.Optional(ProfileAttested),
  market_data: Type.Array(Type.String({ maxLength: 2_000 }), {
    maxItems: 32,
    description:
      'Addresses that a fetch may read: a URL, or `$NAME/path` for the base address in that environment variable. Exact scheme, host and port; the path must start with the listed one.',
  }),
  receipt_retention_days: Type.Integer({ minimum: 1, maximum: 36_500 }),
});
export type ProfileDraft = Static<typeof ProfileDraft>;

/**
 * The counterparty that the plugin acts on, as its connector says. A person who signs a profile can read and
 * judge it.
 */
export const Counterparty = closed({
  /** The id of the key that signs acknowledgments. */
  kid: Kid,
  /** It is an adapter: not the provider itself. */
  adapter: Type.Optional(AdapterMark),
  operations: Type.Array(closed({ facade: Facade, operation: Name, acknowledged: Type.Boolean() }), {
    minItems: 1,
    maxItems: 32,
  }),
});
export type Counterparty = Static<typeof Counterparty>;

export const Profile = closed(
  {
    type: Type.Literal('sanad/profile/1'),
    deployment: DeploymentId,
    ...ProfileDraft.properties,
    plugin_hash: { ...Hash, description: 'Hash of `{type: "sanad/plugin/1", manifest, connector}`' },
    counterparty: Counterparty,
    published_by: Name,
    published_at: SignedInstant,
    reason: Text,
    replaces: Type.Optional({
      ...Hash,
      description:
        '`profile_hash` of the version that this one was written over: it is published over no other, and the versions are a chain. Profiles from before it have none',
    }),
  },
  { title: 'Trust Profile', description: 'The bounds of every mandate of one plugin' },
);
export type Profile = Static<typeof Profile>;

export const SignedProfile = closed({ profile: Profile, profile_hash: Hash, signature: Signature });
export type SignedProfile = Static<typeof SignedProfile>;
