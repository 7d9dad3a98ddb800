export interface Progress {
  rows: number;
  /** Bytes of document files. */
  bytes: number;
}

/** Weight of a row relative to a byte of a document. */
const rowBytes = 400;

/** Progress in percent, rounded down; at most 99, because more may come than estimated. */
export function inPerCent(done: Progress, expected: Progress): number {
  const whole = expected.rows * rowBytes + expected.bytes;
  return whole === 0 ? 0 : Math.min(99, Math.floor((100 * (done.rows * rowBytes + done.bytes)) / whole));
}

/** Counts rows as they pass. */
export async function* countRows<Row>(batches: AsyncIterable<Row[]>, done: Progress): AsyncGenerator<Row[], void> {
  for await (const rows of batches) {
    done.rows += rows.length;
    yield rows;
  }
}
