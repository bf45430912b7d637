import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { collectResults, holds, tableOf } from './results.ts';

/**
 * `npm run rows` runs the tests over HTTP, and prints for each row of section 4 which of them test it and how
 * they end.
 */
const TEST_MS = 120_000;
const files = globSync('screener/conformance/api/*.test.ts', { cwd: REPOSITORY }).sort();
const collected = collectResults();
const events = run({
  files: files.map((file) => join(REPOSITORY, file)),
  cwd: REPOSITORY,
  concurrency: 2,
  timeout: TEST_MS,
});
events.on('test:start', (event) => collected.started(event));
events.on('test:pass', (event) => collected.ended(event, true));
events.on('test:fail', (event) => {
  collected.ended(event, false);
  process.stderr.write(`${event.name}: ${event.details.error.cause ?? event.details.error.message}\n`);
});
for await (const event of events) if (event.type === 'test:stderr') process.stderr.write(event.data.message);
const results = collected.results();
process.stdout.write(tableOf(results, (file) => basename(file)));
process.exitCode = results.every(holds) ? 0 : 1;
