import { fail, type Result } from '@common/base/result';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { SignedType } from '@platform/core/objects/roles';
import { FILE_ALGORITHMS, type Signature } from '@platform/core/objects/signature';
import { printable } from '@platform/core/verify/report-html';
import { sentence } from '@platform/words/short';
import { fromTemplate, type PageElement, type PageFile, signedInKid, within } from '../browser/dom.ts';
import { checkedHere } from './checked-here.ts';
import { holderOf, signWithKeyFile } from './key-file.ts';
import { passkeyFault, signWithPasskey } from './passkey.ts';

/** What is signed, by whom, and what happens to the signature. */
export interface Signing {
  /** The prefix of its elements’ ids: `approve`. */
  readonly id: string;
  /** The act that the buttons name: `Approve 7,400 USD`. */
  readonly deed: string;
  /** What they say until everything is given; by default the deed. */
  readonly deedBefore?: string;
  /** A button beside the first way, where the ways are compact. */
  readonly beside?: PageElement;
  /** The type of the object that is hashed. */
  readonly type: SignedType;
  /** Everyone’s keys, among which a key file is looked up. */
  readonly keys: KeySet;
  /** The keys of the people who are asked. Each passkey has a button, or the reason why it cannot sign. */
  readonly asked: readonly KeyEntry[];
  /** Says why this key’s signature would not count, as far as the page can know beforehand. */
  readonly allows: (entry: KeyEntry) => Result<unknown>;
  /** Whether everything is given that must be before anyone signs. */
  readonly isReady: () => boolean;
  /**
   * Called if a button is pressed too early: says what is missing beside the field, and moves the focus
   * there.
   */
  readonly sayMissing: () => void;
  /** Looks once more, and returns the hash to sign with this key; or says why nothing must be signed. */
  readonly hash: (entry: KeyEntry) => Promise<Result<string>>;
  /** Sends the signature, and shows that it was accepted; or says why it was not. */
  readonly send: (signature: Signature, entry: KeyEntry) => Promise<Result<unknown>>;
  /**
   * Whether a further object waits for its signature by the same press: `hash` and `send` are then about that
   * one. It stops at the first that fails.
   */
  readonly hasMore?: () => boolean;
}

interface SigningChoice {
  readonly element: PageElement;
  /** Call it when `isReady` may have changed. It forgets a chosen key file. */
  readonly refresh: () => void;
}

type Sign = (hash: string) => Promise<Result<Signature>>;

/**
 * The ways to sign: a button for each passkey that this page may ask, and a key file. INVARIANT: a signature
 * is sent only if it passes the same check here that the authority and every verifier make; and the deed on
 * each button is what the script read in the object, never the page’s markup.
 */
export function signingChoice(signing: Signing): SigningChoice {
  const { id, deed, isReady, sayMissing } = signing;
  let isBusy = false;
  const press = (from: PageElement, entry: KeyEntry, sign: Sign): void => {
    if (isBusy) return;
    problem.textContent = '';
    if (!isReady()) {
      sayMissing();
      return;
    }
    isBusy = true;
    state.textContent = 'Signing, and asking the authority.';
    void signAll(signing, entry, sign).then((done) => {
      isBusy = false;
      state.textContent = '';
      if (done.ok) return;
      problem.textContent = printable(done.error.message);
      from.focus();
    });
  };
  const passkeys = passkeyButtons(signing, press);
  const hasFile = mayUseFile(signing);
  const element = fromTemplate(`signing-${id}`, {
    deed,
    passkeys: [...passkeys.said, ...passkeys.buttons],
    others: true,
    file: hasFile,
    sign: hasFile,
    nobody: !hasFile && passkeys.buttons.length === 0,
  });
  if (element.dataset.main !== undefined) passkeys.buttons[0]?.setAttribute('class', 'way');
  const problem = within(element, `#${id}-problem`);
  const state = within(element, `#${id}-state`);
  const file = hasFile ? fileChoice(signing, { element, problem, state, press }) : null;
  const buttons = [...passkeys.buttons, ...(file === null ? [] : [file.choose])];
  const rest = passkeys.said.length + buttons.length - 1;
  if (element.dataset.compact !== undefined) {
    arrange(element, { first: buttons[0], beside: signing.beside, rest });
  } else foldOthers(element, passkeys, rest > 0);
  const refresh = () => {
    file?.forget();
    const isOpen = isReady();
    for (const button of buttons) {
      button.setAttribute('aria-disabled', String(!isOpen));
      within(button, '[data-slot=deed]').textContent = isOpen ? deed : (signing.deedBefore ?? deed);
    }
  };
  refresh();
  return { element, refresh };
}

/** A person who signed in sees their own passkey, and what others may sign with in a fold. */
function foldOthers(
  element: PageElement,
  { buttons, said, isOwn }: ReturnType<typeof passkeyButtons>,
  hasOthers: boolean,
): void {
  const others = within(element, '.others');
  if (!isOwn || !hasOthers) {
    others.remove();
    return;
  }
  others.append(...said, ...buttons.slice(1));
  const file = element.querySelector('[data-slot=file]');
  if (file !== null) others.append(file);
}

async function signAll(signing: Signing, entry: KeyEntry, sign: Sign): Promise<Result<unknown>> {
  let done: Result<unknown>;
  do done = await signAndSend(signing, entry, sign);
  while (done.ok && signing.hasMore?.() === true);
  return done;
}

interface Arrangement {
  readonly first: PageElement | undefined;
  readonly beside: PageElement | undefined;
  /** How many ways, or reasons why a key is none, stand in the fold. */
  readonly rest: number;
}

/** Puts the first way beside another button. What cannot sign is told at once where nothing can. */
function arrange(element: PageElement, { first, beside, rest }: Arrangement): void {
  if (first !== undefined) {
    first.setAttribute('class', element.dataset.main === undefined ? 'way outlined' : 'way');
    within(element, '.first').append(first);
  }
  if (beside !== undefined) within(element, '.next-to').append(beside);
  const others = within(element, '.others');
  if (first === undefined) others.setAttribute('open', '');
  else if (rest === 0 && element.querySelector('.others .hint') === null) others.remove();
}

async function signAndSend(
  { hash: lookAgain, type, send }: Signing,
  entry: KeyEntry,
  sign: Sign,
): Promise<Result<unknown>> {
  const hash = await lookAgain(entry);
  if (!hash.ok) return unsigned(hash.error.message);
  const made = await sign(hash.value);
  if (!made.ok) {
    const { code, message } = made.error;
    return ANSWERED.includes(code) ? unsent(message) : unsigned(message);
  }
  const signature = made.value;
  const good = checkedHere({ hash: hash.value, signature, entry, type });
  return good.ok ? send(signature, entry) : unsent(good.error.message);
}

/** Refusals that come after the device has signed. */
const ANSWERED: readonly string[] = ['credential_mismatch', 'assertion_malformed'];

function unsent(why: string) {
  return fail('nothing_sent', `Nothing was sent: ${sentence(why)}`);
}

function unsigned(why: string) {
  return fail('nothing_signed', `Nothing was signed. ${sentence(why)}`);
}

type Press = (from: PageElement, entry: KeyEntry, sign: Sign) => void;

/**
 * Each passkey that this page may ask has a button. For the others, the page says why not before anyone tries
 * them.
 */
function passkeyButtons({ id, deed, asked, allows }: Signing, press: Press) {
  const buttons: PageElement[] = [];
  const said: PageElement[] = [];
  const own = signedInKid();
  const passkeys = asked.filter(({ alg }) => alg === 'webauthn');
  const inOrder = [
    ...passkeys.filter(({ kid }) => kid === own),
    ...passkeys.filter(({ kid }) => kid !== own),
  ];
  let isOwn = false;
  for (const entry of inOrder) {
    const allowed = allows(entry);
    const fault = allowed.ok ? passkeyFault(entry) : `${entry.kid}: ${allowed.error.message}`;
    if (fault !== null) {
      said.push(fromTemplate(`cannot-${id}`, { why: printable(fault) }));
      continue;
    }
    const button = fromTemplate(`passkey-${id}`, { deed, kid: printable(entry.kid) });
    button.setAttribute('id', `${id}-passkey-${buttons.length + 1}`);
    button.addEventListener('click', () => press(button, entry, (hash) => signWithPasskey(hash, entry)));
    buttons.push(button);
    isOwn ||= entry.kid === own;
  }
  return { buttons, said, isOwn };
}

/** Whether a key file of anyone who is asked would count. On a route for hardware keys, most do not. */
function mayUseFile({ asked, allows }: Signing): boolean {
  const algorithms: readonly string[] = FILE_ALGORITHMS;
  return asked.some((entry) => algorithms.includes(entry.alg) && allows(entry).ok);
}

interface ChoiceElements {
  readonly element: PageElement;
  readonly problem: PageElement;
  readonly state: PageElement;
  readonly press: Press;
}

/** Once a file is chosen or dropped, the page says whose key it is, and a further button signs with it. */
function fileChoice(signing: Signing, { element, problem, state, press }: ChoiceElements) {
  const { id, keys, allows, isReady, sayMissing } = signing;
  const input = within(element, `#${id}-file`);
  const choose = within(element, `#${id}-choose`);
  const sign = within(element, `#${id}-sign`);
  let chosen: { readonly file: PageFile; readonly entry: KeyEntry } | null = null;
  const forget = () => {
    chosen = null;
    input.value = '';
    sign.hidden = true;
    state.textContent = '';
  };
  const take = async (file: PageFile | undefined): Promise<void> => {
    forget();
    problem.textContent = '';
    if (file === undefined) return;
    if (!isReady()) return sayMissing();
    const holder = await holderOf(file, keys);
    const allowed = holder.ok ? allows(holder.value) : holder;
    if (!holder.ok || !allowed.ok) {
      const why = allowed.ok ? '' : allowed.error.message;
      problem.textContent = printable(unsigned(why).error.message);
      return choose.focus();
    }
    chosen = { file, entry: holder.value };
    state.textContent = printable(`This is ${holder.value.kid}, the key of ${holder.value.person}.`);
    sign.hidden = false;
    sign.focus();
  };
  input.addEventListener('change', () => void take(input.files?.[0]));
  choose.addEventListener('click', () => (isReady() ? input.click() : sayMissing()));
  sign.addEventListener('click', () => {
    const given = chosen;
    if (given === null) return;
    forget();
    press(choose, given.entry, (hash) => signWithKeyFile(hash, given.file, given.entry));
  });
  onDrop(element, (file) => void take(file));
  return { choose, forget };
}

function onDrop(place: PageElement, take: (file: PageFile | undefined) => void): void {
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) {
    place.addEventListener(type, (event) => {
      event.preventDefault();
      if (type === 'drop') take(event.dataTransfer?.files[0]);
    });
  }
}
