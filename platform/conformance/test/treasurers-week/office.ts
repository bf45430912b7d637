import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { checkShown } from '@common/web/testing/check-page';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Profile, SignedProfile } from '@platform/core/objects/profile';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Client, createClient, send } from '../../client.ts';
import { type Deployment, openDeployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import { openDevice } from '../support/virtual-device.ts';

/** The company in which the week is told: a deployment whose console asks people to sign in, and their devices. */

const TENANT = 'tn_local';
export const PROFILE = 'treasury.v1';

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export interface Person {
  readonly kid: string;
  readonly page: Page;
  readonly screen: Screen;
  readonly devtools: CDPSession;
  /** Whether the device’s holder gives finger or PIN from now on. */
  readonly verifies: (isVerified: boolean) => Promise<void>;
}

export interface Office {
  readonly d: Deployment;
  readonly client: Client;
  readonly console: string;
  readonly people: Readonly<Record<'treasurer' | 'clerk' | 'second' | 'approver', Person>>;
}

export async function openOffice(t: TestContext, browser: Browser, screen: Screen): Promise<Office> {
  const d = await openDeployment({ console: true, alone: [], env: { console: { CONSOLE_OPEN: 'off' } } });
  t.after(() => d.close());
  const url = d.urls.console.replace('127.0.0.1', 'localhost');
  await nameDirectory(d);
  const at = { t, browser, screen, d, url };
  const treasurer = await enrolTreasurer(at);
  const enrolled = async (asked: Enrolled) => enrolPerson(at, treasurer, asked);
  return {
    d,
    client: createClient(d),
    console: url,
    people: {
      treasurer,
      clerk: await enrolled({ role: 'clerk', person: 'lina' }),
      second: await enrolled({ role: 'clerk', person: 'omar' }),
      approver: await enrolled({ role: 'approver', person: 'amal' }),
    },
  };
}

/** Publishes a version whose payees are a directory: a clerk and a second person sign each, and what is new is held. */
async function nameDirectory(d: Deployment): Promise<void> {
  const { profile }: SignedProfile = JSON.parse(await d.sanad('profile', 'show', PROFILE, '--json'));
  const draft: Profile = {
    ...profile,
    version: '1.1.0',
    directories: {
      ...profile.directories,
      beneficiaries: {
        signers: [{ person: 'lina' }, { person: 'omar' }],
        needed: 2,
        first: { hold_days: 7, until_approved: true },
      },
    },
  };
  const file = join(d.folder, 'draft.json');
  await writeFile(file, JSON.stringify(draft));
  await d.sanad('profile', 'publish', file, '--reason', 'Payees in a directory', '--yes');
}

interface Place {
  readonly t: TestContext;
  readonly browser: Browser;
  readonly screen: Screen;
  readonly d: Deployment;
  readonly url: string;
}

async function openPerson({ t, browser, screen }: Place, kid: string): Promise<Person> {
  const { page, cdp, authenticatorId } = await openDevice(t, browser);
  await page.setViewportSize(screen);
  page.setDefaultTimeout(12_000);
  const verifies = async (isUserVerified: boolean) => {
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
  return { kid, page, screen, devtools: cdp, verifies };
}

/** The treasurer’s phone becomes a root of trust: the only step of the story that is the operator’s, in a terminal. */
async function enrolTreasurer(place: Place): Promise<Person> {
  const kid = 'principal_local.phone';
  const treasurer = await openPerson(place, kid);
  const { page } = treasurer;
  await page.goto(`${place.url}/keys/enrol?root=1`);
  await page.getByLabel('Your name').fill('local');
  await page.getByLabel('The device, in a word').fill('phone');
  await look(treasurer, 'root-passkey');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByLabel('I hold this device').check();
  await page.getByRole('button', { name: 'Sign the enrolment' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#root-file').click()]);
  await look(treasurer, 'root-passkey-signed');
  await place.d.sanad('keys', 'add-root', await file.path(), '--yes');
  await known(place, kid);
  await signIn(treasurer, place.url);
  return treasurer;
}

interface Enrolled {
  readonly role: 'clerk' | 'approver';
  readonly person: string;
}

/** A person makes a passkey on their own device; the treasurer signs for it, and hears four groups of characters. */
async function enrolPerson(place: Place, treasurer: Person, { role, person }: Enrolled): Promise<Person> {
  const made = await openPerson(place, `${role}_${person}.phone`);
  const { page } = made;
  await page.goto(`${place.url}/keys/enrol`);
  await page.locator(`#${role}`).check();
  await page.getByLabel('Whose device it is').fill(person);
  await page.getByLabel('The device, in a word').fill('phone');
  if (role === 'clerk') await page.getByLabel('For which tenants').fill(TENANT);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  const spoken = await page.locator('#spoken').innerText();
  await look(made, `${role}-passkey-made`);
  const address = (await page.locator('#to-sign').getAttribute('href')) ?? '';
  const { page: signing } = treasurer;
  await signing.goto(`${place.url}${address}`);
  await signing.locator('#seen').check();
  await signing.locator('#heard').fill(spoken);
  await look(treasurer, `${role}-to-enrol`);
  await signing.getByRole('button', { name: `with the passkey ${treasurer.kid}` }).click();
  await signing.locator('#enrolled').waitFor();
  await known(place, made.kid);
  await signIn(made, place.url);
  return made;
}

/** The authority looks at its folder of keys every tenth of a second, which is faster than people are. */
async function known({ d }: Place, kid: string): Promise<void> {
  await until(`the key ${kid}`, async () => {
    const { body } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
    return body[kid] ?? null;
  });
}

async function signIn({ page, kid }: Person, url: string): Promise<void> {
  await page.goto(`${url}/`);
  // An enrolled passkey is not discoverable: the browser is told whose it is.
  await page.getByText('A security key, or a passkey that is not offered').click();
  await page.getByLabel('Your name').fill(kid.replace(/^[a-z]+_|\..*$/g, ''));
  await page.getByRole('button', { name: 'Sign in with this person’s key' }).click();
  // Everyone is led to the first page, which for a clerk is that of payees.
  await page.locator('#signed-in').waitFor({ state: 'attached' });
}

/** By the navigation, which a phone has behind a button. */
export async function open({ page, screen }: Person, link: string): Promise<void> {
  const navigation = page.getByRole('navigation').first();
  if (screen.width < 600) await page.getByText('Menu', { exact: true }).click();
  await navigation.getByRole('link', { name: link }).first().click();
}

let pictures = 0;
/** Checks what the person sees now; keeps a picture if the environment names a folder: `SCREENSHOTS_DIR`. */
export async function look({ page, screen, devtools }: Person, name: string): Promise<void> {
  const { SCREENSHOTS_DIR } = process.env;
  pictures += 1;
  if (SCREENSHOTS_DIR !== undefined) {
    const path = join(SCREENSHOTS_DIR, `${screen.width}-${String(pictures).padStart(3, '0')}-${name}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  await checkShown(page, devtools, name);
}

/** The heading, once it says this. */
export async function headed({ page }: Person, words: RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: words }).waitFor();
  assert.match(await page.title(), words);
}
