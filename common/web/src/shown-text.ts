/** They show nothing themselves, and turn round the text that follows. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Those of them that no text of ours has. Ours isolates a part of a sentence, and ends it again. */
const OVERRIDING = /[\u202a-\u202e]/g;
const CONTROL = /\p{Cc}/gu;

/**
 * What a reader typed, as it may be shown in a title or a heading: without characters that turn the page’s own words.
 * @example typedText('AAPL\u202E') // 'AAPL'
 */
export function typedText(text: string): string {
  return text.replace(TURNING, '').replace(CONTROL, ' ').trim();
}

/** A title of a window, where no element can isolate a part: without characters that turn the rest of the window’s title. */
export function titleText(text: string): string {
  return text.replace(OVERRIDING, '').replace(CONTROL, ' ');
}
