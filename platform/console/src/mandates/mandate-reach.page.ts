import { html, type Safe } from '@common/web/html';
import type { Mandate } from '@platform/core/objects/mandate';
import type { Profile } from '@platform/core/objects/profile';
import { nameWords } from '@platform/words/names';
import { linkTo } from '../site/site.page.ts';

/** That what a mandate reaches stands in directories, which change without it; null if the profile names none. */
export function reachNote(
  { tenant }: Pick<Mandate, 'tenant'>,
  { name, directories }: Pick<Profile, 'name' | 'directories'>,
): Safe | null {
  if (directories === undefined) return null;
  const links = Object.keys(directories).map((directory) =>
    linkTo(`/payees/${tenant}/${name}/${directory}`, nameWords(directory)),
  );
  const lists = links.map(
    (link, index) => html`${index > 0 && (index === links.length - 1 ? ' and ' : ', ')}${link}`,
  );
  return html`<p class="note until-done">It reaches the ${lists} that are in force when it is used. Adding or ending one does not end it.</p>`;
}
