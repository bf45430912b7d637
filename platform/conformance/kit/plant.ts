import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '@common/kit/repository';
import { PLANTED_FAULTS } from './faults.ts';

/** Loaded before a program: puts the fault of the number in `PLANTED_FAULT` into the source as it is read. */
const fault = PLANTED_FAULTS[Number(process.env.PLANTED_FAULT)];
if (fault === undefined) throw new Error('PLANTED_FAULT is not the number of a fault');
const target = pathToFileURL(join(REPOSITORY, fault.file)).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url !== target) return loaded;
    const parts = String(loaded.source).split(fault.was);
    if (parts.length !== 2)
      throw new Error(`${fault.file} does not have the text of the fault once: ${fault.was}`);
    return { ...loaded, source: parts.join(fault.becomes) };
  },
});
