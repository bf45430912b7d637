import { runLogCommand } from './program.ts';

await runLogCommand(process, process.argv.slice(2));
