import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unwrap } from '@common/base/result';
import type { CompanyFacts } from '@screener/engine/facts';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { decodeCompanyFacts } from '@screener/sources/companyfacts/decode';
import { pruneToUsable } from '@screener/sources/companyfacts/prune';
import { readCompanyFacts } from '@screener/sources/companyfacts/read';

/**
 * The goldens run on the facts of the embedded snapshot. Each names the SEC file that was read by hand; here that
 * file is distilled again.
 */
const SCREENED = STORED_TAGS.describing;
const ROOT = join(import.meta.dirname, '../../..');
const GOLDENS = join(ROOT, 'screener/conformance/vectors/golden');
const FILES = join(ROOT, '../shared/data/companyfacts');

test('the snapshot holds exactly what distilling the file of each golden gives', (t) => {
  if (!existsSync(FILES)) return t.skip('../shared/data/companyfacts absent');
  const goldens = readdirSync(GOLDENS);
  for (const name of goldens) {
    const { file, as_of } = JSON.parse(readFileSync(join(GOLDENS, name), 'utf8'));
    const bytes = readFileSync(join(FILES, file));
    const full = unwrap(readCompanyFacts(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, STORED_TAGS));
    const stored = readFileSync(join(ROOT, `screener/data/snapshot/facts/CIK${full.cik}.json`));
    const distilled = unwrap(decodeCompanyFacts(stored));
    assert.deepEqual(filedBy(as_of, distilled), filedBy(as_of, pruneToUsable(full)), name);
  }
  assert.ok(goldens.length >= 35);
});

/**
 * What the golden's screening reads. The snapshot may come from a later file: what was filed after the golden's date is
 * left out, and what only rankings read, of which the SEC's newer files give more (NVIDIA's payments before 2016).
 */
function filedBy(date: string, { reports, facts }: CompanyFacts): Pick<CompanyFacts, 'reports' | 'facts'> {
  const known = reports.filter(({ filed }) => filed <= date);
  const accessions = new Set(known.map(({ accession }) => accession));
  return {
    reports: known,
    facts: facts.filter(({ tag, accession }) => SCREENED.has(tag) && accessions.has(accession)),
  };
}
