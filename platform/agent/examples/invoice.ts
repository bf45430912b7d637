import { createAgent } from '@sanad/agent';

const { SANAD_GATEWAY = '', SANAD_TOKEN = '', SANAD_MANDATE = '' } = process.env;
const agent = createAgent({ gateway: SANAD_GATEWAY, token: SANAD_TOKEN, mandate: SANAD_MANDATE });
let outcome = await agent.propose('propose_transfer', JSON.parse(process.argv[2] ?? '{}'));
if (outcome.status === 'pending') outcome = await agent.waitForApproval(outcome.grant_id);
if (outcome.status === 'approved') outcome = await agent.present('propose_transfer', outcome.grant_id);
console.log(JSON.stringify(outcome));
