import { matchesGlob } from 'node:path';
import { LAYERS } from '../layers.ts';
import type { Rule } from '../source/codebase.ts';
import { eachLine } from '../source/codebase.ts';

/**
 * Text that is forbidden everywhere, or in these files. The patterns are written so that this file does not
 * match them.
 */
interface Forbidden {
  readonly pattern: RegExp;
  readonly message: string;
  /** Globs; without them, every text file except data. */
  readonly files?: readonly string[];
  readonly except?: readonly string[];
}

const PURE = Object.keys(LAYERS)
  .filter((folder) => LAYERS[folder]?.pure)
  .map((folder) => `${folder}/src/**`);
/** The text after `new Date` in a conversion. More arguments mean local time, none mean the clock. */
const ONE_ARGUMENT = String.raw`\((?!\.\.\.)(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+\)`;
const PARTS = 'FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds';
const LOCAL = `[gs]et(?:${PARTS})|getTimezoneOffset|to(?:Date|Time)String|toLocale\\w+|localeCompare`;
const LOCK_FILES = ['package-lock.json', 'tools/long/package-lock.json'];
const DATA = ['screener/data/**', '**/conformance/vectors/**'];
const MACHINE = 'a path that exists on one machine';
const MAKING = 'says how it was written, not what it does';

/** Words that belong to one machine or to how the code was made. */
export const noBannedWords: Rule = forbid(
  { pattern: /(?<![\w.<>])\/(work|root|home\/\w+|Users\/\w+)\//, message: MACHINE, except: [] },
  { pattern: /(?<![\w.<>])\/[t]mp\b/, message: MACHINE, files: ['**/*.md'] },
  {
    pattern: /\b[r]egistry\.(npmjs|yarnpkg)|[a]rtifactory|[n]pm\.pkg\.github/i,
    message: 'a registry host',
    except: [],
  },
  { pattern: /\b([c]laude|[a]nthropic)\b/i, message: MAKING },
  { pattern: /\b([l]lm session|[h]elper agent|[a]s an ai)\b/i, message: MAKING },
);

/** Two idioms that give away a translation. */
export const wordsArePlain: Rule = forbid(
  {
    pattern: /\b[w]hoever\b/i,
    message: 'name the person or the role, as in "the operator" or "anyone who"',
  },
  { pattern: /\b[n]o more(?=[.,;:)])/i, message: 'write "no longer"' },
);

/** A note of work to do names its issue, such as #12. */
export const todosNameAnIssue: Rule = forbid({
  pattern: /\b(TO[D]O|FIX[M]E)\b(?!\W*#\d)/,
  message: 'work to do without an issue: do it, or add the number of its issue, as in (#12)',
});

/** Pure packages use no clock and no randomness, and give the same answer in every time zone and language. */
export const pureIsDeterministic: Rule = forbid(
  {
    pattern: code(String.raw`(new Date\b(?!${ONE_ARGUMENT})|(?<!new )\bDate\b(?!\.(parse|UTC)\())`),
    message:
      'a pure package reads no clock: take the instant as an argument; only new Date(<instant>), Date.parse and Date.UTC are allowed',
    files: PURE,
  },
  {
    pattern: code(String.raw`\bMath\b(?!\.(?!random))`),
    message: 'a pure package draws no random numbers: take them as an argument',
    files: PURE,
  },
  {
    pattern: code(String.raw`\b(?:${LOCAL})\b`),
    message: "depends on the machine's time zone or language: use the UTC or plain form",
    files: PURE,
  },
);

/** The lock file names no registry: it must work behind any mirror. */
export const lockFileNamesNoRegistry: Rule = forbid({
  pattern: /"resolved": "(https?|git)/,
  message: 'names a registry: npm config set omit-lockfile-registry-resolved true, then npm install',
  files: LOCK_FILES,
});

const PROSE = '(?:message|reason|detail|note|summary|hint)';
/** Cutting a text to a length reads nothing in it. */
const READS = String.raw`(?:includes|startsWith|endsWith|replace(?:All)?|match(?:All)?|search|split|substring|(?:lastI|i)ndexOf|slice(?!\(0, [A-Z\d_]+(?: - 1)?\)))`;

/** Where others write the sentence and give no code, and where the name stands for a format or a code. */
const NO_SENTENCES_OF_OURS = [
  'common/kit/src/{failures,sql/migrate}.ts',
  'common/kit/src/testing/alert-drill.ts',
  'screener/sources/src/bulk-archive.ts',
  'platform/core/src/log/note/signed-note.ts',
  'platform/core/src/objects/plugin-faults.ts',
  'platform/witness/src/follow/log-source.ts',
];

/** A sentence is for people: what a caller must know is a code with values, and words are made of it once. */
export const proseIsNeverParsed: Rule = forbid({
  pattern: code(
    String.raw`\b${PROSE}\)*[?!]*\.${READS}\(|\.(?:test|exec)\((?:[\w?!]+\.)*${PROSE}\b(?![.(?[])`,
  ),
  message: 'reads a sentence: give a code with values, and make the sentence of them where it is shown',
  files: ['{common,screener,platform}/*/src/**/*.ts'],
  except: NO_SENTENCES_OF_OURS,
});

/** The files that write keys and profiles: each returns, or its caller does, once no call can begin without them. */
const WAITS_FOR_LEASES = [
  'platform/authority/src/{open-authority,adapters/files,use-cases/change-keys,use-cases/publish-profile}.ts',
  'platform/console/src/{adapters/local-deployment,use-cases/deployment}.ts',
  'platform/keys/src/key-files/{change-key,keys}.ts',
  // Say a change of the folder of keys, and put a version in force where no authority answers.
  'platform/cli/src/commands/{key-changes,replace-key,profile}.ts',
];

/** What ends mandates or keys is answered once no call can begin without it (ADR 0024): so few files write it. */
export const endsAreWaitedFor: Rule = forbid({
  pattern: code(
    String.raw`\b(?:writeProfile|writeProfileFile|replacePublicKey|replacePublicEntry|keyFolder\.replace)\(`,
  ),
  message:
    'writes keys or profiles: wait afterwards until no call can begin without it, then add the file to WAITS_FOR_LEASES',
  files: ['platform/*/src/**/*.ts'],
  except: WAITS_FOR_LEASES,
});

const MAX_FUNCTION_LINES = 100;
/** The line of a function's `{`, as the formatter writes it; the `}` of the same indentation ends it. */
const FUNCTION = /^( *)(?!.*\b(?:if|for|while|switch|catch|describe|suite) ?\()(?=.*(?:=>|\)(?:: .+)?) \{$)/;

/** A function fits on a screen. Groups of tests (`describe`, `suite`) may be longer. */
export const functionsAreShort: Rule = ({ sources, text }) =>
  sources.flatMap((path) =>
    text(path)
      .split('\n')
      .flatMap((line, body, lines) => {
        const indent = FUNCTION.exec(line)?.[1];
        if (indent === undefined) return [];
        const end = lines.findIndex((each, at) => at > body && each.startsWith(`${indent}}`));
        // Parameters on lines of their own end with a `)` below the name.
        const isHead = (each: string, at: number): boolean =>
          at <= body && each.startsWith(indent) && /[^\s)}]/.test(each[indent.length] ?? ' ');
        const length = end - lines.findLastIndex(isHead) + 1;
        if (length <= MAX_FUNCTION_LINES) return [];
        return [
          `${path}:${body + 1}: ${length} lines, at most ${MAX_FUNCTION_LINES} allowed: extract and name its steps`,
        ];
      }),
  );

/** A pattern that matches only code, not comments on lines of their own. */
function code(pattern: string): RegExp {
  return new RegExp(String.raw`(?<=^(?!\s*(?:\*|//|/\*)).*)(?:${pattern})`);
}

function forbid(...rules: readonly Forbidden[]): Rule {
  return (codebase) =>
    rules.flatMap(({ pattern, message, files, except }) => {
      const isOne = (path: string, globs: readonly string[]): boolean =>
        globs.some((glob) => matchesGlob(path, glob));
      const isWanted = (path: string): boolean =>
        files === undefined
          ? !LOCK_FILES.includes(path) && !isOne(path, except ?? DATA)
          : isOne(path, files) && !isOne(path, except ?? []);
      return eachLine(codebase, isWanted, (line) => {
        const [word] = pattern.exec(line) ?? [];
        return word === undefined ? [] : [`"${word.trim()}": ${message}`];
      });
    });
}
