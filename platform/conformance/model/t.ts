import { writeTraces } from './traces.ts';
console.log(await writeTraces());
