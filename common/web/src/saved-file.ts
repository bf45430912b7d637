import { createHash } from 'node:crypto';
import { html } from './html.ts';
import { titleText } from './shown-text.ts';

interface SavedFile {
  readonly title: string;
  /** What the body holds before the script, as markup. */
  readonly body: string;
  readonly style: string;
  readonly script: string;
}

/**
 * A page as one file that needs nothing but a browser. The file contains its own policy, which allows exactly this style
 * and this script, and no connection at all. Throws if a part would end the element that holds it.
 */
export function savedFile({ title, body, style, script }: SavedFile): string {
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
    throw new Error('a part would end the element that holds it');
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${html`${titleText(title)}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
