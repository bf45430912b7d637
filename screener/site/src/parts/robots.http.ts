import type { HttpApp } from '@common/kit/http/app';
import { PUBLIC_PAGES } from './public-pages.ts';

/** Paths that robots may not read: a search costs a screening, and a signed-in page belongs to one reader. */
const CLOSED = ['/?q=', '/portal', '/admin', '/api/', '/v1/', '/mcp', '/tasks/', '/suggest'];

interface RobotDeps {
  /** The service's address for links, without a slash at its end. */
  readonly publicUrl: string;
  /** Returns the paths of pages that are not in PUBLIC_PAGES, such as posts. */
  readonly morePages: () => Promise<readonly string[]>;
}

/** `GET /robots.txt` and `GET /sitemap.xml`. */
export function addRobotRoutes(app: HttpApp, { publicUrl, morePages }: RobotDeps): void {
  const hidden = { schema: { hide: true } };
  app.get('/robots.txt', hidden, (_request, reply) => {
    const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];
    reply.header('cache-control', 'public, max-age=3600');
    return reply
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`);
  });
  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const own = PUBLIC_PAGES.filter(({ isInSitemap = true }) => isInSitemap).map(({ path }) => path);
    const urls = [...own, ...(await morePages())].map((path) => new URL(path, publicUrl).href);
    const entries = urls.map((href) => `  <url><loc>${href.replaceAll('&', '&amp;')}</loc></url>\n`);
    reply.header('cache-control', 'public, max-age=3600');
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
      );
  });
}
