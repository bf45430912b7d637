import type { HttpApp } from '@common/kit/http/app';

/** What a browser without a script does with a form, and what tests read in its answer. */

export const decoded = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The fields of the page’s form as a browser would send them unchanged. */
export function fieldsOf(body: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  const [, form = ''] = /<form[^>]*class="asking"[^>]*>([\s\S]*?)<\/form>/.exec(body) ?? [];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(tag) ?? [];
    const [, value = 'on'] = /value="([^"]*)"/.exec(tag) ?? [];
    if (!/type="(?:checkbox|radio)"/.test(tag) || / checked/.test(tag)) fields[name] = decoded(value);
  }
  for (const [, name = '', text = ''] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>\n?([^<]*)</g)) {
    fields[name] = decoded(text);
  }
  for (const [, name = '', options = ''] of form.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    fields[name] = decoded(/<option selected>([^<]*)/.exec(options)?.[1] ?? '');
  }
  return fields;
}

export async function submit(app: HttpApp, url: string, fields: Readonly<Record<string, string>>) {
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams(fields).toString();
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}

/** The text that would be signed; empty if there is none. */
export function exactText(body: string): string {
  const [, text = ''] = /<pre[^>]*id="exact"[^>]*>([^<]*)<\/pre>/.exec(body) ?? [];
  return decoded(text);
}

/** The faults by the id of the field that each stands beside. */
export function faultsOf(body: string): Readonly<Record<string, string>> {
  const found = [...body.matchAll(/id="(f-[\w-]+)-error"><span[^>]*><svg[^>]*>.*?<\/svg> ([^<]*)/g)];
  return Object.fromEntries(found.map(([, id = '', words = '']) => [id, decoded(words)]));
}
