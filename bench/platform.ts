import { type Client, createClient, send, transferInputs } from '../platform/conformance/client.ts';
import { memoryOf } from './support/cpu.ts';
import { judge, median, printTable, readable } from './support/report.ts';
import { AT_ONCE, openPlatform } from './transfer/platform.ts';
import { type Round, run } from './transfer/subject.ts';

/**
 * What agents and people ask besides transfers: proposals that are denied and that are held, approvals with the reading
 * of what is approved, and receipts that are read. All services' CPU time for one, beside that of an executed transfer in
 * the same rounds; and what the processes then keep in memory.
 */
const ROUNDS = 5;
const PER_ROUND = 80;
const WARM_UP = 600;
/** Below what the mandate allows in a day, however many are held at a time. */
const HELD_PER_MANDATE = 40;
const MOST_OF_TRANSFER = { denied: 0.6, held: 0.45, approval: 0.2, receipt: 0.06 } as const;
/** The authority has more room for new objects. */
const MOST_MIB = { authority: 250, other: 150 } as const;

type OperationName = keyof typeof MOST_OF_TRANSFER;

await using platform = await openPlatform();
const client = createClient(platform.deployment);
const asked = await prepare(client, platform.deployment.urls.authority);
const measure = (transfer: () => Promise<void>, count: number) =>
  run({ pids: platform.pids, transfer }, count, AT_ONCE);

await measure(platform.transfer, WARM_UP);
const rounds: Readonly<Record<OperationName | 'transfer', Round>>[] = [];
// The first round warms up what no transfer runs.
for (let round = 0; round <= ROUNDS; round += 1) {
  const measured = {
    transfer: await measure(platform.transfer, PER_ROUND),
    denied: await measure(asked.denied, PER_ROUND),
    held: await measure(asked.held, PER_ROUND),
    approval: await measure(asked.approval, PER_ROUND),
    receipt: await measure(asked.receipt, PER_ROUND),
  };
  if (round > 0) rounds.push(measured);
}
const names = ['transfer', 'denied', 'held', 'approval', 'receipt'] as const;
printTable(
  ['median of rounds', 'per second', 'CPU of all services for one, ms'],
  names.map((name) => [
    name,
    readable(median(rounds.map((round) => round[name].perSecond))),
    readable(median(rounds.map((round) => round[name].cpuMs))),
  ]),
);
const memory = Object.entries(platform.pids).map(([name, pid]) => ({ name, ...memoryOf(pid) }));
printTable(
  ['in memory after that', 'resident, MiB', 'of it the program’s, which others share'],
  memory.map(({ name, resident, shared }) => [name, readable(resident), readable(shared)]),
);
judge([
  ...(['denied', 'held', 'approval', 'receipt'] as const).map((name) => ({
    what: `CPU of one ${name} / of a transfer`,
    measured: median(rounds.map((round) => round[name].cpuMs / round.transfer.cpuMs)),
    is: 'at most' as const,
    limit: MOST_OF_TRANSFER[name],
  })),
  ...memory.map(({ name, resident }) => ({
    what: `resident memory of ${name}`,
    measured: resident,
    is: 'at most' as const,
    limit: name === 'authority' ? MOST_MIB.authority : MOST_MIB.other,
    unit: ' MiB',
  })),
]);

/** Each by a function that does it once, and throws if it ends in any other way. */
async function prepare(
  agent: Client,
  authority: string,
): Promise<Readonly<Record<OperationName, () => Promise<void>>>> {
  const refusing = await agent.register();
  const pay = async (amount: string, mandate: string, status: string): Promise<string> => {
    const { body } = await agent.pay(transferInputs({ amount }), { mandate });
    if (body.status !== status) throw new Error(`a proposal of ${amount} ended with ${JSON.stringify(body)}`);
    return body.grant_id ?? '';
  };
  const executed = await agent.pay(transferInputs({ amount: '1' }), { mandate: refusing });
  const receipt = `${authority}/receipts/${executed.body.receipt_id}`;
  let mandate = agent.register();
  let held = 0;
  const waiting: string[] = [];
  return {
    async denied() {
      await pay('6000', refusing, 'denied');
    },
    async held() {
      if (held % HELD_PER_MANDATE === 0) mandate = agent.register();
      held += 1;
      waiting.push(await pay('1001', await mandate, 'pending'));
    },
    async approval() {
      const { status } = await agent.approve(waiting.shift() ?? '');
      if (status !== 200) throw new Error(`an approval was answered with ${status}`);
    },
    async receipt() {
      const { status } = await send(receipt);
      if (status !== 200) throw new Error(`a receipt was answered with ${status}`);
    },
  };
}
