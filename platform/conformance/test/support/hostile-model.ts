import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';

interface AskedCall {
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What the model does next: it calls tools, or says something; what else a server may send, too. */
export type Move =
  | { readonly calls: readonly AskedCall[] }
  | { readonly words: string }
  | 'garbage'
  | 'cut stream'
  | 'redirect'
  | 'failure';

export interface HostileModel {
  readonly baseUrl: string;
  /** The last messages that it was given. */
  given: readonly { readonly role: string; readonly content: string | null }[];
  /** Asked for each turn, with what the model was given. */
  next: (given: HostileModel['given']) => Move;
}

/** A chat-completions server on this machine that streams, and does what a test wants. `after` of a test, or of a suite. */
export async function startHostileModel(t: { after(work: () => void): void }): Promise<HostileModel> {
  const model: HostileModel = { baseUrl: '', given: [], next: () => ({ words: 'Hello.' }) };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      model.given = JSON.parse(text).messages;
      send(response, model.next(model.given));
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

function send(response: ServerResponse, move: Move): void {
  if (move === 'garbage') return void response.writeHead(200).end('{"choices": [[[');
  if (move === 'failure') return void response.writeHead(500).end('paid: true');
  if (move === 'redirect') return void response.writeHead(307, { location: '/v1/elsewhere' }).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ model: 'another-model', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  if (move === 'cut stream') {
    write({ tool_calls: [{ index: 0, id: 'c', function: { name: 'propose_transfer', arguments: '{' } }] });
    return void response.destroy();
  }
  if ('words' in move) for (const word of move.words.split(/(?<= )/)) write({ content: word });
  const calls = 'calls' in move ? move.calls : [];
  for (const [index, { name, inputs }] of calls.entries()) {
    write({ tool_calls: [{ index, id: `call_${index}`, function: { name, arguments: '' } }] });
    for (const part of JSON.stringify(inputs).match(/.{1,9}/gs) ?? []) {
      write({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  write({}, calls.length > 0 ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}
