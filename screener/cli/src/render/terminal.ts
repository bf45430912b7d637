import { styleText } from 'node:util';

/** What the output can show. */
export interface Terminal {
  readonly columns: number;
  readonly colour: boolean;
  /** Whether box characters, bars and arrows beyond ASCII can be shown. */
  readonly unicode: boolean;
  /** Whether OSC 8 hyperlinks can be shown. */
  readonly hyperlinks: boolean;
}

/** An output stream as the system describes it. `colour` is what `styleText` decided for it. */
export interface StreamTraits {
  readonly isTty: boolean;
  readonly columns: number | undefined;
  readonly colour: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;

const DEFAULT_COLUMNS = 80;
/** Terminals known by name to support OSC 8. Others print the address itself. */
const LINKING_PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby', 'rio']);
const LINKING_TERMS = new Set(['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot', 'foot-extra', 'contour']);
/** The first releases of VTE (GNOME Terminal and others) and Konsole with OSC 8. */
const LINKING_VTE = 5000;
const LINKING_KONSOLE = 201_200;

export function describeTerminal(stream: StreamTraits, env: Environment): Terminal {
  return {
    columns: stream.columns ?? (positive(env.COLUMNS) || DEFAULT_COLUMNS),
    colour: stream.colour,
    unicode: stream.isTty && env.TERM !== 'dumb' && env.TERM !== 'linux' && readsUtf8(env),
    hyperlinks: stream.isTty && showsLinks(env),
  };
}

/** Whether the terminal reads UTF-8. It is assumed to, unless a locale is set that does not name UTF-8. */
function readsUtf8(env: Environment): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return !locale || /utf-?8/i.test(locale);
}

function showsLinks(env: Environment): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0';
  // A multiplexer keeps the variables of the terminal around it, but may drop its links.
  if (env.CI || env.TERM === 'dumb' || env.TMUX || env.STY) return false;
  return (
    LINKING_PROGRAMS.has(env.TERM_PROGRAM ?? '') ||
    LINKING_TERMS.has(env.TERM ?? '') ||
    env.WT_SESSION !== undefined ||
    positive(env.VTE_VERSION) >= LINKING_VTE ||
    positive(env.KONSOLE_VERSION) >= LINKING_KONSOLE
  );
}

function positive(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}

/** Colours a text. Colours only repeat what the words say and never have a meaning of their own. */
export function paint(terminal: Terminal, style: Style | readonly Style[], text: string): string {
  return terminal.colour ? styleText(style, text, { validateStream: false }) : text;
}

/** Writes a text as a link if the terminal shows links, otherwise only the text. */
export function link(terminal: Terminal, url: string, text: string): string {
  return terminal.hyperlinks ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text;
}

const UNICODE = {
  rule: '━',
  thinRule: '─',
  full: '█',
  empty: '░',
  atMost: '≤',
  to: '–',
  becomes: '→',
  bullet: '•',
  times: '×',
  minus: '−',
};
const ASCII: typeof UNICODE = {
  rule: '=',
  thinRule: '-',
  full: '#',
  empty: '.',
  atMost: '<=',
  to: '-',
  becomes: '->',
  bullet: '-',
  times: 'x',
  minus: '-',
};
export type Glyphs = typeof UNICODE;

export function glyphsOf(terminal: Terminal): Glyphs {
  return terminal.unicode ? UNICODE : ASCII;
}

/** C0 and C1 controls, and bidirectional controls. A name in a filing must not control the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the same value with every text in it made safe to print. */
export function printable<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'string' ? part.replaceAll(CONTROLS, ' ') : part,
    ),
  );
}
