import { tell } from '../../../core/test/verify/story.ts';
import { altered, type KitCase, type Refusal, rewritten, told } from './case.ts';

const REFUSED: Refusal = [1, 'json_refused'];
const SCHEMA: Refusal = [1, 'schema_invalid'];

const text = (name: string, write: (honest: string) => string, refused: Refusal | null): KitCase => ({
  name,
  refused,
  make: () => ({ receipt: write(JSON.stringify(tell())) }),
});
const before = (start: string) => (honest: string) => `${start}${honest}`;
const within = (member: string) => (honest: string) => honest.replace('{', `{${member},`);

/** Texts that every reader reads as the same receipt. */
const SAME: readonly KitCase[] = [
  text('with spaces and line breaks', (honest) => JSON.stringify(JSON.parse(honest), null, '\t'), null),
  text('with space around it', (honest) => `\r\n ${honest}\n`, null),
  text('with a name in escapes', (honest) => honest.replace('"type"', '"\\u0074ype"'), null),
  text('with an escaped slash', (honest) => honest.replace('sanad/receipt', 'sanad\\/receipt'), null),
  text('with a whole number as 5.0', (honest) => honest.replace('"leaf_index":5', '"leaf_index":5.0'), null),
  text(
    'with a number with an exponent',
    (honest) => honest.replace('"leaf_index":5', '"leaf_index":0.5E+1'),
    null,
  ),
];

const NOT_JSON: readonly KitCase[] = [
  text('empty', () => '', REFUSED),
  text('cut short', (honest) => honest.slice(0, -1), REFUSED),
  text('with a byte order mark', before('\ufeff'), REFUSED),
  text('with more after its end', (honest) => `${honest}{}`, REFUSED),
  text('with a no-break space after its end', (honest) => `${honest}\u00a0`, REFUSED),
  text('with a comma too many', (honest) => honest.replace(/}$/, ',}'), REFUSED),
  text('with a comment', within('/* */"x":1'), REFUSED),
  text('with single quotes', (honest) => honest.replace('"type"', "'type'"), REFUSED),
  text('with a leading zero', (honest) => honest.replace('"leaf_index":5', '"leaf_index":05'), REFUSED),
  text('with a plus sign', (honest) => honest.replace('"leaf_index":5', '"leaf_index":+5'), REFUSED),
  text(
    'with a hexadecimal number',
    (honest) => honest.replace('"leaf_index":5', '"leaf_index":0x5'),
    REFUSED,
  ),
  text('with NaN', (honest) => honest.replace('"leaf_index":5', '"leaf_index":NaN'), REFUSED),
  text('with a control character in a text', (honest) => honest.replace('Invoice', 'In\nvoice'), REFUSED),
  text('with an unknown escape', (honest) => honest.replace('Invoice', 'In\\xvoice'), REFUSED),
  text('with half a surrogate pair', (honest) => honest.replace('Invoice', 'In\\ud800voice'), REFUSED),
  text(
    'with the second half of a surrogate pair',
    (honest) => honest.replace('Invoice', 'In\\udc00voice'),
    REFUSED,
  ),
  text('with its type twice', within('"type":"sanad/receipt/0.3"'), REFUSED),
  text('with its type twice, once in escapes', within('"\\u0074ype":"sanad/receipt/0.3"'), REFUSED),
  text(
    'with a member twice deep inside',
    (honest) => honest.replace('"currency":"EUR"', '"currency":"EUR","currency":"EUR"'),
    REFUSED,
  ),
  // Outside all that is signed: a reader who takes the last of two would never see it.
  text(
    'with a member twice in the signature that no hash covers',
    (honest) => honest.replace(/"service":\{/, '"service":{"kid":"nobody",'),
    REFUSED,
  ),
  text(
    'with half a surrogate pair in the signature that no hash covers',
    (honest) => honest.replace(/"service":\{/, '"service":{"note":"\\ud800",'),
    REFUSED,
  ),
  text('with a member __proto__', within('"__proto__":{}'), REFUSED),
  text(
    'with a number beyond 2^53',
    (honest) => honest.replace('"leaf_index":5', '"leaf_index":9007199254740993'),
    REFUSED,
  ),
  text('with 1e400', (honest) => honest.replace('"leaf_index":5', '"leaf_index":1e400'), REFUSED),
  text(
    'with a number that becomes zero',
    (honest) => honest.replace('"leaf_index":5', '"leaf_index":1e-400'),
    REFUSED,
  ),
  text(
    'with 18 significant digits',
    (honest) => honest.replace('"leaf_index":5', '"leaf_index":5.00000000000000001'),
    REFUSED,
  ),
  text('nested 65 deep', within(`"x":${'['.repeat(65)}${']'.repeat(65)}`), REFUSED),
  text('longer than 1,048,576 units', (honest) => honest + ' '.repeat(1_048_576), REFUSED),
];

const NOT_A_RECEIPT: readonly KitCase[] = [
  text('a list', (honest) => `[${honest}]`, SCHEMA),
  text('a text', (honest) => JSON.stringify(honest), SCHEMA),
  text('null', () => 'null', SCHEMA),
  text('nested 64 deep', within(`"x":${'['.repeat(63)}${']'.repeat(63)}`), SCHEMA),
  text('with one more member', within('"note":1'), SCHEMA),
  text('with a member constructor', within('"constructor":{}'), SCHEMA),
  text('of another version', (honest) => honest.replace('sanad/receipt/0.3', 'sanad/receipt/0.4'), SCHEMA),
  text('with a number as a text', (honest) => honest.replace('"leaf_index":5', '"leaf_index":"5"'), SCHEMA),
  text('with a negative index', (honest) => honest.replace('"leaf_index":5', '"leaf_index":-5'), SCHEMA),
  text('with a fraction as index', (honest) => honest.replace('"leaf_index":5', '"leaf_index":5.5'), SCHEMA),
];

const drop = (path: string): KitCase =>
  rewritten(
    `without ${path}`,
    (draft) => {
      const names = path.split('.');
      const parent = names.slice(0, -1).reduce<object>((part, name) => Reflect.get(part, name), draft);
      Reflect.deleteProperty(parent, names.at(-1) ?? '');
    },
    SCHEMA,
  );

const set = (name: string, path: string, value: unknown, refused: Refusal = SCHEMA): KitCase =>
  rewritten(
    name,
    (draft) => {
      const names = path.split('.');
      const parent = names.slice(0, -1).reduce<object>((part, member) => Reflect.get(part, member), draft);
      Reflect.set(parent, names.at(-1) ?? '', value);
    },
    refused,
  );

const HASH_64 = 'ab'.repeat(32);
const MEMBERS: readonly KitCase[] = [
  ...[
    'deployment',
    'receipt_id',
    'receipt_body_hash',
    'who.contract.valid_to',
    'what.action.idempotency_key',
    'where.measurement',
    'when.redeemed_at',
    'why.plugin.connector',
    'how.grant.expires_at',
    'how.decision.counterparty_ack_hash',
    'how.counterparty_ack',
    'status.log',
    'bundle.sequence',
    'signatures.service',
  ].map(drop),
  set('with a hash in capitals', 'who.contract_hash', HASH_64.toUpperCase()),
  set('with a hash of 63 digits', 'who.contract_hash', HASH_64.slice(1)),
  set('with a hash that ends in a newline', 'who.contract_hash', `${HASH_64}\n`),
  set('with a signature of 63 bytes', 'signatures.principal.sig', 'ab'.repeat(63)),
  set('with a signature of an unknown algorithm', 'signatures.principal.alg', 'none'),
  set('with a member too many in a signature', 'signatures.principal.note', 'x'),
  set('with a param that is a fraction', 'what.action.params.amount', 250.5),
  set('with a param whose name ends in a newline', 'what.action.params.x\n', 'x'),
  set('with an unknown outcome', 'how.decision.outcome', 'done'),
  set('with an instant without seconds', 'when.decided_at', '2026-06-01T09:00Z'),
  set('with an instant of our own with an offset', 'when.decided_at', '2026-06-01T12:00:06.000+03:00'),
  set('with a tier of spaces', 'what.tier', '  '),
  set('with a key whose kid has a newline', 'bundle.keys.a\nb', null),
  set('with a route of no approver', 'who.contract.approval.routes', [
    { approver_type: 'finance', approvers: [], wait_s: 1, notify: [], assurance: 'signature' },
  ]),
  set('with one scope twice', 'who.contract.scope', ['bank.executeTransfer', 'bank.executeTransfer']),
  set('decided on 30 February', 'when.decided_at', '2026-02-30T09:00:06.000Z', [1, 'instant_malformed']),
  set('decided at hour 24', 'when.decided_at', '2026-06-01T24:00:00.000Z', [1, 'instant_malformed']),
  set('decided at second 60', 'when.decided_at', '2026-06-01T09:00:60.000Z', [1, 'instant_malformed']),
  set('of a mandate valid to 31 June', 'who.contract.valid_to', '2026-06-31T00:00:00Z', [
    1,
    'instant_malformed',
  ]),
  altered(
    'with a key under another name',
    ({ bundle }) => {
      const { pep } = bundle.keys;
      if (pep !== undefined) Reflect.set(bundle.keys, 'pep2', pep);
    },
    [1, 'keys_malformed'],
  ),
  ...(['another person', 'no end', 'the same key'] as const).map((what) =>
    altered(
      `with a retired key of ${what}`,
      ({ bundle: { keys } }) => {
        const { bank } = keys;
        if (bank === undefined) return;
        const other = { ...bank, public_key: 'ab'.repeat(32), not_after: '2026-03-01T00:00:00.000Z' };
        const changed = {
          'another person': { person: 'eve' },
          'no end': { not_after: null },
          'the same key': { public_key: bank.public_key },
        }[what];
        bank.retired = [{ ...other, ...changed }];
      },
      [1, 'keys_malformed'],
    ),
  ),
];

const DOCUMENT: {
  sha256: string;
  media_type: 'application/pdf' | 'image/jpeg';
  size_bytes: number;
  name: string;
} = {
  sha256: 'a'.repeat(64),
  media_type: 'application/pdf',
  size_bytes: 7,
  name: 'invoice.pdf',
};
const documents = (name: string, list: readonly (typeof DOCUMENT)[]): KitCase =>
  altered(name, ({ what }) => (what.action.documents = structuredClone([...list])), [
    1,
    'documents_malformed',
  ]);
const DOCUMENTS: readonly KitCase[] = [
  told(
    'with two documents',
    {
      action: {
        documents: [
          DOCUMENT,
          { ...DOCUMENT, sha256: 'b'.repeat(64), media_type: 'image/jpeg', name: 'Photo.JPEG' },
        ],
      },
    },
    null,
  ),
  told(
    'with the words of the agent',
    { action: { reason: 'the invoice is due' }, grant: { agent_authenticated: true } },
    null,
  ),
  documents('with a document named as another type', [{ ...DOCUMENT, name: 'invoice.png' }]),
  documents('with one document twice', [DOCUMENT, { ...DOCUMENT, name: 'b.pdf' }]),
  documents('with two documents of one name', [
    DOCUMENT,
    { ...DOCUMENT, sha256: 'b'.repeat(64), name: 'INVOICE.PDF' },
  ]),
];

export const FORM: readonly KitCase[] = [...SAME, ...NOT_JSON, ...NOT_A_RECEIPT, ...MEMBERS, ...DOCUMENTS];
