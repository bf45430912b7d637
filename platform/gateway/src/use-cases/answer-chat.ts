import { fail, ok, type Result } from '@common/base/result';
import { ToolResult } from '@platform/core/objects/tool-call';
import { Value } from 'typebox/value';
import type { CallDeps, CallRefusal } from './call-tool.ts';
import { callTool } from './call-tool.ts';
import type { ChatAnswer, ChatRequest, ToolChoice } from './chat.ts';
import { namedCall } from './script/named-call.ts';
import { say } from './script/say.ts';
import { type Payment, understand } from './script/understand.ts';
import type { Agent, UpstreamFailure } from './upstreams.ts';

export interface ChatDeps extends CallDeps {
  /** The account that "my balance" means. */
  readonly ownAccount: string | undefined;
}

type Outcome = Result<ChatAnswer, CallRefusal> | { readonly ok: false; readonly error: UpstreamFailure };

/** A tool call as the script makes it. */
interface ScriptedCall {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
}

const ABLE =
  'I am a scripted agent: I understand a few sentences and make nothing up. Try: "pay 250 USD to acme for INV-7", "what is the balance of account <id>", "EUR/USD rate?", "release record r1 to <recipient> for <purpose>, sensitivity <level>, reference <id>", "present gr_..." after an approval. Or name any tool with its inputs: "read_balance account_id=<id>", with a value that has spaces in double quotes.';

/**
 * The scripted model. It answers the last user message and calls the tools by fixed rules. If the caller
 * brings functions of its own (`tools`), the script asks the caller to call one, and later puts the caller's
 * result into words.
 */
export async function answerChat(deps: ChatDeps, agent: Agent, request: ChatRequest): Promise<Outcome> {
  const { messages, toolChoice } = request;
  const last = messages.at(-1);
  if (last?.role === 'tool') return inWords(toolChoice, sayClientResult(last.content));
  const question = messages.findLast(({ role }) => role === 'user');
  if (question === undefined) {
    return fail('invalid_request', 'messages must contain a message with role user.');
  }
  const call = await callFor(deps, agent, question.content);
  if (!call.ok) return call;
  if (typeof call.value === 'string') return inWords(toolChoice, call.value);
  const { name, inputs } = call.value;
  if (typeof toolChoice === 'object' && toolChoice.function !== name) {
    return fail(
      'invalid_request',
      `tool_choice names ${toolChoice.function}, but the scripted agent understood a wish for ${name}.`,
    );
  }
  const offered = toolChoice === 'none' ? [] : request.clientTools?.map((tool) => tool.name);
  if (offered !== undefined) {
    if (!offered.includes(name)) {
      const words = `For this I would need the tool ${name}, which is not among the tools of this request.`;
      return inWords(toolChoice, words);
    }
    const asked = { name, argumentsJson: JSON.stringify(inputs) };
    return ok({ ...said(null), calls: [asked] });
  }
  const outcome = await callTool(deps, agent, name, inputs);
  if (outcome.ok) {
    const { value: result } = outcome;
    return ok({ ...said(say(result)), results: [{ tool: name, result }] });
  }
  // A failed service shows in the HTTP status; a wish that cannot be carried out is answered in words.
  const { error } = outcome;
  if (error.code === 'invalid_request' || error.code === 'grant_not_found' || isRefusedInput(error)) {
    return ok(said(`Nothing was done. ${error.message}`));
  }
  return outcome;
}

/** Finds the call that a person's words name or ask for; returns words if there is none. */
async function callFor(deps: ChatDeps, agent: Agent, text: string): Promise<CallFor> {
  const named = namedCall(text, deps.catalogue.tools);
  if (named !== null) return ok(named.kind === 'call' ? named : named.words);
  const wish = understand(text);
  switch (wish.kind) {
    case 'nothing':
      return ok(ABLE);
    case 'incomplete':
      return ok(wish.words);
    case 'tool':
      return ok(withOwnAccount(deps, wish.tool, wish.inputs));
    case 'present':
      return presentCall(deps, wish.grantId);
    case 'pay':
      return payCall(deps, agent, wish.payment);
  }
}

type CallFor =
  | { readonly ok: true; readonly value: ScriptedCall | string }
  | { readonly ok: false; readonly error: UpstreamFailure };

/** Fills in the deployment's own account, which "my balance" means. */
function withOwnAccount(
  { ownAccount }: ChatDeps,
  name: string,
  inputs: Readonly<Record<string, string>>,
): ScriptedCall | string {
  if (name !== 'read_balance' || inputs.account_id !== undefined) return { name, inputs };
  return ownAccount === undefined
    ? 'Of which account? Say: balance of account <id>.'
    : { name, inputs: { account_id: ownAccount } };
}

async function payCall(deps: ChatDeps, agent: Agent, payment: Payment): Promise<CallFor> {
  const account = payment.account ?? (await accountOf(deps, agent, payment));
  if (typeof account !== 'string' && account !== null) return account;
  if (account === null) {
    return ok(
      `Nothing was done. I know of no account of ${payment.beneficiary} in ${payment.currency}. Say: pay ${payment.amount} ${payment.currency} to ${payment.beneficiary} account <id> for <reference>.`,
    );
  }
  if (payment.memo === null) {
    return ok('Nothing was done. Which invoice is it for? Say: pay 250 USD to acme for INV-7.');
  }
  return ok({
    name: 'propose_transfer',
    inputs: {
      to_account: account,
      amount: payment.amount,
      currency: payment.currency,
      beneficiary_id: payment.beneficiary,
      memo: payment.memo,
    },
  });
}

/** Looks up a payee's account among the approved payees; null if it is not one. */
async function accountOf(
  deps: ChatDeps,
  agent: Agent,
  { beneficiary, currency }: Payment,
): Promise<string | null | (CallFor & { ok: false })> {
  const list = await deps.authority.listed(agent.mandate, 'beneficiaries');
  if (!list.ok) return list;
  const found = list.value.find(
    (entry) => entry.beneficiary_id === beneficiary && entry.currency === currency,
  );
  return found?.to_account ?? null;
}

/** Finds the tool that can present a grant: the one of the grant's facade. */
async function presentCall(deps: ChatDeps, grantId: string): Promise<CallFor> {
  const record = await deps.authority.grant(grantId);
  if (!record.ok) {
    return record.error.detail.status === 404 ? ok(`There is no grant ${grantId}.`) : record;
  }
  const { plugin, facade } = record.value.action;
  const tool = [...deps.catalogue.tools.values()].find(
    (tool) => tool.plugin === plugin && tool.spec.facade === facade && tool.spec.presents_grant,
  );
  return tool === undefined
    ? ok(`Grant ${grantId} is for ${facade}, which no tool can present again.`)
    : ok({ name: tool.spec.name, inputs: { grant_id: grantId } });
}

function isRefusedInput(error: { readonly detail?: Readonly<Record<string, unknown>> }): boolean {
  return error.detail?.status === 422;
}

function said(words: string | null): ChatAnswer {
  return { words, calls: [], results: [], finish: 'stop', usage: null };
}

/** Answers in words alone, and refuses if a call was required. */
function inWords(choice: ToolChoice, words: string): Result<ChatAnswer, 'invalid_request'> {
  return choice === 'required' || typeof choice === 'object'
    ? fail('invalid_request', `tool_choice requires a call, but the scripted agent has none: ${words}`)
    : ok(said(words));
}

/** Puts the result of a caller's function into words: a ToolResult in sentences, anything else unchanged. */
function sayClientResult(content: string): string {
  try {
    const value: unknown = JSON.parse(content);
    if (Value.Check(ToolResult, value)) return say(value);
    const message = messageOf(value);
    if (message !== null) return `Nothing was done, according to the tool: ${message}`;
  } catch {
    // The content is not JSON, so it is repeated unchanged.
  }
  return `The tool answered: ${content.slice(0, 1_000)}`;
}

function messageOf(value: unknown): string | null {
  const detail = typeof value === 'object' && value !== null && 'detail' in value ? value.detail : null;
  const message =
    typeof detail === 'object' && detail !== null && 'message' in detail ? detail.message : null;
  return typeof message === 'string' ? message : null;
}
