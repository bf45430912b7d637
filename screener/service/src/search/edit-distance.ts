/**
 * Returns how many single-letter edits (a letter added, left out, replaced, or swapped with its neighbour)
 * lead from one word to the other; `most + 1` if it takes more than `most`. Stops as soon as that is certain.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap && row > 1 && column > 1) edits = Math.min(edits, (twoAbove[column - 2] ?? 0) + 1);
      line.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    [twoAbove, above] = [above, line];
  }
  return Math.min(above[b.length] ?? 0, most + 1);
}
