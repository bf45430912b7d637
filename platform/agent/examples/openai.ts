import { createAgent } from '@sanad/agent';
import { answerToolCalls, openaiTools } from '@sanad/agent/openai';
import OpenAI from 'openai';

const { SANAD_GATEWAY = '', SANAD_TOKEN = '', SANAD_MANDATE = '', MODEL_URL = '' } = process.env;
const agent = createAgent({ gateway: SANAD_GATEWAY, token: SANAD_TOKEN, mandate: SANAD_MANDATE });
const listed = await agent.tools();
if (listed.status !== 'listed') throw new Error(listed.detail);

const openai = new OpenAI({ baseURL: MODEL_URL, apiKey: process.env.MODEL_KEY ?? 'none' });
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: process.argv[2] ?? '' }];
for (;;) {
  const { choices } = await openai.chat.completions.create({
    model: process.env.MODEL ?? 'default',
    messages,
    tools: openaiTools(listed.tools),
  });
  const message = choices[0]?.message;
  if (!message?.tool_calls?.length) {
    console.log(message?.content);
    break;
  }
  messages.push(message, ...(await answerToolCalls(agent, message.tool_calls, { waitMs: 600_000 })));
}
