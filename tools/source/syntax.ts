import type { Identifier, Node, SourceFile } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

/**
 * What the rules need to know of a source file, as plain data. The compiler's API (marked unstable in
 * TypeScript 7, hence the exact version in package.json) is used in this file alone.
 */
export interface SourceFacts {
  readonly lines: number;
  /** Syntax errors; a file that has any is not judged further. */
  readonly errors: readonly string[];
  readonly imports: readonly ImportUse[];
  /** First argument of `new URL('./x', import.meta.url)`: a file that is started or read, not imported. */
  readonly fileUrls: readonly string[];
  readonly strings: readonly string[];
  readonly references: readonly Reference[];
  /** Names read as a property of anything: `x.toLocaleString()` gives `toLocaleString`. */
  readonly members: readonly { readonly name: string; readonly line: number }[];
  /** Names that the file itself declares or imports as values. */
  readonly declared: ReadonlySet<string>;
  readonly functions: readonly FunctionUse[];
}

export interface ImportUse {
  /** Null when a dynamic import computes it. */
  readonly specifier: string | null;
  /** Erased before running: `import type`, `export type`, `import('x').T` in a type. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** An identifier in the position of a value, with what is done to it. */
export interface Reference {
  readonly name: string;
  /** `now` in `Date.now`; null when the name stands alone. */
  readonly member: string | null;
  readonly form: 'new' | 'call' | 'use';
  /** Count of arguments of `new X(...)` and `X(...)`; a spread counts as none, for it may be empty. */
  readonly args: number;
  readonly line: number;
}

export interface FunctionUse {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  /** The function that it is handed to at once, such as `describe`; null otherwise. */
  readonly argumentOf: string | null;
}

const COMPILER_OPTIONS = {
  noLib: true,
  noResolve: true,
  types: [],
  allowJs: true,
  module: 'nodenext',
  noEmit: true,
};

/** The compiler, running beside this process (which ends it at its exit), on files that exist in memory alone. */
let compiler: { api: API; write: (path: string, text: string) => void } | undefined;
let parsed = 0;

function startCompiler(): { api: API; write: (path: string, text: string) => void } {
  const texts = new Map<string, string>();
  const virtual = createVirtualFileSystem({});
  // Null, not undefined, for an unknown file: otherwise the compiler would look on the real disk.
  const api = new API({ cwd: '/', fs: { ...virtual, readFile: (path) => texts.get(path) ?? null } });
  return {
    api,
    write: (path, text) => {
      texts.set(path, text);
      virtual.writeFile?.(path, text);
    },
  };
}

/** Parses files given as path -> text with the compiler's own parser; nothing is resolved or type-checked. */
export function parseSources(sources: ReadonlyMap<string, string>): Map<string, SourceFacts> {
  compiler ??= startCompiler();
  const { api, write } = compiler;
  parsed += 1;
  const root = `/sources-${parsed}/`;
  const config = `${root}tsconfig.json`;
  write(config, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: [...sources.keys()] }));
  // Modules as in the real package.json, so that `await` at the top level is no syntax error.
  write(`${root}package.json`, '{"type":"module"}');
  for (const [path, text] of sources) write(root + path, text);

  const snapshot = api.updateSnapshot({ openProjects: [config] });
  const program = snapshot.getProject(config)?.program;
  const facts = new Map<string, SourceFacts>();
  for (const path of sources.keys()) {
    const file = program?.getSourceFile(root + path);
    if (program === undefined || file === undefined)
      throw new Error(`the TypeScript parser did not return ${path}`);
    const errors = program.getSyntacticDiagnostics(root + path).map((diagnostic) => diagnostic.text);
    facts.set(path, new Reader(file, errors).facts);
  }
  snapshot.dispose();
  return facts;
}

class Reader {
  readonly facts: SourceFacts;
  readonly #file: SourceFile;
  readonly #imports: ImportUse[] = [];
  readonly #fileUrls: string[] = [];
  readonly #strings: string[] = [];
  readonly #references: Reference[] = [];
  readonly #members: { name: string; line: number }[] = [];
  readonly #declared = new Set<string>();
  readonly #functions: FunctionUse[] = [];

  constructor(file: SourceFile, errors: readonly string[]) {
    this.#file = file;
    this.#visit(file, false);
    this.facts = {
      lines: file.text.split('\n').length - (file.text.endsWith('\n') ? 1 : 0),
      errors,
      imports: this.#imports,
      fileUrls: this.#fileUrls,
      strings: this.#strings,
      references: this.#references,
      members: this.#members,
      declared: this.#declared,
      functions: this.#functions,
    };
  }

  #line(node: Node): number {
    return this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file)).line + 1;
  }

  #visit(node: Node, inType: boolean): void {
    this.#readImport(node);
    if (!inType) {
      if (is.isStringLiteralLikeNode(node)) this.#strings.push(node.text);
      if (is.isPropertyAccessExpression(node)) {
        this.#members.push({ name: node.name.text, line: this.#line(node.name) });
      }
      if (is.isIdentifier(node)) this.#readIdentifier(node);
      if (is.isNewExpression(node)) this.#readFileUrl(node);
      if (is.isFunctionLikeDeclaration(node)) this.#readFunction(node);
    }
    const typesBelow =
      inType ||
      (is.isTypeNode(node) && !is.isExpressionWithTypeArguments(node)) ||
      is.isInterfaceDeclaration(node);
    node.forEachChild((child) => this.#visit(child, typesBelow));
  }

  #readImport(node: Node): void {
    if (is.isImportDeclaration(node)) {
      this.#addImport(
        node,
        node.moduleSpecifier,
        node.importClause?.phaseModifier === SyntaxKind.TypeKeyword,
      );
    } else if (is.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      this.#addImport(node, node.moduleSpecifier, node.isTypeOnly);
    } else if (is.isImportTypeNode(node)) {
      this.#addImport(node, is.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (is.isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) {
      this.#addImport(node, node.arguments[0], false);
    }
  }

  #addImport(node: Node, specifier: Node | undefined, typeOnly: boolean): void {
    const text = specifier !== undefined && is.isStringLiteralLikeNode(specifier) ? specifier.text : null;
    this.#imports.push({ specifier: text, typeOnly, line: this.#line(node) });
  }

  #readFileUrl(node: Node): void {
    if (!is.isNewExpression(node) || !is.isIdentifier(node.expression) || node.expression.text !== 'URL')
      return;
    const [first, base] = node.arguments ?? [];
    if (first === undefined || base === undefined || !is.isStringLiteralLikeNode(first)) return;
    if (base.getText(this.#file) === 'import.meta.url') this.#fileUrls.push(first.text);
  }

  #readIdentifier(node: Identifier): void {
    const parent = node.parent;
    if (isDeclaredName(node, parent)) {
      this.#declared.add(node.text);
      return;
    }
    if (isLabelOfSomething(node, parent)) return;
    const name = node.text;
    const line = this.#line(node);
    if (is.isPropertyAccessExpression(parent)) {
      this.#references.push({ name, member: parent.name.text, form: 'use', args: 0, line });
    } else if ((is.isNewExpression(parent) || is.isCallExpression(parent)) && parent.expression === node) {
      const given = parent.arguments ?? [];
      const args = given.some((argument) => is.isSpreadElement(argument)) ? 0 : given.length;
      this.#references.push({
        name,
        member: null,
        form: is.isNewExpression(parent) ? 'new' : 'call',
        args,
        line,
      });
    } else {
      this.#references.push({ name, member: null, form: 'use', args: 0, line });
    }
  }

  #readFunction(node: Node): void {
    const line = this.#line(node);
    const last = this.#file.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
    const parent = node.parent;
    const callee = is.isCallExpression(parent) && parent.expression !== node ? parent.expression : undefined;
    const argumentOf = callee?.getText(this.#file) ?? null;
    const name =
      nameOf(node) ?? nameOf(parent) ?? (argumentOf === null ? 'function' : `callback of ${argumentOf}`);
    this.#functions.push({ name, line, lines: last - line + 1, argumentOf });
  }
}

function nameOf(node: Node): string | undefined {
  const name = 'name' in node ? node.name : undefined;
  if (typeof name !== 'object' || name === null || !('text' in name)) return undefined;
  return typeof name.text === 'string' ? name.text : undefined;
}

function isDeclaredName(node: Node, parent: Node): boolean {
  const declares =
    is.isVariableDeclaration(parent) ||
    is.isParameterDeclaration(parent) ||
    is.isBindingElement(parent) ||
    is.isFunctionDeclaration(parent) ||
    is.isFunctionExpression(parent) ||
    is.isClassDeclaration(parent) ||
    is.isImportClause(parent) ||
    is.isImportSpecifier(parent) ||
    is.isNamespaceImport(parent);
  return declares && parent.name === node;
}

/** True for a name that is no value: the `b` of `a.b`, `{b: 1}`, `import { b as c }`, a type's name. */
function isLabelOfSomething(node: Node, parent: Node): boolean {
  if (is.isShorthandPropertyAssignment(parent)) return false;
  if (is.isImportAttribute(parent) || is.isMetaProperty(parent) || is.isImportSpecifier(parent)) return true;
  return (
    ('name' in parent && parent.name === node) || ('propertyName' in parent && parent.propertyName === node)
  );
}
