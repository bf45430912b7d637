import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { clientNetwork, type RateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { area, field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage, sendPrivatePage } from '@common/web/send-page';
import {
  joinWaitlist,
  LONGEST_WAITLIST_USE,
  type WaitlistDeps,
} from '@screener/service/accounts/join-waitlist';
import { LONGEST_EMAIL } from '@screener/service/accounts/mailbox';
import { Type } from 'typebox';
import { words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { emailFaultOnPage } from './entrance.http.ts';
import type { Readers } from './readers.http.ts';

interface WaitlistPageDeps extends WaitlistDeps {
  readonly readers: Pick<Readers, 'refuseCrossSite'>;
  /** Limits sign-ups by network address. */
  readonly signUps: RateLimiter;
  /** Whether the partner tier can be paid for here, so that nobody has to wait. */
  readonly hasPayments: boolean;
}

export const WAITLIST = '/waitlist';
const ACCOUNT = '/portal/account';

/** The interest that the waiting list records for this form. */
const INTEREST = 'partner tier';
/** Far longer than any accepted input, so that a fault is reported beside its field. */
const LONGEST_INPUT = 2_000;
const WaitlistForm = Type.Object({
  email: Type.Optional(Type.String({ maxLength: LONGEST_INPUT })),
  use_case: Type.Optional(Type.String({ maxLength: LONGEST_INPUT })),
});

interface FormState {
  readonly email?: string;
  readonly useCase?: string;
  readonly errors?: { readonly email?: string | undefined; readonly use_case?: string | undefined };
}

/** `GET` and `POST /waitlist`, for the partner tier where it cannot be paid for. */
export async function addWaitlistPage(app: HttpApp, site: Site, deps: WaitlistPageDeps): Promise<void> {
  const { signUps } = deps;
  app.get(WAITLIST, { config: { page: true }, schema: { hide: true } }, async (request, reply) =>
    deps.hasPayments ? reply.redirect(ACCOUNT, 303) : sendPage(request, reply, formPage(site, {})),
  );
  await addFormRoutes(app, (scope) => {
    scope.post(
      WAITLIST,
      {
        config: { page: true },
        onRequest: deps.readers.refuseCrossSite,
        schema: { hide: true, body: WaitlistForm },
      },
      async (request, reply) => {
        if (deps.hasPayments) return reply.redirect(ACCOUNT, 303);
        const { email = '', use_case: typed = '' } = request.body;
        // A form sends each line break as two characters. Only one is stored.
        const useCase = typed.replaceAll('\r\n', '\n').trim();
        const state = { email, useCase };
        const errors = { email: emailFaultOnPage(email), use_case: useFault(useCase) };
        if (errors.email !== undefined || errors.use_case !== undefined) {
          return sendPrivatePage(reply, formPage(site, { ...state, errors }), 422);
        }
        const allowance = await signUps.take(clientNetwork(request.ip));
        reply.headers(rateHeaders(signUps.policy, allowance));
        if (!allowance.allowed) {
          const message = words().door.tooOften.signUps(
            signUps.policy.requests,
            Math.ceil(allowance.resetS / 60),
          );
          const page = formPage(site, { ...state, errors: { email: message } });
          return sendPrivatePage(reply, page, 429);
        }
        await joinWaitlist(deps, { email, interest: INTEREST, useCase, attribution: null });
        return sendPrivatePage(reply, joinedPage(site, email.trim()));
      },
    );
  });
}

function useFault(useCase: string): string | undefined {
  return useCase.length <= LONGEST_WAITLIST_USE
    ? undefined
    : words().waitlist.tooLong(LONGEST_WAITLIST_USE, useCase.length);
}

/** Says how to get the partner tier where it can be paid for. */
export function partnerByPayment(): Safe {
  const { paidFor, yourAccount } = words().waitlist;
  return html`<p class="small muted" id="partner">${paidFor(html`<a href="${url(ACCOUNT)}">${yourAccount}</a>`)}</p>`;
}

/** Says how to get the partner tier where it cannot be paid for. */
export function partnerByWaitlist(): Safe {
  const { notOpen, leaveAddress } = words().waitlist;
  return html`<h3 class="sample-title" id="partner">${notOpen}</h3>
<p>${leaveAddress}</p>
${waitlistForm({})}`;
}

function waitlistForm({ email = '', useCase = '', errors = {} }: FormState): Safe {
  const { door, waitlist } = words();
  return html`<form class="form" action="${url(WAITLIST)}" method="post">
${field({ name: 'email', id: 'waitlist-email', label: door.email, type: 'email', value: email, error: errors.email, autocomplete: 'email', maxlength: LONGEST_EMAIL, isRequired: true })}
${area({ name: 'use_case', id: 'waitlist-use', label: waitlist.use, value: useCase, error: errors.use_case, rows: 3, maxlength: LONGEST_WAITLIST_USE })}
<button type="submit" class="outlined">${waitlist.join}</button>
</form>`;
}

function formPage(site: Site, state: FormState): Safe {
  const { frame, waitlist } = words();
  const { title, description, notOpen, leaveAddress, note, tiers } = waitlist;
  const privacy = html`<a href="${url('/privacy')}">${frame.privacy}</a>`;
  const main = html`<h1>${notOpen}</h1>
<p class="lead">${leaveAddress}</p>
${waitlistForm(state)}
<p class="small muted">${note(privacy, html`<a href="${url('/developers#tiers')}">${tiers}</a>`)}</p>`;
  return renderSitePage(site, { title, description, main, path: WAITLIST });
}

function joinedPage(site: Site, email: string): Safe {
  const { title, joined } = words().waitlist;
  const { description, lead, untilThen } = joined;
  const key = html`<a href="${url('/developers#key')}">${joined.freeKey}</a>`;
  const watchlist = html`<a href="${url('/portal/dashboard')}">${joined.watchlist}</a>`;
  const main = html`<h1>${joined.title}</h1>
<p class="lead">${lead(html`<bdi>${email}</bdi>`)}</p>
<p>${untilThen(key, watchlist)}</p>`;
  return renderSitePage(site, { title, description, main, isPrivate: true });
}
