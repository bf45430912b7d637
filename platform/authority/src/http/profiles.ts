import type { HttpApp } from '@common/kit/http';
import { closed } from '@platform/protocol/primitives';
import { Profile, SignedProfile } from '@platform/protocol/profile';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { refusals } from './schemas.ts';
import { sendJson } from './views.ts';

const Params = Type.Object({
  name: Type.String({
    maxLength: 64,
    pattern: '^[a-z][a-z0-9-]*(\\.v[1-9]\\d{0,3})?$',
    description: '`<plugin>.v<major>`; `<plugin>` by itself means its current major version',
  }),
});

/** Profiles in force, verified at each request: interface document, 4.2 and part 9. */
export function addProfileRoutes(app: HttpApp, deps: AuthorityDeps): void {
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

async function inForce(
  deps: AuthorityDeps,
  asked: string,
  reply: FastifyReply,
): Promise<SignedProfile | null> {
  const manifest = manifestsOf(deps).find(({ name, profile }) => profile === asked || name === asked);
  if (manifest === undefined) {
    answerRefusal(reply, { code: 'profile_not_found', message: `No plugin here has the profile ${asked}.` });
    return null;
  }
  const profile = await deps.readProfile(manifest.profile);
  if (profile.ok) return profile.value;
  answerRefusal(reply, profile.error);
  return null;
}

function manifestsOf({ plugins }: AuthorityDeps) {
  return [...plugins().values()].map(({ manifest }) => manifest);
}
