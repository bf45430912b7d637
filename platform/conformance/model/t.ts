import { writeTraces } from './traces.ts';
const w = await writeTraces();
console.log({ ...w, missing: w.missing.length }, w.missing.slice(0,40).join('; '));
