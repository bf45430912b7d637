import { hash } from 'node:crypto';
import type { Disclosure } from '@common/evidence/disclosure';
import type { EntryProofs } from '@platform/core/objects/directory';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Kysely } from 'kysely';
import type { AuthoritySchema } from './schema.ts';

/**
 * The parts of a receipt that many share, such as its mandate and the payee’s entry, are stored once, under their hash,
 * which stands in their place in the stored body. INVARIANT: a receipt is read byte for byte as it was signed, so its members keep
 * their order. Bodies of versions before have no hashes in these places and are whole.
 */
type Parts = ReadonlyMap<string, string>;

/** A receipt's body as it is stored, and its parts by hash, both in JSON. */
export function divideReceipt(receipt: Receipt): { readonly body: string; readonly parts: Parts } {
  const parts = new Map<string, string>();
  const body = replaceParts(receipt, (part) => {
    const json = JSON.stringify(part);
    const name = hash('sha256', json);
    parts.set(name, json);
    return name;
  });
  return { body: JSON.stringify(body), parts };
}

/** Puts the parts of stored bodies back, and reads each part once. Null stays null. */
export async function joinReceipts(
  db: Kysely<AuthoritySchema>,
  bodies: readonly (string | null)[],
): Promise<readonly (Receipt | null)[]> {
  const stored = bodies.map((body): Receipt | null => (body === null ? null : JSON.parse(body)));
  const wanted = new Set<string>();
  for (const receipt of stored) {
    if (receipt === null) continue;
    replaceParts(receipt, (part) => {
      if (typeof part === 'string') wanted.add(part);
      return part;
    });
  }
  const parts = await readParts(db, wanted);
  const join = (part: unknown) => (typeof part === 'string' ? parts.get(part) : part);
  return stored.map((receipt) => (receipt === null ? null : replaceParts(receipt, join)));
}

function replaceParts(receipt: Receipt, replace: (part: unknown) => unknown): Receipt {
  const { who, why, bundle, signatures } = receipt;
  const { service } = signatures;
  const divided = {
    ...receipt,
    who: { ...who, contract: replace(who.contract) },
    why: {
      ...why,
      profile: replace(why.profile),
      plugin: replace(why.plugin),
    },
    bundle: { ...bundle, keys: replace(bundle.keys) },
    signatures: {
      ...signatures,
      service:
        service === null ? null : { ...service, disclosures: replaceDisclosed(service.disclosures, replace) },
    },
  };
  return divided as Receipt;
}

/** Of what the receipt discloses, the entries of directories are what others have too. */
function replaceDisclosed(disclosures: readonly Disclosure[], replace: (part: unknown) => unknown) {
  return disclosures.map(([salt, name, value]) => [
    salt,
    name,
    // A param of that name is a text or a number.
    name === 'directories' && typeof value === 'object'
      ? replaceEntries(value as EntryProofs, replace)
      : value,
  ]);
}

function replaceEntries(directories: EntryProofs, replace: (part: unknown) => unknown) {
  return Object.fromEntries(
    Object.entries(directories).map(([name, shown]) => [
      name,
      { ...shown, entry: replace(shown.entry), head: replace(shown.head) },
    ]),
  );
}

/** By database, which a transaction shares, then by hash. */
const partsRead = new WeakMap<object, Map<string, unknown>>();
/** More than are in use at a time: entries of directories of about 1 kB each, and fewer others of about 20 kB. */
const MOST_PARTS = 1_024;

async function readParts(
  db: Kysely<AuthoritySchema>,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, unknown>> {
  const { adapter } = db.getExecutor();
  const known = partsRead.get(adapter) ?? new Map<string, unknown>();
  partsRead.set(adapter, known);
  const found = new Map([...wanted].flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])));
  const missing = [...wanted].filter((name) => !found.has(name));
  if (missing.length === 0) return found;
  const rows = await db.selectFrom('receipt_part').selectAll().where('hash', 'in', missing).execute();
  if (rows.length < missing.length) throw new Error('a part of a receipt is missing in the database');
  if (known.size + rows.length > MOST_PARTS) known.clear();
  for (const { hash: name, part_json } of rows) {
    const part: unknown = JSON.parse(part_json);
    found.set(name, part);
    known.set(name, part);
  }
  return found;
}
