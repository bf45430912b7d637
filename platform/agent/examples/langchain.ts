import { type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { type DynamicStructuredTool, tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from '@sanad/agent';
import { langchainTools } from '@sanad/agent/langchain';

const { SANAD_GATEWAY = '', SANAD_TOKEN = '', SANAD_MANDATE = '', MODEL_URL = '' } = process.env;
const agent = createAgent({ gateway: SANAD_GATEWAY, token: SANAD_TOKEN, mandate: SANAD_MANDATE });
const listed = await agent.tools();
if (listed.status !== 'listed') throw new Error(listed.detail);

const tools = langchainTools<DynamicStructuredTool>({ tool }, agent, listed.tools, { waitMs: 600_000 });
const model = new ChatOpenAI({
  model: process.env.MODEL ?? 'default',
  apiKey: process.env.MODEL_KEY ?? 'none',
  configuration: { baseURL: MODEL_URL },
}).bindTools(tools);
const messages: BaseMessage[] = [new HumanMessage(process.argv[2] ?? '')];
for (;;) {
  const answer = await model.invoke(messages);
  messages.push(answer);
  if (!answer.tool_calls?.length) {
    console.log(answer.text);
    break;
  }
  for (const call of answer.tool_calls) {
    const called = tools.find(({ name }) => name === call.name);
    if (called !== undefined) messages.push(await called.invoke({ ...call, type: 'tool_call' }));
  }
}
