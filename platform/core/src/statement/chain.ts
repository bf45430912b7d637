/** A receipt's place in its tenant's chain. */
export interface ChainLink {
  readonly id: string;
  readonly sequence: number;
  readonly hash: string;
  /** Of the receipt before it. */
  readonly previous: string | null;
  /** Its place in the log. */
  readonly leaf: number;
  readonly decidedAt: string;
  /** When the head of the log that first had it was signed. */
  readonly loggedAt: string;
}

/** A stretch of a chain of which no receipt is left out. */
export interface ChainSpan {
  readonly first: ChainLink;
  readonly last: ChainLink;
}

const MOST_TOLD = 5;

/**
 * Whether receipts are a stretch of one chain, without a gap between the first and the last. What is before and after it, they
 * do not show. The span is null if there is a gap, or no receipt.
 * @example chainOf([]) // { span: null, faults: [] }
 */
export function chainOf(links: readonly ChainLink[]): {
  readonly span: ChainSpan | null;
  readonly faults: readonly string[];
} {
  const inOrder = links.toSorted((a, b) => a.sequence - b.sequence);
  const faults: string[] = [];
  let before: ChainLink | null = null;
  for (const link of inOrder) {
    const fault = before === null ? null : linkFault(before, link);
    if (fault !== null && faults.length < MOST_TOLD) faults.push(fault);
    before = link;
  }
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  const isWhole = faults.length === 0 && first !== undefined && last !== undefined;
  return { span: isWhole ? { first, last } : null, faults };
}

function linkFault(before: ChainLink, link: ChainLink): string | null {
  if (link.sequence === before.sequence)
    return `Two receipts have number ${link.sequence} of the chain: ${before.id} and ${link.id}.`;
  if (link.sequence > before.sequence + 1)
    return `The receipts between numbers ${before.sequence} and ${link.sequence} of the chain are left out.`;
  if (link.previous !== before.hash)
    return `${link.id} does not follow ${before.id}, the receipt of number ${before.sequence}.`;
  return link.leaf > before.leaf ? null : `${link.id} is in the log before ${before.id}, which it follows.`;
}
