/** How much of a file there will be, and how much there is. */
export interface Progress {
  rows: number;
  /** Of files that come along. */
  bytes: number;
}

/** What a row weighs beside the bytes of files. */
const rowBytes = 400;

/** How far something is, in per cent, rounded down: at most 99, for more may come than was expected. */
export function inPerCent(done: Progress, expected: Progress): number {
  const whole = expected.rows * rowBytes + expected.bytes;
  return whole === 0 ? 0 : Math.min(99, Math.floor((100 * (done.rows * rowBytes + done.bytes)) / whole));
}

/** Passes batches on and counts their rows. */
export async function* countRows<Row>(batches: AsyncIterable<Row[]>, done: Progress): AsyncGenerator<Row[], void> {
  for await (const rows of batches) {
    done.rows += rows.length;
    yield rows;
  }
}
