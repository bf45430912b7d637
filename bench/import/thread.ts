/** A thread of `import-archive.ts`, which reads entries as they are stored, or of `read-archive.ts`. */
import { serveThread } from '@common/kit/threads';
import { openEntryReader } from '@screener/service/use-cases/read-entry';
import { openFactsReader } from './read-facts.ts';

serveThread({ entries: openEntryReader, facts: openFactsReader });
