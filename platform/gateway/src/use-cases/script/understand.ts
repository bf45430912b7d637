/** What the scripted agent understands of a person's words. */
type Wish =
  | { readonly kind: 'tool'; readonly tool: string; readonly inputs: Readonly<Record<string, string>> }
  | { readonly kind: 'pay'; readonly payment: Payment }
  | { readonly kind: 'present'; readonly grantId: string }
  /** The wish was understood, but something is missing. */
  | { readonly kind: 'incomplete'; readonly words: string }
  | { readonly kind: 'nothing' };

/** A payment as a person asked for it. An account not named is found in the profile's list of payees. */
export interface Payment {
  readonly amount: string;
  readonly currency: string;
  readonly beneficiary: string;
  readonly account: string | null;
  readonly memo: string | null;
}

const NAME = '[A-Za-z0-9][A-Za-z0-9_.@-]*';
const MOST_WORDS = 2_000;

/**
 * Reads a wish from words by fixed patterns: the same words always give the same wish. It guesses nothing
 * that moves money or records: an amount, a currency, a payee and a sensitivity must all be stated.
 */
export function understand(words: string): Wish {
  const text = words.slice(0, MOST_WORDS).replace(/\s+/g, ' ').trim();
  const grantId = /\bgr_[A-Za-z0-9_-]{1,64}/.exec(text)?.[0];
  if (grantId !== undefined) return { kind: 'present', grantId };
  if (/\b(pay|transfer|send|wire)\b/i.test(text)) return payment(text);
  if (/\brelease\b/i.test(text)) return release(text);
  if (/\bbalance\b/i.test(text)) return balance(text);
  const pair = /\b([A-Z]{3}) ?(?:\/|-|to|in) ?([A-Z]{3})\b/.exec(text);
  if (pair?.[1] !== undefined && pair[2] !== undefined) {
    return { kind: 'tool', tool: 'fetch_fx', inputs: { base: pair[1], quote: pair[2] } };
  }
  if (/\b(rate|fx|exchange)\b/i.test(text)) {
    return { kind: 'incomplete', words: 'Which pair of currencies? Write it as EUR/USD.' };
  }
  return { kind: 'nothing' };
}

function payment(text: string): Wish {
  const money =
    /\b(?<amount>\d{1,18}(?:\.\d{1,18})?) ?(?<currency>[A-Z]{3})\b/.exec(text) ??
    /\b(?<currency>[A-Z]{3}) ?(?<amount>\d{1,18}(?:\.\d{1,18})?)\b/.exec(text);
  const { amount, currency } = money?.groups ?? {};
  const beneficiary = after(text, 'to');
  if (amount === undefined || currency === undefined || beneficiary === null) {
    return {
      kind: 'incomplete',
      words:
        'To pay I need an amount, a currency and a payee. Say: pay 250 USD to acme for INV-7. Amounts have no thousands separators.',
    };
  }
  const account = after(text, 'account');
  return { kind: 'pay', payment: { amount, currency, beneficiary, account, memo: after(text, 'for') } };
}

function release(text: string): Wish {
  const record = after(text, 'record') ?? after(text, 'release');
  const inputs = {
    record_id: record,
    recipient_id: after(text, 'to'),
    purpose: after(text, 'for'),
    sensitivity: after(text, 'sensitivity'),
    reference: after(text, 'reference') ?? after(text, 'ref'),
  };
  const { record_id, recipient_id, purpose, sensitivity, reference } = inputs;
  if (
    record_id === null ||
    recipient_id === null ||
    purpose === null ||
    sensitivity === null ||
    reference === null
  ) {
    return {
      kind: 'incomplete',
      words:
        'To release a record I need the record, a recipient, a purpose, its sensitivity and a reference. Say: release record r1 to clinic for treatment, sensitivity internal, reference REQ-1.',
    };
  }
  return {
    kind: 'tool',
    tool: 'release_record',
    inputs: { record_id, recipient_id, purpose, sensitivity, reference },
  };
}

function balance(text: string): Wish {
  const account = after(text, 'account') ?? after(text, 'balance of');
  return { kind: 'tool', tool: 'read_balance', inputs: account === null ? {} : { account_id: account } };
}

/** Returns the name that follows a word, without the sentence's full stop; null if there is none. */
function after(text: string, word: string): string | null {
  const [, found] = new RegExp(`\\b${word}:? (?:the |an? )?(${NAME})`, 'i').exec(text) ?? [];
  return found?.replace(/[.@-]+$/, '') ?? null;
}
