import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { ProfileName } from '@platform/core/objects/primitives';
import type { SignedProfile } from '@platform/core/objects/profile';
import { printable } from '@platform/core/verify/report-html';
import { dayAndTime } from '@platform/words/when';
import { Type } from 'typebox';
import { may } from '../access/areas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { facts, leaf, type PagesDeps, pointed, renderConsolePage } from '../site/site.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { changesTable } from './changes.page.ts';
import { changeRows, profileRows } from './profile-rows.ts';

interface ProfilePageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'profile' | 'versions' | 'keys'>;
  readonly manifestOf: ManifestOf;
}

const params = Type.Object({ name: ProfileName });

/** Adds the page of one plugin’s rules: the version in force, and its history. */
export function addProfilePage(app: HttpApp, deps: ProfilePageDeps): void {
  const { authority, manifestOf, site, assets } = deps;
  app.get(
    '/policy/:name',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { name } = request.params;
      const [inForce, versions, keys] = await Promise.all([
        authority.profile(name),
        authority.versions(name),
        authority.keys(),
      ]);
      if (!inForce.ok) return refuseAsked(reply, inForce.error);
      if (!versions.ok) return refuseAsked(reply, versions.error);
      if (!keys.ok) return refuseAsked(reply, keys.error);
      const manifest = manifestOf(name);
      const { profile } = inForce.value;
      const title = `Company policy: ${printable(profile.plugin)}`;
      const main = html`<header class="opening">
<p class="crumb"><a href="${url('/policy')}">Policy</a> / <bdi class="id">${name}</bdi></p>
<h1>${title}</h1>
<p class="story">In force: <bdi class="id">${printable(`${profile.name}@${profile.version}`)}</bdi>. No mandate may exceed it, no matter who signs it.</p>
</header>
${leaf({ id: 'in-force', title: 'In force', matter: inForceMatter(inForce.value, keys.value, manifest) })}
${
  may('sign') &&
  leaf({
    id: 'draft',
    title: 'Change it',
    note: 'It needs a principal’s key.',
    matter: html`<p><a class="button" href="${url(`/policy/${name}/draft`)}">Write a new version</a></p>
<p class="note">You read what changes and what ends before anything is signed. With the command: <code>npx sanad profile publish</code>.</p>`,
  })
}
${leaf({ id: 'history', title: 'History', note: 'Every version that this authority has decided by, newest first. Each names the version that it replaced.', matter: history(versions.value, keys.value, manifest) })}`;
      const page = { title, description: 'A profile and its history.', main, path: '/policy' };
      const bundles = [assets.addresses['policy.js']];
      return sendPage(request, reply, renderConsolePage(site, { ...page, bundles }));
    },
  );
}

function inForceMatter(signed: SignedProfile, keys: KeySet, manifest: PluginManifest | null): Safe {
  const rows = profileRows(signed.profile, manifest).map(({ label, words }) => [label, words] as const);
  const { signature, profile_hash: hash } = signed;
  return html`${signatureLine(signed, keys)}
${facts([...rows, ['Signed by', `${signature.kid} (${signature.alg})`], ['Hash', hash]])}`;
}

/** A line in which the page’s script shows whether the signature holds. */
export function signatureLine(signed: SignedProfile, keys: KeySet): Safe {
  return html`<p class="signed" data-signed="${JSON.stringify(signed)}" data-keys="${JSON.stringify(signersOf(signed, keys))}">Its signature is checked in your browser, by a script.</p>`;
}

/** The signer’s key and all principals’ keys: checking one signature needs no others. */
function signersOf({ signature }: SignedProfile, keys: KeySet): KeySet {
  return Object.fromEntries(
    Object.entries(keys).filter(([kid, { role }]) => kid === signature.kid || role === 'principal'),
  );
}

function history(versions: readonly SignedProfile[], keys: KeySet, manifest: PluginManifest | null): Safe {
  const items = versions.map((signed, index) => {
    const { version, published_by, published_at, reason } = signed.profile;
    return html`<li>
<h3 class="version"><bdi class="id">${version}</bdi></h3>
<p>${dayAndTime(published_at)}, by ${printable(published_by)}: <q>${printable(reason)}</q></p>
${signatureLine(signed, keys)}
${difference(versions[index + 1], signed, manifest)}
</li>`;
  });
  return html`<ul class="plain requests versions">${items}</ul>`;
}

function difference(
  before: SignedProfile | undefined,
  after: SignedProfile,
  manifest: PluginManifest | null,
): Safe {
  if (before === undefined)
    return html`<p class="note">${after.profile.replaces === undefined ? 'The first version.' : 'The version before it is not kept here.'}</p>`;
  const { replaces } = after.profile;
  const chain =
    replaces === before.profile_hash
      ? pointed('holds', `It says that it replaced ${before.profile.version}.`)
      : replaces === undefined
        ? pointed('open', 'It does not say which version it replaced.')
        : pointed(
            'open',
            `It replaced a version between this and ${before.profile.version}, which is not kept here.`,
          );
  const rows = changeRows(before.profile, after.profile, manifest);
  return html`<ul class="marks">${chain}</ul>
${changesTable(rows, `In ${before.profile.version}`, `In ${after.profile.version}`)}`;
}
