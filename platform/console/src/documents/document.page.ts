import { type HttpApp, refuse } from '@common/kit/http/app';
import type { ActionDocument } from '@platform/core/objects/document';
import { GrantId, Sha256 } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { type FoundDocument, findDocument } from '../use-cases/documents.ts';

interface DocumentDeps {
  readonly authority: Pick<Authority, 'grant' | 'document'>;
}

const params = Type.Object({ grant_id: GrantId, sha256: Sha256 });

/** Whatever a file contains, it runs nothing, loads nothing, and has no origin. */
const HARMLESS = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
};

/** Adds the address of a document that a grant's action names. Only images are shown; a PDF is saved. */
export function addDocumentRoute(app: HttpApp, { authority }: DocumentDeps): void {
  app.get(
    '/grants/:grant_id/documents/:sha256',
    { compress: false, config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { grant_id: id, sha256 } = request.params;
      const record = await authority.grant(id);
      if (!record.ok) return refuseAsked(reply, record.error);
      const named = record.value.action.documents?.find((document) => document.sha256 === sha256);
      if (named === undefined) {
        const message = 'This request names no such file.';
        return refuse(reply, { status: 404, code: 'document_not_found', message });
      }
      const found = await findDocument(authority, id, named);
      if (found.state !== 'same') return refuse(reply, refusals(named)[found.state]);
      const place = named.media_type === 'application/pdf' ? 'attachment' : 'inline';
      return reply
        .headers({
          ...HARMLESS,
          'content-type': named.media_type,
          'content-disposition': `${place}; filename*=UTF-8''${encoded(named.name)}`,
        })
        .send(Buffer.from(found.bytes));
    },
  );
}

function refusals({ name, sha256 }: ActionDocument) {
  return {
    differs: {
      status: 502,
      code: 'document_differs',
      message: `What the authority keeps as ${name} is not the file that was signed: its hash is not ${sha256}, or it is of another kind. It is not shown.`,
    },
    gone: {
      status: 410,
      code: 'document_not_kept',
      message: `${name} is no longer kept here. Its hash stays signed (${sha256}): anyone who has the file can prove that it is the one.`,
    },
    unknown: {
      status: 504,
      code: 'authority_silent',
      message: `The authority does not answer, so ${name} cannot be shown now. Try again.`,
    },
  } as const satisfies Record<Exclude<FoundDocument['state'], 'same'>, object>;
}

/** As RFC 8187 wants it: these stay as they are in encodeURIComponent, and may not. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (character) => {
    const [byte = 0] = Buffer.from(character);
    return `%${byte.toString(16).toUpperCase()}`;
  });
}
