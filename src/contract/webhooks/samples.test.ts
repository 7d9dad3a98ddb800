import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleWithoutPackage, sampleWithPackage } from "./samples.ts";

type ReadMessage = (rawBody: Buffer, headers: Record<string, string>) => unknown;

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const payload = { type: "folder.created", data: { name: "Gutiérrez ✓" } };
const body = JSON.stringify(payload);
let folder: string;

beforeAll(() => {
  process.env["CASEPORT_WEBHOOK_SECRET"] = secret;
  // Below the project, so that the package is found.
  const parent = join(import.meta.dirname, "../../.test");
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, "samples-"));
});
afterAll(() => {
  delete process.env["CASEPORT_WEBHOOK_SECRET"];
  rmSync(folder, { recursive: true });
});

function signHeaders({ secrets = [secret], ageSeconds = 0 } = {}): Record<string, string> {
  const at = new Date(Date.now() - ageSeconds * 1000);
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((each) => new Webhook(each).sign("evt_1", at, body)).join(" "),
  };
}

describe.each([
  ["with the package", sampleWithPackage],
  ["without a package", sampleWithoutPackage],
])("the sample %s", (name, sample) => {
  let readMessage: ReadMessage;
  beforeAll(async () => {
    const file = join(folder, `${name.replaceAll(" ", "-")}.mjs`);
    writeFileSync(file, sample);
    ({ readMessage } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readMessage: ReadMessage });
  });

  test("reads what Caseport signed, also during a rotation", () => {
    const other = `whsec_${randomBytes(32).toString("base64")}`;
    expect(readMessage(Buffer.from(body), signHeaders())).toEqual(payload);
    expect(readMessage(Buffer.from(body), signHeaders({ secrets: [other, secret] }))).toEqual(payload);
  });

  test.each<[string, string, Record<string, string>]>([
    ["a changed body", `${body} `, signHeaders()],
    ["another secret", body, signHeaders({ secrets: [`whsec_${randomBytes(32).toString("base64")}`] })],
    ["an old message", body, signHeaders({ ageSeconds: 301 })],
    ["one of the future", body, signHeaders({ ageSeconds: -302 })],
    ["no headers", body, {}],
    ["no number as timestamp", body, { ...signHeaders(), "webhook-timestamp": "soon" }],
    [
      "a signature of another version",
      body,
      { ...signHeaders(), "webhook-signature": signHeaders()["webhook-signature"]?.replace("v1", "v2") ?? "" },
    ],
  ])("rejects %s", (_what, text, headers) => {
    expect(() => readMessage(Buffer.from(text), headers)).toThrow();
  });
});
