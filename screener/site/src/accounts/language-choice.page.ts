import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { html, type Safe, url } from '@common/web/html';
import type { ChoiceStore } from '@screener/service/accounts/choice.store';
import type { Session } from '@screener/service/accounts/session';
import { LANGUAGE_NAMES, LANGUAGES } from '@screener/words/language';
import { Type } from 'typebox';
import { keepLanguage } from '../parts/language.http.ts';
import { language, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { type Readers, readerOf } from './readers.http.ts';

interface LanguageChoice {
  readonly choices: Pick<ChoiceStore, 'languageOf' | 'saveLanguage'>;
}

/** The section of the account's page on its language. */
export async function languageSection({ choices }: LanguageChoice, { account }: Session): Promise<Safe> {
  const { title, note, label, save } = words().account.language;
  const kept = (await choices.languageOf(account.id)) ?? language();
  return pageSection({
    id: 'language',
    title,
    note,
    content: html`<form class="form" action="${url('/portal/account/language')}" method="post">
<div class="field"><label for="account-language">${label}</label>
<select id="account-language" name="language">${LANGUAGES.map((one) => html`<option value="${one}" lang="${one}"${one === kept && html` selected`}>${LANGUAGE_NAMES[one]}</option>`)}</select></div>
<button type="submit" class="outlined">${save}</button>
</form>`,
  });
}

/** The route of the form, which this browser follows too. */
export async function addLanguageRoute(
  app: HttpApp,
  { readers, choices }: LanguageChoice & { readonly readers: Readers },
): Promise<void> {
  const Form = Type.Object({ language: Type.Union(LANGUAGES.map((one) => Type.Literal(one))) });
  await addFormRoutes(app, (scope) => {
    scope.post(
      '/portal/account/language',
      {
        config: { page: true as const },
        onRequest: [readers.refuseCrossSite, readers.require],
        schema: { hide: true, body: Form },
      },
      async (request, reply) => {
        const chosen = request.body.language;
        await choices.saveLanguage(readerOf(request).account.id, chosen);
        keepLanguage(reply, chosen);
        return reply.redirect('/portal/account?done=language', 303);
      },
    );
  });
}
