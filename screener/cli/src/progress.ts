import { wholeNumber } from '@screener/words/numbers';
import { type Page, pageFor } from './render/layout.ts';
import type { Terminal } from './render/terminal.ts';

/** The progress of a long operation. */
interface ProgressState {
  readonly done: number;
  readonly total: number;
  /** Shown after the figures, such as `2 refused`; may be empty. */
  readonly note: string;
}

export interface Progress {
  update(state: ProgressState): void;
  /** Ends the bar, so that the next output starts on a new line. */
  finish(): void;
}

interface ProgressOutput {
  readonly write: (text: string) => unknown;
  readonly isTty: boolean;
  readonly terminal: Terminal;
}

/** The least time between two redraws of the bar or, without a terminal, between two lines. */
const REDRAW_MS = 100;
const LINE_MS = 10_000;
const SHORTEST_BAR = 8;
const LONGEST_BAR = 30;
/** Before this time, a rate would mean nothing. */
const RATE_AFTER_MS = 500;

/** Shows a progress bar on a terminal, and occasional plain lines elsewhere. `clock` is in milliseconds. */
export function createProgress(output: ProgressOutput, label: string, clock: () => number): Progress {
  const page = pageFor(output.terminal);
  let started: { readonly at: number; readonly done: number } | null = null;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  return {
    update(state) {
      const now = clock();
      started ??= { at: now, done: state.done };
      const isLast = state.done >= state.total;
      // A log gets its first line only after an interval, when there is something to report.
      if (!output.isTty && drawnAt === Number.NEGATIVE_INFINITY) drawnAt = now;
      if (now - drawnAt < (output.isTty ? REDRAW_MS : LINE_MS) && !(isLast && output.isTty)) return;
      drawnAt = now;
      const text = progressLine(label, state, { ...started, now }, output.isTty ? page : null);
      output.write(output.isTty ? `\r\u001b[K${text}` : `${text}\n`);
      isOpen = output.isTty;
    },
    finish() {
      if (isOpen) output.write('\n');
      isOpen = false;
    },
  };
}

/** The start of the operation, how much was done by then, and the current time. */
interface Elapsed {
  readonly at: number;
  readonly done: number;
  readonly now: number;
}

/** Returns one line of progress. On a page, it has a bar that fits the width. */
export function progressLine(
  label: string,
  state: ProgressState,
  elapsed: Elapsed,
  page: Page | null,
): string {
  const { done, total, note } = state;
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const percent = `${Math.floor(100 * share)} %`.padStart(5);
  const count = `${wholeNumber(done)} of ${wholeNumber(total)}`;
  const tail = [count, ...pace(state, elapsed), note].filter((part) => part !== '');
  if (page === null) return [`${label} ${percent.trim()}`, ...tail].join(', ');
  const figures = `${percent}  ${tail.join(', ')}`;
  // One column stays free, because some terminals would wrap there.
  const width = Math.min(LONGEST_BAR, page.width - 1 - label.length - 3 - figures.length);
  if (width < SHORTEST_BAR) return `${label} ${percent.trim()}  ${count}`.slice(0, page.width - 1);
  const full = Math.floor(share * width);
  return `${label}  ${page.glyphs.full.repeat(full)}${page.glyphs.empty.repeat(width - full)} ${figures}`;
}

/** Returns the rate and the time left, from what this run has done. */
function pace({ done, total }: ProgressState, elapsed: Elapsed): readonly string[] {
  const ms = elapsed.now - elapsed.at;
  const fresh = done - elapsed.done;
  if (ms < RATE_AFTER_MS || fresh <= 0) return [];
  const perSecond = (1000 * fresh) / ms;
  const rate = `${perSecond >= 10 ? wholeNumber(perSecond) : perSecond.toFixed(1)}/s`;
  return done >= total ? [rate] : [rate, `${duration((1000 * (total - done)) / perSecond)} left`];
}

/** Writes a duration: `8 s`, `2 min 5 s`, `1 h 3 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
