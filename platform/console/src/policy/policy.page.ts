import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedProfile } from '@platform/core/objects/profile';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { attestedTermsWords } from '@platform/words/attested';
import { directoryWords } from '@platform/words/directories';
import { duration } from '@platform/words/duration';
import { nameWords } from '@platform/words/names';
import { ruleRows } from '@platform/words/rule-rows';
import { dayAndTime } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { facts, leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { signatureLine } from './profile.page.ts';

interface PolicyPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'plugins' | 'profile' | 'keys'>;
  readonly manifestOf: ManifestOf;
}

/**
 * Adds the page of each plugin’s profile in force, with the signature that put it in force, checked in the
 * browser.
 */
export function addPolicyPage(app: HttpApp, { authority, manifestOf, site, assets }: PolicyPageDeps): void {
  app.get('/policy', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const [plugins, keys] = await Promise.all([authority.plugins(), authority.keys()]);
    if (!plugins.ok) return refuseAsked(reply, plugins.error);
    if (!keys.ok) return refuseAsked(reply, keys.error);
    const leaves: Safe[] = [];
    for (const [index, plugin] of plugins.value.entries()) {
      const profile = await authority.profile(plugin.profile);
      leaves.push(
        profile.ok
          ? profileLeaf(`profile-${index}`, profile.value, keys.value, manifestOf)
          : leaf({
              id: `profile-${index}`,
              title: plugin.profile,
              matter: html`<p>${printable(profile.error.message)}</p>`,
            }),
      );
    }
    const title = 'Company policy';
    const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">A principal signed these rules. No mandate may exceed them, no matter who signs it.</p>
</header>
${leaves}`;
    const page = { title, description: 'Profiles in force.', main, path: '/policy' };
    const bundles = [assets.addresses['policy.js']];
    return sendPage(request, reply, renderConsolePage(site, { ...page, bundles }));
  });
}

function profileLeaf(id: string, signed: SignedProfile, keys: KeySet, manifestOf: ManifestOf): Safe {
  const { profile, profile_hash: hash, signature } = signed;
  const { limits } = profile;
  const rows: readonly (readonly [string, string])[] = [
    ['may allow', profile.scope.join(', ')],
    ...ruleRows(profile.rules, manifestOf(profile.name)).map(({ label, words }) => [label, words] as const),
    ...Object.entries(profile.directories ?? {}).map(
      ([list, terms]) => [nameWords(list), directoryWords(list, terms, manifestOf(profile.name))] as const,
    ),
    ...Object.entries(profile.attested ?? {}).map(
      ([rule, terms]) => [`${nameWords(rule)}: whose word counts`, attestedTermsWords(terms)] as const,
    ),
    [
      'limits',
      `at most ${grouped(String(limits.use_count_max))} uses; time to execute each: ${duration(limits.runtime_max_s)}; valid for at most ${limits.validity_max_days} days`,
    ],
    ['acts on', profile.counterparty.kid],
    ['receipts', `kept for ${grouped(String(profile.receipt_retention_days))} days`],
    ['published', `by ${profile.published_by} on ${dayAndTime(profile.published_at)}`],
    ['why', profile.reason],
    ['signed by', `${signature.kid} (${signature.alg})`],
    ['hash', hash],
  ];
  return leaf({
    id,
    title: profile.name,
    note: `Version ${profile.version}`,
    matter: html`${signatureLine(signed, keys)}
${facts(rows)}
${profile.directories !== undefined && html`<p class="note beneath"><a href="${url('/payees')}">What stands in its directories</a> is signed by itself, so adding to it ends no mandate.</p>`}
<p class="note beneath"><a href="${url(`/policy/${profile.name}`)}">History and changes</a>${may('sign') && html`, or <a href="${url(`/policy/${profile.name}/draft`)}">write a new version</a>`}.</p>`,
  });
}
