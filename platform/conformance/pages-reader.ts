import { until } from './wait.ts';

/** What a reader of the console's pages saw, opening them one after the other. */
export interface PagesReading {
  /** How often each status was answered. */
  readonly answers: Readonly<Record<string, number>>;
  /** The number of refused connections, because the only console is being restarted. */
  readonly refused: number;
  /** The number of requests that a console accepted but did not answer completely. */
  readonly unanswered: number;
  /** The first few answers other than a complete page. */
  readonly wrong: readonly string[];
}

interface PagesReader {
  /** Resolves once every page has been read completely since the call. */
  readAll(): Promise<void>;
  /** The number of refused connections so far. */
  refused(): number;
  stop(): Promise<PagesReading>;
}

const PAGES = [
  '/',
  '/approvals',
  '/receipts',
  '/statements',
  '/mandates',
  '/log',
  '/keys',
  '/policy',
  '/plugins',
];
/** Links to further pages: a grant that waits, the newest receipt, a mandate. */
const NAMED = /href="(\/(?:receipts|approvals|mandates)\/(?:rcpt|gr|ic)_[0-9A-Za-z]+)"/;
const PAUSE_MS = 150;
const MOST_WRONG = 5;
const TIMEOUT_MS = 30_000;

/**
 * Reads the console's pages over and over, as a person's browser would: without keys, and without retries.
 */
export function startPagesReader(console: string): PagesReader {
  const answers: Record<string, number> = {};
  const wrong: string[] = [];
  const read = new Map<string, number>();
  const count = { refused: 0, unanswered: 0 };
  let stopped = false;
  const complain = (what: string) => {
    if (wrong.length < MOST_WRONG) wrong.push(what);
  };
  const readOne = async (path: string): Promise<string> => {
    let status: number;
    let text: string;
    try {
      const answer = await fetch(`${console}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      if (isRefused(error)) count.refused += 1;
      else {
        count.unanswered += 1;
        complain(`${path}: ${String(error)} ${String((error as Error).cause)}`);
      }
      return '';
    }
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === 200 && text.trimEnd().endsWith('</html>')) read.set(path, (read.get(path) ?? 0) + 1);
    else complain(`${path}: ${status} ${/<p class="story">([^<]*)/.exec(text)?.[1] ?? text.slice(0, 200)}`);
    return text;
  };
  const work = async () => {
    while (!stopped) {
      for (const path of PAGES) {
        const [, named] = NAMED.exec(await readOne(path)) ?? [];
        if (named !== undefined) await readOne(named);
        if (stopped) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
  const working = work();
  return {
    async readAll() {
      const before = new Map(read);
      await until(
        'every page of the console',
        async () => PAGES.every((path) => (read.get(path) ?? 0) > (before.get(path) ?? 0)) || null,
        60_000,
      );
    },
    refused: () => count.refused,
    async stop() {
      stopped = true;
      await working;
      return { answers, ...count, wrong };
    },
  };
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
