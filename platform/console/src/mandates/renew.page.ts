import { fail, ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { sendPage } from '@common/web/send-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import { MandateId, ProfileName } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { type Fresh, freshId } from '../use-cases/mandates.ts';
import { type Renewal, renewalsOf } from '../use-cases/renewals.ts';
import { type RenewalsPage, renewalsMain, renewalsTitle } from './renewals.page.ts';

interface RenewDeps extends PagesDeps, Pick<Fresh, 'randomBytes'> {
  readonly authority: Pick<Authority, 'profile' | 'versions' | 'keys' | 'mandates' | 'grantsOf'>;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const params = Type.Object({ name: ProfileName });
const querystring = Type.Object({ mandate: Type.Optional(MandateId) });

/** Adds the page on which the mandates that a version of a profile ended are signed anew, all or one. */
export function addRenewPage(app: HttpApp, deps: RenewDeps): void {
  app.get(
    '/mandates/renew/:name',
    { config: { page: true }, schema: { hide: true, params, querystring } },
    async (request, reply) => {
      const found = await readRenewals(deps, request.params.name, request.query.mandate);
      if (!found.ok) return refuseAsked(reply, found.error);
      const page = renderConsolePage(deps.site, {
        title: renewalsTitle(found.value),
        description: 'Mandates that ended with a version of their policy, to be signed anew.',
        main: renewalsMain(found.value),
        path: '/mandates',
        bundles: found.value.renewals.some(({ refusals }) => refusals.length === 0)
          ? [deps.assets.addresses['renew.js']]
          : [],
      });
      return sendPage(request, reply, page);
    },
  );
}

async function readRenewals(
  { authority, manifestOf, now, randomBytes }: RenewDeps,
  name: string,
  only: string | undefined,
): Promise<Result<RenewalsPage>> {
  const [signed, versions, keys, mandates] = await Promise.all([
    authority.profile(name),
    authority.versions(name),
    authority.keys(),
    authority.mandates(),
  ]);
  if (!signed.ok) return signed;
  if (!versions.ok) return versions;
  if (!keys.ok) return keys;
  if (!mandates.ok) return mandates;
  const manifest = manifestOf(name);
  if (manifest === null) {
    return fail('profile_not_found', `The plugin of ${name} is not loaded here.`, { status: 404 });
  }
  const { profile, profile_hash: hash } = signed.value;
  const earlier = versions.value.filter((one) => one.profile_hash !== hash);
  const basis = { profile, earlier: earlier.map((one) => one.profile), manifest, now: now() };
  const all = renewalsOf(mandates.value, basis, () => freshId('ic_', { randomBytes }));
  const isOne = only !== undefined;
  const renewals = isOne ? all.filter(({ record }) => record.contract.contract_id === only) : all;
  const stopped = await stoppedBy(authority, renewals);
  const found = { signed: signed.value, earlier, manifest, keys: keys.value, now: basis.now };
  return ok({ ...found, renewals, isOne, stopped });
}

/** Of further mandates, only their own pages say what ended with them. */
const MOST_ASKED = 50;

/** The requests that ended with each mandate, as far as the authority answers: nothing that is signed depends on it. */
async function stoppedBy(
  authority: RenewDeps['authority'],
  renewals: readonly Renewal[],
): Promise<RenewalsPage['stopped']> {
  const ids = renewals.slice(0, MOST_ASKED).map(({ record }) => record.contract.contract_id);
  const entries = ids.map(async (id): Promise<[string, readonly GrantRecord[]]> => {
    const grants = await authority.grantsOf(id);
    return [id, grants.ok ? grants.value.filter(({ ending }) => ending?.reason === 'contract_expired') : []];
  });
  return new Map(await Promise.all(entries));
}
