/**
 * A week of a treasurer, in a real browser on a phone and on a desktop, against real processes: people sign in, each has
 * a passkey on a device of their own, and nobody needs a terminal after the first morning.
 */
import { test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { findPayments, readStatement } from './treasurers-week/desk.ts';
import { openOffice, type Screen } from './treasurers-week/office.ts';
import { addSuppliers, changeAccount } from './treasurers-week/payees.ts';
import { changedAccount, firstPayment, fiveInARow, registerMandates } from './treasurers-week/payments.ts';
import { publishAndRenew, renewOne } from './treasurers-week/renewal.ts';
import { stumbleOnApproval } from './treasurers-week/stumbles.ts';

const browser = useBrowser();

const SCREENS: Readonly<Record<string, Screen>> = {
  'a phone': { width: 390, height: 844 },
  'a desktop': { width: 1280, height: 800 },
};

for (const [device, screen] of Object.entries(SCREENS)) {
  test(`a treasurer’s week on ${device}`, async (t) => {
    const office = await openOffice(t, browser(), screen);
    await addSuppliers(office);
    const [mandate = ''] = await registerMandates(office, '1.1.0');
    await firstPayment(office, mandate);
    const { account } = await changeAccount(office);
    await changedAccount(office, mandate, account);
    await stumbleOnApproval(office, mandate);
    await fiveInARow(office, mandate);
    await publishAndRenew(office, screen.width < 600 ? 'the key is refused' : 'the page is loaded again');
    await renewOne(office);
    await findPayments(office);
    await readStatement(office);
  });
}
