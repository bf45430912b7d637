import { capitalised } from '@common/base/english';
import { canonicalText } from '@common/evidence/canonical';
import { html, type Safe, url } from '@common/web/html';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';
import { printable } from '@platform/core/verify/report-html';
import { mandateName } from '@platform/words/mandate-name';
import { referenceWords } from '@platform/words/reference';
import { refusalWords } from '@platform/words/refusals';
import { counted } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { dayAndTime } from '@platform/words/when';
import { askedTable } from '../approvals/asked-table.page.ts';
import {
  checkedPoint,
  doneTemplate,
  refusalTemplates,
  typedPanelTemplates,
} from '../signing/signing.page.ts';
import { leaf, mark, pointed, told } from '../site/site.page.ts';
import type { Renewal } from '../use-cases/renewals.ts';
import { mandateRows } from './mandate-rows.ts';
import type { RenewalData } from './renewal-data.ts';
import { boundWords, freshWords, renewalChanges } from './renewal-words.ts';

export interface RenewalsPage {
  readonly signed: SignedProfile;
  /** Earlier versions of the profile, as far as the authority keeps them. */
  readonly earlier: readonly SignedProfile[];
  readonly manifest: PluginManifest;
  readonly keys: KeySet;
  readonly now: string;
  readonly renewals: readonly Renewal[];
  /** The requests that ended with each mandate, by its id. */
  readonly stopped: ReadonlyMap<string, readonly GrantRecord[]>;
  /** Whether the page is about one mandate that the reader chose. */
  readonly isOne: boolean;
}

const isSignable = ({ refusals }: Renewal): boolean => refusals.length === 0;

export function renewalsTitle({ renewals, isOne }: RenewalsPage): string {
  const [first] = renewals;
  if (first === undefined) return 'No mandate waits to be signed anew';
  if (isOne) return `Sign ${mandateName(first.record.contract)} anew?`;
  const newly = renewals.filter(({ isNewlyEnded }) => isNewlyEnded).length;
  const many = newly === 0 ? renewals.length : newly;
  const policy = newly === 0 ? 'an earlier policy' : 'the new policy';
  return many === 1
    ? `One mandate ended with ${policy}`
    : `${capitalised(counted(many))} mandates ended with ${policy}`;
}

/**
 * The page that lists ended mandates with what would change in each. Its script adds the form that signs all of
 * them, if everything on the page is what it makes of the signed mandates and the signed profile.
 */
export function renewalsMain(page: RenewalsPage): Safe {
  const { signed, renewals } = page;
  const { name, version, published_by: by, published_at: at } = signed.profile;
  const signable = renewals.filter(isSignable);
  const stuck = renewals.filter((renewal) => !isSignable(renewal));
  return html`<div id="signing-data" hidden data-signing="${JSON.stringify(dataOf(page, signable))}"></div>
<div id="opening"><header class="opening">
<p class="crumb"><a href="${url('/mandates')}">Mandates</a> / <a href="${url(`/policy/${name}`)}"><bdi class="id">${printable(`${name}@${version}`)}</bdi></a>: <span id="crumb-end">sign anew</span></p>
<h1 tabindex="-1">${renewalsTitle(page)}</h1>
<p class="story until-done">${
    renewals.length === 0
      ? html`Every mandate that ended with a version of <bdi class="id">${name}</bdi> was signed anew, is over, or was revoked.`
      : html`<bdi class="id">${printable(by)}</bdi> published version ${version} on ${dayAndTime(at)}. Agents cannot act under ${renewals.length === 1 ? 'this mandate until it is' : 'these mandates until they are'} signed anew.`
  }</p>
</header></div>
<div id="ahead">
${
  signable.length > 0 &&
  leaf({
    id: 'changes',
    title: 'What changes',
    ...(signable.length === 1 ? {} : { note: 'Untick what should stay ended.' }),
    matter: html`<ul class="plain renewals">${signable.map((renewal, index) => signableItem(renewal, index, page))}</ul>`,
  })
}
${
  stuck.length > 0 &&
  leaf({
    id: 'stuck',
    title: 'What no longer fits',
    note: 'These need a new mandate: they cannot be lowered to the new policy.',
    matter: html`<ul class="plain renewals">${stuck.map((renewal) => stuckItem(renewal, page))}</ul>`,
  })
}
${signable.length > 0 && signLeaves()}
</div>
${signable.length > 0 && templates()}`;
}

function signLeaves(): Safe {
  return html`${leaf({ id: 'same', title: 'Is it the same?', note: 'Compared in this browser, with the same code as the command.', matter: html`<div id="compared" role="status"><p>Not compared: that needs this page’s script.</p></div>` })}
${leaf({
  id: 'sign',
  title: 'Sign',
  note: 'Everything else is taken over as it was. You type one number, however many they are.',
  matter: html`<div id="signing"><p>To sign them here, this page’s script must have compared the texts.</p></div>
<p class="note">With the command, for each of them: save its exact text above as <code>mandate.json</code>, then <code>npx sanad mandate sign mandate.json --out signed.json</code> and <code>npx sanad mandate register signed.json</code>.</p>`,
})}`;
}

function templates(): Safe {
  return html`<template id="agrees"><div>
<p>${mark('holds')}<strong>What you read is what you would sign.</strong></p>
<ul class="marks">
${pointed('holds', 'Each text was made again here from the mandate that ended and the policy in force, and is the one on this page.')}
${pointed('holds', 'No limit in them is higher than in the mandate that ended, except for the time.')}
${checkedPoint(html`<bdi data-slot="publisher"></bdi> signed the policy, and each principal the mandate that ended,`, '.')}
</ul></div></template>
${refusalTemplates()}
${typedPanelTemplates(
  {
    title: html`<span data-slot="title">Sign them anew</span>`,
    question: html`Type <span data-slot="question"></span>: <strong class="num" data-slot="sum"></strong>`,
    shut: 'The buttons below open once this field has that number.',
    open: 'The same as in the mandates that you ticked.',
  },
  'renew',
)}
<template id="none-ticked"><p>Nothing is ticked, so there is nothing to sign.</p></template>
<template id="in-force"><span>${mark('holds')}<strong>In force.</strong> <a data-slot="link" href="/">The new mandate is <bdi class="id" data-slot="id"></bdi></a></span></template>
${doneTemplate('done', 'All mandates')}`;
}

function signableItem(renewal: Renewal, index: number, page: RenewalsPage): Safe {
  const { mandate, isNewlyEnded } = renewal;
  const { contract } = renewal.record;
  const changes = renewalChanges(renewal, page.manifest);
  const lines = changes.map(
    ({ label, before, after, why }) =>
      html`<li class="difference">${mark('half')}<span>${label}: <del><bdi>${printable(before)}</bdi></del> <strong><bdi>${printable(after)}</bdi></strong>: ${why}</span></li>`,
  );
  const [most, until] = boundWords(mandate, { profile: page.signed.profile, manifest: page.manifest });
  return html`<li data-renewal="${contract.contract_id}">
<div class="renewal">
<p class="tick"><input type="checkbox" id="renew-${index}"${(page.isOne || isNewlyEnded) && html` checked`}><label for="renew-${index}"><bdi>${mandateName(contract)}</bdi></label></p>
<p class="bound"><strong class="num">${most}</strong> <span class="note">${until}</span></p>
<p class="note">${ofWhom(renewal)}</p>
<ul class="marks">${lines}${changes.length === 0 && pointed('bar', 'No term changes but the policy’s version.')}${pointed('half', freshWords(mandate, page.manifest))}${stoppedLines(contract.contract_id, page)}</ul>
<p class="state" role="status"></p>
</div>
<details><summary>The text that you sign</summary>
${askedTable(mandateRows(mandate, page.manifest))}
<pre class="id exact">${canonicalText(mandate)}</pre>
</details>
</li>`;
}

const MOST_NAMED = 3;

function stoppedLines(id: string, { stopped, manifest }: RenewalsPage): readonly Safe[] {
  const grants = stopped.get(id) ?? [];
  const named = grants.slice(0, MOST_NAMED).map(({ action }) => {
    const reference = referenceWords(action, manifest);
    const words = html`Ended with it: ${told(actionPieces(action, manifest))}${reference !== null && `, ${printable(reference)}`}. The agent can ask again.`;
    return pointed('bar', words);
  });
  const more = grants.length - named.length;
  const further = `${more} more ${more === 1 ? 'request' : 'requests'} ended with it.`;
  return more === 0 ? named : [...named, pointed('bar', further)];
}

function ofWhom({ record, isNewlyEnded }: Renewal): Safe {
  const { agent, contract_id: id } = record.contract;
  const ended = isNewlyEnded ? 'ended' : 'ended with an earlier version';
  return html`<bdi class="id">${printable(agent)}</bdi>, ${ended}: <a href="${url(`/mandates/${id}`)}"><bdi class="id">${id}</bdi></a>`;
}

function stuckItem(renewal: Renewal, { signed }: RenewalsPage): Safe {
  const { refusals } = renewal;
  const { contract } = renewal.record;
  const again = url(`/mandates/new?profile=${signed.profile.name}`);
  return html`<li>
<h3 class="called"><bdi>${mandateName(contract)}</bdi></h3>
<p class="note">${ofWhom(renewal)}</p>
<ul class="marks">${refusals.map((refusal) => pointed('bar', capitalised(printable(refusalWords(refusal)))))}</ul>
<p><a href="${again}">Write a new one</a></p>
</li>`;
}

function dataOf(page: RenewalsPage, signable: readonly Renewal[]): RenewalData {
  const { signed, earlier, manifest, keys, now } = page;
  const versions = signable.map(({ record }) => record.contract.policy_version);
  return {
    keys,
    profile: signed,
    earlier: earlier.filter(({ profile }) => versions.includes(`${profile.name}@${profile.version}`)),
    manifest,
    now,
    items: signable.map(({ record, mandate }) => ({ record, newId: mandate.contract_id })),
  };
}
