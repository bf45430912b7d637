import type { HttpApp } from '@common/kit/http/app';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { closed, Version } from '@platform/core/objects/primitives';
import { Profile, SignedProfile } from '@platform/core/objects/profile';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { publishProfile } from '../use-cases/publish-profile.ts';
import { answerRefusal } from './errors.ts';
import { PAGED, pageOf, sendPage } from './pages.ts';
import { DEFAULT_LIMIT, Limit, refusals } from './schemas.ts';
import { sendJson } from './views.ts';

/** Of its lists, mostly: a thousand entries and more. What is longer is published with the command. */
const MAX_PROFILE_BYTES = 131_072;

const Params = Type.Object({
  name: Type.String({
    maxLength: 64,
    pattern: '^[a-z][a-z0-9-]*(\\.v[1-9]\\d{0,3})?$',
    description: '`<plugin>.v<major>`; `<plugin>` by itself means its current major version',
  }),
});

/** Profiles in force, verified at each request: interface document, 4.2 and part 9. */
export function addProfileRoutes(app: HttpApp, deps: AuthorityDeps): void {
  addVersions(app, deps);
  app.get(
    '/profiles/:name',
    {
      schema: {
        summary: 'The profile in force, with its version and rules',
        tags: ['profiles'],
        params: Params,
        response: {
          200: closed({ ...Profile.properties, profile_hash: SignedProfile.properties.profile_hash }),
          ...refusals(404, 503),
        },
      },
    },
    async (request, reply) => {
      const signed = await inForce(deps, request.params.name, reply);
      if (signed === null) return reply;
      return sendJson(reply, { ...signed.profile, profile_hash: signed.profile_hash });
    },
  );
  app.get(
    '/profiles/:name/publication',
    {
      schema: {
        summary: 'Who published the version in force, when and why, with their signature',
        tags: ['profiles'],
        params: Params,
        response: {
          200: Type.Object({
            name: Type.String(),
            version: Type.String(),
            published_by: Type.String(),
            published_at: Type.String(),
            reason: Type.String(),
            profile_hash: SignedProfile.properties.profile_hash,
            signature: SignedProfile.properties.signature,
          }),
          ...refusals(404, 503),
        },
      },
    },
    async (request, reply) => {
      const signed = await inForce(deps, request.params.name, reply);
      if (signed === null) return reply;
      const { name, version, published_by, published_at, reason } = signed.profile;
      const { profile_hash, signature } = signed;
      return sendJson(reply, { name, version, published_by, published_at, reason, profile_hash, signature });
    },
  );
}

/** Past versions, and a new one. */
function addVersions(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/profiles/:name/versions',
    {
      schema: {
        summary: 'Every version that was in force here, newest first',
        description: `Each as its principal signed it: who published it, when and why is part of that. ${PAGED}`,
        tags: ['profiles'],
        params: Params,
        querystring: Type.Object({ before: Type.Optional(Version), limit: Limit }),
        response: { 200: Type.Array(SignedProfile), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const manifest = manifestOf(deps, request.params.name);
      if (manifest === undefined) return answerRefusal(reply, notFound(request.params.name));
      const name = manifest.profile;
      // What was published a moment ago is remembered by being read.
      await deps.readProfile(name);
      const { before = null, limit = DEFAULT_LIMIT } = request.query;
      const found = await deps.store.profileVersions({ name, below: before, limit });
      const { items, last } = pageOf(found, limit);
      const more = last === undefined ? null : { before: last.profile.version };
      return sendPage(request, reply, { items, more, rel: 'next' });
    },
  );
  app.post(
    '/profiles/:name/versions',
    {
      bodyLimit: MAX_PROFILE_BYTES,
      schema: {
        summary: 'Put a version in force that a principal signed',
        description:
          'Written over the version in force, whose `profile_hash` it names as `replaces`. Authority and enforcement point use it from their next request on; mandates under older versions are over.',
        tags: ['profiles'],
        params: Params,
        body: SignedProfile,
        response: { 201: SignedProfile, ...refusals(403, 404, 409, 413, 422) },
      },
    },
    async (request, reply) => {
      const published = await publishProfile(deps, request.params.name, request.body);
      if (!published.ok) return answerRefusal(reply, published.error);
      return sendJson(reply, published.value, 201);
    },
  );
}

async function inForce(
  deps: AuthorityDeps,
  asked: string,
  reply: FastifyReply,
): Promise<SignedProfile | null> {
  const manifest = manifestOf(deps, asked);
  if (manifest === undefined) {
    answerRefusal(reply, notFound(asked));
    return null;
  }
  const profile = await deps.readProfile(manifest.profile);
  if (profile.ok) return profile.value;
  answerRefusal(reply, profile.error);
  return null;
}

function notFound(asked: string) {
  return { code: 'profile_not_found', message: `No plugin here has the profile ${asked}.` } as const;
}

function manifestOf({ plugins }: AuthorityDeps, asked: string): PluginManifest | undefined {
  const manifests = [...plugins().values()].map(({ manifest }) => manifest);
  return manifests.find(({ name, profile }) => profile === asked || name === asked);
}
