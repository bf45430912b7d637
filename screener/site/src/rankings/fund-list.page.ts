import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { understandChosen } from '@screener/service/use-cases/chosen-methodologies';
import { Type } from 'typebox';
import { sessionOf } from '../accounts/readers.http.ts';
import { words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { FUNDS_PATH, fundMain, fundsTitle } from './fund-main.page.ts';
import { kindLinks } from './kind-links.page.ts';
import { unfollowed } from './list-main.page.ts';
import { type ListPageDeps, METHODOLOGIES_FIELD } from './lists.page.ts';

const Query = Type.Object({ methodologies: METHODOLOGIES_FIELD }, { additionalProperties: true });

/** `GET /lists/funds`: the compliant funds, by the methodologies of the address, else those that the reader follows. */
export function addFundListPage(app: HttpApp, site: Site, { rankings, readers, clock }: ListPageDeps): void {
  app.get(
    FUNDS_PATH,
    { config: { page: true }, onRequest: readers.recognise, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const title = fundsTitle();
      const { description } = words().fundList;
      const page = (main: Safe) =>
        sendPage(request, reply, renderSitePage(site, { title, description, path: FUNDS_PATH, main }));
      const choice = await readers.choiceOf(request);
      const understood = understandChosen(request.query.methodologies ?? choice.methodologies?.join());
      // The schema admits known names only.
      const chosen = understood.ok ? understood.value : null;
      const ranking = await rankings.read('funds');
      if (ranking === null) return page(notYet(title));
      const today = dateOfInstant(clock());
      const isSignedIn = sessionOf(request) !== null;
      const query = unfollowed(chosen, choice.methodologies);
      const address = query.size === 0 ? FUNDS_PATH : `${FUNDS_PATH}?${query}`;
      return page(fundMain({ ranking, chosen, choice, today, isSignedIn, address }));
    },
  );
}

function notYet(title: string): Safe {
  return html`<h1>${title}</h1>
${kindLinks(FUNDS_PATH)}
<p class="lead">${words().lists.nothingYet}</p>
<p>${words().lists.reload}</p>`;
}
