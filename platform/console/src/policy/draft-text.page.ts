import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import type { consequencesOf } from '@platform/core/decide/consequences';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Profile, SignedProfile } from '@platform/core/objects/profile';
import { printable } from '@platform/core/verify/report-html';
import { asSigned } from '@platform/words/as-signed';
import { STATUS_WORDS } from '@platform/words/outcomes';
import { refusalWords } from '@platform/words/refusals';
import { counted } from '@platform/words/short';
import { actionPieces } from '@platform/words/story';
import { askedTable } from '../approvals/asked-table.page.ts';
import { checkedPoint, textTemplates } from '../signing/signing.page.ts';
import { carried } from '../site/ask.page.ts';
import type { Fields } from '../site/form-fields.ts';
import { signedText } from '../site/signed-text.page.ts';
import { leaf, pointed, told } from '../site/site.page.ts';
import { changesTable } from './changes.page.ts';
import { changeRows, profileRows, publicationPieces } from './profile-rows.ts';
import type { PublicationSigning } from './signing-data.ts';

interface DraftTextPage {
  readonly profile: Profile;
  readonly inForce: SignedProfile;
  readonly manifest: PluginManifest;
  readonly keys: KeySet;
  readonly consequences: ReturnType<typeof consequencesOf>;
  readonly fields: Fields;
  readonly now: string;
}

/**
 * The page of the second step: what changes, what ends, and everything that would be signed. The page’s
 * script adds the form that signs.
 */
export function draftTextMain({
  profile: given,
  inForce,
  manifest,
  keys,
  consequences,
  fields,
  now,
}: DraftTextPage): Safe {
  const profile = asSigned(given);
  const before = inForce.profile;
  const data: PublicationSigning = { keys, inForce, manifest, now, ending: consequences.mandates.length };
  const path = `/policy/${profile.name}/draft`;
  const changes = changesTable(
    changeRows(before, profile, manifest),
    `In force, ${before.version}`,
    `Draft, ${profile.version}`,
  );
  return html`<div id="signing-data" hidden data-signing="${JSON.stringify(data)}"></div>
<div id="opening"><header class="opening">
<p class="crumb"><a href="${url('/policy')}">Policy</a> / <a href="${url(`/policy/${profile.name}`)}"><bdi class="id">${profile.name}</bdi></a> / draft: <span id="crumb-end">not signed yet</span></p>
<h1 tabindex="-1">Put this policy in force?</h1>
<p class="story" id="sentence">${told(publicationPieces(profile, before.version))}</p>
</header></div>
<div id="ahead">
${leaf({ id: 'changes', title: 'What changes', note: 'Rules that allow more are marked: read them twice.', matter: changes })}
${leaf({ id: 'ends', title: 'If you sign', note: 'Counted by the code that decides, from what the authority lists.', matter: ending(consequences, before, manifest) })}
${leaf({ id: 'signed', title: 'What is signed', note: 'Each piece in words, then exactly as it is signed.', matter: html`${askedTable(profileRows(profile, manifest))}${signedText(profile)}` })}
${leaf({ id: 'same', title: 'Is it the same?', note: 'Compared in this browser, with the same code as the command.', matter: html`<div id="compared" role="status"><p>Not compared: that needs this page’s script.</p></div>` })}
${leaf({
  id: 'publish',
  title: 'Publish',
  matter: html`<div id="signing"><p>To sign it here, this page’s script must have compared the text.</p></div>
<p class="note">With the command, which makes the same checks: save the exact text above as <code>draft.json</code>, then <code>npx sanad profile publish draft.json --reason</code> and why.</p>
<form method="post" action="${url(path)}">${carried({ ...fields, step: 'change' })}<button type="submit" class="outlined">Change it</button></form>`,
})}
</div>
${textTemplates({
  id: 'publish',
  title: html`Publish <bdi class="id" data-slot="version">it</bdi>`,
  question: 'How many mandates does this end?',
  checked: html`${pointed('holds', 'The rows and the changes were made again from that text, and are the same.')}
${checkedPoint(html`<bdi data-slot="publisher"></bdi> signed the version in force, <bdi data-slot="before"></bdi>,`, '.')}`,
  unknown: 'Which mandates there are is the authority’s word: this page cannot count them.',
  link: consequences.mandates.length === 0 ? 'What it changed, and its history' : 'Sign them anew',
})}`;
}

const MOST_NAMED = 12;

function ending(
  { mandates, grants }: DraftTextPage['consequences'],
  before: Profile,
  manifest: PluginManifest,
): Safe {
  const many = (count: number, one: string, more: string) =>
    `${capitalised(counted(count))} ${count === 1 ? one : more}`;
  const named = mandates.slice(0, MOST_NAMED).map(({ record, refusals: [refusal] }) => {
    const { contract_id: id, name, agent } = record.contract;
    const again =
      refusal === undefined
        ? 'It could be signed again as it is.'
        : `Signed again as it is, it would be refused: ${printable(refusalWords(refusal))}`;
    return html`<li><a href="${url(`/mandates/${id}`)}">${name === undefined ? html`<bdi class="id">${id}</bdi>` : html`<bdi>${printable(name)}</bdi>`}</a> of <bdi class="id">${printable(agent)}</bdi>. <span class="note">${again}</span></li>`;
  });
  const waiting = grants
    .slice(0, MOST_NAMED)
    .map(
      ({ action, status }) =>
        html`<li>${capitalised(status === 'active' ? STATUS_WORDS.active : STATUS_WORDS.pending)}: ${told(actionPieces(action, manifest))}</li>`,
    );
  return html`<p><strong id="ending">${mandates.length === 0 ? 'No mandate ends' : `${many(mandates.length, 'mandate ends', 'mandates end')} at once`}, and ${grants.length === 0 ? 'no request is open' : many(grants.length, 'open request ends', 'open requests end').toLowerCase()}.</strong></p>
${named.length > 0 && html`<p>They were signed under ${before.version}. Until new ones are signed, their agents can do nothing:</p><ul>${named}</ul>`}
${mandates.length > MOST_NAMED && html`<p class="note">And ${mandates.length - MOST_NAMED} more.</p>`}
${waiting.length > 0 && html`<ul>${waiting}</ul>`}
<ul class="marks">
${pointed('holds', `What is done stays done: old receipts name ${before.version} and verify as before.`)}
${pointed('holds', 'The authority and the enforcement point use it from the next request on.')}
${pointed('holds', 'Mandates of other plugins are not touched.')}
</ul>`;
}
