import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { html, type Safe, url } from '@common/web/html';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import type { Choice, ChoiceStore } from '@screener/service/accounts/choice.store';
import type { Session } from '@screener/service/accounts/session';
import { understandChosen } from '@screener/service/use-cases/chosen-methodologies';
import { followChoice } from '@screener/service/watchlist/follow-choice';
import type { WatchDeps } from '@screener/service/watchlist/watch-ticker';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { words } from '../parts/language.ts';
import { CHOICE, choiceField } from '../parts/methodology-choice.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { type Readers, readerOf } from './readers.http.ts';

interface ChoicePageDeps extends WatchDeps {
  readonly choices: ChoiceStore;
  readonly readers: Readers;
}

/** The section of the account's page on what the reader follows. */
export async function choiceSection(
  { choices }: { readonly choices: Pick<ChoiceStore, 'choiceOf'> },
  { account }: Session,
): Promise<Safe> {
  const { methodologies, rules } = await choices.choiceOf(account.id);
  const said = words().account.follows;
  return pageSection({
    id: 'follows',
    title: said.title,
    note: said.note,
    content: html`<form class="form" action="${url('/portal/account/choice')}" method="post">
${choiceField(methodologies)}
<div class="field"><label for="rules">${said.edition}</label>
<select id="rules" name="rules">${RULE_SET_IDS.map((id) => html`<option value="${id}"${id === rules && html` selected`}>${said.editions[id]}</option>`)}</select></div>
<button type="submit" class="outlined">${said.save}</button>
<p class="hint">${said.hint(html`<a href="${url('/methodology#choice')}">${said.how}</a>`)}</p>
</form>`,
  });
}

/** The route of the form. What the form does not offer is refused as no form of ours. */
export async function addChoiceRoute(app: HttpApp, { readers, ...deps }: ChoicePageDeps): Promise<void> {
  const follow = (request: FastifyRequest, choice: Choice) =>
    followChoice(deps, readerOf(request).account.id, choice, (err, symbol) =>
      request.log.error({ err, symbol }, 'a watched ticker was not screened'),
    );
  const Form = Type.Object({
    methodologies: CHOICE,
    rules: Type.Union(RULE_SET_IDS.map((id) => Type.Literal(id))),
  });
  await addFormRoutes(app, (scope) => {
    scope.post(
      '/portal/account/choice',
      {
        config: { page: true as const },
        onRequest: [readers.refuseCrossSite, readers.require],
        schema: { hide: true, body: Form },
      },
      async (request, reply) => {
        const { methodologies = [], rules } = request.body;
        const chosen = understandChosen(methodologies.join());
        if (chosen.ok) await follow(request, { methodologies: chosen.value, rules });
        return reply.redirect(`/portal/account${chosen.ok ? '?done=choice' : ''}`, 303);
      },
    );
  });
}
