import { spawn } from "node:child_process";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
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

test("lines are written in order, the last ones also where the process exits at once", async () => {
  const script = `
    const { createLogger } = await import(${JSON.stringify(import.meta.resolve("./logger.ts"))});
    const [one, other] = [createLogger("info"), createLogger("info")];
    for (const logger of [one, other, one]) logger.info("request");
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.error("last");
    process.exit(3);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const written = await text(child.stdout);
  expect(
    written
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
  ).toEqual(["request", "request", "request", "last"]);
});
