import type { Codebase, Finding, Rule } from '../source/codebase.ts';

interface BannedWord {
  /** Written so that this file does not match itself. */
  readonly pattern: RegExp;
  readonly why: string;
  readonly looksAt: (path: string) => boolean;
}

const MACHINE = 'a path of one machine';
const MAKING = 'says how it was written, not what it does';

const everywhere = (): boolean => true;
const inPages = (path: string): boolean => path.endsWith('.md');
/** Not in `screener/data/`, where the names of companies stand. */
const outsideData = (path: string): boolean => !isData(path);

const BANNED_WORDS: readonly BannedWord[] = [
  { pattern: /(?<![\w.<>])\/(work|root|home\/\w+|Users\/\w+)\//, why: MACHINE, looksAt: everywhere },
  { pattern: /(?<![\w.<>])\/[t]mp\b/, why: MACHINE, looksAt: inPages },
  {
    pattern: /\b[r]egistry\.(npmjs|yarnpkg)|[a]rtifactory|[n]pm\.pkg\.github/i,
    why: 'a registry host',
    looksAt: everywhere,
  },
  { pattern: /\b([c]laude|[a]nthropic)\b/i, why: MAKING, looksAt: outsideData },
  { pattern: /\b([l]lm session|[h]elper agent|[a]s an ai)\b/i, why: MAKING, looksAt: outsideData },
];

/** Words that belong to a machine or to the making of the code, in any text file. */
export const noBannedWords: Rule = (codebase) =>
  eachLine(codebase, (path, text, line) =>
    BANNED_WORDS.flatMap(({ pattern, why, looksAt }) => {
      const [word] = looksAt(path) ? (pattern.exec(text) ?? []) : [];
      return word === undefined ? [] : [{ path, line, message: `"${word}": ${why}` }];
    }),
  );

/** A note of work to do names the issue that will do it, such as #12. */
export const todosNameAnIssue: Rule = (codebase) =>
  eachLine(codebase, (path, text, line) =>
    !isData(path) && /\b(TO[D]O|FIX[M]E)\b(?!\W*#\d)/.test(text)
      ? [{ path, line, message: 'work to do without an issue: do it, or write its number, as in (#12)' }]
      : [],
  );

export const WORD_RULES: Readonly<Record<string, Rule>> = { noBannedWords, todosNameAnIssue };

function isData(path: string): boolean {
  return path.startsWith('screener/data/') || path.includes('/conformance/vectors/');
}

function eachLine(
  codebase: Codebase,
  look: (path: string, text: string, line: number) => Finding[],
): Finding[] {
  return codebase.repository.paths.flatMap((path) => {
    const text = path === 'package-lock.json' ? undefined : codebase.repository.text(path);
    return (text ?? '').split('\n').flatMap((line, index) => look(path, line, index + 1));
  });
}
