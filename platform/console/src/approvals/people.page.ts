import { capitalised } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { Approval, GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';
import { counted } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import { leaf, pointed } from '../site/site.page.ts';
import { personOf } from '../waiting/asked-people.ts';

/**
 * Shows who has approved and who has not, if a route needs several people. Null if one is enough on every
 * route.
 */
export function peopleLeaf({ approval }: Mandate, record: GrantRecord, keys: KeySet): Safe | null {
  const route = (approval.routes ?? []).find(({ approvals_needed: needed = 1 }) => needed > 1);
  if (route === undefined) return null;
  const { approvals_needed: needed = 1, approvers } = route;
  const last = record.approval === null ? [] : [record.approval];
  const given = [...(record.earlier_approvals ?? []), ...last];
  const people = given.map(({ signature }) => personOf(keys, signature.kid));
  const others = approvers.filter((name) => !people.includes(personOf(keys, name)));
  const title = given.length === 0 ? `${needed} people` : `${counted(given.length)} of ${counted(needed)}`;
  return leaf({
    id: 'people',
    title: capitalised(title),
    note: `This mandate asks ${counted(needed)} different people, each for themselves.`,
    matter: html`<ul class="marks">
${given.map((one, index) => pointed('holds', gaveWords(one, people[index] ?? '')))}
${record.status === 'pending' && others.map((name) => pointed('open', html`<strong>${printable(name)}</strong>: nothing yet.`))}
</ul>
<p class="note">A second device of one person changes nothing. That somebody approved says nothing about the paper: look at it as if you were the first.</p>`,
  });
}

function gaveWords({ approved_at: at, signature }: Approval, person: string): Safe {
  return html`<strong>${printable(person)}</strong> approved on ${dayAndTime(at)}, with <bdi class="id">${printable(signature.kid)}</bdi>.`;
}
