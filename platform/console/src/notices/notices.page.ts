import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { sendPage } from '@common/web/send-page';
import { Name } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { noticesMain, noticesTitle } from './notices-main.page.ts';

interface NoticesPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'sentNotices' | 'testSink'>;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const page = { page: true } as const;
const params = Type.Object({ sink: Name });
const querystring = Type.Object({ tested: Type.Optional(Name) });

/** Adds the page of who is told what happens, with a test of each place. */
export async function addNoticesPage(app: HttpApp, deps: NoticesPageDeps): Promise<void> {
  const { authority, site, now } = deps;
  const rendered = async (note?: string) => {
    const found = await authority.sentNotices();
    if (!found.ok) return found;
    const title = noticesTitle(found.value);
    const main = noticesMain(title, { ...found.value, now: now(), ...(note === undefined ? {} : { note }) });
    const description = 'Who is told what happens, and what was sent.';
    return {
      ok: true,
      value: renderConsolePage(site, { title, description, main, path: '/notices' }),
    } as const;
  };
  app.get('/notices', { config: page, schema: { hide: true, querystring } }, async (request, reply) => {
    const { tested } = request.query;
    const made = await rendered(
      tested === undefined ? undefined : `A test to ${tested} is entered. It is listed below.`,
    );
    return made.ok ? sendPage(request, reply, made.value) : refuseAsked(reply, made.error);
  });
  await addFormRoutes(app, (scope) => {
    scope.post(
      '/notices/:sink/test',
      { config: page, schema: { hide: true, params } },
      async (request, reply) => {
        const { sink } = request.params;
        const tested = await authority.testSink(sink);
        if (tested.ok) return reply.redirect(`/notices?tested=${encodeURIComponent(sink)}`, 303);
        if (tested.error.detail?.error !== 'test_too_soon') return refuseAsked(reply, tested.error);
        const made = await rendered(`${sink} was sent a test less than a minute ago. Wait for that one.`);
        return made.ok ? sendPage(request, reply.status(429), made.value) : refuseAsked(reply, made.error);
      },
    );
  });
}
