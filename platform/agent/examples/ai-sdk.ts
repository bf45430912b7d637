import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createAgent } from '@sanad/agent';
import { aiSdkTools } from '@sanad/agent/ai-sdk';
import { generateText, isStepCount, jsonSchema } from 'ai';

const { SANAD_GATEWAY = '', SANAD_TOKEN = '', SANAD_MANDATE = '', MODEL_URL = '' } = process.env;
const agent = createAgent({ gateway: SANAD_GATEWAY, token: SANAD_TOKEN, mandate: SANAD_MANDATE });
const listed = await agent.tools();
if (listed.status !== 'listed') throw new Error(listed.detail);

const models = createOpenAICompatible({
  name: 'model',
  baseURL: MODEL_URL,
  apiKey: process.env.MODEL_KEY ?? 'none',
});
const { text } = await generateText({
  model: models(process.env.MODEL ?? 'default'),
  prompt: process.argv[2] ?? '',
  tools: aiSdkTools({ jsonSchema }, agent, listed.tools, { waitMs: 600_000 }),
  stopWhen: isStepCount(10),
});
console.log(text);
