import fc from "fast-check";

const codePoint = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 0xd7ff }) },
  { weight: 3, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
);

/**
 * Text of any code points, and now and then one of fast-check's dangerous words. Its own `unit: "binary"` lists each of
 * 1.1 million code points in a map, which takes a second of CPU and stays as long as the worker.
 */
export function arbitraryText({ maxLength }: { maxLength: number }): fc.Arbitrary<string> {
  const text = fc.array(codePoint, { maxLength }).map((points) => String.fromCodePoint(...points));
  return fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.string({ maxLength }) });
}
