import type { Failure } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { webCrypto } from '@common/evidence/web';
import { actionHash } from '@platform/core/signed/sealed-action';
import type { PageElement } from '../browser/dom.ts';
import type { ApprovalData } from './approval-data.ts';

declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string };
declare const location: { readonly href: string };

interface ApprovalDisagreement {
  /** The data that the console gave the page, of any form. */
  readonly text: string;
  readonly fault: Failure;
  /** Null if the text is not of the documented form. */
  readonly given: ApprovalData | null;
}

/**
 * Makes a link save what the page was given and what this browser made of it, for an investigation: when
 * loaded again, the page may be given something else. The file is made in the browser and sent nowhere.
 */
export function linkEvidence(link: PageElement, disagreeing: ApprovalDisagreement): void {
  const text = `${JSON.stringify(evidenceOf(disagreeing, new Date().toISOString()), null, 2)}\n`;
  link.setAttribute('href', URL.createObjectURL(new Blob([text], { type: 'application/json' })));
  link.setAttribute('download', `evidence-${disagreeing.given?.id ?? 'request'}.json`);
}

function evidenceOf({ text, fault, given }: ApprovalDisagreement, savedAt: string) {
  const parsed = parseStrict(text);
  return {
    what: 'A request that a page of the console refused: what the page was given, and what the browser made of it',
    page: location.href,
    saved_at: savedAt,
    fault: { code: fault.code, message: fault.message },
    action_hash_made_here:
      given === null ? null : actionHash(webCrypto, given.record.action, given.record.salts),
    action_hash_in_record: given?.record.action_hash ?? null,
    action_hash_in_grant: given?.record.grant.action_hash ?? null,
    // The text itself, if parsing it would lose something.
    given: parsed.ok ? parsed.value : text,
  };
}
