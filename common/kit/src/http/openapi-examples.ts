/** One request that a service answered, for its description. */
export interface RecordedExample {
  readonly method: 'get' | 'post';
  /** The path as in the description: `/v1/screen/{ticker}`. */
  readonly path: string;
  readonly status: number;
  /** Values by the names of the operation's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The request's body; absent if it had none. */
  readonly request?: unknown;
  /** The answer's body by media type; empty if it had none. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Names of the answer's headers, in lower case. */
  readonly headers: readonly string[];
}

/** What each header of an answer means to a caller, with an example, by name in lower case. */
export type HeaderMeanings = Readonly<Record<string, readonly [description: string, example: string]>>;

/** The headers of every service. */
const HEADERS: HeaderMeanings = {
  'access-control-allow-origin': ['Pages of which origin may read the answer: * is any', '*'],
  'access-control-expose-headers': [
    'Headers of the answer that a page of another origin may read',
    'etag, ratelimit, retry-after, x-request-id',
  ],
  allow: ['The methods that this path answers', 'GET, HEAD'],
  'cache-control': ['Who may keep the answer, and whether it must ask again', 'private, no-cache'],
  etag: ['Sent back in If-None-Match, it gives 304 while the answer is the same', '"5f1d0c2a9b7e4d36"'],
  ratelimit: ['Requests left in the present window, and seconds until it ends', '"free";r=29;t=60'],
  'ratelimit-policy': ['Requests allowed in a window of so many seconds', '"free";q=30;w=60'],
  'retry-after': ['Seconds to wait before the next attempt', '60'],
  'www-authenticate': ['How to prove who is calling', 'ApiKey realm="service"'],
  'x-request-id': [
    'Names this request in the service’s log: quote it when you report a fault',
    '5f1d0c2a9b7e4d36',
  ],
};

/** Headers that every answer has, for the transport or against misuse by a browser. */
const EVERYWHERE = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'keep-alive', 'vary'],
  ...['content-security-policy', 'referrer-policy', 'x-content-type-options', 'transfer-encoding'],
  ...['strict-transport-security', 'cross-origin-resource-policy'],
]);

type Member = Record<string, unknown>;

/**
 * Adds recorded examples and the headers of answers to an OpenAPI document, in place. A status without a
 * recording takes the example of another operation with the same schema for it. Throws if an example's
 * operation or status is not in the document, or if a header of an answer has no description in the table
 * above or in the service's own, `own`.
 */
export function addExamples(
  document: object,
  examples: readonly RecordedExample[],
  own: HeaderMeanings = {},
): void {
  const meanings = { ...HEADERS, ...own };
  const { paths, components } = document as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Member>>>>;
    readonly components: Member;
  };
  const described: Member = {};
  for (const example of examples) {
    const about = `${example.method} ${example.path} ${example.status}`;
    const operation = paths[example.path]?.[example.method];
    const response = (operation?.responses as Record<string, Member> | undefined)?.[example.status];
    if (operation === undefined || response === undefined) throw new Error(`${about} is not described`);
    if (example.status < 400) addRequest(operation, example);
    addAnswer(response, example);
    for (const name of toldHeaders(example)) described[name] ??= headerOf(name, meanings, about);
  }
  if (Object.keys(described).length > 0) components.headers = described;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  shareRefusals(operations.map(({ responses }) => responses as Record<string, Member>));
}

/**
 * Gives a refusal without a recording the example of another operation with the same status and schema, with
 * its headers.
 */
function shareRefusals(operations: readonly Readonly<Record<string, Member>>[]): void {
  const answers = operations.flatMap((responses) =>
    Object.entries(responses).flatMap(([status, response]) =>
      Object.entries((response.content ?? {}) as Record<string, Member>).map(([type, described]) => ({
        response,
        described,
        kind: JSON.stringify([status, type, described.schema]),
      })),
    ),
  );
  const known = new Map<string, (typeof answers)[number]>();
  for (const answer of answers) {
    if ('example' in answer.described && !known.has(answer.kind)) known.set(answer.kind, answer);
  }
  for (const { kind, described, response } of answers) {
    const other = known.get(kind);
    if (other === undefined) continue;
    described.example ??= other.described.example;
    response.headers ??= other.response.headers;
  }
}

/** The first request that was not refused shows how to call an operation. */
function addRequest(operation: Member, { parameters, request }: RecordedExample): void {
  for (const parameter of (operation.parameters ?? []) as Member[]) {
    const value = parameters[String(parameter.name)];
    const { type } = (parameter.schema ?? {}) as { readonly type?: unknown };
    if (value !== undefined) parameter.example ??= type === 'integer' ? Number(value) : value;
  }
  const { content } = (operation.requestBody ?? {}) as { content?: Record<string, Member> };
  const json = content?.['application/json'];
  if (json !== undefined && request !== undefined) json.example ??= request;
}

function addAnswer(response: Member, example: RecordedExample): void {
  const content = (response.content ?? {}) as Record<string, Member>;
  for (const [type, body] of Object.entries(example.answers)) {
    const described = content[type];
    if (described !== undefined) described.example = body;
  }
  const names = toldHeaders(example);
  response.headers = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function toldHeaders({ headers }: RecordedExample): readonly string[] {
  return headers.filter((name) => !EVERYWHERE.has(name)).sort();
}

function headerOf(name: string, meanings: HeaderMeanings, about: string): Member {
  const [description, example] = meanings[name] ?? [];
  if (description === undefined) throw new Error(`${about}: the header ${name} has no description`);
  return { description, schema: { type: 'string' }, example };
}
