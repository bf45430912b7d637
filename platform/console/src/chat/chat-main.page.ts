import type { Result } from '@common/base/result';
import { area } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { mandateName } from '@platform/words/mandate-name';
import { counted } from '@platform/words/short';
import { useBars } from '../mandates/bars.page.ts';
import type { MandateUse } from '../mandates/mandate-use.ts';
import { mandatePieces } from '../mandates/mandate-words.ts';
import { leaf, told } from '../site/site.page.ts';
import { type TalkView, talkList } from './talk.page.ts';
import { MOST_TURNS, type Talk } from './talks.ts';

/** The model that answers a message. */
export interface Responder {
  readonly model: string;
  readonly kind: 'scripted' | 'language_model';
  /** All models that the person can choose. */
  readonly models: readonly string[];
}

interface ChatView {
  readonly record: MandateRecord;
  /** The mandate as it is shown: its amounts have their currency. */
  readonly told: Mandate;
  readonly manifest: PluginManifest | null;
  readonly use: MandateUse | null;
  /** The mandates under which a talk could begin. */
  readonly choices: readonly MandateRecord[];
  readonly answering: Result<Responder>;
  /** Null before the first words. */
  readonly talk: TalkView | null;
  /** The id of the talk, or of the one that these words begin. */
  readonly talkId: string;
  readonly draft: string;
  readonly error: string | undefined;
  readonly notice: string | null;
}

export const MOST_SAID = 4_000;

export function chatMain(view: ChatView): Safe {
  const { agent } = view.record.contract;
  return html`<header class="opening">
<p class="crumb">${view.talk === null ? 'Chat with an agent, under a mandate' : html`<a href="${url('/chat')}">Chat</a> / a conversation under a mandate`}</p>
<h1>Ask <bdi class="id">${printable(agent)}</bdi></h1>
<p class="story">It can say anything, but do only what its mandate allows. What it did stands between ruled lines.</p>
</header>
${view.notice !== null && html`<p class="notice" role="alert">${marked('warn', view.notice)}</p>`}
${mayLeaf(view)}
${whoLeaf(view)}
${view.talk !== null && talkLeaf(view.talk)}
${sayLeaf(view)}`;
}

/** The page without a mandate in force: no agent may do anything, so there is nobody to ask. */
export function noMandateMain(notice: string | null): Safe {
  return html`<header class="opening">
<p class="crumb">Chat with an agent, under a mandate</p>
<h1>There is nobody to ask</h1>
<p class="story">No mandate is in force, so no agent may do anything.</p>
</header>
${notice !== null && html`<p class="notice" role="alert">${marked('warn', notice)}</p>`}
<p>A principal can <a href="${url('/mandates/new')}">sign one here</a>, or with the command: <code>npx sanad mandate sign</code>, then <code>npx sanad mandate register</code>.</p>`;
}

function mayLeaf({ record, told: mandate, manifest, use, choices, talk }: ChatView): Safe {
  const { contract } = record;
  const options = choices.map(
    ({ contract: other }) =>
      html`<option value="${other.contract_id}"${other.contract_id === contract.contract_id && html` selected`}>${mandateName(other)}, ${printable(other.agent)}</option>`,
  );
  return leaf({
    id: 'may',
    title: 'What it may do',
    note: 'Nothing you write here gives it more.',
    matter: html`${
      talk === null &&
      choices.length > 1 &&
      html`<form class="choose" method="get" action="${url('/chat')}">
<div><label for="mandate-choice">Under the mandate</label>
<select id="mandate-choice" name="mandate">${options}</select></div>
<button type="submit" class="outlined">Choose</button>
</form>`
    }
<p>${told(mandatePieces(mandate, manifest))}</p>
${use !== null && useBars(mandate, use)}
<p class="note"><a href="${url(`/mandates/${contract.contract_id}`)}">The mandate</a> <bdi class="id">${contract.contract_id}</bdi></p>`,
  });
}

function whoLeaf({ answering, manifest }: ChatView): Safe {
  const tools = manifest?.tools.length ?? 0;
  return leaf({
    id: 'who',
    title: 'Who answers',
    note: 'No receipt proves which model answered. Do not rely on its words.',
    matter: answering.ok
      ? html`<dl class="facts">
<div><dt>model</dt><dd><bdi class="id">${printable(answering.value.model)}</bdi>, ${answering.value.kind === 'scripted' ? 'a script that understands a few sentences' : 'a language model, as the gateway names it'}</dd></div>
<div><dt>it sees</dt><dd>the words of this conversation, ${counted(tools)} ${tools === 1 ? 'tool' : 'tools'}, and what came of them: no key, no token</dd></div>
</dl>`
      : html`<p>${marked('unknown', 'Not known')}: ${printable(answering.error.message)}</p>`,
  });
}

function talkLeaf(talk: TalkView): Safe {
  return leaf({
    id: 'talk',
    title: 'The conversation',
    note: 'The agent’s words are in italics and prove nothing. Between ruled lines stands each call of a tool, with what came of it. All of it is kept in this console’s memory alone, for an hour.',
    matter: talkList(talk),
  });
}

function sayLeaf({ record, manifest, answering, talk, talkId, draft, error }: ChatView): Safe {
  const { agent, contract_id: id } = record.contract;
  const matter =
    record.status !== 'active'
      ? html`<p>The mandate is no longer in force, so nothing more can be asked under it. <a href="${url('/chat')}">Begin a new conversation</a></p>`
      : (talk?.talk.turns.length ?? 0) >= MOST_TURNS
        ? html`<p>This conversation has reached its longest length. <a href="${url(`/chat?mandate=${id}`)}">Begin a new one</a></p>`
        : isPending(talk?.talk)
          ? html`<p>You can write again once this is answered.</p>`
          : html`<form id="say-form" class="say" method="post" action="${url('/chat')}">
<input type="hidden" name="talk" value="${talkId}">
<input type="hidden" name="turn" value="${talk?.talk.turns.length ?? 0}">
<input type="hidden" name="mandate" value="${id}">
${area({ name: 'words', label: html`To ${printable(agent)}`, value: draft, error, rows: 3, maxlength: MOST_SAID, isRequired: true, hint: hintFor(answering, manifest) })}
${answering.ok && answering.value.models.length > 1 ? modelChoice(answering.value, talk) : html`<input type="hidden" name="model" value="${answering.ok ? answering.value.model : 'any'}">`}
<p class="actions"><button type="submit">Send</button><span id="say-state" class="note" role="status">Sending approves nothing: requests that need approval still need it.</span></p>
</form>`;
  return leaf({ id: 'say', title: 'Your words', matter });
}

/** The hint for the script, which understands a tool’s name with its inputs. */
function hintFor(answering: Result<Responder>, manifest: PluginManifest | null): string {
  const tool = manifest?.tools.find(({ facade }) => facade === manifest.covered_facade);
  const isScript = answering.ok && answering.value.kind === 'scripted';
  if (!isScript || tool === undefined) return 'In your own words.';
  const inputs = Object.keys(tool.inputs).map((name) => `${name}=…`);
  return `In simple words, or a tool with its inputs: ${[tool.name, ...inputs].join(' ')}`;
}

function modelChoice({ model, models }: Responder, talk: TalkView | null): Safe {
  const last = talk?.talk.turns.at(-1)?.model ?? model;
  const options = models.map(
    (name) => html`<option value="${name}"${name === last && html` selected`}>${printable(name)}</option>`,
  );
  return html`<div class="field"><label for="model">Answered by</label><select id="model" name="model">${options}</select></div>`;
}

function isPending(talk: Talk | undefined): boolean {
  return talk?.turns.at(-1)?.answer.kind === 'pending';
}
