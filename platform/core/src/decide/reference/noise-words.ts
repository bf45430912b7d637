/**
 * Words that are no part of a reference, by language: "Invoice INV-7", "Payment of invoice INV-7" and "INV-7"
 * are one. To add one, write it here in any case. A word that could be the letters of a numbering of its own
 * (FV, CN, INV) does not belong here: what differs only in such a word is held for a person.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: 'invoice invoices payment payments paying bill bills remittance reference',
  de: 'rechnung rechnungen rechnungsnummer zahlung überweisung verwendungszweck referenz',
  fr: 'facture factures paiement règlement référence',
  es: 'factura facturas pago pagos referencia',
  pt: 'fatura faturas pagamento pagamentos referência',
  it: 'fattura fatture pagamento pagamenti riferimento',
  nl: 'factuur facturen factuurnummer betaling kenmerk referentie',
  nordic: 'faktura fakturaer betaling betalning indbetaling lasku maksu viite',
  pl: 'faktura faktury płatność zapłata',
  cs: 'faktura faktury platba úhrada',
  hu: 'számla számlaszám fizetés',
  tr: 'fatura ödeme',
  ru: 'счёт счет оплата платёж платеж фактура',
  uk: 'рахунок оплата платіж',
  el: 'τιμολόγιο πληρωμή',
  ar: 'فاتورة دفع دفعة سداد',
  fa: 'فاکتور پرداخت',
  hi: 'चालान भुगतान',
  zh: '发票 發票 付款',
  ja: '請求書 支払 支払い 振込',
  ko: '송장 청구서 결제',
  id: 'faktur tagihan pembayaran',
};

/**
 * Words that say nothing beside one of the above, and may be letters of a numbering elsewhere: `NO` in "Invoice
 * no. 7" says nothing, in "NO-7" it may name a country.
 */
const BESIDE =
  'of for no nr num number ref the our your von für der nummer de du la le nº numéro número n di del per numero voor van nummer č číslo nr за на по رقم';

interface NoiseWords {
  readonly words: ReadonlySet<string>;
  readonly beside: ReadonlySet<string>;
}

/** The tables, with each word folded as references are. */
export function noiseWords(fold: (word: string) => string): NoiseWords {
  const folded = (words: string) => new Set(words.split(' ').map(fold));
  return { words: folded(Object.values(WORDS).join(' ')), beside: folded(BESIDE) };
}
