import { createHash } from 'node:crypto';

interface Parts {
  /** The page’s own content, as markup. */
  readonly main: string;
  readonly style: string;
  readonly script: string;
}

/**
 * The page as one file that needs nothing but a browser. The file contains its own policy, which allows
 * exactly this style and this script, and no connection at all.
 */
export function savedCopy({ main, style, script }: Parts): string {
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
<title>Verify a receipt – Sanad</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>${style}</style>
</head>
<body>
<header class="site-header"><div class="width"><p class="site-name">Sanad</p></div></header>
<main id="content" class="width">
${main}
</main>
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
