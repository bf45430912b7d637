import { basename } from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '@sanad/base/result';
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

export type DataSetRefusal = 'corrupt_data_set';

const SUB = 'sub.txt';
/** The largest quarter's `sub.txt` is about 3 MB. */
const LARGEST_SUB_BYTES = 64 * 1024 * 1024;

const openZip = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/** Reads who filed what from `sub.txt` in a quarter's zip: the SIC codes of filers that have no submissions file. */
export async function readDataSetFilers(
  path: string,
): Promise<Result<ReadonlyMap<Cik, DataSetFiler>, DataSetRefusal>> {
  let text: string;
  try {
    text = await readSub(path);
  } catch (error) {
    return fail('corrupt_data_set', `${basename(path)}: ${error instanceof Error ? error.message : error}`);
  }
  const [header = '', ...lines] = text.split('\n');
  const columns = header.split('\t');
  const [cikAt, nameAt, sicAt] = ['cik', 'name', 'sic'].map((column) => columns.indexOf(column));
  if (
    cikAt === undefined ||
    nameAt === undefined ||
    sicAt === undefined ||
    Math.min(cikAt, nameAt, sicAt) < 0
  ) {
    return fail('corrupt_data_set', `${basename(path)}: ${SUB} has no columns cik, name and sic`);
  }
  const filers = new Map<Cik, DataSetFiler>();
  for (const line of lines) {
    const cells = line.split('\t');
    const cik = normaliseCik(cells[cikAt] ?? '');
    if (cik === null) continue;
    filers.set(cik, { cik, name: cells[nameAt] ?? '', sic: normaliseSic(cells[sicAt]) });
  }
  return ok(filers);
}

async function readSub(path: string): Promise<string> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false });
  try {
    const entry = await findEntry(zip);
    if (entry.uncompressedSize > LARGEST_SUB_BYTES)
      throw new Error(`${SUB} is larger than ${LARGEST_SUB_BYTES} bytes`);
    const stream = await promisify(
      zip.openReadStream.bind(zip) as (
        entry: yauzl.Entry,
        callback: (error: Error | null, stream: NodeJS.ReadableStream) => void,
      ) => void,
    )(entry);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    zip.close();
  }
}

function findEntry(zip: yauzl.ZipFile): Promise<yauzl.Entry> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entry.fileName === SUB) resolve(entry);
      else zip.readEntry();
    });
    zip.on('end', () => reject(new Error(`it holds no ${SUB}`)));
    zip.on('error', reject);
    zip.readEntry();
  });
}
