import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import type { Anchor } from '@platform/core/objects/anchor';
import type { EventRecord } from '@platform/core/objects/event';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';

interface ReceiptExport {
  readonly receipts: readonly Receipt[];
  readonly pruned: readonly EventRecord[];
  /** The keys are receipt ids. */
  readonly anchors: ReadonlyMap<string, Anchor>;
  readonly keys: KeySet;
}

/**
 * Writes `receipts/<receipt_id>.json` for each receipt, `pruned/<event_id>.json` for each record that the
 * authority signed about deleted and lost ones, `anchors/<receipt_id>.json` for each entry in a public log,
 * and `keys.json`. The folder must not exist; it is written whole or not at all. The keys are only the
 * exporting deployment’s word: a verifier pins keys that came another way.
 */
export function writeExport(
  folder: string,
  { receipts, pruned, anchors, keys }: ReceiptExport,
): Promise<Result<void, 'folder_unusable'>> {
  return writeNewFolder(folder, async (draft) => {
    await mkdir(join(draft, 'receipts'), { recursive: true });
    for (const receipt of receipts) {
      await writeFile(join(draft, 'receipts', `${receipt.receipt_id}.json`), jsonText(receipt));
    }
    if (pruned.length > 0) await mkdir(join(draft, 'pruned'));
    for (const record of pruned) {
      await writeFile(join(draft, 'pruned', `${record.event.event_id}.json`), jsonText(record));
    }
    if (anchors.size > 0) await mkdir(join(draft, 'anchors'));
    for (const [id, anchor] of anchors) {
      await writeFile(join(draft, 'anchors', `${id}.json`), jsonText(anchor));
    }
    await writeFile(join(draft, 'keys.json'), jsonText(keys));
  });
}

/** Writes files by name: bytes, text, and anything else as JSON. The folder must not exist, as in `writeExport`. */
export function writeFiles(
  folder: string,
  files: Readonly<Record<string, unknown>>,
): Promise<Result<void, 'folder_unusable'>> {
  return writeNewFolder(folder, async (draft) => {
    await mkdir(draft, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      const isReady = content instanceof Uint8Array || typeof content === 'string';
      await writeFile(join(draft, name), isReady ? content : jsonText(content));
    }
  });
}

async function writeNewFolder(
  folder: string,
  fill: (draft: string) => Promise<void>,
): Promise<Result<void, 'folder_unusable'>> {
  if ((await lstat(folder).catch(() => null)) !== null) {
    return fail('folder_unusable', `${folder} exists already: name a new folder.`);
  }
  const draft = `${folder}.part`;
  try {
    await rm(draft, { recursive: true, force: true });
    await fill(draft);
    await rename(draft, folder);
    return ok(undefined);
  } catch (error) {
    return fail('folder_unusable', `${folder} cannot be written: ${String(error)}`);
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
