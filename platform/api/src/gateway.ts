import {
  AgentWebhook,
  NewWebhook,
  RemovedWebhook,
  WebhookRequest,
} from '@platform/core/objects/agent-webhook';
import { GrantId } from '@platform/core/objects/primitives';
import { GrantState, ToolResult } from '@platform/core/objects/tool-call';
import { Type } from 'typebox';
import { AGENT_UPLOAD } from './authority-documents.ts';
import { ChatBody } from './chat-body.ts';
import { OpenAiRefusal } from './openai-refusal.ts';
import { WITNESSED } from './operation.ts';
import { ResponsesBody } from './responses-body.ts';
import type { RouteTable } from './route.ts';

/**
 * The hooks of the agents' routes check these headers and explain better what is missing. They are listed
 * here for the API description.
 */
export const AGENT_HEADERS = Type.Object({
  'x-service-contract': Type.Optional(Type.String({ description: 'The mandate: ic_...' })),
});

export const ListedModel = Type.Object({
  id: Type.String(),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'Not known: 0' }),
  owned_by: Type.String(),
});

const ListedTool = Type.Object({
  plugin: Type.String(),
  facade: Type.String(),
  spec: Type.Object({
    type: Type.Literal('function'),
    function: Type.Object({
      name: Type.String(),
      description: Type.String(),
      parameters: Type.Unknown({ description: 'JSON Schema of the inputs' }),
    }),
  }),
});

const OWN_WEBHOOK = {
  path: '/v1/webhook',
  tag: 'tools',
  security: 'agent',
  headers: AGENT_HEADERS,
  refusals: ['4xx', '5xx'],
} as const;

/** How long one request may wait, in seconds. */
export const MOST_WAIT_S = 30;

/** The routes of the gateway, except MCP, which has a protocol of its own. */
export const GATEWAY = {
  readWitnessed: WITNESSED,
  listModels: {
    method: 'GET',
    path: '/v1/models',
    summary: 'The models that answer chat',
    tag: 'chat',
    answer: Type.Object({ object: Type.Literal('list'), data: Type.Array(ListedModel) }),
  },
  readAgent: {
    method: 'GET',
    path: '/v1/agent',
    summary: 'Which model answers chat',
    tag: 'chat',
    answer: Type.Object({ model: Type.String(), kind: Type.Enum(['scripted', 'language_model']) }),
  },
  listTools: {
    method: 'GET',
    path: '/v1/tools',
    summary: 'Tools in function-calling format',
    description:
      '`plugin` selects one plugin. Without it, a token and X-Service-Contract select the plugin of the caller’s mandate; with neither, the tools of all plugins are listed.',
    tag: 'tools',
    query: Type.Object({ plugin: Type.Optional(Type.String({ maxLength: 64 })) }),
    headers: Type.Object({
      authorization: Type.Optional(Type.String()),
      'x-service-contract': Type.Optional(Type.String()),
    }),
    answer: Type.Object({ tools: Type.Array(ListedTool) }),
    refusals: ['4xx'],
  },
  callTool: {
    method: 'POST',
    path: '/v1/tools/:name',
    summary: 'Call a tool',
    description:
      'What the policy says is a result with status 200: executed, fetched, pending, denied, refused, duplicate, or unknown if the counterparty did not answer. GET /v1/tools lists each tool’s inputs.',
    tag: 'tools',
    security: 'agent',
    headers: AGENT_HEADERS,
    params: Type.Object({ name: Type.String() }),
    // `callTool` checks the inputs by the manifest, so a refusal is recorded under the tool's name.
    body: Type.Unknown({ description: 'An object of the tool’s inputs, or only {"grant_id"}' }),
    answer: ToolResult,
    refusals: ['4xx', '5xx'],
  },
  readGrant: {
    method: 'GET',
    path: '/v1/grants/:grant_id',
    summary: 'What has become of a proposal',
    description:
      'Of the caller’s mandate. With `wait`, the answer comes as soon as people have answered or the outcome is known, or else after so many seconds. One that says that it still waits leaves no event.',
    tag: 'tools',
    security: 'agent',
    headers: AGENT_HEADERS,
    params: Type.Object({ grant_id: GrantId }),
    query: Type.Object({
      wait: Type.Optional(
        Type.Integer({ minimum: 0, maximum: MOST_WAIT_S, description: 'Seconds; default 0' }),
      ),
    }),
    answer: GrantState,
    refusals: ['4xx', '5xx'],
  },
  uploadDocument: { ...AGENT_UPLOAD, headers: AGENT_HEADERS },
  registerWebhook: {
    ...OWN_WEBHOOK,
    method: 'PUT',
    summary: 'Be told what becomes of the mandate’s proposals',
    description:
      'By signed messages (Standard Webhooks) to a host that the operator allows. One webhook for each mandate: a second one replaces the first, and has a new secret. It ends with the token that registered it. Leaves no event.',
    body: WebhookRequest,
    answer: NewWebhook,
  },
  readWebhook: {
    ...OWN_WEBHOOK,
    method: 'GET',
    summary: 'The mandate’s webhook, and how it went',
    answer: AgentWebhook,
  },
  removeWebhook: {
    ...OWN_WEBHOOK,
    method: 'DELETE',
    summary: 'Be told no more',
    answer: RemovedWebhook,
  },
  completeChat: {
    method: 'POST',
    path: '/v1/chat/completions',
    summary: 'Chat completion, answered by the scripted agent or a language model',
    description:
      'Compatible with chat-completions clients, including streaming and function calls. Without `tools`, the agent calls the gateway’s tools itself and says what happened; `tool_results` then holds the results unchanged. GET /v1/models lists the models.',
    tag: 'chat',
    security: 'agent',
    headers: AGENT_HEADERS,
    body: ChatBody,
    answer: Type.Unknown({ description: 'A chat completion, or its events if `stream` is true' }),
    refusals: ['4xx', '5xx'],
    refusal: OpenAiRefusal,
  },
  createResponse: {
    method: 'POST',
    path: '/v1/responses',
    summary: 'The same as a response, which is not stored',
    description:
      'Compatible with clients of the Responses API, including streaming and function calls. What would need a store (`store`, `background`, `conversation`, `previous_response_id`, `prompt`), tools that are no functions, and input that is no text are refused. `tool_results` is as in a chat completion.',
    tag: 'chat',
    security: 'agent',
    headers: AGENT_HEADERS,
    body: ResponsesBody,
    answer: Type.Unknown({ description: 'A response, or its events if `stream` is true' }),
    refusals: ['4xx', '5xx'],
    refusal: OpenAiRefusal,
  },
} satisfies RouteTable;
