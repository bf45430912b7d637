import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const file = (name) => new URL(name, import.meta.url);
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

// The courier's own key. Nobody else ever has it.
if (!existsSync(file('courier.pem'))) {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file('courier.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}
const key = createPrivateKey(readFileSync(file('courier.pem')));
if (process.argv[2] === 'key') {
  process.stdout.write(createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  process.exit();
}

// One line for each parcel and its answer, written before the answer is sent.
const done = new Map();
if (existsSync(file('parcels.jsonl'))) {
  for (const line of readFileSync(file('parcels.jsonl'), 'utf8').split('\n').filter(Boolean)) {
    const { idempotency_key, body, answer } = JSON.parse(line);
    done.set(idempotency_key, { body, answer });
  }
}

const secret = readFileSync(file('broker.secret'), 'utf8').trim();
const used = new Set();

/** Whether the enforcement point made this token for exactly this request, and this is its first use. */
function isAllowed(token, { method, url }, body) {
  const [version, claims, mac = ''] = String(token).split('.');
  const due = createHmac('sha256', secret).update(`v1.${claims}`).digest();
  const given = Buffer.from(mac, 'hex');
  if (version !== 'v1' || given.length !== due.length || !timingSafeEqual(given, due)) return false;
  const { jti, iat, exp, ...call } = JSON.parse(Buffer.from(claims, 'base64url'));
  const now = Date.now() / 1000;
  if (iat > now + 5 || now >= exp || used.has(jti)) return false;
  used.add(jti);
  return call.method === method && call.path === url && call.body_sha256 === sha256(body);
}

/** The RFC 8785 form of a flat object of strings: members in the order of their names. */
const canonical = (object) => JSON.stringify(object, Object.keys(object).sort());

function acknowledge({ grant_id, action_hash, idempotency_key, ...parcel }) {
  const ack = {
    ...parcel, // a field that repeats part of the action must equal it
    parcel_id: `parcel_${done.size + 1}`,
    type: 'sanad/ack/1',
    counterparty: 'courier',
    operation: 'parcel',
    grant_id,
    action_hash,
    idempotency_key,
    acknowledged_at: new Date().toISOString(),
  };
  const ack_hash = sha256(canonical(ack));
  // Sign the 64 characters of the hash, not its 32 bytes, and not the JSON.
  const sig = sign(null, Buffer.from(ack_hash, 'ascii'), key).toString('hex');
  return { ack, ack_hash, signature: { kid: 'courier', alg: 'ed25519', sig } };
}

const refusal = (status, error, message) => ({ status, answer: { detail: { error, message } } });

function handle(request, body) {
  if (request.method !== 'POST' || request.url !== '/parcels')
    return refusal(404, 'not_found', 'No such thing.');
  if (!isAllowed(request.headers['x-broker-token'], request, body))
    return refusal(401, 'broker_token_invalid', 'Only the enforcement point books parcels.');
  const order = JSON.parse(body);
  const before = done.get(order.idempotency_key);
  if (before?.body === body) return { status: 200, answer: before.answer };
  if (before !== undefined) return refusal(422, 'key_reused', 'This idempotency key was for another parcel.');
  if (order.customer !== 'customer_17')
    return refusal(409, 'customer_unknown', 'Nobody pays for this parcel.');
  const answer = acknowledge(order);
  const line = JSON.stringify({ idempotency_key: order.idempotency_key, body, answer });
  appendFileSync(file('parcels.jsonl'), `${line}\n`);
  done.set(order.idempotency_key, { body, answer });
  return { status: 200, answer };
}

createServer(async (request, response) => {
  const parts = await request.toArray().catch(() => null);
  if (parts === null) return; // the caller left before the whole order arrived
  const { status, answer } = handle(request, Buffer.concat(parts).toString('utf8'));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}).listen(9100, '127.0.0.1', () => console.log('courier ready at http://127.0.0.1:9100'));
