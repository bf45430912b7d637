import { dateOfInstant } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import type { Choice } from '@screener/service/accounts/choice.store';
import {
  INDUSTRY_CHOICES,
  LIST_ORDERS,
  type ListOrder,
  type ListQuery,
  SIZES,
  type Size,
  viewList,
} from '@screener/service/rankings/list-view';
import type { RankingReader } from '@screener/service/rankings/ranking-reader';
import { understandChosen } from '@screener/service/use-cases/chosen-methodologies';
import { type Static, Type } from 'typebox';
import { type Readers, sessionOf } from '../accounts/readers.http.ts';
import { words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { addressOf, basisOf, listMain, listTitle, PATH_ORDERS } from './list-main.page.ts';

export interface ListPageDeps {
  readonly rankings: RankingReader;
  readonly readers: Pick<Readers, 'recognise' | 'choiceOf'>;
  readonly clock: () => number;
}

type ListPath = keyof typeof PATH_ORDERS;

const IDS = `(?:${METHODOLOGY_IDS.join('|')})`;
export const METHODOLOGIES_FIELD = Type.Optional(
  Type.String({ maxLength: 200, pattern: `^(?:${IDS}(?:,${IDS})*)?$` }),
);
/** A form sends the field of what is not chosen, empty. Parameters that others append to links are tolerated. */
const Query = Type.Object(
  {
    methodologies: METHODOLOGIES_FIELD,
    industry: Type.Optional(Type.Enum([...INDUSTRY_CHOICES, ''])),
    size: Type.Optional(Type.Enum([...(Object.keys(SIZES) as Size[]), ''])),
    order: Type.Optional(Type.Enum([...LIST_ORDERS])),
    page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,4}$' })),
  },
  { additionalProperties: true },
);

/** `GET /lists`, `/leaders` and `/value`: one list of compliant companies, which a form filters and orders. */
export function addListPages(app: HttpApp, site: Site, { rankings, readers, clock }: ListPageDeps): void {
  for (const path of Object.keys(PATH_ORDERS) as ListPath[]) {
    app.get(
      path,
      {
        config: { page: true },
        onRequest: readers.recognise,
        schema: { hide: true, querystring: Query },
      },
      async (request, reply) => {
        const choice = await readers.choiceOf(request);
        const query = queryOf(request.query, PATH_ORDERS[path], choice);
        const page = (main: Safe) => {
          const meta = {
            title: listTitle(query.order),
            description: words().lists.description[basisOf(PATH_ORDERS[path])],
            path,
          };
          return sendPage(request, reply, renderSitePage(site, { ...meta, main }));
        };
        const [leaders, value] = [await rankings.read('leaders'), await rankings.read('value')];
        if (leaders === null || value === null) return page(notYet(query.order));
        const view = viewList({ leaders, value }, query);
        if (query.page > view.pages) return reply.callNotFound();
        const scene = {
          ranking: query.order === 'value' ? value : leaders,
          ...{ query, path, choice, today: dateOfInstant(clock()) },
          isSignedIn: sessionOf(request) !== null,
          address: addressOf(path, query, choice),
        };
        return page(listMain(scene, view));
      },
    );
  }
}

/** Reads what the address asks for; where it names no methodologies, those that the reader follows count. */
function queryOf(asked: Static<typeof Query>, usual: ListOrder, choice: Choice): ListQuery {
  const chosen = understandChosen(asked.methodologies ?? choice.methodologies?.join());
  return {
    // The schema admits known names only.
    chosen: chosen.ok ? chosen.value : null,
    industry: asked.industry === undefined || asked.industry === '' ? null : asked.industry,
    size: asked.size === undefined || asked.size === '' ? null : asked.size,
    order: asked.order ?? usual,
    page: Number(asked.page ?? '1'),
  };
}

function notYet(order: ListOrder): Safe {
  return html`<h1>${listTitle(order)}</h1>
<p class="lead">${words().lists.nothingYet}</p>
<p>${words().lists.reload}</p>`;
}
