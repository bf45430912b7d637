import { requiredMs } from '@common/base/instant';
import { fail, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { sendPage } from '@common/web/send-page';
import { consequencesOf } from '@platform/core/decide/consequences';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { ProfileName } from '@platform/core/objects/primitives';
import { type Profile, SignedProfile } from '@platform/core/objects/profile';
import { compareVersions } from '@platform/core/signed/profile';
import { quoted } from '@platform/words/short';
import { Type } from 'typebox';
import { unknownProfile } from '../mandates/new-mandate.page.ts';
import { refuseAsked } from '../site/asked.page.ts';
import type { Errors, Fields } from '../site/form-fields.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { draftFormMain } from './draft-form.page.ts';
import { draftFields, readDraftForm } from './draft-form.ts';
import { draftTextMain } from './draft-text.page.ts';

interface DraftDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'profile' | 'keys' | 'mandates' | 'openGrants' | 'publish'>;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const params = Type.Object({ name: ProfileName });
/** A form is larger than the profile that the authority accepts. */
const MOST_BYTES = 262_144;
const body = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: MOST_BYTES }));

/**
 * Adds the two steps of a new version, which need no script: the form, then what it changes and ends, with
 * the whole text.
 */
export async function addDraftPage(app: HttpApp, deps: DraftDeps): Promise<void> {
  app.get(
    '/policy/:name/draft',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const found = await readInForce(deps, request.params.name);
      if (!found.ok) return refuseAsked(reply, found.error);
      const { inForce, manifest } = found.value;
      const fields = draftFields(inForce.profile, inForce.profile_hash, manifest);
      return sendPage(request, reply, formPage(deps, found.value, fields, {}));
    },
  );
  await addFormRoutes(app, (scope) => {
    scope.post(
      '/policy/:name/draft',
      { config: { page: true }, bodyLimit: MOST_BYTES, schema: { hide: true, params, body } },
      async (request, reply) => {
        const found = await readInForce(deps, request.params.name);
        if (!found.ok) return refuseAsked(reply, found.error);
        const { step, ...fields } = request.body as Fields;
        if (step === 'change') return sendPage(request, reply, formPage(deps, found.value, fields, {}));
        const page = await textPage(deps, found.value, fields);
        if (page.ok) return sendPage(request, reply, page.value);
        if (page.error.code !== 'form_invalid') return refuseAsked(reply, page.error);
        return sendPage(request, reply.status(422), formPage(deps, found.value, ...page.refused));
      },
    );
  });
  app.post(
    '/policy/:name/publish',
    { schema: { hide: true, params, body: SignedProfile } },
    async (request, reply) => {
      const published = await deps.authority.publish(request.body);
      return published.ok ? sendJson(reply, published.value) : passOn(reply, published.error);
    },
  );
}

interface DraftBasis {
  readonly inForce: SignedProfile;
  readonly manifest: PluginManifest;
  readonly keys: KeySet;
}

async function readInForce({ authority, manifestOf }: DraftDeps, name: string): Promise<Result<DraftBasis>> {
  const manifest = manifestOf(name);
  if (manifest === null) return unknownProfile(name, []);
  const [inForce, keys] = await Promise.all([authority.profile(name), authority.keys()]);
  if (!inForce.ok) return inForce;
  if (!keys.ok) return keys;
  return { ok: true, value: { inForce: inForce.value, manifest, keys: keys.value } };
}

/** The people whose key may sign for every tenant, because a profile bounds all of them. */
function publishers({ keys }: DraftBasis, now: string): readonly string[] {
  const usable = Object.values(keys).filter(
    ({ role, tenants, not_after: end, compromised_at: lost }) =>
      role === 'principal' &&
      tenants?.includes('*') === true &&
      lost === null &&
      (end === null || requiredMs(now) < requiredMs(end)),
  );
  return [...new Set(usable.flatMap(({ person }) => (person === null ? [] : [person])))].sort();
}

type TextPage =
  | Extract<Result<ReturnType<typeof renderConsolePage>>, { readonly ok: true }>
  | (Extract<Result<never>, { readonly ok: false }> & { readonly refused: readonly [Fields, Errors] });

async function textPage(deps: DraftDeps, found: DraftBasis, fields: Fields): Promise<TextPage> {
  const { inForce, manifest, keys } = found;
  const now = deps.now();
  const read = readDraftForm(fields, manifest, inForce.profile);
  const errors: Record<string, string | undefined> = { ...read.errors };
  const { profile: before } = inForce;
  let kept = fields;
  if (fields.base !== inForce.profile_hash) {
    errors[''] =
      `${before.name} ${before.version} was published meanwhile (${quoted(before.reason)}), so yours would replace a version that you have not read: read it, then send your draft again.`;
    kept = { ...fields, base: inForce.profile_hash };
  }
  const { published_by: by = '' } = fields;
  if (!publishers(found, now).includes(by)) errors.published_by = 'Choose who signs.';
  if (errors.version === undefined && compareVersions((fields.version ?? '').trim(), before.version) <= 0) {
    errors.version = `Choose a higher version: ${before.version} is in force.`;
  }
  if (!read.ok || Object.keys(errors).length > 0) {
    const none = fail('form_invalid', 'Nothing was signed or sent.');
    return { ...none, refused: [kept, errors] };
  }
  const [mandates, grants] = await Promise.all([deps.authority.mandates(), deps.authority.openGrants()]);
  if (!mandates.ok) return { ...mandates, refused: [fields, {}] };
  if (!grants.ok) return { ...grants, refused: [fields, {}] };
  const { draft, reason } = read.value;
  const { deployment, plugin_hash, counterparty } = before;
  const profile: Profile = {
    type: 'sanad/profile/1',
    ...draft,
    deployment,
    plugin_hash,
    counterparty,
    published_by: by,
    published_at: now,
    reason,
    replaces: inForce.profile_hash,
  };
  const standing = { mandates: mandates.value, grants: grants.value, now };
  const consequences = consequencesOf(draft, manifest, standing);
  const main = draftTextMain({ profile, inForce, manifest, keys, consequences, fields, now });
  const page = { title: 'Put this policy in force?', description: 'A draft before it is signed.', main };
  const bundles = [deps.assets.addresses['publish.js']];
  return { ok: true, value: renderConsolePage(deps.site, { ...page, path: '/policy', bundles }) };
}

function formPage({ site, now }: DraftDeps, found: DraftBasis, fields: Fields, errors: Errors) {
  const { inForce, manifest } = found;
  const principals = publishers(found, now());
  return renderConsolePage(site, {
    title: `A new version of ${inForce.profile.name}`,
    description: 'A draft of new rules.',
    main: draftFormMain({ profile: inForce.profile, manifest, principals, fields, errors }),
    path: '/policy',
  });
}
