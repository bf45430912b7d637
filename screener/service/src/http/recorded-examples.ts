import { readFileSync } from 'node:fs';
import type { RecordedExample } from '@common/kit/http/openapi-examples';

/** Reads the answers of a running service that `npm run docs` recorded. */
export function readRecordedExamples(): readonly RecordedExample[] {
  return JSON.parse(readFileSync(new URL('./recorded-examples.json', import.meta.url), 'utf8'));
}
