import type { HttpApp } from '@common/kit/http/app';
import { sendPage } from '@common/web/send-page';
import { refuseAsked } from '../site/asked.page.ts';
import { type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority, ManifestOf } from '../use-cases/authority.ts';
import { waitingPart } from '../waiting/waiting.page.ts';
import { waitingShown } from '../waiting/waiting-shown.ts';

interface ApprovalsPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'waiting'>;
  readonly manifestOf: ManifestOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const QUIET = 'Requests above a limit of their mandate appear here until somebody answers.';

/** Adds the list of requests that wait for a person. The oldest is first, because it expires first. */
export function addApprovalsPage(
  app: HttpApp,
  { authority, manifestOf, now, site, assets }: ApprovalsPageDeps,
): void {
  app.get('/approvals', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const found = await authority.waiting();
    if (!found.ok) return refuseAsked(reply, found.error);
    const shown = waitingShown(found.value, manifestOf, now());
    const page = renderConsolePage(site, {
      title: shown.title,
      description: 'Requests that need approval.',
      main: waitingPart(shown, QUIET),
      path: '/approvals',
      bundles: [assets.addresses['waiting.js']],
    });
    return sendPage(request, reply, page);
  });
}
