import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { fail, ok, type Result } from '@common/base/result';
import yauzl from 'yauzl';
import { type Cik, normaliseCik } from './cik.ts';
import { normaliseSic } from './sic-codes.ts';

/** A filer as a quarter of the SEC's Financial Statement Data Sets names it. */
export interface DataSetFiler {
  readonly cik: Cik;
  readonly name: string;
  /** Four digits; null where the data set gives none. */
  readonly sic: string | null;
}

type DataSetRefusal = 'corrupt_data_set';

const SUB = 'sub.txt';
/** The largest quarter's `sub.txt` is about 3 MB. */
const SUB_BYTES_LIMIT = 64 * 1024 * 1024;

/**
 * Reads who filed what from `sub.txt` in a quarter's zip: the SIC codes of filers that have no submissions file. Where
 * a filer has several filings, the last listed counts.
 */
export async function readDataSetFilers(
  path: string,
): Promise<Result<ReadonlyMap<Cik, DataSetFiler>, DataSetRefusal>> {
  let table: string;
  try {
    table = await readSub(path);
  } catch (error) {
    return refused(path, error instanceof Error ? error.message : String(error));
  }
  const [header = '', ...lines] = table.split(/\r?\n/);
  const columns = header.split('\t');
  if (!['cik', 'name', 'sic'].every((column) => columns.includes(column))) {
    return refused(path, `${SUB} has no columns cik, name and sic`);
  }
  const filers = new Map<Cik, DataSetFiler>();
  for (const line of lines) {
    const cells = line.split('\t');
    const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
    const cik = normaliseCik(cell('cik'));
    if (cik !== null) filers.set(cik, { cik, name: cell('name'), sic: normaliseSic(cell('sic')) });
  }
  return filers.size > 0 ? ok(filers) : refused(path, `${SUB} names no filer`);
}

function refused(path: string, reason: string) {
  return fail<DataSetRefusal>('corrupt_data_set', `${basename(path)}: ${reason}; fetch the zip again`);
}

async function readSub(path: string): Promise<string> {
  const zip = await yauzl.openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== SUB) continue;
      if (entry.uncompressedSize > SUB_BYTES_LIMIT) {
        throw new Error(`${SUB} has ${entry.uncompressedSize} bytes; the limit is ${SUB_BYTES_LIMIT}`);
      }
      return await text(await zip.openReadStreamPromise(entry));
    }
    throw new Error(`it contains no ${SUB}`);
  } finally {
    zip.close();
  }
}
