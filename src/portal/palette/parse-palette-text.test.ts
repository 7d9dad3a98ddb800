import { describe, expect, test } from "vitest";
import { createId, createRequestId } from "../../platform/database/ids.ts";
import { createKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import { parsePaletteText } from "./parse-palette-text.ts";

describe("a pasted text", () => {
  test.each([
    [createId("integrationKey"), "API key", "/credentials/"],
    [createId("webhookSubscription"), "webhook", "/webhooks/"],
    [createId("webhookDelivery"), "delivery", "/webhooks?delivery="],
    [`dlv_${createId("event").slice(4)}${createId("webhookSubscription").slice(4)}`, "delivery", "/webhooks?delivery="],
    [createId("event"), "event", "/events/"],
    [createId("report"), "report", "/reports/"],
    [createId("export"), "export", "/exports#"],
    [createRequestId(), "request", "/request-debugger?id="],
  ])("with the ID %s leads to its %s", (id, noun, path) => {
    for (const text of [id, `  ${id}\n`, `X-Request-Id: ${id}`, `{"id":"${id}"}`])
      expect(parsePaletteText(text)).toMatchObject({ kind: "record", id, noun, path: path + id });
  });

  test("with a secret is looked up by its digest; a broken one is not sent", () => {
    const { secret, prefix } = createKeySecret();
    expect(parsePaletteText(`x-api-key: ${secret}`)).toEqual({ kind: "secret", secret, prefix });
    expect(parsePaletteText(secret.slice(0, -1))).toEqual({ kind: "broken_secret" });
  });

  test("without an ID names nothing", () => {
    for (const text of ["", "Intake sync", "key_1", createKeySecret().prefix, createId("member")])
      expect(parsePaletteText(text)).toBeNull();
  });
});
