import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents';
import { createAgent } from '@sanad/agent';
import { agentsTools } from '@sanad/agent/openai-agents';
import OpenAI from 'openai';

const { SANAD_GATEWAY = '', SANAD_TOKEN = '', SANAD_MANDATE = '', MODEL_URL = '' } = process.env;
const agent = createAgent({ gateway: SANAD_GATEWAY, token: SANAD_TOKEN, mandate: SANAD_MANDATE });
const listed = await agent.tools();
if (listed.status !== 'listed') throw new Error(listed.detail);

setTracingDisabled(true);
const openai = new OpenAI({ baseURL: MODEL_URL, apiKey: process.env.MODEL_KEY ?? 'none' });
const clerk = new Agent({
  name: 'Clerk',
  model: new OpenAIChatCompletionsModel(openai, process.env.MODEL ?? 'default'),
  tools: agentsTools({ tool }, agent, listed.tools, { waitMs: 600_000 }),
});
const { finalOutput } = await run(clerk, process.argv[2] ?? '');
console.log(finalOutput);
