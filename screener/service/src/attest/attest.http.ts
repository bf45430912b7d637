import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { formatInstant } from '@common/base/instant';
import { fromHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { SignedStatement } from '@common/evidence/statement';
import { SignedHead } from '@common/evidence/statement-list';
import type { HttpApp } from '@common/kit/http/app';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { count, list, nullable, nullableText, object, text } from '@screener/engine/schema-parts';
import type { onRequestHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import type { UsageCounter } from '../accounts/count-usage.ts';
import { callerOf, KEY_OPTIONAL } from '../accounts/guard.http.ts';
import type { Tier, TierTerms } from '../accounts/tiers.ts';
import { dataOf, sendUnkept } from '../http/answer-body.ts';
import type { Answers, ReadyScreening } from '../http/answers.ts';
import { answerRefusal } from '../http/errors.ts';
import { ASKED_OF_A_TICKER, refuseAsked, understandAsked } from '../http/screen.ts';
import { envelopeOf, REFUSED_CALLER } from '../schemas/envelope.ts';
import { PagedAnswer, WHOLE_FUND } from '../use-cases/page-holdings.ts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import type { Attested, Attester } from './attest.ts';
import type { PublishedKey } from './attestations.store.ts';
import { claimsOf, type ScreeningClaims } from './claims.ts';
import { SEAL_KID } from './seal-key.ts';

const DEFAULT_LIMIT = 100;
const GREATEST_LIMIT = 1_000;
const MOST_NUMBERS = Number.MAX_SAFE_INTEGER - GREATEST_LIMIT;

const hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

const AttestedAnswer = object(
  {
    screening: PagedAnswer,
    sealed: {
      ...SignedStatement,
      description: 'What the issuer says of the ticker by this screening, signed',
    },
    listed: object(
      {
        number: count('Its number in GET /v1/attestations'),
        previous: hash('list_hash of the list before it; 64 zeros for the first'),
        head: { ...SignedHead, description: 'The list up to this statement, signed' },
      },
      { description: 'Its place in the list of all that was attested' },
    ),
    public_key: hash(
      'What both are signed with, in hex: 32 bytes of Ed25519. Compare it with a copy of /.well-known/keys.json that you kept',
    ),
  },
  { description: 'A screening, and the statement that seals it' },
);

const ListAnswer = object(
  {
    head: { ...SignedHead, description: 'The whole list, as it is now, signed' },
    previous: hash('list_hash of the list before the first of these; 64 zeros before number 1'),
    statements: list(
      object({
        number: count('Its number'),
        statement_hash: hash('SHA-256 of the statement’s canonical JSON'),
        list_hash: hash(
          'SHA-256 of the canonical JSON of number, previous (the list_hash before it) and statement_hash',
        ),
        sealed: nullable(
          { ...SignedStatement, description: 'The signed statement' },
          'Null once it was removed, some time after it expired',
        ),
      }),
      'Statements in the order of their numbers',
    ),
    next_from: nullable(
      Type.Integer({ minimum: 1 }),
      'Send it as from for those that follow; null at the end',
    ),
  },
  { description: 'A part of the list' },
);

const keyTimes = {
  kid: text('Its name in signatures'),
  alg: Type.Literal('ed25519', { description: 'The algorithm' }),
  public_key: hash('The key in hex'),
  fingerprint: text('`sha256:` and the SHA-256 of the key’s bytes, in hex'),
  role: Type.Literal('attester', { description: 'What it signs: statements, and heads of their list' }),
  not_before: text('From when it signs'),
  not_after: nullableText('Until when it signed; null for the present key'),
};
const Keys = object(
  {
    [SEAL_KID]: object(
      {
        ...keyTimes,
        retired: Type.Optional(
          list(object(keyTimes), 'Replaced keys, newest first: what one signed in its time stays valid'),
        ),
      },
      { description: 'The key that seals screenings' },
    ),
  },
  { description: 'Public keys, by name' },
);

interface AttestRouteDeps extends Pick<ScreenDeps, 'clock' | 'search'> {
  readonly attester: Attester;
  readonly crypto: Crypto;
  readonly answers: Answers;
  readonly guard: onRequestHookHandler;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
  readonly usage: Pick<UsageCounter, 'asked'>;
}

/** Adds `GET /v1/attest/{ticker}`, the list of what it said, and the keys that it signs with. */
export function addAttestRoutes(app: HttpApp, deps: AttestRouteDeps): void {
  addAttestRoute(app, deps);
  addListRoute(app, deps);
  addKeysRoute(app, deps);
}

function addAttestRoute(app: HttpApp, deps: AttestRouteDeps): void {
  const { answers, attester } = deps;
  const readFor = createSealReader(deps.crypto);
  app.get(
    '/v1/attest/:ticker',
    {
      onRequest: deps.guard,
      schema: {
        operationId: 'attestTicker',
        security: KEY_OPTIONAL,
        summary: 'Screen one ticker, sealed',
        description:
          'The answer of GET /v1/screen/{ticker}, of a fund with all of its holdings, and a statement about it that this service signs (sanad/statement/1): its verdict, what each methodology says, of which day, whether it is stale, by which engine and rules, and the hash of the answer. Others can check it without this service. The claims are the verdict by all methodologies and `<methodology>.pass`, `.fail` or `.unknown`, never a verdict by a choice. The same answer has the same statement until it expires.',
        tags: ['screening'],
        params: Type.Object({
          ticker: Type.String({ description: 'A US ticker, in any case: AAPL, BRK.B, brk-b' }),
        }),
        querystring: Type.Object(ASKED_OF_A_TICKER),
        response: {
          200: envelopeOf(AttestedAnswer),
          400: ErrorEnvelope,
          404: ErrorEnvelope,
          ...REFUSED_CALLER,
        },
      },
    },
    async (request, reply) => {
      const { ticker } = request.params;
      const today: CalendarDate = dateOfInstant(deps.clock());
      const asked = understandAsked(request, request.query, ticker, deps.tiers, today);
      if (!asked.ok) return refuseAsked(deps, reply, ticker, asked.error);
      const answer = await answers.read({ ...asked.value, page: WHOLE_FUND, fields: null });
      const caller = callerOf(request);
      deps.usage.asked(caller.account, asked.value.symbol, answer);
      if (!answer.ok) return answerRefusal(reply, answer.error);
      const { claims, evidenceHash } = readFor(answer.value);
      const attested = await attester.attest(claims, evidenceHash, caller.owner);
      if (!attested.ok) return answerRefusal(reply, attested.error);
      return sendUnkept(reply, bodyOf(answer.value, attested.value));
    },
  );
}

/** Hashing a large fund takes as long as sending it, so what is derived from a cached answer is kept as long. */
function createSealReader(crypto: Crypto) {
  const known = new WeakMap<Buffer, { readonly claims: ScreeningClaims; readonly evidenceHash: string }>();
  return (ready: ReadyScreening) => {
    const before = known.get(ready.body);
    if (before !== undefined) return before;
    const screening: Static<typeof PagedAnswer> = JSON.parse(dataOf(ready).toString());
    const derived = { claims: claimsOf(screening), evidenceHash: hashOf(crypto, screening) };
    known.set(ready.body, derived);
    return derived;
  };
}

/** The bytes of the screening are those that were hashed. */
function bodyOf(ready: ReadyScreening, { sealed, listed, publicKey }: Attested): Buffer {
  const rest: Omit<Static<typeof AttestedAnswer>, 'screening'> = { sealed, listed, public_key: publicKey };
  return Buffer.concat([
    Buffer.from('{"success":true,"error":null,"data":{"screening":'),
    dataOf(ready),
    Buffer.from(`,${JSON.stringify(rest).slice(1)}}`),
  ]);
}

function addListRoute(app: HttpApp, { attester, guard }: AttestRouteDeps): void {
  app.get(
    '/v1/attestations',
    {
      onRequest: guard,
      schema: {
        operationId: 'listAttestations',
        security: KEY_OPTIONAL,
        summary: 'All that was attested',
        description:
          'The numbered list of all statements, each chained to the one before it, with a head that this service signs (sanad/statement-head/1). If two heads exist of which the later does not continue the earlier, the issuer said two things. The hashes stay for good; a statement is removed some time after it expired.',
        tags: ['screening'],
        querystring: Type.Object({
          from: Type.Optional(
            Type.Integer({ minimum: 1, maximum: MOST_NUMBERS, description: 'The first number; default 1' }),
          ),
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: GREATEST_LIMIT,
              description: `Statements a page; default ${DEFAULT_LIMIT}`,
            }),
          ),
        }),
        response: { 200: envelopeOf(ListAnswer), 400: ErrorEnvelope, ...REFUSED_CALLER },
      },
    },
    async (request, reply) => {
      const { from = 1, limit = DEFAULT_LIMIT } = request.query;
      const page = await attester.page(from, limit);
      if (!page.ok) return answerRefusal(reply, page.error);
      const { head, previous, entries } = page.value;
      const next = from + entries.length;
      const data: Static<typeof ListAnswer> = {
        head,
        previous,
        statements: entries.map((entry) => ({
          number: entry.number,
          statement_hash: entry.statementHash,
          list_hash: entry.listHash,
          sealed: entry.sealed,
        })),
        next_from: next <= head.head.size ? next : null,
      };
      return sendUnkept(reply, Buffer.from(JSON.stringify({ success: true, error: null, data })));
    },
  );
}

function addKeysRoute(app: HttpApp, { attester, crypto }: AttestRouteDeps): void {
  app.get(
    '/.well-known/keys.json',
    {
      schema: {
        operationId: 'readSealKeys',
        security: [],
        summary: 'The keys that seal screenings',
        description:
          'Public keys, by the name that signatures have, with the keys that were replaced. Keep a copy that you trust: it is what statements are checked with. Does not count towards limits and needs no key.',
        tags: ['screening'],
        response: { 200: Keys, 400: ErrorEnvelope, 503: ErrorEnvelope },
      },
    },
    async (_request, reply) => {
      const [present, ...retired] = (await attester.keys()).map((key) => shown(crypto, key));
      if (present === undefined) throw new Error('a service that runs has a key');
      const keys: Static<typeof Keys> = {
        [SEAL_KID]: { ...present, ...(retired.length === 0 ? {} : { retired }) },
      };
      reply.header('cache-control', 'no-cache');
      return keys;
    },
  );
}

function shown(crypto: Crypto, { publicKey, notBefore, notAfter }: PublishedKey) {
  return {
    kid: SEAL_KID,
    alg: 'ed25519',
    public_key: publicKey,
    fingerprint: `sha256:${crypto.sha256(fromHex(publicKey) ?? '')}`,
    role: 'attester',
    not_before: formatInstant(notBefore),
    not_after: notAfter === null ? null : formatInstant(notAfter),
  } as const;
}
