import type { HttpAppOptions } from '@common/kit/http/app';
import { ADMIN_SCHEME } from '../accounts/admin-guard.http.ts';
import { BEARER_CHALLENGE, KEY_NOTICE, KEY_SCHEMES } from '../accounts/guard.http.ts';
import { SESSION_SCHEME } from '../accounts/session-scheme.ts';
import { readRecordedExamples } from './recorded-examples.ts';

/** The version of the interface document; see its part 9. */
export const API_VERSION = '0.3.0';

/** What the OpenAPI description says about the service as a whole. */
export const API_DESCRIPTION = {
  name: 'Sanad screening service',
  version: API_VERSION,
  description:
    'Screens US-listed companies and ETFs for Sharia compliance from the SEC’s own filings, with a citation behind every number. Missing data is never treated as compliant.',
  examples: readRecordedExamples,
  headers: {
    [KEY_NOTICE]: [
      'Only where another key of this key’s address is the current one: when this key ends, and how to keep it',
      'This key ends at 2026-08-24T20:00:00.000Z: another key of its account is the current one. To keep this key: POST /api/keys/keep with it as x-api-key; the other then ends 72 hours later.',
    ],
    location: ['Where the answer is', '/'],
    'set-cookie': ['The session, for the pages', 'sanad-session=s1…; Path=/; HttpOnly; SameSite=Lax'],
    'www-authenticate': ['How to prove who is calling', BEARER_CHALLENGE],
  },
  securitySchemes: {
    [KEY_SCHEMES.header]: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: 'A key from POST /api/keys. Without one, the demo tier applies.',
    },
    [KEY_SCHEMES.bearer]: {
      type: 'http',
      scheme: 'bearer',
      description: 'The same key, for programs that can only send a bearer token.',
    },
    [SESSION_SCHEME]: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-sanad-session',
      description:
        'The cookie of POST /api/session; without https, as on a machine of one’s own, sanad-session.',
    },
    [ADMIN_SCHEME]: {
      type: 'http',
      scheme: 'bearer',
      description: 'The deployment’s ADMIN_TOKEN, for its operator and scheduler.',
    },
  },
  tags: [
    { name: 'screening', description: 'Verdicts with their evidence' },
    { name: 'agents', description: 'Tools for agents' },
    { name: 'keys', description: 'Keys and the waiting list' },
    { name: 'accounts', description: 'Sessions and passwords' },
    { name: 'operation', description: 'For operators' },
  ],
} satisfies Partial<HttpAppOptions>;
