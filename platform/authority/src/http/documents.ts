import type { HttpApp } from '@common/kit/http/app';
import { addRawRoutes } from '@common/kit/http/body-kinds';
import { AUTHORITY } from '@platform/api/authority';
import { UPLOAD_TYPES } from '@platform/api/authority-documents';
import { addRoute } from '@platform/keys/add-route';
import { bearerOf } from '@platform/keys/jwt';
import { hashOfText, type TokenReader } from '@platform/keys/service-token';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { keepDocument } from '../use-cases/keep-document.ts';
import { readDocument } from '../use-cases/read-document.ts';
import { answerRefusal } from './errors.ts';
import { sendJson } from './views.ts';

const UNAUTHORIZED = {
  code: 'unauthorized',
  message: 'Only the gateway may upload: send its token for exactly these bytes as a bearer token.',
} as const;

/** The documents that agents attach to proposals. */
export async function addDocumentRoutes(
  app: HttpApp,
  deps: AuthorityDeps,
  { tokens }: { readonly tokens: TokenReader },
): Promise<void> {
  const callerOf = (header: string | undefined, ref: string | null) => {
    const bearer = bearerOf(header);
    return bearer === null ? null : tokens.read(bearer, { scope: 'documents', ref });
  };
  await addRawRoutes(
    app,
    (scope) => {
      const { keepDocument: route } = AUTHORITY;
      addRoute(
        scope,
        route,
        async (request, reply) => {
          const { body: bytes, headers, query } = request;
          const sha256 = hashOfText(bytes);
          const caller = callerOf(headers.authorization, sha256);
          if (caller === null) return answerRefusal(reply, UNAUTHORIZED);
          const declared = declaredType(headers['content-type']);
          const upload = { mandateId: query.contract_id, bytes, sha256, declared };
          const kept = await keepDocument(deps, upload, caller);
          if (!kept.ok) return answerRefusal(reply, kept.error);
          return sendJson(reply, kept.value.kept, kept.value.isNew ? 201 : 200);
        },
        {
          // Before the body is read, so that a stranger's is not.
          onRequest: async (request, reply) => {
            if (callerOf(request.headers.authorization, null) !== null) return;
            return answerRefusal(reply, UNAUTHORIZED);
          },
        },
      );
    },
    UPLOAD_TYPES,
  );
  addRoute(app, AUTHORITY.readDocument, async (request, reply) => {
    const { grant_id: grantId, sha256 } = request.params;
    const found = await readDocument(deps, grantId, sha256);
    if (!found.ok) return answerRefusal(reply, found.error);
    // A browser saves it. The console shows what may be shown.
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(Buffer.from(found.value));
  });
}

/** Null for bytes of no type in particular. */
function declaredType(header: string | undefined): string | null {
  const [type = ''] = (header ?? '').split(';');
  const named = type.trim().toLowerCase();
  return named === '' || named === 'application/octet-stream' ? null : named;
}
