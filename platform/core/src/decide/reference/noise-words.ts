/**
 * Words that are no part of a reference, by language: "Invoice INV-7", "Payment of invoice INV-7" and "INV-7"
 * are one. To add one, write it here in any case. A word that could be the letters of a numbering of its own
 * (FV, CN, INV) does not belong here: what differs only in such a word is held for a person.
 */
const KINDS: Readonly<Record<string, string>> = {
  en: 'invoice invoices bill bills reference',
  de: 'rechnung rechnungen rechnungsnummer verwendungszweck referenz',
  fr: 'facture factures référence',
  es: 'factura facturas referencia',
  pt: 'fatura faturas referência',
  it: 'fattura fatture riferimento',
  nl: 'factuur facturen factuurnummer kenmerk referentie',
  nordic: 'faktura fakturaer lasku viite',
  pl: 'faktura faktury',
  cs: 'faktura faktury',
  hu: 'számla számlaszám',
  tr: 'fatura',
  ru: 'счёт счет фактура',
  uk: 'рахунок',
  el: 'τιμολόγιο',
  ar: 'فاتورة',
  fa: 'فاکتور',
  hi: 'चालान',
  zh: '发票 發票',
  ja: '請求書',
  ko: '송장 청구서',
  id: 'faktur tagihan',
};

/** Words for the payment itself. Before a number they count payments: "Payment 2" is no invoice 2. */
const PAYMENTS: Readonly<Record<string, string>> = {
  en: 'payment payments paying remittance',
  de: 'zahlung überweisung',
  fr: 'paiement règlement',
  es: 'pago pagos',
  pt: 'pagamento pagamentos',
  it: 'pagamento pagamenti',
  nl: 'betaling',
  nordic: 'betaling betalning indbetaling maksu',
  pl: 'płatność zapłata',
  cs: 'platba úhrada',
  hu: 'fizetés',
  tr: 'ödeme',
  ru: 'оплата платёж платеж',
  uk: 'оплата платіж',
  el: 'πληρωμή',
  ar: 'دفع دفعة سداد',
  fa: 'پرداخت',
  hi: 'भुगतान',
  zh: '付款',
  ja: '支払 支払い 振込',
  ko: '결제',
  id: 'pembayaran',
};

/** "Number" in front of a number: `NO` in "Invoice no. 7" says nothing, in "NO-7" it may name a country. */
const NUMBERS = 'no nr num number nº numéro número n numero nummer č číslo nr رقم';

/** Words that say nothing behind one of the above, and never in front of a number. */
const BETWEEN = 'of for ref the our your von für der de du la le di del per voor van за на по';

/** What is written where there is no reference. */
const NONE =
  'none;n/a;na;nil;null;unknown;no reference;keine;ohne;sans;aucune;ninguna;nessuna;geen;brak;yok;нет;немає;无;無;なし;없음;بدون;tidak ada';

interface NoiseWords {
  /** All words for an invoice or a payment. */
  readonly words: ReadonlySet<string>;
  readonly payments: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** Words that say nothing behind `words`; `numbers` are some of them. */
  readonly beside: ReadonlySet<string>;
  /** Whole references that say that there is none, their words separated by a space. */
  readonly none: ReadonlySet<string>;
}

/** The tables, with each word folded as references are. */
export function noiseWords(fold: (word: string) => string): NoiseWords {
  const folded = (...words: readonly string[]) => new Set(words.join(' ').split(' ').map(fold));
  const payments = Object.values(PAYMENTS);
  return {
    words: folded(...Object.values(KINDS), ...payments),
    payments: folded(...payments),
    numbers: folded(NUMBERS),
    beside: folded(NUMBERS, BETWEEN),
    none: new Set(NONE.split(';').map((text) => fold(text).replaceAll('/', ' '))),
  };
}
