import { capitalised } from '@common/base/english';
import { requiredMs } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import { type MandateRecord, SignedRevocation } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { MandateId } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { PLUGIN_NOT_LOADED, quoted } from '@platform/words/short';
import { day, dayAndTime } from '@platform/words/when';
import { Type } from 'typebox';
import { may } from '../access/areas.ts';
import { askedTable } from '../approvals/asked-table.page.ts';
import { grantEntry } from '../grants/grant-entry.page.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { passOn, sendJson } from '../site/passed-on.http.ts';
import { facts, leaf, type PagesDeps, renderConsolePage, told } from '../site/site.page.ts';
import { type TokenIssuer, tokensData, tokensLeaf } from '../tokens/tokens.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { endedByVersion } from '../use-cases/renewals.ts';
import { useBars } from './bars.page.ts';
import { inTheirCurrency } from './currency-of.ts';
import { reachNote } from './mandate-reach.page.ts';
import { mandateRows } from './mandate-rows.ts';
import { mandateUse } from './mandate-use.ts';
import { amountText, mandatePieces } from './mandate-words.ts';
import type { RevocationData } from './revocation-data.ts';
import { revokeLeaf } from './revoke.page.ts';

interface MandatePageDeps extends PagesDeps {
  readonly authority: Pick<
    Authority,
    'mandate' | 'grantsOf' | 'mandates' | 'keys' | 'profile' | 'revoke' | 'tokens'
  >;
  readonly manifestOf: ManifestOf;
  readonly tokenIssuer: TokenIssuer;
  readonly gatewayUrl: string;
  readonly now: () => string;
}

const params = Type.Object({ contract_id: MandateId });
/** The page only counts further grants. */
const MOST_GRANTS = 50;

/**
 * Adds the page of one mandate: everything that was signed, what is left of it, and what was asked under it.
 */
export function addMandatePage(
  app: HttpApp,
  { authority, manifestOf, tokenIssuer, gatewayUrl, now, site, assets }: MandatePageDeps,
): void {
  app.get(
    '/mandates/:contract_id',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { contract_id: id } = request.params;
      const [mandate, grants, mandates, keys, tokens, issuer] = await Promise.all([
        authority.mandate(id),
        authority.grantsOf(id),
        authority.mandates(),
        authority.keys(),
        authority.tokens({ contract_id: id }),
        tokenIssuer(),
      ]);
      if (!mandate.ok) return refuseAsked(reply, mandate.error);
      if (!grants.ok) return refuseAsked(reply, grants.error);
      if (!mandates.ok) return refuseAsked(reply, mandates.error);
      if (!keys.ok) return refuseAsked(reply, keys.error);
      const { contract } = mandate.value;
      const manifest = manifestOf(contract.profile);
      const profile = await authority.profile(contract.profile);
      const reach = profile.ok ? reachNote(contract, profile.value.profile) : null;
      const inCurrency = (await inTheirCurrency(authority, [mandate.value]))(contract);
      const title = titleOf(mandate.value);
      const use = manifest === null ? null : mandateUse(contract, manifest, grants.value, now());
      const maySign = may('sign');
      const ofTokens = {
        ...{ record: mandate.value, mandates: mandates.value, keys: keys.value, maySign, now: now() },
        tokens: tokens.ok ? tokens.value : null,
        missing: issuer.ok ? null : issuer.error.message,
        gateway: gatewayUrl,
      };
      const data: RevocationData = {
        ...{ record: mandate.value, keys: keys.value, mayEnd: maySign },
        tokens: maySign ? tokensData(ofTokens) : null,
      };
      const shown = { record: mandate.value, manifest, grants: grants.value, mandates: mandates.value };
      const main = html`<div id="mandate-data" hidden data-mandate="${JSON.stringify(data)}"></div>
<header class="opening">
<p class="crumb"><a href="${url('/mandates')}">Mandates</a> / <bdi class="id">${id}</bdi></p>
<h1>${title}</h1>
<p class="story">${told(mandatePieces(inCurrency, manifest))}</p>
${mandate.value.status === 'active' && manifest === null && html`<p class="note"><strong>${capitalised(PLUGIN_NOT_LOADED)}.</strong></p>`}
${mandate.value.status === 'active' && reach}
</header>
<div id="ahead">
${use !== null && useLeaf({ ...mandate.value, contract: inCurrency }, use, now())}
${tokensLeaf(ofTokens)}
${mandate.value.status === 'active' && maySign && revokeLeaf({ ...shown, now: now() })}
</div>
${signedLeaf(mandate.value, manifest)}
${grantsLeaf(grants.value, manifest)}`;
      const description = 'A mandate that a person signed.';
      return sendPage(
        request,
        reply,
        renderConsolePage(site, {
          title,
          description,
          main,
          path: '/mandates',
          bundles: [assets.addresses['mandate.js']],
        }),
      );
    },
  );
  app.post(
    '/mandates/:contract_id/revoke',
    { schema: { hide: true, params, body: SignedRevocation } },
    async (request, reply) => {
      const record = await authority.revoke(request.params.contract_id, request.body);
      return record.ok ? sendJson(reply, record.value) : passOn(reply, record.error);
    },
  );
}

const TITLES = {
  active: 'A mandate in force',
  revoked: 'A revoked mandate',
  expired: 'An expired mandate',
} as const satisfies Record<MandateRecord['status'], string>;

function titleOf({ contract: { name }, status }: MandateRecord): string {
  const ended = { active: 'in force', revoked: 'revoked', expired: 'expired' } as const;
  return name === undefined ? TITLES[status] : `${printable(name)}: ${ended[status]}`;
}

/** What is left of a mandate in force. Of any other it says only that nothing is left, and why. */
function useLeaf(
  { contract, status, revocation }: MandateRecord,
  use: NonNullable<ReturnType<typeof mandateUse>>,
  now: string,
): Safe {
  const inAll =
    use.inAll !== null &&
    html`<p class="note">${amountText(use.inAll, contract)} in all so far, by the authority’s count.</p>`;
  const note = 'Filled: used. Paler: waiting for an answer.';
  if (status === 'active')
    return leaf({ id: 'left', title: 'What is left', note, matter: html`${useBars(contract, use)}${inAll}` });
  const why =
    revocation !== null
      ? html`It was revoked ${revokedText(revocation)}.`
      : requiredMs(contract.valid_to) <= requiredMs(now)
        ? `It ended on ${day(contract.valid_to)}.`
        : `Its rules, ${printable(contract.policy_version)}, are no longer in force.`;
  const again =
    may('sign') &&
    endedByVersion({ contract, status, revocation }, requiredMs(now)) &&
    html`<p><a class="button" href="${url(`/mandates/renew/${contract.profile}?mandate=${contract.contract_id}`)}">Sign it anew</a></p>`;
  const matter = html`<p><strong>Nothing.</strong> ${why}</p>${inAll}${again}`;
  return leaf({ id: 'left', title: 'What is left', note: '', matter });
}

/** When, by whom and why, if a reason was given. */
function revokedText({ revocation, signature }: NonNullable<MandateRecord['revocation']>): string {
  const { revoked_at: at, reason } = revocation;
  return `on ${dayAndTime(at)} by ${signature.kid}${reason === '' ? '' : `: ${quoted(reason)}`}`;
}

function signedLeaf(record: MandateRecord, manifest: PluginManifest | null): Safe {
  const { contract, contract_hash: hash, signature, registered_at, revocation } = record;
  const rows: readonly (readonly [string, string])[] = [
    ['signed by', `${signature.kid} (${signature.alg})`],
    ['registered', dayAndTime(registered_at)],
    ...(revocation === null ? [] : [['revoked', revokedText(revocation)] as const]),
    ['hash', hash],
  ];
  return leaf({
    id: 'signed',
    title: 'What was signed',
    note: 'All of it: each piece in words, then exactly as it was signed.',
    matter: html`<p class="signed" id="signature">Its signature is checked in your browser, by a script.</p>
${facts(rows)}
${askedTable(mandateRows(contract, manifest))}`,
  });
}

function grantsLeaf(grants: readonly GrantRecord[], manifest: PluginManifest | null): Safe {
  const items = grants
    .slice(0, MOST_GRANTS)
    .map((grant) => grantEntry(grant, manifest, day(grant.action.proposed_at)));
  const more = grants.length - items.length;
  const matter =
    grants.length === 0
      ? html`<p>Nothing yet.</p>`
      : html`<ol class="entries">${items}</ol>${more > 0 && html`<p class="note">${more} older ones: <code>npx sanad grant list</code>.</p>`}`;
  return leaf({
    id: 'grants',
    title: 'What was asked',
    note: 'Newest first, each with its receipt once it has ended.',
    matter,
  });
}
