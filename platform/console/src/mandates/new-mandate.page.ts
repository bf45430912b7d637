import type { Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { sendPage, sendPrivatePage } from '@common/web/send-page';
import { SignedMandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { ProfileName, TenantId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { refuseAsked } from '../site/asked.page.ts';
import type { Errors, Fields } from '../site/form-fields.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import type { Fresh } from '../use-cases/mandates.ts';
import { firstFields, mandateFormMain } from './mandate-form.page.ts';
import { readMandateForm, withOwnKey } from './mandate-form.ts';
import type { Offer } from './mandate-offer.ts';
import { mandateTextMain } from './mandate-text.page.ts';

interface NewMandateDeps extends PagesDeps, Pick<Fresh, 'randomBytes'> {
  readonly authority: Pick<Authority, 'plugins' | 'profile' | 'keys' | 'mandates' | 'register'>;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

/** No text that a mandate can hold is longer. */
const MOST_FIELD = 2_000;
const FormBody = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: MOST_FIELD }));
/** The size of a form with every box checked. */
const MOST_FORM_BYTES = 262_144;

/**
 * Adds the two steps of a new mandate, which need no script: the form, then the whole text. Only the
 * signature needs one.
 */
export async function addNewMandatePage(app: HttpApp, deps: NewMandateDeps): Promise<void> {
  const { authority, site } = deps;
  const querystring = Type.Object({
    profile: Type.Optional(Type.String({ maxLength: 64 })),
    tenant: Type.Optional(TenantId),
  });
  app.get(
    '/mandates/new',
    { config: { page: true }, schema: { hide: true, querystring } },
    async (request, reply) => {
      const found = await readOffer(deps, request.query.profile ?? null);
      if (!found.ok) return refuseAsked(reply, found.error);
      const { offer } = found.value;
      return sendPage(
        request,
        reply,
        formPage(
          deps,
          found.value,
          { ...firstFields(offer), ...forCompany(offer, request.query.tenant) },
          {},
        ),
      );
    },
  );
  await addFormRoutes(app, (scope) => {
    scope.post(
      '/mandates/new',
      { config: { page: true }, bodyLimit: MOST_FORM_BYTES, schema: { hide: true, body: FormBody } },
      async (request, reply) => {
        const { step, ...sent } = request.body as Fields;
        const fields = withOwnKey(sent);
        const found = await readOffer(deps, fields.profile ?? '');
        if (!found.ok) return refuseAsked(reply, found.error);
        if (step === 'change') return sendPrivatePage(reply, formPage(deps, found.value, fields, {}));
        const { offer } = found.value;
        const { deployment } = offer.signed.profile;
        const read = readMandateForm(sent, offer, deployment, { ...deps, clock: Date.now });
        if (!read.ok) {
          return sendPrivatePage(reply, formPage(deps, found.value, fields, read.errors), 422);
        }
        const page = renderConsolePage(site, {
          title: 'Let an agent act?',
          description: 'A mandate before it is signed.',
          main: mandateTextMain(read.value, offer, fields),
          path: '/mandates',
          bundles: [deps.assets.addresses['new-mandate.js']],
        });
        return sendPrivatePage(reply, page);
      },
    );
  });
  app.post('/mandates/register', { schema: { hide: true, body: SignedMandate } }, async (request, reply) => {
    const record = await authority.register(request.body);
    return record.ok ? sendJson(reply, record.value) : passOn(reply, record.error);
  });
}

/** The first values for a company: its id, and its principal if it has one. */
function forCompany({ keys }: Offer, tenant: string | undefined): Fields {
  if (tenant === undefined) return {};
  const own = Object.values(keys).filter(
    (key) =>
      key.role === 'principal' && key.compromised_at === null && key.tenants?.includes(tenant) === true,
  );
  const [only, ...others] = new Set(own.map(({ person }) => person));
  return { tenant, ...(typeof only === 'string' && others.length === 0 ? { principal: only } : {}) };
}

interface FormOffer {
  readonly offer: Offer;
  readonly profiles: readonly string[];
}

/** Reads what is in force now: the named profile, or one that pays if none is named. */
async function readOffer(
  { authority, manifestOf, now }: NewMandateDeps,
  asked: string | null,
): Promise<Result<FormOffer>> {
  const [plugins, keys, mandates] = await Promise.all([
    authority.plugins(),
    authority.keys(),
    authority.mandates(),
  ]);
  if (!plugins.ok) return plugins;
  if (!keys.ok) return keys;
  if (!mandates.ok) return mandates;
  const profiles = plugins.value
    .map(({ profile }) => profile)
    .filter((name) => Value.Check(ProfileName, name));
  const name = asked ?? profiles.find((one) => isPaying(manifestOf(one))) ?? profiles[0] ?? '';
  const manifest = profiles.includes(name) ? manifestOf(name) : null;
  if (manifest === null) return unknownProfile(name, profiles);
  const signed = await authority.profile(name);
  if (!signed.ok) return signed;
  const offer = { signed: signed.value, manifest, keys: keys.value, mandates: mandates.value, now: now() };
  return { ok: true, value: { offer, profiles } };
}

/** What pays is what most people come for. */
function isPaying(manifest: PluginManifest | null): boolean {
  const spec = manifest?.facades.find(({ name }) => name === manifest.covered_facade);
  return Object.values(spec?.params ?? {}).some(({ kind }) => kind === 'amount');
}

/** Refuses in the authority’s own terms. */
export function unknownProfile(name: string, profiles: readonly string[]): Result<never> {
  const there = profiles.length === 0 ? 'none' : profiles.join(', ');
  const message = `No plugin here has the profile ${name || 'that was asked for'}: there is ${there}.`;
  return { ok: false, error: { code: 'profile_not_found', message, detail: { status: 404 } } };
}

function formPage({ site }: NewMandateDeps, { offer, profiles }: FormOffer, fields: Fields, errors: Errors) {
  return renderConsolePage(site, {
    title: 'A new mandate',
    description: 'What may an agent do?',
    main: mandateFormMain({ offer, profiles, fields, errors }),
    path: '/mandates',
  });
}
