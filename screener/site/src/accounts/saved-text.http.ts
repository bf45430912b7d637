import type { SavedPortfolioStore } from '@screener/service/portfolio/saved-portfolio.store';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from './readers.http.ts';

/** The holdings that the reader saved, as text; empty for who saved none or is not signed in. */
export async function savedText(
  saved: Pick<SavedPortfolioStore, 'read'>,
  request: FastifyRequest,
): Promise<string> {
  const session = sessionOf(request);
  return session === null ? '' : ((await saved.read(session.account.id))?.holdings ?? '');
}
