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
  // Resolve it from the client, which depends on the generator and on the older TypeScript that it needs.
  const client = createRequire(new URL('../../screener/client/package.json', import.meta.url));
  const generator: Generator = client('openapi-typescript');
  const described: Node = JSON.parse(document);
  const ast = await generator.default(Object(withoutExamples(described)), { alphabetize: true });
  return `${HEAD}${generator.astToString(ast)}`;
}

type Node = string | number | boolean | null | readonly Node[] | { readonly [name: string]: Node };

/** Recorded answers are long and are not types. As comments they would be more than half of the file. */
function withoutExamples(node: Node, areNames = false): Node {
  if (Array.isArray(node)) return node.map((item) => withoutExamples(item));
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node)
      // A property of that name is not the document's own.
      .filter(([name]) => areNames || (name !== 'example' && name !== 'examples'))
      .map(([name, value]) => [name, withoutExamples(value, !areNames && name === 'properties')]),
  );
}
