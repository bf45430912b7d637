import { recordedExamples } from './record.ts';

/** Prints screener/service/src/http/recorded-examples.json; `npm run docs` runs this. */
process.stdout.write(await recordedExamples());
