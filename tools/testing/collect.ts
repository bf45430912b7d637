import { relative } from 'node:path';
import type { run } from 'node:test';
import type { Groups } from './groups.ts';

/** A test that has ended, or a suite. */
export interface EndedTest {
  /** The test file, relative to the root, with `/`. */
  readonly file: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly outcome: 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo';
  /** Why it was skipped, is to be done or failed; null if there is no reason. */
  readonly reason: string | null;
}

interface CollectedTests {
  readonly ended: readonly EndedTest[];
  /** The durations of files in groups, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
}

type Events = ReturnType<typeof run>;
type Mark = string | boolean | undefined;

const CANCELLED: ReadonlySet<unknown> = new Set(['cancelledByParent', 'testAborted', 'testTimeoutFailure']);

/** Collects how tests end. The result grows during the run. */
export function collect(events: Events, root: string, groups: Groups): CollectedTests {
  const ended: EndedTest[] = [];
  const durations: Record<string, number> = {};
  /** The running file of each group, by group. */
  const open = new Map<string, EndedTest[]>();
  const place = (file: string): string => relative(root, file).replaceAll('\\', '/');
  const add = (event: Event, outcome: EndedTest['outcome'], reason: string | null): void => {
    const { name, file = '', entryFile = file, nesting, details } = event;
    // A file without a test is reported as one that passed.
    const isTest = details.type !== 'suite' && !(name === file && outcome === 'passed');
    const entry: EndedTest = {
      file: place(entryFile),
      name: name === file ? place(file) : name,
      isTest: isTest || failedItself(outcome, reason),
      outcome,
      reason,
    };
    const members = groups.get(entryFile);
    if (members === undefined) {
      ended.push(entry);
    } else if (name === entryFile) {
      // The process ended early, and with it the rest of the group.
      for (const member of members) {
        if (!(member in durations)) ended.push({ ...entry, file: member, name: member, isTest: true });
      }
    } else if (nesting === 0 && members.includes(name)) {
      const own = [...(open.get(entryFile) ?? []), entry];
      ended.push(...own.map((each) => ({ ...each, file: name })));
      durations[name] = Math.round(details.duration_ms);
      open.delete(entryFile);
    } else {
      open.set(entryFile, [...(open.get(entryFile) ?? []), entry]);
    }
  };
  events.on('test:pass', (event) => {
    add(event, markOf(event) ?? 'passed', textOf(event.skip) ?? textOf(event.todo));
  });
  events.on('test:fail', (event) => {
    const { error } = event.details;
    const failure = 'failureType' in error ? error.failureType : undefined;
    const message = error.cause instanceof Error ? error.cause.message : error.message;
    const outcome = markOf(event) ?? (CANCELLED.has(failure) ? 'cancelled' : 'failed');
    const reason = failure === 'subtestsFailed' ? null : message;
    add(event, outcome, textOf(event.skip) ?? textOf(event.todo) ?? reason);
  });
  return { ended, durations };
}

interface Event {
  readonly name: string;
  readonly file?: string | undefined;
  readonly entryFile?: string | undefined;
  readonly nesting: number;
  readonly details: { readonly type?: string | undefined; readonly duration_ms: number };
}

/** A suite or file that fails outside its tests counts as one test. */
function failedItself(outcome: EndedTest['outcome'], reason: string | null): boolean {
  return (outcome === 'failed' || outcome === 'cancelled') && reason !== null;
}

function markOf({ skip, todo }: { readonly skip?: Mark; readonly todo?: Mark }): 'skipped' | 'todo' | null {
  if (skip !== undefined && skip !== false) return 'skipped';
  return todo !== undefined && todo !== false ? 'todo' : null;
}

function textOf(mark: Mark): string | null {
  return typeof mark === 'string' && mark !== '' ? mark : null;
}
