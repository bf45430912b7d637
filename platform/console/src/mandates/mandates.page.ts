import { capitalised } from '@common/base/english';
import { requiredMs } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';
import { counted, PLUGIN_NOT_LOADED } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage, told } from '../site/site.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { endedByVersion, renewalsOf } from '../use-cases/renewals.ts';
import { inTheirCurrency } from './currency-of.ts';
import { mandatePieces } from './mandate-words.ts';

interface MandatesPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'mandates' | 'profile'>;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

/** Adds the page of all mandates: those in force, then those that have ended. */
export function addMandatesPage(app: HttpApp, deps: MandatesPageDeps): void {
  const { authority, manifestOf, site } = deps;
  app.get('/mandates', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const found = await authority.mandates();
    if (!found.ok) return refuseAsked(reply, found.error);
    const inForce = found.value.filter(({ status }) => status === 'active');
    const ended = found.value.filter(({ status }) => status !== 'active');
    const title = titleOf(inForce.length);
    const renewals = await renewLinks(deps, found.value);
    const inCurrency = await inTheirCurrency(authority, found.value);
    const list = (records: readonly MandateRecord[]) =>
      html`<ul class="plain requests">${records.map((record) => item(record, manifestOf, inCurrency))}</ul>`;
    const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">A mandate is what a person signed: which agent may do what, how much of it, and whom it must ask.</p>
</header>
${inForce.length > 0 && leaf({ id: 'in-force', title: 'In force', matter: list(inForce) })}
${ended.length > 0 && leaf({ id: 'ended', title: 'Ended', note: 'Nothing can be done under them.', matter: html`${renewals}${list(ended)}` })}
${
  may('sign') &&
  leaf({
    id: 'new',
    title: 'A new one',
    note: 'It needs a principal’s key.',
    matter: html`<p><a class="button" href="${url('/mandates/new')}">Let an agent act</a></p>
<p class="note">With the command: <code>npx sanad mandate sign</code>, then <code>npx sanad mandate register</code>.</p>`,
  })
}`;
    const description = 'Mandates that people signed for their agents.';
    return sendPage(request, reply, renderConsolePage(site, { title, description, main, path: '/mandates' }));
  });
}

/** A way to sign anew what a version of a profile ended, for each profile where something waits for it. */
async function renewLinks(
  { authority, manifestOf, now }: MandatesPageDeps,
  records: readonly MandateRecord[],
): Promise<readonly (Safe | null)[]> {
  const at = now();
  const names = records
    .filter((record) => endedByVersion(record, requiredMs(at)))
    .map(({ contract }) => contract.profile);
  if (!may('sign')) return [];
  const links = [...new Set(names)].map(async (name) => {
    const [signed, manifest] = [await authority.profile(name), manifestOf(name)];
    if (!signed.ok || manifest === null) return null;
    const basis = { profile: signed.value.profile, earlier: [], manifest, now: at };
    // Only their number counts here, so their ids do not matter.
    if (renewalsOf(records, basis, () => 'ic_new').length === 0) return null;
    return html`<p><a class="button" href="${url(`/mandates/renew/${name}`)}">Sign anew what ended with a version of <bdi class="id">${printable(name)}</bdi></a></p>`;
  });
  return Promise.all(links);
}

function titleOf(inForce: number): string {
  if (inForce === 0) return 'No mandate is in force';
  return inForce === 1 ? 'One mandate is in force' : `${capitalised(counted(inForce))} mandates are in force`;
}

function item(
  { contract, status, revocation, signature }: MandateRecord,
  manifestOf: ManifestOf,
  inCurrency: (mandate: Mandate) => Mandate,
): Safe {
  const end =
    status === 'active'
      ? null
      : revocation === null
        ? html`<strong>expired</strong>, `
        : html`<strong>revoked</strong> on ${dayAndTime(revocation.revocation.revoked_at)}, `;
  const manifest = manifestOf(contract.profile);
  const idle = status === 'active' && manifest === null && html`<strong>${PLUGIN_NOT_LOADED}</strong>, `;
  return html`<li>
${contract.name !== undefined && html`<h3 class="called"><bdi>${printable(contract.name)}</bdi></h3>`}
<p>${told(mandatePieces(inCurrency(contract), manifest))}</p>
<p class="note">${end}${idle}<a href="${url(`/mandates/${contract.contract_id}`)}"><bdi class="id">${contract.contract_id}</bdi></a>, signed by <bdi class="id">${printable(signature.kid)}</bdi></p>
</li>`;
}
