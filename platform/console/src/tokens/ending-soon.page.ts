import { html, type Safe, url } from '@common/web/html';
import type { AgentTokenRecord } from '@platform/core/objects/agent-token';
import { printable } from '@platform/core/verify/report-html';
import { dayAndTime } from '@platform/words/when';
import { leaf, pointed } from '../site/site.page.ts';

/** Says of each token in use that it ends soon, and where to make another. */
export function endingSoonLeaf(tokens: readonly AgentTokenRecord[]): Safe {
  const items = tokens.map(({ token: { name, agent, contracts, expires_at } }) =>
    pointed(
      'half',
      html`<bdi>${printable(name)}</bdi> of <bdi class="id">${printable(agent)}</bdi> ends on ${dayAndTime(expires_at)}: <a href="${url(`/mandates/${contracts[0]}#tokens`)}">make another</a>`,
    ),
  );
  return leaf({
    id: 'tokens-ending',
    title: 'Tokens that end soon',
    note: 'Agents use them now.',
    matter: html`<ul class="marks">${items}</ul>`,
  });
}
