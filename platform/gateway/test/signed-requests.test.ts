import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { request as sendHttp } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { signatureBase, verifyByAgentKey } from '@platform/core/signed/agent-key';
import { createNonces } from '../src/use-cases/nonces.ts';
import { startGateway } from './gateway-under-test.ts';
import { MANDATE_ID, mandate, NOW, TRANSFER } from './parts.ts';

const CALL = '/v1/tools/propose_transfer';
const ED25519 = generateKeyPairSync('ed25519');
const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const STRANGER = generateKeyPairSync('ed25519');
const CREATED = Math.floor(NOW / 1_000);

function publicHex({ publicKey }: { readonly publicKey: KeyObject }): string {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex');
  return y === '' ? hex(x) : `04${hex(x)}${hex(y)}`;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes);
const print = (pair: { readonly publicKey: KeyObject }) =>
  `sha256:${sha256(Buffer.from(publicHex(pair), 'hex')).digest('hex')}`;
const digestOf = (body: string) => `sha-256=:${sha256(body).digest('base64')}:`;

/** All of a request that an attack may change, before it is signed or after. */
interface Sent {
  method: string;
  path: string;
  body: string;
  key: KeyObject;
  /** Names of the components, as they are signed. */
  components: string[];
  parameters: string;
  headers: Record<string, string | string[]>;
}
type Change = (sent: Sent, host: string) => void;

let nonces = 0;
const parametersWith = (changes: Readonly<Record<string, string>> = {}) =>
  Object.entries({
    created: `${CREATED}`,
    keyid: `"${print(ED25519)}"`,
    nonce: `"${String(nonces++).padStart(16, '0')}"`,
    tag: '"sanad-agent"',
    ...changes,
  })
    .map(([name, value]) => `;${name}=${value}`)
    .join('');

/** Signs a call of a tool, and sends it. `before`: a change that is signed; `after`: one that is not. */
async function send(url: string, { before, after }: { readonly before?: Change; readonly after?: Change }) {
  const { host } = new URL(url);
  const body = JSON.stringify(TRANSFER);
  const sent: Sent = {
    method: 'POST',
    path: CALL,
    body,
    key: ED25519.privateKey,
    components: ['@method', '@authority', '@path', '@query', 'x-service-contract', 'content-digest'],
    parameters: parametersWith(),
    headers: { 'x-service-contract': MANDATE_ID, 'content-digest': digestOf(body) },
  };
  before?.(sent, host);
  const [path = '', query] = sent.path.split('?');
  const values: Readonly<Record<string, unknown>> = {
    '@method': sent.method,
    '@authority': host,
    '@path': path,
    '@query': query === undefined ? '?' : `?${query}`,
    ...sent.headers,
  };
  const list = `(${sent.components.map((name) => `"${name}"`).join(' ')})${sent.parameters}`;
  const base = signatureBase(
    sent.components.map((name) => [name, String(values[name])] as const),
    list,
  );
  const alg = sent.key.asymmetricKeyType === 'ec' ? 'sha256' : null;
  const signature = sign(alg, Buffer.from(base), { key: sent.key, dsaEncoding: 'ieee-p1363' });
  sent.headers['signature-input'] = `sig=${list}`;
  sent.headers.signature = `sig=:${signature.toString('base64')}:`;
  after?.(sent, host);
  return new Promise<{ status: number; code: string; headers: Sent['headers'] }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...sent.headers };
    const asked = sendHttp(`${url}${sent.path}`, { method: sent.method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const json = JSON.parse(Buffer.concat(chunks).toString());
        const code = json.detail?.error ?? json.error?.data?.code ?? json.status ?? 'ok';
        resolve({ status: answer.statusCode ?? 0, code, headers: sent.headers });
      });
    });
    asked.on('error', reject).end(sent.body);
  });
}

async function start(t: TestContext, pair = ED25519) {
  const gateway = await startGateway(t);
  const alg = pair === P256 ? ('es256' as const) : ('ed25519' as const);
  gateway.world.mandates.set(MANDATE_ID, mandate({ agent_key: { alg, public_key: publicHex(pair) } }));
  return gateway;
}

describe('a request that the agent signed', () => {
  test('is the agent’s, with either kind of key; the authority is told of the key', async (t) => {
    for (const pair of [ED25519, P256]) {
      const { url, world } = await start(t, pair);
      const before: Change = (sent) => {
        sent.key = pair.privateKey;
        sent.parameters = parametersWith({ keyid: `"${print(pair)}"` });
      };
      assert.equal((await send(url, { before })).code, 'executed');
      const proposal = world.seen.find(({ path }) => path === '/grants');
      assert.equal(proposal?.claims.agent_key, print(pair));
      assert.equal(proposal?.claims.agent, mandate().contract.agent);
    }
  });

  test('reads, lists, chats, uploads and speaks MCP', async (t) => {
    const { url } = await start(t);
    const read = (path: string): Change => {
      return (sent) => {
        Object.assign(sent, { method: 'GET', path, body: '' });
        sent.components.pop();
        delete sent.headers['content-digest'];
      };
    };
    const post = (path: string, body: unknown, type = 'application/json'): Change => {
      return (sent) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        Object.assign(sent, { path, body: text });
        Object.assign(sent.headers, { 'content-digest': digestOf(text), 'content-type': type });
      };
    };
    const messages = [{ role: 'user', content: 'hello' }];
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const model = 'any';
    assert.equal((await send(url, {})).code, 'executed');
    for (const before of [
      read('/v1/tools'),
      read('/v1/grants/gr_0?wait=0'),
      post('/v1/chat/completions', { model, messages }),
      post('/v1/responses', { model, input: 'hello', store: false }),
      post('/mcp', rpc),
    ]) {
      const { status, code } = await send(url, { before });
      assert.equal(status, 200, code);
    }
    const before = post('/v1/documents', '%PDF', 'application/pdf');
    const after: Change = (sent) => {
      sent.body = '%PDX';
    };
    assert.equal((await send(url, { before, after })).status, 401);
    assert.notEqual((await send(url, { before })).status, 401);
  });

  test('no token acts under its mandate, and no signature under another', async (t) => {
    const { world, post, token } = await start(t);
    for (const claims of [{}, { agent: 'agent_local', agent_key: print(ED25519) }]) {
      const headers = { authorization: `Bearer ${await token(claims)}` };
      const refused = await post(CALL, TRANSFER, headers);
      assert.deepEqual([refused.status, refused.json.detail.error], [403, 'agent_key_required']);
    }
    assert.deepEqual([world.grants.size, world.reports.length], [0, 0]);
    const without = await startGateway(t);
    assert.equal((await send(without.url, {})).status, 401);
  });
});

const dropped = (name: string): Change => {
  return (sent) => {
    sent.components = sent.components.filter((each) => each !== name);
  };
};
const given = (parameters: Readonly<Record<string, string>>): Change => {
  return (sent) => {
    sent.parameters = parametersWith(parameters);
  };
};
const headers = (changes: Sent['headers']): Change => {
  return (sent) => {
    Object.assign(sent.headers, changes);
  };
};
const unsigned = (name: string): Change => {
  return (sent) => {
    delete sent.headers[name];
  };
};
const repeated = (name: string): Change => {
  return ({ headers: held }) => {
    held[name] = [held[name], held[name]].flat() as string[];
  };
};
const edited = (name: string, change: (text: string) => string): Change => {
  return ({ headers: held }) => {
    held[name] = change(String(held[name]));
  };
};

const ATTACKS: Readonly<
  Record<string, { readonly before?: Change; readonly after?: Change; readonly status?: number }>
> = {
  'another key': { before: (sent) => Object.assign(sent, { key: STRANGER.privateKey }) },
  'another key that names itself': {
    before: (sent) => {
      Object.assign(sent, { key: STRANGER.privateKey });
      given({ keyid: `"${print(STRANGER)}"` })(sent, '');
    },
  },
  'another method': {
    before: (sent) => Object.assign(sent, { method: 'PUT' }),
    after: (sent) => Object.assign(sent, { method: 'POST' }),
  },
  'another path': { after: (sent) => Object.assign(sent, { path: '/v1/tools/read_balance' }) },
  'a query that was not signed': { after: (sent) => Object.assign(sent, { path: `${CALL}?a` }) },
  'another host': { after: headers({ host: 'gateway.example' }) },
  'another mandate': { after: headers({ 'x-service-contract': 'ic_other' }) },
  'another body': { after: (sent) => Object.assign(sent, { body: sent.body.replace('250', '9') }) },
  'a body without a digest': {
    before: (sent, host) => {
      dropped('content-digest')(sent, host);
      unsigned('content-digest')(sent, host);
    },
  },
  'a digest that was not signed': { before: dropped('content-digest') },
  'a digest that was put beside': { after: edited('content-digest', () => digestOf('{}')) },
  'the digest of another body': { before: headers({ 'content-digest': digestOf('{}') }) },
  'a digest of another kind': {
    before: headers({ 'content-digest': `sha-512=:${Buffer.alloc(64).toString('base64')}:` }),
  },
  'no body for its digest': { after: (sent) => Object.assign(sent, { body: '' }) },
  'the method left out': { before: dropped('@method') },
  'the host left out': { before: dropped('@authority') },
  'the path left out': { before: dropped('@path') },
  'the query left out': { before: dropped('@query') },
  'the mandate left out': { before: dropped('x-service-contract') },
  'a component more': { before: (sent) => sent.components.push('content-type') },
  'a component twice': { before: (sent) => sent.components.push('@method') },
  'created 61 s ago': { before: given({ created: `${CREATED - 61}` }) },
  'created in 61 s': { before: given({ created: `${CREATED + 61}` }) },
  'created as a text': { before: given({ created: `"${CREATED}"` }) },
  'a short nonce': { before: given({ nonce: '"short"' }) },
  'another tag': { before: given({ tag: '"web-bot-auth"' }) },
  'an unknown parameter': { before: given({ expires: `${CREATED + 60}` }) },
  'a parameter twice': {
    before: (sent) => Object.assign(sent, { parameters: `${sent.parameters};created=1` }),
  },
  'no parameters': { before: (sent) => Object.assign(sent, { parameters: '' }) },
  'two signatures': {
    after: ({ headers: held }) => {
      held['signature-input'] = `${held['signature-input']}, b=("@method");created=1`;
      held.signature = `${held.signature}, b=:${'A'.repeat(86)}==:`;
    },
  },
  'another label': { after: edited('signature', (text) => text.replace('sig=', 'gis=')) },
  'a signature in a second spelling': {
    after: edited('signature', (text) => text.replace(/.==:$/, (end) => `${end === 'B==:' ? 'C' : 'B'}==:`)),
  },
  'a signature that is cut short': { after: edited('signature', (text) => `${text.slice(0, 40)}:`) },
  'space in its input': { after: edited('signature-input', (text) => text.replace(';', '; ')) },
  'no signature': { after: unsigned('signature') },
  'no input': { after: unsigned('signature-input') },
  'its input twice': { after: repeated('signature-input') },
  'its signature twice': { after: repeated('signature') },
  'its digest twice': { after: repeated('content-digest') },
  'its mandate twice': { after: repeated('x-service-contract'), status: 404 },
  'a token beside it': { after: headers({ authorization: 'Bearer x' }) },
};

test('a signed request is refused, and nothing is done or recorded', async (t) => {
  const { url, world } = await start(t);
  const other = mandate({ ...world.mandates.get(MANDATE_ID)?.contract, contract_id: 'ic_other' });
  world.mandates.set('ic_other', other);
  for (const [what, changes] of Object.entries(ATTACKS)) {
    await t.test(what, async () => {
      const { status, code } = await send(url, changes);
      assert.equal(status, changes.status ?? 401, code);
    });
  }
  await t.test('a nonce that comes again', async () => {
    const { headers: taken } = await send(url, {});
    const after: Change = (sent) => Object.assign(sent, { headers: taken });
    assert.equal((await send(url, { after })).status, 401);
    assert.equal(world.grants.size, 1);
  });
  assert.equal(world.reports.length, 1);
});

test('a nonce is remembered for two minutes, and one key fills no other’s memory', () => {
  let now = 0;
  const nonces = createNonces(() => now);
  const take = (key: string, nonce: string) => {
    const taken = nonces.take(key, nonce);
    return taken.ok ? 'ok' : taken.error.code;
  };
  for (let nonce = 0; nonce < 10_000; nonce += 1) take('a', `${nonce}`);
  assert.deepEqual(
    [take('a', 'more'), take('a', '7'), take('b', '7')],
    ['requests_too_many', 'unauthorized', 'ok'],
  );
  now = 120_000;
  assert.equal(take('b', '7'), 'unauthorized');
  now += 1;
  assert.deepEqual([take('a', 'more'), take('b', '7')], ['ok', 'ok']);
});

test('RFC 9421, B.2.6: the base, and its signature', () => {
  const list =
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
  const base = signatureBase(
    [
      ['date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
      ['@method', 'POST'],
      ['@path', '/foo'],
      ['@authority', 'example.com'],
      ['content-type', 'application/json'],
      ['content-length', '18'],
    ],
    list,
  );
  const public_key = Buffer.from('JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs', 'base64url').toString('hex');
  const signature = Buffer.from(
    'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
    'base64',
  );
  const verify = (message: string) =>
    verifyByAgentKey(nodeCrypto, { alg: 'ed25519', public_key }, message, signature);
  assert.deepEqual([verify(base), verify(`${base}\n`)], [true, false]);
});
