import { openFloor } from './floor/open.ts';
import { measure, printCosts, reportCosts, warmUp } from './transfer/costs.ts';
import { openCounting } from './transfer/subject.ts';

/**
 * The floor below an executed transfer: one fixed program of four processes that does what the protocol needs
 * (`floor/protocol.ts`), and nothing else. `transfer` compares the platform with it.
 */
await using counting = await openCounting();
await using floor = await openFloor(counting.env);
const subjects = { floor };
await warmUp(subjects);
const costs = await measure(subjects, counting);
printCosts(costs);
reportCosts(costs);
