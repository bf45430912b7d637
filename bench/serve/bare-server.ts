/** The peer of `bench/serve.ts`: Fastify with one route, which sends the bytes of the file in argument 1. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const [, , file = '', port = '0'] = process.argv;
const body = readFileSync(file);
const app = fastify();
app.get('/v1/screen/:ticker', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
app.get('/health', () => 'ok');
await app.listen({ host: '127.0.0.1', port: Number(port) });
