import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readdir, readlink, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addDays, type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { isErrorCode } from '@common/kit/private-file';
import { Receipt } from '@platform/core/objects/receipt';
import { Value } from 'typebox/value';
import type { ReceiptFile } from '../store/store.ts';
import { parseJson, readText } from './read-json.ts';

/**
 * Receipts as files: those of today and yesterday (UTC) are `<receipt_id>.json`, older ones
 * `<YYYY-MM-DD>/<receipt_id>.json`, so that no folder grows without end. The day is that of the id.
 */
interface ReceiptFolder {
  /** Writes receipts, removes the files of those whose body is null, and once a day moves older files to their days. */
  write(files: readonly ReceiptFile[]): Promise<void>;
  /** Null if there is no file of that receipt, or its content is not that receipt. */
  read(receiptId: string): Promise<Receipt | null>;
  /** One receipt at a time, because all of them may not fit into memory. */
  all(): AsyncGenerator<Receipt>;
}

const FILE = /^(rcpt_[0-9a-f]+)\.json$/;
/** A receipt's id is that of its grant, and begins with its time in milliseconds: see `freshId`. */
const TIME = /^rcpt_([0-9a-f]{12})/;
/** Ids of version 0.1.0 were random: a time before there were others is none. */
const FIRST_DAY = '2026-01-01';

/** @param clock gives the time in milliseconds since 1970 */
export function openReceiptFolder(folder: string, clock: () => number): ReceiptFolder {
  let movedOn: CalendarDate | null = null;
  const flat = (receiptId: string) => join(folder, `${receiptId}.json`);
  const inDay = (receiptId: string) => {
    const day = dayOf(receiptId);
    return day === null ? null : join(folder, day, `${receiptId}.json`);
  };
  const remove = async (receiptId: string): Promise<void> => {
    await rm(flat(receiptId), { force: true });
    const older = inDay(receiptId);
    if (older === null) return;
    await rm(older, { force: true });
    await removeIfEmpty(dirname(older));
  };
  const moveOlder = async (today: CalendarDate): Promise<void> => {
    const yesterday = addDays(today, -1);
    for await (const { name } of await opendir(folder)) {
      const [, receiptId = ''] = FILE.exec(name) ?? [];
      const day = dayOf(receiptId);
      if (day === null || day >= yesterday) continue;
      await mkdir(join(folder, day), { recursive: true });
      // Another authority may move it at the same time.
      await rename(join(folder, name), join(folder, day, name)).catch(unlessMissing);
    }
  };
  const read = async (receiptId: string): Promise<Receipt | null> => {
    const older = inDay(receiptId);
    const text = (await readText(flat(receiptId))) ?? (older === null ? null : await readText(older));
    const value = parseJson(text ?? '');
    return Value.Check(Receipt, value) && value.receipt_id === receiptId ? value : null;
  };
  return {
    async write(files) {
      await makeFolder(folder);
      for (const { receiptId, receipt } of files) {
        if (receipt === null) await remove(receiptId);
        else await writeWhole(flat(receiptId), receipt);
      }
      const today = new Date(clock()).toISOString().slice(0, 10);
      if (movedOn === today) return;
      await moveOlder(today);
      movedOn = today;
    },
    read,
    async *all() {
      for (const receiptId of await receiptIdsIn(folder)) {
        const receipt = await read(receiptId);
        if (receipt !== null) yield receipt;
      }
    },
  };
}

/** The UTC day of an id; null for an id that does not say when it was made. */
function dayOf(receiptId: string): CalendarDate | null {
  const [, time = ''] = TIME.exec(receiptId) ?? [];
  if (time === '') return null;
  const day = new Date(Number.parseInt(time, 16)).toISOString().slice(0, 10);
  return isCalendarDate(day) && day >= FIRST_DAY ? day : null;
}

/** On a server, `out` links to a state folder that may not exist yet, and mkdir does not follow such a link. */
async function makeFolder(folder: string): Promise<void> {
  const target = await readlink(folder).catch(() => null);
  await mkdir(target === null ? folder : resolve(dirname(folder), target), { recursive: true });
}

/**
 * Writes a receipt whole or not at all, so that readers never see half of one, even if two processes write the same
 * receipt. This is asynchronous: creating a file waits for the disk, which commits need too.
 */
async function writeWhole(file: string, receipt: Receipt): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  await writeFile(draft, `${JSON.stringify(receipt, null, 2)}\n`);
  await rename(draft, file);
}

async function removeIfEmpty(day: string): Promise<void> {
  await rmdir(day).catch((error: unknown) => {
    if (!isErrorCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  });
}

async function receiptIdsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const days = entries.filter((entry) => entry.isDirectory() && isCalendarDate(entry.name));
  const inDays = await Promise.all(days.map(({ name }) => readdir(join(folder, name))));
  const names = [...entries.map(({ name }) => name), ...inDays.flat()];
  return [...new Set(names.flatMap((name) => FILE.exec(name)?.[1] ?? []))].sort();
}

function unlessMissing(error: unknown): void {
  if (!isErrorCode(error, 'ENOENT')) throw error;
}
