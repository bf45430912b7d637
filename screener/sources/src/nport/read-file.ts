import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fail, type Result } from '@common/base/result';
import type { FundReport } from '@screener/engine/funds/fund-report';
import { type FilingOfReport, NportReader, type NportRefusal } from './parse.ts';

/** Reads `primary_doc.xml` of a filing from a file, which may be gzipped, one chunk at a time. */
export async function readNportFile(
  path: string,
  filing: FilingOfReport,
): Promise<Result<FundReport, NportRefusal>> {
  const reader = new NportReader();
  let isRefused = false;
  const take = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of chunks) {
      isRefused = !reader.write(chunk);
      if (isRefused) return;
    }
  };
  try {
    const file = createReadStream(path);
    if (path.endsWith('.gz')) await pipeline(file, createGunzip(), take);
    else await pipeline(file, take);
  } catch (error) {
    // Leaving the stream early is an error for the stream but not for us: the reader says why.
    if (!isRefused)
      return fail(
        'nport_refused',
        `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
      );
  }
  const report = reader.end(filing);
  return report.ok ? report : fail('nport_refused', `${path}: ${report.error.message}`);
}

/** Reads a document that is already in memory. */
export function readNport(bytes: Uint8Array, filing: FilingOfReport): Result<FundReport, NportRefusal> {
  const reader = new NportReader();
  reader.write(bytes);
  return reader.end(filing);
}
