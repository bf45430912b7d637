import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { createHttpClient } from '@common/kit/http/client';
import { REPOSITORY } from '@common/kit/repository';
import { createHttpAuthority } from '@platform/console/adapters/http-authority';
import { createHttpGateway } from '@platform/console/adapters/http-gateway';
import { createTalks, MOST_TURNS, toldAnswer } from '@platform/console/chat/talks';
import { nameWords } from '@platform/words/names';
import { OUTCOME_WORDS, STATUS_WORDS } from '@platform/words/outcomes';
import { heldGrant } from '../../console/test/pages/held-grant.ts';

/** A server in the authority's place. */
async function serve(
  t: TestContext,
  status: number,
  answer: (response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((_request, response) => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    answer(response);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

test('an answer without end is read up to its bound, and refused with what to do', async (t) => {
  const chunk = ' '.repeat(100_000);
  // More than the bound and what the connection holds, so that a reader of all of it is found out.
  let left = 1_000;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const url = await serve(t, 200, (response) => {
    response.on('close', resolve);
    const more = () => {
      while (left > 0 && response.write(chunk)) left -= 1;
      if (left === 0) response.end('[]');
    };
    response.on('drain', more);
    more();
  });
  const { error } = { error: null, ...(await createHttpAuthority(url).plugins()) };
  assert.deepEqual(error, {
    code: 'authority_garbled',
    message: `The answer of ${url} to /plugins is longer than a megabyte, so it was not read to its end: check that AUTHORITY_URL is the authority’s own address.`,
  });
  await closed;
  assert.ok(left > 0, 'the rest is not fetched');
});

test('a letter that arrives in two pieces is one letter', async (t) => {
  const text = Buffer.from('{"detail":{"error":"é","message":"né"}}');
  const cut = text.indexOf('é') + 1;
  const url = await serve(t, 404, (response) => {
    // Both at once would arrive in one piece.
    response.write(text.subarray(0, cut), () => setTimeout(() => response.end(text.subarray(cut)), 50));
  });
  const { error } = { error: null, ...(await createHttpAuthority(url).plugins()) };
  assert.equal(error?.message, 'The authority refused (é): né');
});

describe('a list without end is given up', () => {
  const page = JSON.stringify([heldGrant()]);
  const cases: readonly (readonly [string, string, (asked: number) => string, number])[] = [
    ['an empty page that names a next one', '[]', String, 1],
    ['a page that was named before', page, (asked) => String(asked % 3), 4],
    ['a new page for ever', page, String, 1_000],
  ];
  for (const [what, body, next, most] of cases) {
    test(what, async (t) => {
      let asked = 0;
      const url = await serve(t, 200, (response) => {
        asked += 1;
        // So that a reader without a bound is found out.
        const link = asked > 2_000 ? {} : { link: `</grants?cursor=${next(asked)}>; rel="next"` };
        response.writeHead(200, link).end(body);
      });
      const { error } = { error: null, ...(await createHttpAuthority(url).grantsOf('ic_first')) };
      assert.equal(error?.code, 'authority_garbled');
      assert.match(error?.message ?? '', /does not end/);
      assert.equal(asked, most);
    });
  }
});

test('a list that is longer than what is read of one is given up, and said so', async (t) => {
  const page = JSON.stringify([heldGrant()]);
  let asked = 0;
  const url = await serve(t, 200, (response) => {
    asked += 1;
    const link = asked >= 100 ? {} : { link: `</grants?cursor=${asked}>; rel="next"` };
    response.writeHead(200, link).end(page);
  });
  const bound = 10.5 * page.length;
  const { error } = {
    error: null,
    ...(await createHttpAuthority(url, { listBytes: bound }).grantsOf('ic_first')),
  };
  assert.equal(error?.code, 'authority_list_long');
  assert.match(error?.message ?? '', /contract_id=ic_first.* is longer than \d+ megabytes.*sanad command/);
  assert.equal(asked, 11, 'no page more');
  asked = 0;
  assert.equal((await createHttpAuthority(url).grantsOf('ic_first')).ok, true);
});

interface Reply {
  readonly status?: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A gateway that answers one thing; null hangs up. */
async function gatewayThat(t: TestContext, reply: Reply | null) {
  const http = createHttpClient();
  const server = createServer((request, response) => {
    request.resume();
    if (reply === null) response.destroy();
    else response.writeHead(reply.status ?? 200, reply.headers ?? {}).end(reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return createHttpGateway({ http, baseUrl: `http://127.0.0.1:${address.port}`, chatMs: 10_000 });
}

const ASKED = { token: 'a token', mandateId: 'ic_1', model: 'm', messages: [] };
const said = (message: object, more: object = {}) => JSON.stringify({ choices: [{ message }], ...more });

describe('the gateway over HTTP', () => {
  const cases: readonly (readonly [string, Reply | null, string])[] = [
    ['hangs up', null, 'gateway_silent'],
    ['answers HTML', { text: '<html>' }, 'gateway_garbled'],
    ['answers other JSON', { text: '{"choices":[]}' }, 'gateway_garbled'],
    [
      'makes up a status',
      { text: said({ content: '' }, { tool_results: [{ tool: 'x', result: { status: 'paid' } }] }) },
      'gateway_garbled',
    ],
    ['sends too much', { text: said({ content: 'x'.repeat(4_200_000) }) }, 'gateway_silent'],
    ['redirects', { status: 307, text: '', headers: { location: 'http://127.0.0.1:1/' } }, 'gateway_refused'],
    [
      'refuses',
      { status: 404, text: '{"detail":{"error":"model_not_found","message":"No."}}' },
      'gateway_refused',
    ],
    ['fails', { status: 500, text: 'oops' }, 'gateway_refused'],
  ];
  for (const [what, reply, code] of cases) {
    test(`one that ${what} is ${code}`, async (t) => {
      const answer = await (await gatewayThat(t, reply)).chat(ASKED);
      assert.ok(!answer.ok);
      assert.equal(answer.error.code, code);
      assert.doesNotMatch(answer.error.message, /a token/);
    });
  }

  test('nothing was handed over to one that is not there', async (t) => {
    const http = createHttpClient();
    t.after(() => http.close());
    const answer = await createHttpGateway({ http, baseUrl: 'http://127.0.0.1:1', chatMs: 10_000 }).chat(
      ASKED,
    );
    assert.ok(!answer.ok);
    assert.equal(answer.error.code, 'gateway_unreachable');
  });

  test('no words are no fault if tools have run', async (t) => {
    const result = { status: 'executed', reason: 'ok', detail: '' };
    const gateway = await gatewayThat(t, {
      text: said({ content: null }, { tool_results: [{ tool: 'x', result }] }),
    });
    assert.deepEqual(await gateway.chat(ASKED), {
      ok: true,
      value: { words: '', calls: [{ tool: 'x', result }] },
    });
  });
});

const MANDATE = 'ic_1';
const words = { mandateId: MANDATE, said: 'Hello', model: 'scripted', at: '2026-06-01T12:00:00.000Z' };
const done = toldAnswer('Hi.', []);

function talksAt(start = 0) {
  let now = start;
  const talks = createTalks(() => now);
  const say = (id: string, turn: number) => talks.begin({ id, turn, ...words });
  const answered = (id: string, turn: number) => {
    const begun = say(id, turn);
    if (begun.kind === 'begun') begun.turn.answer = done;
    return begun.kind;
  };
  return {
    talks,
    say,
    answered,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('talks in memory', () => {
  test('are forgotten an hour after their last use', () => {
    const { talks, answered, wait } = talksAt();
    answered('a', 0);
    wait(3_600_000);
    assert.notEqual(talks.find('a'), null);
    wait(3_600_001);
    assert.equal(talks.find('a'), null);
    assert.equal(answered('a', 1), 'over');
  });

  test('are few: the one that nobody used for longest goes', () => {
    const { talks, answered } = talksAt();
    for (let index = 0; index < 40; index += 1) answered(`t${index}`, 0);
    assert.equal(talks.find('t7'), null);
    assert.notEqual(talks.find('t8'), null);
  });

  test('one that is being answered stays, and takes no further words', () => {
    const { talks, say, wait } = talksAt();
    assert.equal(say('a', 0).kind, 'begun');
    wait(10_000_000);
    assert.notEqual(talks.find('a'), null);
    assert.equal(say('a', 1).kind, 'busy');
    assert.equal(say('a', 0).kind, 'repeated');
  });

  test('at most eight are being answered', () => {
    const { say } = talksAt();
    for (let index = 0; index < 8; index += 1) assert.equal(say(`t${index}`, 0).kind, 'begun');
    assert.equal(say('t8', 0).kind, 'busy');
  });

  test('have an end, skip no turn, and stay under their mandate', () => {
    const { talks, answered } = talksAt();
    for (let turn = 0; turn < MOST_TURNS; turn += 1) assert.equal(answered('a', turn), 'begun');
    assert.equal(answered('a', MOST_TURNS), 'over');
    answered('b', 0);
    assert.equal(answered('b', 2), 'over');
    assert.equal(talks.begin({ id: 'b', turn: 1, ...words, mandateId: 'ic_2' }).kind, 'over');
  });

  test('long texts are cut, and no half of a character is left', () => {
    const result = { status: 'fetched', reason: 'ok', detail: '', data: '\u{1f600}'.repeat(1_000) } as const;
    const told = toldAnswer('\u{1f600}'.repeat(10_000), [{ tool: 'read', result }]);
    assert.ok(told.kind === 'told');
    assert.ok(told.words.length < 8_100 && told.words.isWellFormed());
    assert.ok(String(told.calls[0]?.result.data).length < 700);
  });
});

const SOURCES = join(REPOSITORY, 'platform/console/src');

/** Words that pages had for a thing that has another one by now, and that one. */
const FORMER: readonly (readonly [former: RegExp, word: string])[] = [
  [/\bundone\b|\bnot yet done\b|\bused since\b/i, 'denied, expired or not done yet, of words/outcomes.ts'],
  [/\bbeneficiar(?:y|ies)\b/i, 'payee, by words/names.ts'],
  [/\b(?:a|the|this|new) talk\b/i, 'conversation'],
  [/\bsay yes\b|\bsilence is\b/i, 'approve; no answer means no'],
  [/\bkeys that you pinned\b/i, 'keys that you trust'],
  [/\bagrees? with itself\b/i, 'that the keys are not yet confirmed, by words/verdict-title.ts'],
  [/\bwaits? for a person\b/i, 'needs approval'],
  [/\bany (?:more|longer)\b/i, 'no longer'],
  [/\bnot executed yet\b|\beach carried out within\b/i, 'not done yet; time to execute'],
  [/\bnot shown as verified\b/i, 'what proof/src/verdict-words.ts says'],
];

/** What a file may put on a page: its literals, without comments and imports. */
function textsOf(path: string): readonly string[] {
  const code = readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^import [\s\S]*?;$/gm, '');
  return [...code.matchAll(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g)].map(([text]) => text);
}

test('no page has a former word for anything', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  assert.ok(files.length > 100);
  const found = files.flatMap((path) =>
    textsOf(join(SOURCES, path)).flatMap((text) =>
      FORMER.filter(([former]) => former.test(text)).map(
        ([, word]) => `${path}: ${text.slice(0, 80)}: say ${word}`,
      ),
    ),
  );
  assert.deepEqual(found, []);
});

test('what becomes of a request has the interface document’s word, and what was executed is done', () => {
  for (const [outcome, word] of Object.entries(OUTCOME_WORDS))
    assert.equal(word, outcome === 'executed' ? 'done' : outcome);
  assert.deepEqual(
    [STATUS_WORDS.denied, STATUS_WORDS.expired],
    [OUTCOME_WORDS.denied, OUTCOME_WORDS.expired],
  );
});

test('names are told as people say them', () => {
  assert.deepEqual(['beneficiary_id', 'beneficiaries', 'record_id', 'to_account', 'amount'].map(nameWords), [
    'payee',
    'payees',
    'record',
    'to account',
    'amount',
  ]);
});
