import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '@common/base/result';
import { fromHex } from '@common/evidence/bytes';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { idempotencyKeyOf, idempotencyMaterial } from '@platform/core/decide/idempotency';
import { canonicalReference } from '@platform/core/decide/reference/canonical';
import { leafHash, nodeHash } from '@platform/core/log/merkle/tree';
import { endingKey } from '@platform/core/log/standing/endings';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { withoutPlace } from '@platform/core/receipt/assemble';
import { receiptHashes } from '@platform/core/receipt/hashes';
import { enrolmentOf, versionsOf } from '@platform/core/signed/key-history';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { ROOT_FOLDER } from '../source/codebase.ts';

const RECEIPT = 'platform/conformance/vectors/receipts/executed.json';

/** Every formula of the reference with a value, computed by the code from one published receipt. */
export function evidenceExamplesPage(): string {
  const receipt = unwrap(readReceipt(nodeCrypto, readFileSync(join(ROOT_FOLDER, RECEIPT), 'utf8')));
  return [
    '# Examples',
    `Generated from the code by \`npm run docs\`. Hashes without a text are of members of \`${RECEIPT}\`, which is also the first case of the kit.`,
    '## Canonical JSON, and its hash',
    table(
      ['Text', 'Canonical', 'Hash'],
      [
        '{"b": 1.0, "a": [], "9": null, "10": "€"}',
        '["\\u0041\\/", 1e2, -0, true]',
        '{"\\ud83d\\ude00": 1, "\\ufb33": 2}',
      ].map((text) => {
        const value: unknown = JSON.parse(text);
        return [text, canonicalText(value), hashOf(nodeCrypto, value)];
      }),
    ),
    '## Hashes of one receipt',
    table(['What', 'Value'], hashesOf(receipt)),
    '## Idempotency key',
    idempotencyOf(receipt),
    '## Canonical form of references',
    table(
      ['Reference', 'Form'],
      [
        'Invoice inv. 900',
        'INV1-12',
        'Invoice NO-7',
        'Invoice no. 7',
        'Payment',
        'Payment 2',
        'inv 0007/b',
      ].map((text) => [text, canonicalReference(text)]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function hashesOf(receipt: OpenReceipt): (readonly [what: string, value: string])[] {
  const hashes = receiptHashes(nodeCrypto, receipt);
  const entry = hashOf(nodeCrypto, withoutPlace(receipt.document));
  const [version] = Object.values(receipt.bundle.keys)
    .flatMap(versionsOf)
    .filter(({ enrolment }) => enrolment !== null);
  const head = receipt.status.log?.tree_head;
  if (version === undefined || head === undefined) throw new Error(`${RECEIPT} has no person and no head`);
  const publicKey = fromHex(version.public_key) ?? new Uint8Array();
  return [
    ['mandate', hashes.mandate],
    ['action', hashes.action],
    ['profile', hashes.profile],
    ['plugin', hashes.plugin],
    ['grant', hashes.grant],
    ['decision', hashes.enforcement],
    ['acknowledgment', hashes.ack ?? 'none'],
    ['body', hashes.body],
    ['log entry', entry],
    ['leaf: of the byte 00 and the log entry’s 64 characters', hashes.leaf],
    ['node over that leaf and itself', nodeHash(nodeCrypto, hashes.leaf, hashes.leaf)],
    ['leaf without data', leafHash(nodeCrypto, new Uint8Array())],
    ['tree head', hashOf(nodeCrypto, head)],
    [`fingerprint of ${version.kid}, without its prefix`, nodeCrypto.sha256(publicKey)],
    [`enrolment of ${version.kid}`, hashOf(nodeCrypto, enrolmentOf(version))],
    [
      `key of \`mandate:${receipt.who.contract.contract_id}\` in the map of standing`,
      endingKey(nodeCrypto, { kind: 'mandate', id: receipt.who.contract.contract_id }),
    ],
    [
      'digest of the disclosure `["00112233445566778899aabbccddeeff","amount","250"]`',
      nodeCrypto.sha256('["00112233445566778899aabbccddeeff","amount","250"]'),
    ],
  ];
}

function idempotencyOf({ what: { action }, why }: OpenReceipt): string {
  const facade = why.plugin.manifest.facades.find(({ name }) => name === action.facade);
  if (facade === undefined) throw new Error(`${RECEIPT} is of no facade`);
  const material = idempotencyMaterial(facade, action.tenant, action.params, action.grant_id);
  const key = idempotencyKeyOf(facade, hashOf(nodeCrypto, material));
  return table(['Material', 'Key'], [[canonicalText(material), key]]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const code = (text: string) =>
    /[{["]|^[0-9a-f]{64}$|^idem_/.test(text) && !text.includes('`') ? `\`${text}\`` : text;
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(code))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
