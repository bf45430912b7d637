import { isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { FundHolding, FundReport } from '@screener/engine/funds/fund-report';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { normaliseCik } from '../cik.ts';
import { contractText, decimalOf, HOLDING_ATTRIBUTES, HOLDING_TEXTS, toHolding } from './holding-reader.ts';
import { NPORT_LIMITS, type NportLimits } from './limits.ts';

export type NportRefusal = 'nport_refused';

/** Facts that a document does not contain about itself. */
export interface FilingOfReport {
  readonly accession: string | null;
  readonly filed: string | null;
  readonly sourceUrl: string | null;
}

export const UNKNOWN_FILING: FilingOfReport = { accession: null, filed: null, sourceUrl: null };

const NAMESPACE = 'http://www.sec.gov/edgar/nport';
const ROOT = 'edgarSubmission';
const HOLDINGS = `${ROOT}/formData/invstOrSecs`;
const HOLDING = `${HOLDINGS}/invstOrSec`;
const FORMS: ReadonlySet<string> = new Set(['NPORT-P', 'NPORT-P/A']);
const SERIES = /^S\d{9}$/;

/** Stops the parser on a refused document: it would otherwise read the rest of the chunk for nothing. */
const STOP = new Error('the document is refused');

/** Paths outside holdings whose text is read. */
const HEAD_TEXTS: Readonly<Record<string, string>> = {
  [`${ROOT}/headerData/submissionType`]: 'form',
  [`${ROOT}/formData/genInfo/regName`]: 'regName',
  [`${ROOT}/formData/genInfo/regCik`]: 'regCik',
  [`${ROOT}/formData/genInfo/seriesName`]: 'seriesName',
  [`${ROOT}/formData/genInfo/seriesId`]: 'seriesId',
  [`${ROOT}/formData/genInfo/repPdEnd`]: 'repPdEnd',
  [`${ROOT}/formData/genInfo/repPdDate`]: 'repPdDate',
  [`${ROOT}/formData/genInfo/isFinalFiling`]: 'isFinalFiling',
  [`${ROOT}/formData/fundInfo/totAssets`]: 'totAssets',
  [`${ROOT}/formData/fundInfo/totLiabs`]: 'totLiabs',
  [`${ROOT}/formData/fundInfo/netAssets`]: 'netAssets',
};

/**
 * Reads a Form N-PORT-P document in chunks, without keeping it: only the report's head and its holdings stay. Refuses,
 * saying what to do: what is not N-PORT-P, what is not well-formed XML in UTF-8, a DOCTYPE (and with it all entities
 * that the document defines), a holding without a value, and anything beyond `limits`.
 */
export class NportReader {
  readonly #limits: NportLimits;
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #head = new Map<string, string>();
  readonly #holdings: FundHolding[] = [];
  readonly #path: string[] = [];
  #texts = new Map<string, string>();
  #otherIds: { kind: string; value: string }[] = [];
  /** The destination of the current text; null if none is read. */
  #into: { readonly target: Map<string, string>; readonly name: string } | null = null;
  #text = '';
  #bytes = 0;
  #bytesAtTag = 0;
  #refusal: string | null = null;
  #started = false;

  constructor(limits: NportLimits = NPORT_LIMITS) {
    this.#limits = limits;
    this.#parser.on('error', (error) => this.#refuse(`it is not well-formed XML (${error.message})`));
    this.#parser.on('doctype', () => this.#refuse('it declares a DOCTYPE, which no filing of the SEC does'));
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#add(text));
    this.#parser.on('cdata', (text) => this.#add(text));
  }

  /** Takes the next bytes. False means that the document is already refused and needs no more bytes. */
  write(chunk: Uint8Array): boolean {
    if (this.#refusal !== null) return false;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#limits.bytes) {
      this.#refusal = `it is larger than the limit of ${this.#limits.bytes} bytes`;
    } else {
      this.#parse(() => this.#feed(this.#decoder.decode(chunk, { stream: true })));
    }
    if (this.#refusal === null && this.#bytes - this.#bytesAtTag > this.#limits.bytesBetweenTags) {
      this.#refusal = `it has more than ${this.#limits.bytesBetweenTags} bytes without a tag`;
    }
    return this.#refusal === null;
  }

  /** The report, once all bytes have been given. */
  end(filing: FilingOfReport): Result<FundReport, NportRefusal> {
    if (this.#refusal === null) {
      this.#parse(() => this.#parser.write(this.#decoder.decode()).close());
    }
    if (this.#refusal !== null) return refused(this.#refusal);
    return toReport(this.#head, this.#holdings, filing);
  }

  /** Documents cut out of a full submission begin with an empty line, which XML does not allow. */
  #feed(text: string): void {
    const rest = this.#started ? text : text.trimStart();
    this.#started ||= rest !== '';
    if (rest !== '') this.#parser.write(rest);
  }

  /** Invalid UTF-8 is the only error that is thrown here. */
  #parse(step: () => unknown): void {
    try {
      step();
    } catch (error) {
      if (error !== STOP)
        this.#refusal ??= `it is not UTF-8 (${error instanceof Error ? error.message : error})`;
    }
  }

  /** For the parser's handlers: the rest of the chunk is not read. */
  #refuse(reason: string): never {
    this.#refusal ??= reason;
    throw STOP;
  }

  #open(tag: SaxesTagNS): void {
    this.#bytesAtTag = this.#bytes;
    if (this.#refusal !== null) return;
    if (this.#path.length === 0 && (tag.local !== ROOT || tag.uri !== NAMESPACE)) {
      this.#refuse(
        `it is a <${tag.local.slice(0, 60)}> and not Form N-PORT: provide the filing's primary_doc.xml`,
      );
    }
    this.#path.push(tag.local);
    if (this.#path.length > this.#limits.depth) {
      this.#refuse(`its elements are nested more than ${this.#limits.depth} deep`);
    }
    this.#into = null;
    const path = this.#path.join('/');
    // A holding under another name would be skipped, and the fund judged without it.
    if (this.#path.length === 4 && path.startsWith(`${HOLDINGS}/`) && path !== HOLDING) {
      this.#refuse(`its list of holdings has a <${tag.local.slice(0, 60)}>`);
    }
    const head = HEAD_TEXTS[path];
    if (head !== undefined) this.#collect(this.#head, head);
    else if (path === HOLDING) this.#startHolding();
    else if (path.startsWith(`${HOLDING}/`)) this.#openInHolding(path.slice(HOLDING.length + 1), tag);
  }

  #startHolding(): void {
    this.#texts = new Map();
    this.#otherIds = [];
  }

  #openInHolding(path: string, tag: SaxesTagNS): void {
    if (HOLDING_TEXTS.has(path)) {
      this.#collect(this.#texts, path);
      return;
    }
    const contract = contractText(path);
    const attributes = HOLDING_ATTRIBUTES[path];
    if (contract !== null) {
      this.#collect(this.#texts, contract);
    } else if (attributes !== undefined) {
      for (const attribute of attributes) this.#readAttribute(tag, attribute, `${path}@${attribute}`);
    } else if (path === 'identifiers/other') {
      const value = this.#attribute(tag, 'value');
      if (value !== null) this.#addOtherId(this.#attribute(tag, 'otherDesc') ?? 'other', value);
    } else if (/^derivativeInfo\/[^/]+$/.test(path)) {
      const kind = this.#attribute(tag, 'derivCat');
      if (kind !== null) this.#texts.set('derivativeInfo/*@derivCat', kind);
    }
  }

  #readAttribute(tag: SaxesTagNS, attribute: string, name: string): void {
    const value = this.#attribute(tag, attribute);
    if (value === null) return;
    // The form allows several of a kind; the first is the security's main one.
    if (this.#texts.has(name)) this.#addOtherId(tag.local, value);
    else this.#texts.set(name, value);
  }

  #addOtherId(kind: string, value: string): void {
    if (this.#otherIds.length < this.#limits.otherIds) this.#otherIds.push({ kind, value });
  }

  #attribute(tag: SaxesTagNS, name: string): string | null {
    const value = tag.attributes[name]?.value.trim();
    if (value === undefined) return null;
    if (value.length > this.#limits.textLength) this.#tooLong(`${tag.local} ${name}`);
    return value;
  }

  #collect(target: Map<string, string>, name: string): void {
    this.#into = { target, name };
    this.#text = '';
  }

  #add(text: string): void {
    if (this.#into === null || this.#refusal !== null) return;
    this.#text += text;
    if (this.#text.length > this.#limits.textLength) this.#tooLong(this.#into.name);
  }

  #tooLong(what: string): void {
    this.#refuse(`its ${what} has more than ${this.#limits.textLength} characters`);
  }

  #close(): void {
    this.#bytesAtTag = this.#bytes;
    if (this.#refusal !== null) return;
    if (this.#into !== null) {
      // The first counts: the form has no place for a second one of the same name.
      const { target, name } = this.#into;
      if (!target.has(name)) target.set(name, this.#text.trim());
      this.#into = null;
    }
    if (this.#path.length === 4 && this.#path.join('/') === HOLDING) this.#endHolding();
    this.#path.pop();
  }

  #endHolding(): void {
    const line = this.#holdings.length + 1;
    if (line > this.#limits.holdings) {
      this.#refuse(`it has more than ${this.#limits.holdings} holdings`);
    }
    const holding = toHolding({ texts: this.#texts, otherIds: this.#otherIds }, line);
    if (holding.ok) this.#holdings.push(holding.value);
    else this.#refuse(holding.error.message);
  }
}

function toReport(
  head: ReadonlyMap<string, string>,
  holdings: readonly FundHolding[],
  { accession, filed, sourceUrl }: FilingOfReport,
): Result<FundReport, NportRefusal> {
  const text = (name: string) => head.get(name) ?? '';
  const form = text('form');
  if (!FORMS.has(form)) {
    return refused(`its form is "${form}", but only ${[...FORMS].join(' and ')} are public portfolios`);
  }
  const cik = normaliseCik(text('regCik'));
  if (cik === null) return refused(`the registrant’s CIK is "${text('regCik')}"`);
  const periodEnd = text('repPdDate');
  if (!isCalendarDate(periodEnd)) return refused(`the date of its holdings is "${periodEnd}"`);
  const netAssets = decimalOf(text('netAssets'));
  if (netAssets === null) return refused(`its net assets are "${text('netAssets')}"`);
  const seriesId = text('seriesId');
  const seriesName = text('seriesName');
  const fiscalYearEnd = text('repPdEnd');
  return ok({
    accession,
    filed,
    sourceUrl,
    form,
    seriesId: SERIES.test(seriesId) ? seriesId : null,
    seriesName: seriesName === '' || seriesName === 'N/A' ? null : seriesName,
    registrant: text('regName'),
    cik,
    periodEnd,
    fiscalYearEnd: isCalendarDate(fiscalYearEnd) ? fiscalYearEnd : null,
    isFinal: text('isFinalFiling') === 'Y',
    totalAssets: decimalOf(text('totAssets')),
    totalLiabilities: decimalOf(text('totLiabs')),
    netAssets,
    holdings,
  });
}

function refused(reason: string): Result<never, NportRefusal> {
  return fail('nport_refused', `This is not a readable Form N-PORT-P: ${reason}.`);
}
