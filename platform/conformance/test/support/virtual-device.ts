import type { TestContext } from 'node:test';
import type { Browser } from 'playwright-core';

/** A page on a device that keeps passkeys; its holder touches it, and is recognised, whenever it asks. */
export async function openDevice(t: TestContext, browser: Browser) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'usb', hasResidentKey: true } as const),
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId };
}
