import { DOCUMENT_LIMITS, DOCUMENT_TYPES, KeptDocument } from '@platform/core/objects/document';
import { GrantId, MandateId, Sha256 } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { BYTES, type ClosableTable } from './route.ts';

/** What a document may be sent as: its own type, or no type in particular. */
export const UPLOAD_TYPES = [...DOCUMENT_TYPES, 'application/octet-stream'];

const UPLOAD = {
  method: 'POST',
  bodyTypes: UPLOAD_TYPES,
  bodyBytes: DOCUMENT_LIMITS.bytes,
  // Without a type, by which a validator would judge the bytes.
  body: Type.Unsafe<Uint8Array>({ description: 'The bytes of the file' }),
  answer: KeptDocument,
  statuses: [200, 201],
} as const;

/** The sentence about what is taken. */
const TAKEN = `PDF, PNG, JPEG, WebP or GIF, by its own first and last bytes, of at most ${DOCUMENT_LIMITS.bytes} bytes. Sent again, it stays one document.`;

/** What agents attach to proposals. */
export const DOCUMENTS = {
  keepDocument: {
    ...UPLOAD,
    path: '/documents',
    summary: 'Keep a document that a proposal will name',
    description: `Called by the gateway, with its token for the hash of exactly these bytes. ${TAKEN} It goes if no proposal names it in time.`,
    tag: 'grants',
    security: 'service',
    query: Type.Object({ contract_id: MandateId }),
    refusals: [401, 403, 404, 409, 413, 415, 422, 429, 507],
  },
  readDocument: {
    method: 'GET',
    path: '/grants/:grant_id/documents/:sha256',
    reads: 'grant',
    areas: ['payments', 'approvals'],
    summary: 'A document that the grant’s action names',
    description:
      'Hash what arrives and compare: only then is it the document that was signed. 410 once it is no longer kept. Never sent as anything that a browser shows or runs.',
    tag: 'grants',
    params: Type.Object({ grant_id: GrantId, sha256: Sha256 }),
    answer: BYTES,
    media: { type: 'application/octet-stream', description: 'The bytes as they were uploaded' },
    refusals: [404, 410],
  },
} satisfies ClosableTable;

/** The same for agents, at the gateway. */
export const AGENT_UPLOAD = {
  ...UPLOAD,
  path: '/v1/documents',
  summary: 'Upload a document to attach to a proposal',
  description: `${TAKEN} Name it by the hash in the answer, in \`documents\` of a tool with an effect. It goes after an hour unless a proposal names it.`,
  tag: 'tools',
  security: 'agent',
  refusals: ['4xx', '5xx'],
} as const;
