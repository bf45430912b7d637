import type { Browser } from '../api/browser.ts';

/** A form as found on a page. */
export interface FoundForm {
  readonly action: string;
  readonly method: 'get' | 'post';
  /** The values that the page has in the fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether a person types something into the form. */
  readonly isTyped: boolean;
}

/** What a browser reaches by following links. */
export interface FoundSite {
  /** Paths with their queries, one of each kind. */
  readonly pages: readonly string[];
  /** One for each action, method and set of fields. */
  readonly forms: readonly FoundForm[];
}

const MOST_PAGES = 60;
/** How often one path is requested, with different queries. */
const MOST_OF_ONE_PATH = 3;
const NOT_PAGES = /^\/(?:assets|docs|v1|openapi\.json|llms\.txt|metrics)/;

export async function crawl(browser: Browser, starts: readonly string[]): Promise<FoundSite> {
  const waiting = [...starts];
  const pages: string[] = [];
  const forms = new Map<string, FoundForm>();
  const seen = new Map<string, number>();
  for (let path = waiting.shift(); path !== undefined && pages.length < MOST_PAGES; path = waiting.shift()) {
    const [plain = ''] = path.split('?');
    const times = seen.get(plain) ?? 0;
    if (pages.includes(path) || times >= MOST_OF_ONE_PATH || NOT_PAGES.test(path)) continue;
    seen.set(plain, times + 1);
    const { status, text, headers } = await browser.get(path);
    if (status !== 200) continue;
    pages.push(path);
    if (!(headers.get('content-type') ?? '').startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/<a\b[^>]*\bhref="(\/(?!\/)[^"#]*)/g))
      waiting.push(unescaped(link));
    for (const form of formsOf(text)) {
      forms.set([form.method, form.action, ...Object.keys(form.fields)].join(' '), form);
    }
  }
  return { pages, forms: [...forms.values()] };
}

function formsOf(text: string): readonly FoundForm[] {
  return [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inner = '']) => {
    const tags = [...inner.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)].map(([tag]) => tag);
    const named = tags.filter((tag) => /\bname="/.test(tag));
    const [action = ''] = (valueOfAttribute(attributes, 'action') ?? '').split('#');
    return {
      action,
      method: valueOfAttribute(attributes, 'method') === 'post' ? 'post' : 'get',
      fields: Object.fromEntries(
        named.map((tag) => [valueOfAttribute(tag, 'name') ?? '', valueOfAttribute(tag, 'value') ?? '']),
      ),
      isTyped: named.some((tag) => !tag.startsWith('<button') && !/\btype="(?:hidden|checkbox)"/.test(tag)),
    };
  });
}

function valueOfAttribute(tag: string, name: string): string | null {
  const [, value = null] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value === null ? null : unescaped(value);
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
