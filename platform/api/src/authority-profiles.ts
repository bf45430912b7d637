import { closed, Version } from '@platform/core/objects/primitives';
import { Profile, SignedProfile } from '@platform/core/objects/profile';
import { Type } from 'typebox';
import { Limit, PAGED } from './lists.ts';
import type { ClosableTable } from './route.ts';

/** A profile is mostly lists, of a thousand entries and more. A longer one is published with the command. */
const MAX_PROFILE_BYTES = 131_072;

const OfProfile = Type.Object({
  name: Type.String({
    maxLength: 64,
    pattern: '^[a-z][a-z0-9-]*(\\.v[1-9]\\d{0,3})?$',
    description:
      '`<plugin>.v<major>`; `<plugin>` alone means its current major version, and `v<major>` alone the one profile of that major, if there is only one',
  }),
});

/** Profiles in force, verified at each request (interface document, 4.2 and part 9). */
export const PROFILES = {
  listProfileVersions: {
    method: 'GET',
    path: '/profiles/:name/versions',
    reads: 'reader',
    summary: 'Every version that was in force here, newest first',
    description: `Each as its principal signed it: who published it, when and why is part of that. ${PAGED}`,
    tag: 'profiles',
    params: OfProfile,
    query: Type.Object({ before: Type.Optional(Version), limit: Limit }),
    answer: Type.Array(SignedProfile),
    refusals: [404],
    pages: 'next',
  },
  publishProfile: {
    method: 'POST',
    path: '/profiles/:name/versions',
    bodyBytes: MAX_PROFILE_BYTES,
    summary: 'Put a version in force that a principal signed',
    description:
      'Written over the version in force, whose `profile_hash` it names as `replaces`. Authority and enforcement point use it from their next request on; mandates under older versions are over.',
    tag: 'profiles',
    params: OfProfile,
    body: SignedProfile,
    answer: SignedProfile,
    statuses: [201],
    refusals: [403, 404, 409, 413, 422],
  },
  readProfile: {
    method: 'GET',
    path: '/profiles/:name',
    reads: 'reader',
    summary: 'The profile in force, with its version and rules',
    tag: 'profiles',
    params: OfProfile,
    answer: closed({ ...Profile.properties, profile_hash: SignedProfile.properties.profile_hash }),
    refusals: [404, 409, 503],
  },
  readPublication: {
    method: 'GET',
    path: '/profiles/:name/publication',
    reads: 'reader',
    summary: 'Who published the version in force, when and why, with their signature',
    tag: 'profiles',
    params: OfProfile,
    answer: Type.Object({
      name: Type.String(),
      version: Type.String(),
      published_by: Type.String(),
      published_at: Type.String(),
      reason: Type.String(),
      profile_hash: SignedProfile.properties.profile_hash,
      signature: SignedProfile.properties.signature,
    }),
    refusals: [404, 409, 503],
  },
} satisfies ClosableTable;
