/** The instructions of a Dockerfile, as far as this repository uses them. */
export interface Image {
  /** The shell commands that make the program, in the program's folder. */
  readonly steps: readonly string[];
  /** The default of each argument that the steps may read. */
  readonly args: Readonly<Record<string, string>>;
  /** The program's folder in the image. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** Steps that prepare the machine. They name its paths, and nothing repeats them elsewhere. */
  readonly ofMachine: readonly string[];
}

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** Throws at an unknown instruction, because a repetition of a Dockerfile must not omit a step. */
export function readDockerfile(text: string): Image {
  const args: Record<string, string> = {};
  const env: Record<string, string> = {};
  const steps: string[] = [];
  const ofMachine: string[] = [];
  let stage = -1;
  let [folder, user, inFolder] = ['', 'root', false];
  let [command, healthCheck]: [readonly string[], readonly string[]] = [[], []];
  for (const { word, rest } of instructions(text)) {
    if (word === 'FROM') {
      stage += 1;
      inFolder = false;
    } else if (word === 'ARG') Object.assign(args, assignments(rest));
    else if (word === 'WORKDIR') {
      if (stage > 0 && rest !== folder) throw new Error(`the stages disagree on WORKDIR: ${folder}, ${rest}`);
      [folder, inFolder] = [rest, true];
    } else if (word === 'RUN') (inFolder ? steps : ofMachine).push(rest);
    else if (word === 'COPY') {
      if (rest !== (stage === 0 ? '. .' : `--from=build ${folder} ${folder}`))
        throw new Error(`cannot repeat: COPY ${rest}`);
      if (stage === 0 && steps.length > 0) throw new Error('COPY comes before the steps');
    } else if (word === 'ENV') Object.assign(env, assignments(rest));
    else if (word === 'USER') user = rest;
    else if (word === 'CMD') command = JSON.parse(rest);
    else if (word === 'HEALTHCHECK') healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
    else if (word !== 'VOLUME' && word !== 'EXPOSE') throw new Error(`cannot repeat: ${word} ${rest}`);
  }
  return { steps, args, folder, env, user, command, healthCheck, ofMachine };
}

/** The lines without comments, joined where they end in a backslash. */
function instructions(text: string): Instruction[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { word, rest: rest.trim() };
    });
}

/** Reads `A=b C=d`. A name may have no value. */
function assignments(rest: string): Record<string, string> {
  return Object.fromEntries(
    rest.split(/\s+/).flatMap((each) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(each) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Selects the paths that a .dockerignore accepts: later lines win, `!` includes, and a line also covers
 * everything below it.
 */
export function ignores(text: string): (path: string) => boolean {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => ({
    lets: line.startsWith('!'),
    pattern: new RegExp(
      `^${line
        .replace(/^!/, '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('**/', '(?:.*/)?')
        .replace(/(?<![.)])\*/g, '[^/]*')}(?:/|$)`,
    ),
  }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.lets === false;
}
