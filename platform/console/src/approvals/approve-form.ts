import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { mayApprove } from '@platform/policy/approval';
import { printable } from '@platform/proof/report-html';
import { keyOf } from '@platform/proof/signed';
import type { KeyEntry } from '@platform/protocol/key-entry';
import { byId, el, type PageElement, type PageFile } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { type Approving, signAndSend, withKeyFile } from './sign-and-send.ts';
import { isTyped } from './typed-field.ts';

interface Chosen {
  readonly file: PageFile;
  readonly entry: KeyEntry;
}

/** The fields and buttons, and what they say. It is no HTML form: Enter in the field does nothing. */
interface Parts {
  readonly typed: PageElement;
  readonly typedProblem: PageElement;
  readonly file: PageElement;
  readonly choose: PageElement;
  readonly keyProblem: PageElement;
  readonly state: PageElement;
  readonly sign: PageElement;
  readonly drop: PageElement;
}

/** What approves: something typed from the paper, then a key file, then one button. */
export function approveForm(approving: Approving): PageElement {
  const { typed } = approving.data;
  if (typed === null) {
    return el(
      'p',
      {},
      'This action has nothing that could be typed from paper: approve it with the command.',
    );
  }
  const parts = makeParts(approving);
  const said = approving.data.record.action.params[typed.name] ?? '';
  const isRight = () => isTyped(parts.typed.value, said, typed);
  let chosen: Chosen | null = null;
  const forget = () => {
    chosen = null;
    parts.file.value = '';
    parts.sign.hidden = true;
    parts.state.textContent = '';
  };
  const refuseTyped = () => {
    parts.typed.setAttribute('aria-invalid', 'true');
    parts.typedProblem.textContent =
      parts.typed.value.trim() === ''
        ? 'Type it first, from the paper before you.'
        : `The action says another ${typed.name.replaceAll('_', ' ')}. Which is right?`;
    parts.typed.focus();
  };
  parts.typed.addEventListener('input', () => {
    parts.typed.removeAttribute('aria-invalid');
    parts.typedProblem.textContent = '';
    parts.choose.setAttribute('aria-disabled', String(!isRight()));
    if (!isRight()) forget();
  });
  parts.choose.addEventListener('click', () => (isRight() ? parts.file.click() : refuseTyped()));
  const take = async (file: PageFile | undefined) => {
    forget();
    if (file === undefined) return;
    if (!isRight()) return refuseTyped();
    const read = await readHolder(approving, file);
    parts.keyProblem.textContent = read.ok ? '' : `Nothing was signed. ${printable(read.error.message)}`;
    if (!read.ok) return parts.choose.focus();
    chosen = { file, entry: read.value };
    parts.state.textContent = printable(`This is ${read.value.kid}, the key of ${read.value.person}.`);
    parts.sign.hidden = false;
    parts.sign.focus();
  };
  parts.file.addEventListener('change', () => void take(parts.file.files?.[0]));
  onDrop(parts.drop, (file) => void take(file));
  parts.sign.addEventListener('click', () => {
    const signing = chosen;
    if (signing === null || !isRight()) return;
    forget();
    parts.state.textContent = 'Signing, and asking the authority.';
    void signAndSend(approving, signing.file, signing.entry).then((answer) => tell(parts, answer));
  });
  return parts.drop;
}

function makeParts({ data }: Approving): Parts {
  const { unit = '', name = '' } = data.typed ?? {};
  const input = { id: 'typed', type: 'text', autocomplete: 'off', spellcheck: 'false' };
  const typed = el('input', { ...input, 'aria-describedby': 'typed-hint typed-problem' });
  const typedProblem = el('p', { id: 'typed-problem', class: 'field-error', role: 'alert' });
  const file = el('input', { id: 'key-file', type: 'file', 'aria-label': 'Key file', tabindex: '-1' });
  file.hidden = true;
  const described = { 'aria-describedby': 'key-hint key-problem', 'aria-disabled': 'true' };
  const choose = el(
    'button',
    { id: 'choose', type: 'button', class: 'outlined', ...described },
    'Choose your key file',
  );
  const keyProblem = el('p', { id: 'key-problem', class: 'field-error', role: 'alert' });
  const state = el('p', { id: 'approve-state', role: 'status' });
  const what = `${printable(String(data.record.action.params[name] ?? ''))}${unit === '' ? '' : ` ${unit}`}`;
  const sign = el('button', { id: 'sign', type: 'button' }, `Approve ${what}: sign with this key`);
  sign.hidden = true;
  const drop = el(
    'div',
    { class: 'approve' },
    el('h3', {}, 'Approve'),
    el(
      'label',
      { for: 'typed' },
      'From the paper before you, not from this page: ',
      el('strong', {}, printable(name.replaceAll('_', ' '))),
      unit === '' ? '' : `, in ${unit}`,
    ),
    typed,
    el(
      'p',
      { id: 'typed-hint', class: 'hint' },
      'The key file can be given once this is what the action says.',
    ),
    typedProblem,
    file,
    choose,
    el(
      'p',
      { id: 'key-hint', class: 'hint' },
      'Or drop it here. It is read in this page, never sent, and forgotten at once; only the signature is sent.',
    ),
    keyProblem,
    state,
    sign,
  );
  return { typed, typedProblem, file, choose, keyProblem, state, sign, drop };
}

/** Whose key it is, and whether the mandate’s routes let it approve. When is the authority’s to judge. */
async function readHolder({ data, keys }: Approving, file: PageFile): Promise<Result<KeyEntry>> {
  const read = await withKeyFile(file, ({ public_key: key }) => key);
  if (!read.ok) return fail(read.error.code, `${file.name}: ${read.error.message}.`);
  const known = { ...data.keys, ...keys };
  const entry = Object.values(known).find(({ public_key: key }) => key === read.value);
  if (entry === undefined) {
    return fail('key_unknown', `${file.name}: nobody is enrolled here with this key, or not any longer.`);
  }
  const { record, mandate } = data;
  const approvedMs = requiredMs(record.action.proposed_at);
  const earlier = (record.earlier_approvals ?? []).flatMap(({ signature }) => {
    const key = keyOf(known, signature.kid);
    return key === undefined ? [] : [{ key, approvedMs }];
  });
  const allowed = mayApprove({
    ...{ mandate: mandate.contract, proposedAt: record.action.proposed_at },
    approvals: [...earlier, { key: entry, approvedMs }],
  });
  return allowed.ok ? ok(entry) : allowed;
}

function onDrop(place: PageElement, take: (file: PageFile | undefined) => void): void {
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) {
    place.addEventListener(type, (event) => {
      event.preventDefault();
      if (type === 'drop') take(event.dataTransfer?.files[0]);
    });
  }
}

function tell({ drop, state, keyProblem, choose }: Parts, answer: Result<string>): void {
  state.textContent = '';
  if (!answer.ok) {
    keyProblem.textContent = answer.error.message;
    choose.focus();
    return;
  }
  const words = el(
    'p',
    { id: 'answered', tabindex: '-1' },
    mark('holds'),
    el('strong', {}, printable(answer.value)),
  );
  byId('standing').replaceChildren();
  drop.replaceChildren(words);
  words.focus();
}
