import { createRequire } from 'node:module';

// Load the form for programs with `require`: the package's other form is only for bundlers.
const load = createRequire(import.meta.url);
const { EditorState }: typeof import('@codemirror/state', { with: { 'resolution-mode': 'require' }}) =
  load('@codemirror/state');
const promql: typeof import('@prometheus-io/codemirror-promql', { with: { 'resolution-mode': 'require' }}) =
  load('@prometheus-io/codemirror-promql');
const {
  Parser,
}: typeof import('@prometheus-io/codemirror-promql/dist/cjs/parser/parser.js', { with: {
  'resolution-mode': 'require',
}}) = load('@prometheus-io/codemirror-promql/dist/cjs/parser/parser.js');

const { parser: grammar } = promql.promQLLanguage(promql.LanguageType.PromQL);

/** What an expression of PromQL reads. */
interface Query {
  /** Why Prometheus would refuse it; empty if nothing is wrong. */
  readonly problems: readonly string[];
  readonly selectors: readonly Selector[];
  /** The labels that it groups or joins by: all that remain after `by`. */
  readonly grouped: readonly string[];
}

interface Selector {
  readonly metric: string;
  /** The labels that its matchers name. */
  readonly labels: readonly string[];
}

/** Reads an expression with the grammar and type checks of Prometheus’ own pages. */
export function readPromql(expr: string): Query {
  const tree = grammar.parse(expr);
  const parser = new Parser(EditorState.create({ doc: expr }));
  // By default it uses what an editor has parsed within a moment, which on a busy machine is not everything.
  Reflect.set(parser, 'tree', tree);
  parser.analyze();
  const problems = parser.getDiagnostics().map(({ message }) => message);
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  tree.iterate({
    enter({ type, name, from, to, node }) {
      const text = expr.slice(from, to);
      if (type.isError) problems.push(`unexpected ${text === '' ? 'end' : text}`);
      // The type checks do not know a range that stands alone.
      if (name === 'MatrixSelector' && node.firstChild?.name !== 'VectorSelector')
        problems.push(`a range of what is no metric: ${text}`);
      if (['EqlRegex', 'NeqRegex'].includes(name) && !isPattern(expr, node.parent?.nextSibling))
        problems.push(`no regular expression after ${text}`);
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      const selector = selectors.at(-1);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector' && selector !== undefined)
        selector.metric = text;
      if (name !== 'LabelName') return;
      if (node.parent?.name === 'GroupingLabels') grouped.push(text);
      else selector?.labels.push(text);
    },
  });
  return { problems, selectors, grouped };
}

/** Prometheus’ own patterns differ only in features that ours do not use. */
function isPattern(expr: string, literal: { from: number; to: number } | null | undefined): boolean {
  try {
    return literal != null && RegExp(expr.slice(literal.from + 1, literal.to - 1)) !== null;
  } catch {
    return false;
  }
}
