import type { ToolResult } from '@platform/core/objects/tool-call';
import { reasonWithCode } from '@platform/words/reasons';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Puts a tool's result into words, with the ids needed to continue. It says no more than the result does. */
export function say(result: ToolResult): string {
  const { status, reason, grant_id: grantId } = result;
  const grant = grantId === undefined || grantId === null ? '' : ` Grant: ${grantId}.`;
  const proof =
    result.receipt_id === undefined || result.receipt_id === null ? '' : ` Receipt: ${result.receipt_id}.`;
  const detail = sentence(result.detail);
  const why = reasonWithCode(reason);
  const decided = `nothing was done (${reason}). ${detail}${grant}`;
  switch (status) {
    case 'executed': {
      const ack = result.counterparty_ack;
      const done =
        ack === undefined
          ? 'Done.'
          : `Done: ${signerOf(ack)} signed for it${idOf(ack)} at ${ack.acknowledged_at}.`;
      return `${done}${dataOf(result)}${grant}${proof}`;
    }
    case 'fetched':
      return `Here it is.${dataOf(result)}${grant}${proof}`;
    case 'pending':
      return `Held, ${decided} After the approval, say: present ${grantId ?? 'the grant'}.`;
    case 'denied':
      return `Denied, ${decided}${proof}`;
    case 'refused':
      return `Refused, nothing was done: ${why}. ${detail}${grant}${proof}`;
    case 'duplicate':
      return `Not done a second time: ${why}. ${detail}${grant}${proof}`;
    case 'unknown':
      return `I do not know whether it was done: ${why}. ${detail}${grant}`;
  }
}

const MOST_DATA = 600;
const Balance = Type.Object({ account_id: Type.String(), balance: Type.String(), currency: Type.String() });
const Quote = Type.Object({
  fx_quote: Type.Object({
    base: Type.String(),
    quote: Type.String(),
    rate: Type.String(),
    quoted_at: Type.String(),
  }),
});

/** Writes balances and rates as a sentence, and all other data unchanged up to a limit. */
function dataOf({ data }: ToolResult): string {
  if (data === undefined || data === null) return '';
  if (Value.Check(Balance, data)) return ` ${data.account_id} holds ${data.balance} ${data.currency}.`;
  if (Value.Check(Quote, data)) {
    const { base, quote, rate, quoted_at: at } = data.fx_quote;
    return ` 1 ${base} is ${rate} ${quote}, quoted at ${at}.`;
  }
  const text = JSON.stringify(data);
  return ` ${text.length > MOST_DATA ? `${text.slice(0, MOST_DATA)}... (shortened)` : text}`;
}

function signerOf({ adapter_of: provider }: Readonly<Record<string, unknown>>): string {
  return typeof provider === 'string' ? `an adapter of ${provider}` : 'the counterparty';
}

/** Writes the counterparty's own id: `transfer_id` of a bank, `release_id` of a recipient, `payout_id`. */
function idOf(ack: Readonly<Record<string, unknown>>): string {
  for (const name of ['transfer_id', 'release_id', 'payout_id']) {
    const id = ack[name];
    if (typeof id === 'string') return `, ${name} ${id},`;
  }
  return '';
}

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
