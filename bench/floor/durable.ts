import { DatabaseSync } from 'node:sqlite';

/**
 * Makes rows of these texts durable. Resolves once they are. `seal` gives rows that a transaction has besides, once for
 * all commits in it that have one.
 */
type Commit = (rows: readonly string[], seal?: () => readonly string[]) => Promise<void>;

/** One table with one b-tree. What arrives together becomes one transaction; a commit alone waits for no company. */
export function openDurable(file: string): Commit {
  const log = new DatabaseSync(file);
  log.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table entry (id integer primary key, body text)',
  );
  const [begin, end, insert] = ['begin immediate', 'commit', 'insert into entry (body) values (?)'].map(
    (sql) => log.prepare(sql),
  );
  const waiting: {
    readonly rows: readonly string[];
    readonly seal: (() => readonly string[]) | undefined;
    readonly done: () => void;
  }[] = [];
  const commitAll = (): void => {
    const jobs = waiting.splice(0);
    begin?.run();
    const sealed = jobs.find(({ seal }) => seal !== undefined)?.seal?.() ?? [];
    for (const row of [...jobs.flatMap(({ rows }) => rows), ...sealed]) insert?.run(row);
    end?.run();
    for (const { done } of jobs) done();
  };
  return (rows, seal) =>
    new Promise((done) => {
      waiting.push({ rows, seal, done });
      if (waiting.length === 1) setImmediate(commitAll);
    });
}
