import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("a line is one JSON object with its time in UTC, its level and its message, whatever a value contains", () => {
  const lines: string[] = [];
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void lines.push(chunk.toString())) });
  const logger = createLogger("info", output);
  const before = Date.now();
  logger.info({ keyId: 'key_1\n{"level":"error"}' }, "request\r\nforged");
  logger.debug("not at this level");
  expect(lines.map((line) => line.match(/\n/g)?.length)).toEqual([1]);
  const line = JSON.parse(lines[0] ?? "") as { time: string };
  expect(line).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    keyId: 'key_1\n{"level":"error"}',
    msg: "request\r\nforged",
  });
  expect(Date.parse(line.time)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(line.time)).toBeLessThanOrEqual(Date.now());
});
