import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { replaceKeyFile } from '@common/kit/private-file';
import { SignedMandate } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import { Receipt } from '@platform/core/objects/receipt';
import { Value } from 'typebox/value';
import type { ReceiptFile } from '../store/store.ts';

/** The files that the authority reads and writes, each in its configured folder. */

/** Writes the history's copy first, so that the version in force is always in the history. */
export async function writeProfileFile(folder: string, signed: SignedProfile): Promise<void> {
  const { name, version } = signed.profile;
  const text = `${JSON.stringify(signed, null, 2)}\n`;
  const history = join(folder, 'history');
  await mkdir(history, { recursive: true });
  await replaceKeyFile(join(history, `${name}@${version}.json`), text, 'public');
  await replaceKeyFile(join(folder, `${name}.json`), text, 'public');
}

/**
 * Reads the signed mandates that a deployment starts with. `refused` names the files that are not signed
 * mandates.
 */
export async function readMandateFiles(
  folder: string,
): Promise<{ readonly mandates: readonly SignedMandate[]; readonly refused: readonly string[] }> {
  const names = await readdir(folder).catch(() => []);
  const mandates: SignedMandate[] = [];
  const refused: string[] = [];
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    const value = parseJson((await readText(join(folder, name))) ?? '');
    if (Value.Check(SignedMandate, value)) mandates.push(value);
    else refused.push(name);
  }
  return { mandates, refused };
}

/**
 * Writes each receipt whole or not at all, so that readers never see half of one, even if two processes write
 * the same receipt. Unlike reading a profile, this is asynchronous: creating a file waits for the disk, which
 * commits need too.
 */
export async function writeReceiptFiles(folder: string, files: readonly ReceiptFile[]): Promise<void> {
  // On a server, `out` links to a state folder that may not exist yet, and mkdir does not follow such a link.
  const target = await readlink(folder).catch(() => null);
  await mkdir(target === null ? folder : resolve(dirname(folder), target), { recursive: true });
  for (const { receiptId, receipt } of files) {
    const file = join(folder, `${receiptId}.json`);
    if (receipt === null) {
      await rm(file, { force: true });
      continue;
    }
    const draft = `${file}.${randomUUID()}.part`;
    await writeFile(draft, `${JSON.stringify(receipt, null, 2)}\n`);
    await rename(draft, file);
  }
}

/** Reads the receipt with that id. Null if there is no file, or its content is not that receipt. */
export async function readReceiptFile(folder: string, receiptId: string): Promise<Receipt | null> {
  const value = parseJson((await readText(join(folder, `${receiptId}.json`))) ?? '');
  return Value.Check(Receipt, value) && value.receipt_id === receiptId ? value : null;
}

/** Reads the receipts one at a time, because all of them may not fit into memory. */
export async function* receiptFiles(folder: string): AsyncGenerator<Receipt> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => /^rcpt_[0-9a-f]+\.json$/.test(file)).sort()) {
    const receipt = await readReceiptFile(folder, name.slice(0, -'.json'.length));
    if (receipt !== null) yield receipt;
  }
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
