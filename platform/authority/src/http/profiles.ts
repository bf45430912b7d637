import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';
import { addRoute } from '@platform/keys/add-route';
import type { FastifyReply } from 'fastify';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { publishProfile } from '../use-cases/publish-profile.ts';
import { answerRefusal } from './errors.ts';
import { pageOf, sendPage } from './pages.ts';
import { sendJson } from './views.ts';

/** Profiles in force, verified at each request (interface document, 4.2 and part 9). */
export function addProfileRoutes(app: HttpApp, deps: AuthorityDeps): void {
  addVersions(app, deps);
  addRoute(app, AUTHORITY.readProfile, async (request, reply) => {
    const signed = await inForce(deps, request.params.name, reply);
    if (signed === null) return reply;
    return sendJson(reply, { ...signed.profile, profile_hash: signed.profile_hash });
  });
  addRoute(app, AUTHORITY.readPublication, async (request, reply) => {
    const signed = await inForce(deps, request.params.name, reply);
    if (signed === null) return reply;
    const { name, version, published_by, published_at, reason } = signed.profile;
    const { profile_hash, signature } = signed;
    return sendJson(reply, { name, version, published_by, published_at, reason, profile_hash, signature });
  });
}

/** Routes to list past versions and to publish a new one. */
function addVersions(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.listProfileVersions, async (request, reply) => {
    const manifest = manifestOf(deps, request.params.name);
    if (manifest === undefined) return answerRefusal(reply, notFound(request.params.name));
    const name = manifest.profile;
    // Reading a profile also stores its version, so a newly published one is in the list.
    await deps.readProfile(name);
    const { before = null, limit = DEFAULT_LIMIT } = request.query;
    const found = await deps.store.profileVersions({ name, below: before, limit });
    const { items, last } = pageOf(found, limit);
    const more = last === undefined ? null : { before: last.profile.version };
    return sendPage(request, reply, { items, more, rel: 'next' });
  });
  addRoute(app, AUTHORITY.publishProfile, async (request, reply) => {
    const published = await publishProfile(deps, request.params.name, request.body);
    if (!published.ok) return answerRefusal(reply, published.error);
    return sendJson(reply, published.value, 201);
  });
}

async function inForce(
  deps: AuthorityDeps,
  asked: string,
  reply: FastifyReply,
): Promise<SignedProfile | null> {
  const [manifest, ...others] = manifestsOf(deps, asked);
  if (manifest === undefined || others.length > 0) {
    answerRefusal(reply, manifest === undefined ? notFound(asked) : ambiguous(asked, [manifest, ...others]));
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

function ambiguous(major: string, manifests: readonly PluginManifest[]) {
  const names = manifests.map(({ profile }) => `/profiles/${profile}`).join(', ');
  return {
    code: 'profile_ambiguous',
    message: `Several plugins here have a profile ${major}: ask for ${names}.`,
  } as const;
}

function manifestOf({ plugins }: AuthorityDeps, asked: string): PluginManifest | undefined {
  const manifests = [...plugins().values()].map(({ manifest }) => manifest);
  return manifests.find(({ name, profile }) => profile === asked || name === asked);
}

/** Those that a name means: one, unless it is a major alone (`v1`), which the profiles of several plugins may have. */
function manifestsOf(deps: AuthorityDeps, asked: string): readonly PluginManifest[] {
  const named = manifestOf(deps, asked);
  if (named !== undefined) return [named];
  const manifests = [...deps.plugins().values()].map(({ manifest }) => manifest);
  return /^v\d+$/.test(asked) ? manifests.filter(({ profile }) => profile.endsWith(`.${asked}`)) : [];
}
