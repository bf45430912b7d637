import { parse } from '@babel/parser';
import type { Node, TemplateLiteral } from '@babel/types';

/** Attributes that people read or hear. */
const READ_ATTRIBUTES = /\s(?:aria-label|title|alt|placeholder|label|content)="([^"]*)"/g;
/** What is the same in every language: the product's name, file formats, protocols. */
const SAME = /\b(?:Sanad|CSV|JSON|PDF|API|MCP|SEC|SIC|ISIN|CIK|AAPL|GET|POST|USD)\b/g;
const VALUE = '…';

/** One text in a source that readers see and that is not in the file of words. */
interface Found {
  readonly line: number;
  readonly text: string;
}

/** Finds the texts that a source of pages has in itself: words between tags and in attributes, and sentences in strings. */
export function textsIn(source: string): readonly Found[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const found: Found[] = [];
  const note = ({ loc }: Node, text: string) =>
    found.push({ line: loc?.start.line ?? 0, text: text.replaceAll(VALUE, '…').replace(/\s+/g, ' ').trim() });
  const visit = (node: Node): void => {
    if (
      /^(?:Import|Export(?:All|Named)|TS(?!As|Satisfies))/.test(node.type) &&
      !('declaration' in node && node.declaration)
    )
      return;
    if (node.type === 'ThrowStatement' || isForPrograms(node)) return;
    if (
      node.type === 'TaggedTemplateExpression' &&
      node.tag.type === 'Identifier' &&
      node.tag.name === 'html'
    ) {
      for (const text of readable(templateText(node.quasi))) note(node, text);
      for (const value of node.quasi.expressions) visit(value);
      return;
    }
    if (node.type === 'StringLiteral' && isProse(node.value)) note(node, node.value);
    if (node.type === 'TemplateLiteral' && isProse(templateText(node))) note(node, templateText(node));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(program);
  return found;
}

/** Descriptions of the API, headers, JSON refusals and the log. */
const PROGRAM_CALLS =
  /^(?:Type\.\w+|text|num|flag|count|list|choice|date|object|nullable\w*|refuse|.*\.(?:headers?|type|log\.\w+|(?:debug|info|warn|error)))$/;
const PROGRAM_MEMBERS = new Set([
  'schema',
  'description',
  'summary',
  'content-type',
  'cache-control',
  'www-authenticate',
]);

function isForPrograms(node: Node): boolean {
  if (node.type === 'CallExpression') return PROGRAM_CALLS.test(calleeOf(node.callee));
  if (node.type !== 'ObjectProperty') return false;
  const name =
    node.key.type === 'Identifier' ? node.key.name : node.key.type === 'StringLiteral' ? node.key.value : '';
  return PROGRAM_MEMBERS.has(name);
}

function calleeOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return '';
  return `${calleeOf(node.object)}.${node.property.name}`;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'loc' in value
  );
}

function templateText({ quasis }: TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? '').join(VALUE);
}

/** What people read of markup. */
function readable(markup: string): readonly string[] {
  const shown = markup.replace(/<(code|pre|bdi|svg)\b[^>]*>.*?<\/\1>/gs, '');
  // A template without a tag that begins with a space has attributes.
  const isAttributes = /^\s[a-z-]+(?:="|$)/.test(shown) && !shown.includes('<');
  const between = isAttributes ? [] : shown.replace(/<[^>]*>/g, '\n').split('\n');
  const inAttributes = [...shown.matchAll(READ_ATTRIBUTES)].map(([, text = '']) => text);
  return [...between, ...inAttributes].filter((text) => /\p{L}{2}/u.test(text.replace(SAME, '')));
}

/** Whether a string is a text for people: two words in a row, or one with a capital letter. */
function isProse(text: string): boolean {
  const rest = text.replace(SAME, '');
  return /\p{L}{2,}[,;:]? (?:\p{L}|\d|…)/u.test(rest) || /^\p{Lu}\p{Ll}+[.:…]?$/u.test(rest);
}
