import { createRequire } from 'node:module';

/** The part of `openapi-typescript` that is used. */
interface Generator {
  readonly default: (document: object, options: { readonly alphabetize: boolean }) => Promise<unknown>;
  readonly astToString: (ast: unknown) => string;
}

const HEAD = `/**
 * Types of the screening service's interface, generated from its OpenAPI description by \`npm run docs\`.
 * Do not edit by hand: change a route's schema instead.
 */
`;

/** screener/client/src/schema.ts: the types of an OpenAPI 3.1 document. The same document gives the same text. */
export async function clientTypes(document: string): Promise<string> {
  // Resolved from the client, which depends on the generator and the older TypeScript that it needs.
  const client = createRequire(new URL('../../screener/client/package.json', import.meta.url));
  const generator: Generator = client('openapi-typescript');
  const ast = await generator.default(JSON.parse(document), { alphabetize: true });
  return `${HEAD}${generator.astToString(ast)}`;
}
