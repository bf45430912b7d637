import { readFileSync } from 'node:fs';
import type { RecordedExample } from '@common/kit/http/openapi-examples';

/** Answers of a running service, recorded by `npm run docs`. */
export function readRecordedExamples(): readonly RecordedExample[] {
  return JSON.parse(readFileSync(new URL('./recorded-examples.json', import.meta.url), 'utf8'));
}
