import { type Static, Type } from 'typebox';
import { closed, Instant, Sha256 } from './primitives.ts';

/** The most documents of one action, bytes of each, and characters of a name. */
export const DOCUMENT_LIMITS = { count: 4, bytes: 4_194_304, name: 60 } as const;

/** What a document may be, and how its file name ends. Nothing that a browser runs: no SVG, no HTML. */
const DOCUMENT_ENDINGS = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
} as const;
export type DocumentType = keyof typeof DOCUMENT_ENDINGS;
export const DOCUMENT_TYPES = Object.keys(DOCUMENT_ENDINGS) as DocumentType[];

/** Nothing in it is invisible, changes the direction of writing, names a folder, or begins or ends a name oddly. */
const DocumentName = Type.String({
  pattern: '^(?![ .])([^\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800/\\\\:*?"<>|]| ){1,60}(?<![ .])$',
  maxLength: DOCUMENT_LIMITS.name,
  description: `File name for people, with the ending of its media type: 1 to ${DOCUMENT_LIMITS.name} visible characters, none of / \\ : * ? " < > |`,
});

/** How a proposal names a document that was uploaded before. */
export const NamedDocument = closed({ sha256: Sha256, name: DocumentName });
export type NamedDocument = Static<typeof NamedDocument>;

/** A document that an action binds by its hash. Nobody vouches for what it says. */
const ActionDocument = closed({
  sha256: Sha256,
  media_type: Type.Enum(DOCUMENT_TYPES, { description: 'As its first bytes show it' }),
  size_bytes: Type.Integer({ minimum: 1, maximum: DOCUMENT_LIMITS.bytes }),
  name: DocumentName,
});
export type ActionDocument = Static<typeof ActionDocument>;

const FEW = { minItems: 1, maxItems: DOCUMENT_LIMITS.count } as const;
export const ActionDocuments = Type.Array(ActionDocument, FEW);
export const NamedDocuments = Type.Array(NamedDocument, FEW);

/** The answer to an upload. */
export const KeptDocument = closed({
  sha256: Sha256,
  media_type: ActionDocument.properties.media_type,
  size_bytes: ActionDocument.properties.size_bytes,
  kept_until: { ...Instant, description: 'When it goes, unless a proposal names it before' },
});
export type KeptDocument = Static<typeof KeptDocument>;

/**
 * What the schema cannot say of an action's documents; null if nothing is wrong. Authority, enforcement point and
 * verifier each ask.
 * @example documentsFault([{ sha256: 'a', media_type: 'image/png', size_bytes: 1, name: 'a.pdf' }])
 *   // 'a.pdf is image/png: its name must end with .png'
 * @example documentsFault(undefined) // null
 */
export function documentsFault(documents: readonly ActionDocument[] | undefined): string | null {
  if (documents === undefined) return null;
  for (const { name, media_type: type } of documents) {
    const endings: readonly string[] = DOCUMENT_ENDINGS[type];
    if (!endings.some((ending) => name.toLowerCase().endsWith(ending)))
      return `${name} is ${type}: its name must end with ${endings.join(' or ')}`;
  }
  const twice = (values: readonly string[]) => values.find((value, index) => values.indexOf(value) !== index);
  const hash = twice(documents.map(({ sha256 }) => sha256));
  if (hash !== undefined) return `the document ${hash} is named twice`;
  const name = twice(documents.map((document) => document.name.toLowerCase()));
  return name === undefined ? null : `two documents are called ${name}`;
}

const ASCII = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const PNG = [0x89, ...ASCII('PNG\r\n'), 0x1a, 0x0a];
const PNG_END = [...ASCII('IEND'), 0xae, 0x42, 0x60, 0x82];
/** Readers look for the end of a PDF within so many bytes. */
const PDF_END_WITHIN = 1_024;

/**
 * What a document is by its own bytes, whatever its sender says; null for what is none of these, is cut short, or has
 * something after its end. A file that is also something else by its later bytes stays what its first bytes say: it is
 * served as that and as nothing else.
 * @example documentType(Uint8Array.of(60, 115, 118, 103)) // null
 */
export function documentType(bytes: Uint8Array): DocumentType | null {
  if (has(bytes, 0, PNG)) return has(bytes, bytes.length - PNG_END.length, PNG_END) ? 'image/png' : null;
  if (has(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (has(bytes, 0, ASCII('GIF87a')) || has(bytes, 0, ASCII('GIF89a')))
    return bytes.at(-1) === 0x3b ? 'image/gif' : null;
  if (has(bytes, 0, ASCII('RIFF')) && has(bytes, 8, ASCII('WEBP'))) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(4, 8);
    const size = a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24;
    return 8 + size + (size % 2) === bytes.length ? 'image/webp' : null;
  }
  return has(bytes, 0, ASCII('%PDF-')) && endsAsPdf(bytes) ? 'application/pdf' : null;
}

function endsAsPdf(bytes: Uint8Array): boolean {
  const end = ASCII('%%EOF');
  for (let at = bytes.length - end.length; at >= Math.max(0, bytes.length - PDF_END_WITHIN); at -= 1)
    if (has(bytes, at, end)) return true;
  return false;
}

function has(bytes: Uint8Array, at: number, wanted: readonly number[]): boolean {
  return at >= 0 && wanted.every((byte, index) => bytes[at + index] === byte);
}
