import { type HttpApp, refuse, refuseInvalid } from '@common/kit/http/app';
import { addJsonOrFormRoutes, formErrors, isFormPost } from '@common/kit/http/body-kinds';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { field } from '@common/web/field';
import type { Guesses } from '@common/web/guesses';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { object } from '@screener/engine/schema-parts';
import { changePassword, needsNoProof } from '@screener/service/accounts/change-password';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@screener/service/accounts/password';
import type { Session, SessionDeps } from '@screener/service/accounts/session';
import { SESSION_ONLY } from '@screener/service/accounts/session-scheme';
import { envelopeOf, REDIRECT } from '@screener/service/schemas/envelope';
import { Type } from 'typebox';
import { words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { guessLimit, refusalWords, refuseGuess } from './entrance.http.ts';
import { type Readers, readerOf } from './readers.http.ts';

interface PasswordDeps extends SessionDeps {
  readonly readers: Readers;
  readonly guesses: Guesses;
}

/** The body of `POST /api/account/password` (interface document, 2.5). */
const PasswordBody = Type.Object({
  current_password: Type.String({
    maxLength: LONGEST_PASSWORD,
    description: 'The present password; an API key of the account if it has none yet',
  }),
  new_password: Type.String({
    maxLength: LONGEST_PASSWORD,
    description: `At least ${SHORTEST_PASSWORD} characters`,
  }),
});

const Changed = object(
  { changed: Type.Literal(true, { description: 'Always true here' }) },
  { description: 'The password is changed, and every other session of the account has ended' },
);

const FIELDS = ['current_password', 'new_password'] as const;

/** `GET /portal/password` and `POST /api/account/password` (interface document, 4.2). */
export async function addPasswordRoutes(app: HttpApp, site: Site, deps: PasswordDeps): Promise<void> {
  const { readers, guesses } = deps;
  app.get(
    '/portal/password',
    { config: { page: true }, onRequest: readers.require, schema: { hide: true } },
    async (request, reply) => sendPrivatePage(reply, await passwordPage(site, deps, readerOf(request), {})),
  );
  await addJsonOrFormRoutes(app, (scope) => {
    scope.post(
      '/api/account/password',
      {
        attachValidation: true,
        onRequest: [readers.refuseCrossSite, readers.require],
        schema: {
          operationId: 'changePassword',
          summary: 'Change the password',
          description:
            'Changes or sets the password of the account that is signed in, and ends its other sessions. A form gets a redirect in place of the answer.',
          tags: ['accounts'],
          security: SESSION_ONLY,
          body: PasswordBody,
          response: {
            200: envelopeOf(Changed),
            303: REDIRECT,
            401: ErrorEnvelope,
            403: ErrorEnvelope,
            429: ErrorEnvelope,
          },
        },
      },
      async (request, reply) => {
        const session = readerOf(request);
        reply.header('cache-control', 'no-store');
        const faults = formErrors(request, FIELDS);
        if (faults !== null) {
          return sendPrivatePage(reply, await passwordPage(site, deps, session, faults), 422);
        }
        const { current_password: current, new_password: next } = request.body;
        const { check } = guessLimit(guesses, request);
        const changed = await changePassword(deps, session, { current, next }, check);
        if (changed.ok) {
          readers.begin(reply, changed.value);
          if (isFormPost(request)) return reply.redirect('/portal/account?done=password', 303);
          return { success: true as const, error: null, data: { changed: true as const } };
        }
        const { code, message } = changed.error;
        if (code === 'too_many_guesses') return refuseGuess(reply, changed.error);
        const name = code === 'wrong_password' ? 'current_password' : 'new_password';
        if (isFormPost(request)) {
          return sendPrivatePage(
            reply,
            await passwordPage(site, deps, session, { [name]: refusalWords(changed.error) }),
            422,
          );
        }
        if (code === 'wrong_password') return refuse(reply, { status: 403, code, message });
        return refuseInvalid(reply, [{ loc: ['body', name], msg: message, type: code }]);
      },
    );
  });
}

type PasswordErrors = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

async function passwordPage(
  site: Site,
  deps: PasswordDeps,
  { account }: Session,
  errors: PasswordErrors,
): Promise<Safe> {
  const { id, hasPassword, email } = account;
  const isFree = !hasPassword && (await needsNoProof(deps, id));
  const said = words().password;
  const main = html`<h1>${hasPassword ? said.change : said.set}</h1>
<p class="lead">${said.lead(html`<bdi>${email}</bdi>`)}</p>
<form class="form" action="${url('/api/account/password')}" method="post">
${
  isFree
    ? html`<input type="hidden" name="current_password" value="">`
    : field({
        name: 'current_password',
        label: hasPassword ? said.current : said.keyInstead,
        type: 'password',
        error: errors.current_password,
        autocomplete: 'current-password',
        maxlength: LONGEST_PASSWORD,
        isRequired: true,
      })
}
${field({
  name: 'new_password',
  label: said.next,
  type: 'password',
  error: errors.new_password,
  autocomplete: 'new-password',
  maxlength: LONGEST_PASSWORD,
  isRequired: true,
  hint: said.hint(SHORTEST_PASSWORD),
})}
<button type="submit">${hasPassword ? said.submitChange : said.submitSet}</button>
</form>
<p class="muted">${said.note}</p>`;
  return renderSitePage(site, {
    title: said.title,
    description: said.description,
    main,
    area: 'portal',
  });
}
