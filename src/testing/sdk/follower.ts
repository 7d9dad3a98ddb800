// An integration in a process of its own: writes the ID of each event that it has processed, one a line, and goes on when it gets a line.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Caseport } from "../../sdk/caseport.ts";
import { fileCursorStore } from "../../sdk/node.ts";
import { follow } from "./client.ts";

const {
  apiKey = "",
  baseUrl = "",
  folder = "",
} = JSON.parse(process.env["TEST_FOLLOWER"] ?? "{}") as Record<string, string>;
const turns = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const caseport = new Caseport({ apiKey, baseUrl });
for await (const page of follow(caseport, { cursorStore: fileCursorStore(`${folder}/cursor`), limit: 3 })) {
  for (const { id } of page.events) {
    appendFileSync(`${folder}/processed`, `${id}\n`);
    process.stdout.write(`${id}\n`);
    await turns.next();
  }
  await page.commit();
}
