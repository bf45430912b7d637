import { ok, type Result } from '@common/base/result';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { sendPrivatePage } from '@common/web/send-page';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { MandateId } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { Type } from 'typebox';
import { type ChatAccess, chatRefusal } from '../access/chat-access.http.ts';
import { inTheirCurrency } from '../mandates/currency-of.ts';
import { mandateUse } from '../mandates/mandate-use.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { AgentGateway } from '../use-cases/agent-gateway.ts';
import { takesTokens } from '../use-cases/agent-tokens.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { chatMain, MOST_SAID, noMandateMain, type Responder } from './chat-main.page.ts';
import { answerTurn, type SayDeps } from './say.ts';
import { createTalks, type Talk } from './talks.ts';

export interface ChatPageDeps extends PagesDeps, Pick<SayDeps, 'tokenFor'> {
  readonly authority: Pick<Authority, 'mandates' | 'mandate' | 'grantsOf' | 'profile'>;
  readonly gateway: AgentGateway;
  readonly chatAccess: ChatAccess;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** A chat may take as long as the gateway allows; see `CHAT_MS` in `open-console.ts`. */
const HANDLER_MS = 930_000;
/** The size of a form with the longest words, if each character is escaped. */
const MOST_FORM_BYTES = 131_072;
const ID_BYTES = 16;

const TalkId = Type.String({ pattern: '^tk_[A-Za-z0-9_-]{22}$' });
const Words = Type.Object({
  talk: TalkId,
  turn: Type.String({ pattern: '^\\d{1,3}$' }),
  mandate: MandateId,
  model: Type.String({ minLength: 1, maxLength: 200 }),
  words: Type.String(),
});
const querystring = Type.Object({ mandate: Type.Optional(MandateId) });
const params = Type.Object({ talk: TalkId });
const page = { page: true } as const;

type Reply = Parameters<typeof sendPrivatePage>[0];

interface Draft {
  readonly draft?: string;
  readonly error?: string;
  readonly notice?: string;
  readonly status?: number;
}

/**
 * Adds the pages for talks between a person and an agent under a mandate. The talks are in this process’s
 * memory; the agent’s token goes only to the gateway.
 */
export async function addChatPages(app: HttpApp, deps: ChatPageDeps): Promise<void> {
  const talks = createTalks(() => Date.parse(deps.now()));
  await app.register((scope: HttpApp, _options, registered) => {
    scope.addHook('onRequest', (request, reply, done) => {
      const refusal = chatRefusal(deps.chatAccess, request);
      if (refusal === null) done();
      else refuse(reply, refusal);
    });
    addReading(scope, deps, talks);
    addFormRoutes(scope, (forms) => addSaying(forms, deps, talks)).then(() => registered(), registered);
  });
}

type Talks = ReturnType<typeof createTalks>;

function addReading(app: HttpApp, deps: ChatPageDeps, talks: Talks): void {
  const { authority } = deps;
  app.get('/chat', { config: page, schema: { hide: true, querystring } }, async (request, reply) => {
    return sendNewChat(deps, reply, request.query.mandate ?? null, {});
  });
  app.get('/chat/:talk', { config: page, schema: { hide: true, params } }, async (request, reply) => {
    const talk = talks.find(request.params.talk);
    if (talk === null) return sendNewChat(deps, reply, null, { notice: GONE, status: 404 });
    const record = await authority.mandate(talk.mandateId);
    if (!record.ok) return refuseAsked(reply, record.error);
    return sendChat(deps, reply, { record: record.value, choices: [], talk }, {});
  });
}

function addSaying(forms: HttpApp, deps: ChatPageDeps, talks: Talks): void {
  forms.post(
    '/chat',
    {
      config: page,
      handlerTimeout: HANDLER_MS,
      bodyLimit: MOST_FORM_BYTES,
      schema: { hide: true, body: Words },
    },
    async (request, reply) => {
      const { talk: id, mandate: mandateId, model, words } = request.body;
      const record = await deps.authority.mandate(mandateId);
      if (!record.ok) return refuseAsked(reply, record.error);
      const shown = { record: record.value, choices: [], talk: talks.find(id) };
      const said = words.trim();
      const error = wordsFault(said);
      if (error !== null) return sendChat(deps, reply, shown, { draft: said, error, status: 422 });
      const turn = Number(request.body.turn);
      const begun = talks.begin({ id, mandateId, turn, said, model, at: deps.now() });
      if (begun.kind === 'busy') {
        return sendChat(deps, reply, shown, { draft: said, notice: BUSY, status: 429 });
      }
      if (begun.kind === 'over') {
        const over = { draft: said, notice: OVER, status: 409 };
        return sendChat(deps, reply, { ...shown, talk: null }, over);
      }
      if (begun.kind === 'begun') await answerTurn(deps, record.value.contract, begun.talk, begun.turn);
      return reply.redirect(`/chat/${id}#last`, 303);
    },
  );
}

/** Sends the page where a conversation begins, under this mandate if it is in force. */
async function sendNewChat(
  deps: ChatPageDeps,
  reply: Reply,
  mandateId: string | null,
  draft: Draft,
): Promise<Reply> {
  const choices = await inForce(deps.authority);
  if (!choices.ok) return refuseAsked(reply, choices.error);
  const record = choices.value.find(({ contract }) => contract.contract_id === mandateId) ?? choices.value[0];
  if (record === undefined) return send(deps, reply, noMandateMain(draft.notice ?? null), draft);
  return sendChat(deps, reply, { record, choices: choices.value, talk: null }, draft);
}

const GONE =
  'This conversation is no longer here: the console keeps one for an hour after its last use, in memory alone, and was perhaps started again. What was done under its mandate stands in the receipts. Below, a new one begins.';
const BUSY = 'Too many messages are being answered at this moment. Nothing was sent: try again in a minute.';
const OVER =
  'The conversation that this belongs to is over: this console keeps one for an hour, in memory alone. Nothing was sent; your words stand below and would begin a new one.';

function wordsFault(said: string): string | null {
  if (said === '') return 'Write what the agent should do.';
  return said.length > MOST_SAID ? `Write at most ${MOST_SAID} characters; these are ${said.length}.` : null;
}

async function inForce(authority: Pick<Authority, 'mandates'>): Promise<Result<readonly MandateRecord[]>> {
  const found = await authority.mandates();
  return found.ok
    ? ok(found.value.filter(({ status, contract }) => status === 'active' && takesTokens(contract)))
    : found;
}

interface ChatPage {
  readonly record: MandateRecord;
  readonly choices: readonly MandateRecord[];
  readonly talk: Talk | null;
}

async function sendChat(
  deps: ChatPageDeps,
  reply: Reply,
  { record, choices, talk }: ChatPage,
  {
    draft = '',
    error,
    notice = null,
    status = 200,
  }: Omit<Draft, 'notice'> & { readonly notice?: string | null },
): Promise<Reply> {
  const { contract } = record;
  const [answering, grants, inCurrency] = await Promise.all([
    readAnswering(deps.gateway),
    deps.authority.grantsOf(contract.contract_id),
    inTheirCurrency(deps.authority, [record]),
  ]);
  const manifest = deps.manifestOf(contract.profile);
  const known = grants.ok ? grants.value : [];
  const now = deps.now();
  const view = {
    talk,
    manifest,
    mandate: contract,
    now,
    grants: new Map(known.map((grant) => [grant.grant.grant_id, grant])),
  };
  const main = chatMain({
    record,
    told: inCurrency(contract),
    manifest,
    choices,
    answering,
    draft,
    error,
    notice,
    use: manifest === null || !grants.ok ? null : mandateUse(contract, manifest, known, now),
    talk: talk === null ? null : { ...view, talk },
    talkId: talk?.id ?? `tk_${Buffer.from(deps.randomBytes(ID_BYTES)).toString('base64url')}`,
  });
  return send(deps, reply, main, { status, title: `Ask ${printable(contract.agent)}` });
}

/** No cache may keep the page, because a talk is only for its reader. */
function send(
  { site, assets }: ChatPageDeps,
  reply: Reply,
  main: ReturnType<typeof chatMain>,
  { status = 200, title = 'Chat' }: { readonly status?: number; readonly title?: string },
): Reply {
  const description = 'A conversation with an agent, under a mandate.';
  const bundles = [assets.addresses['chat.js']];
  return sendPrivatePage(
    reply,
    renderConsolePage(site, { title, description, main, path: '/chat', bundles }),
    status,
  );
}

async function readAnswering(gateway: AgentGateway): Promise<Result<Responder>> {
  const [agent, models] = await Promise.all([gateway.agent(), gateway.models()]);
  if (!agent.ok) return agent;
  return ok({ ...agent.value, models: models.ok ? models.value : [agent.value.model] });
}
