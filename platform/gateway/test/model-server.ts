import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';

interface ToolCall {
  readonly name: string;
  /** As the model wrote them: an object, or any text. */
  readonly given: unknown;
}

export type ModelReply =
  | { readonly words: string; readonly finish?: string }
  | { readonly calls: readonly ToolCall[]; readonly finish?: string }
  | { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'hang up'
  /** Words without end, as fast as they are read. */
  | 'endless stream'
  /** A byte now and then, for ever. */
  | 'slow loris'
  | 'half a stream'
  | 'cut off';

interface SeenRequest {
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests of many forms
  readonly body: any;
}

/** A chat-completions server that answers what a test tells it; the last reply stands for all that follow. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
  replies: ModelReply[];
}

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

export async function startModelServer(t: TestContext, ...replies: ModelReply[]): Promise<ModelServer> {
  const seen: SeenRequest[] = [];
  const model: ModelServer = { baseUrl: '', seen, replies };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      assert.equal(request.url, '/v1/chat/completions');
      const body = JSON.parse(text);
      seen.push({ headers: request.headers, body });
      const reply = model.replies.length > 1 ? model.replies.shift() : model.replies[0];
      send(response, reply ?? { words: 'Hello.' }, body.stream === true);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return Object.assign(model, { baseUrl: `http://127.0.0.1:${address.port}/v1` });
}

function send(response: ServerResponse, reply: ModelReply, streams: boolean): void {
  if (reply === 'hang') return;
  if (reply === 'hang up') return void response.destroy();
  if (reply === 'endless stream') return void endless(response);
  if (reply === 'slow loris') return void dribble(response);
  if (typeof reply === 'object' && 'status' in reply) {
    return void response.writeHead(reply.status, reply.headers ?? {}).end(reply.text);
  }
  if (reply === 'half a stream' || reply === 'cut off') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const [first] = eventsOf({ calls: [{ name: 'propose_transfer', given: '{"grant_id":' }] });
    response.write(event(first));
    return void (reply === 'cut off' ? setImmediate(() => response.destroy()) : response.end());
  }
  if (streams) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.end(`${eventsOf(reply).map(event).join('')}data: [DONE]\n\n`);
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completionOf(reply)));
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const more = event({
    choices: [{ index: 0, delta: { content: 'word '.repeat(100) }, finish_reason: null }],
  });
  const write = (): void => {
    if (response.destroyed) return;
    if (response.write(more)) setImmediate(write);
    else response.once('drain', write);
  };
  write();
}

const DRIBBLE_MS = 20;

function dribble(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const drops = setInterval(() => response.write(':'), DRIBBLE_MS);
  response.once('close', () => clearInterval(drops));
}

type Turn = Exclude<ModelReply, string | { readonly status: number }>;

function callsOf(turn: Turn) {
  const calls = 'calls' in turn ? turn.calls : [];
  return calls.map(({ name, given }, index) => ({
    index,
    id: `model_call_${index}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
}

function completionOf(turn: Turn) {
  const calls = callsOf(turn);
  const finish = turn.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const content = 'words' in turn ? turn.words : null;
  const message = { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  return { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage: USAGE };
}

/** Words in two pieces, a call's arguments in pieces of five characters, as servers stream them. */
function eventsOf(turn: Turn): readonly unknown[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const words = 'words' in turn ? turn.words : '';
  const parts = callsOf(turn).flatMap(({ index, id, type, function: { name, arguments: json } }) => [
    chunk({ tool_calls: [{ index, id, type, function: { name, arguments: '' } }] }),
    ...(json.match(/.{1,5}/gs) ?? []).map((piece) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]);
  const finish = turn.finish ?? (parts.length > 0 ? 'tool_calls' : 'stop');
  return [
    ...(words === '' ? [] : [chunk({ role: 'assistant', content: words.slice(0, 3) })]),
    ...(words === '' ? [] : [chunk({ content: words.slice(3) })]),
    ...parts,
    chunk({}, finish),
    { object: 'chat.completion.chunk', choices: [], usage: USAGE },
  ];
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
