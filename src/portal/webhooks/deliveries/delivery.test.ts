import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { WebhookPayload } from "../../../areas/webhooks/schema.ts";
import { writeWebhookPayload } from "../../../contract/webhooks/payload.ts";
import { recoverableDays } from "../../../contract/webhooks/webhooks.ts";
import { lineUpAttempts, summarizeAttempts } from "./attempt-strip.ts";
import { idleMilliseconds, pollingInterval } from "./delivery-polling.ts";
import { indentJson, writeDeliveryCurl, writeReceiver } from "./delivery-sample.ts";
import { findStop, validateSpan, readLocal, suggestSince, writeLocal } from "./recovery-span.ts";

const event = {
  id: "evt_1",
  cursor: "7_abc",
  entity: "case",
  entityId: "case_1",
  eventType: "case.updated",
  occurredAt: "2026-03-14T12:00:00.000Z",
};
const instant = (seconds: number) => new Date(Date.parse(event.occurredAt) + seconds * 1000);

describe("the sent request", () => {
  const body = writeWebhookPayload(event, "org_1");

  test("is the thin body with IDs, in the order of the schema", () => {
    expect(body).toBe(
      '{"type":"case.updated","timestamp":"2026-03-14T12:00:00.000Z","data":{"id":"evt_1","organizationId":"org_1","entity":"case","entityId":"case_1","cursor":"7_abc"}}',
    );
    expect(JSON.stringify(WebhookPayload.parse(JSON.parse(body)))).toBe(body);
    expect(JSON.parse(indentJson(body))).toEqual(JSON.parse(body));
  });

  test("is quoted for a shell, whatever the URL contains, and has no secret", () => {
    const curl = writeDeliveryCurl({
      url: "https://hooks.example.com/it's?a=$(id)&b=`id`",
      webhookId: "evt_1",
      timestamp: 1_773_489_600,
      body,
    });
    expect(curl.split(" \\\n  ")).toEqual([
      String.raw`curl -i 'https://hooks.example.com/it'\''s?a=$(id)&b=${"`id`"}'`,
      "-H 'content-type: application/json'",
      "-H 'webhook-id: evt_1'",
      "-H 'webhook-timestamp: 1773489600'",
      "-H 'webhook-signature: v1,SIGNATURE'",
      `--data-raw '${body}'`,
    ]);
  });
});

test("the example receiver accepts signed messages and rejects others", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const program = writeReceiver("SECRET").replace(
    ".listen(8080)",
    ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })",
  );
  const receiver = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: join(import.meta.dirname, "..", "..", "..", ".."),
    env: { ...process.env, SECRET: secret },
  });
  try {
    const [line] = (await once(receiver.stdout, "data")) as [Buffer];
    const body = writeWebhookPayload(event, "org_1");
    const now = new Date();
    const send = async (signature: string) => {
      const headers = {
        "webhook-id": event.id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": signature,
      };
      const response = await fetch(`http://127.0.0.1:${Number(String(line))}/`, { method: "POST", headers, body });
      return response.status;
    };
    expect(await send(new Webhook(secret).sign(event.id, now, body))).toBe(204);
    expect(await send(new Webhook(secret).sign(event.id, now, `${body} `))).toBe(400);
  } finally {
    receiver.kill();
  }
});

test("pending deliveries are refetched, more often if an attempt is near", () => {
  const now = instant(0).getTime();
  const pending = (seconds: number) => ({ status: "pending", nextAttemptAt: instant(seconds).toISOString() }) as const;
  expect(pollingInterval([{ status: "succeeded", nextAttemptAt: null }], now, false)).toBe(false);
  expect(pollingInterval([], now, idleMilliseconds)).toBe(10_000);
  expect(pollingInterval([pending(5)], now, false)).toBe(2_000);
  expect(pollingInterval([pending(-5)], now, false)).toBe(2_000);
  expect(pollingInterval([pending(3_600)], now, false)).toBe(10_000);
  expect(pollingInterval([pending(3_600), pending(1)], now, false)).toBe(2_000);
});

describe("the strip of attempts", () => {
  const attempt = (number: number, seconds: number, outcome: "succeeded" | "timed_out") => ({
    number,
    round: 1,
    startedAt: instant(seconds).toISOString(),
    durationMilliseconds: 12,
    outcome,
    statusCode: null,
    answer: null,
  });

  test("is sorted by time over all deliveries and has the newest forty", () => {
    const strip = lineUpAttempts([
      { id: "dlv_2", eventType: "case.updated", attempts: [attempt(1, 3, "timed_out"), attempt(2, 8, "succeeded")] },
      { id: "dlv_1", eventType: "case.created", attempts: [attempt(1, 1, "succeeded"), attempt(2, 5, "timed_out")] },
    ]);
    expect(strip.map(({ key }) => key)).toEqual(["dlv_1 1", "dlv_2 1", "dlv_1 2", "dlv_2 2"]);
    expect(strip[1]?.title).toBe("case.updated: Timed out");
    expect(summarizeAttempts(strip)).toBe("2 of the last 4 attempts succeeded.");
    const many = Array.from({ length: 60 }, (_, index) => ({
      id: `dlv_${index}`,
      eventType: "case.created",
      attempts: [attempt(1, index, "succeeded")],
    }));
    expect(
      lineUpAttempts(many)
        .map(({ key }) => key)
        .slice(0, 1),
    ).toEqual(["dlv_20 1"]);
    expect(summarizeAttempts(lineUpAttempts(many))).toBe("The last 40 attempts all succeeded.");
  });
});

describe("a span to recover", () => {
  const now = instant(0);
  const daysAgo = (days: number) => instant(-days * 24 * 3600).toISOString();
  const well = { failingSince: null, lastSuccessAt: null, stoppedSince: null };
  const suggest = (facts: Partial<typeof well | Record<keyof typeof well, string>>) =>
    (now.getTime() - suggestSince({ ...well, ...facts }, now).getTime()) / 1000;
  const day = 24 * 3600;

  test("starts at the last success, without one the first failure or a day ago, and not after a pause", () => {
    expect(suggest({ failingSince: instant(-600).toISOString(), lastSuccessAt: daysAgo(3) })).toBe(3 * day + 60);
    expect(suggest({ failingSince: instant(-600).toISOString() })).toBe(660);
    expect(suggest({})).toBe(day);
    expect(suggest({ lastSuccessAt: instant(-600).toISOString() })).toBe(day);
    expect(suggest({ lastSuccessAt: daysAgo(5) })).toBe(5 * day + 60);
    // Enabled, and a test has arrived or the first attempt failed again: what went before counts.
    expect(suggest({ lastSuccessAt: instant(-600).toISOString(), stoppedSince: daysAgo(6) })).toBe(6 * day + 60);
    expect(suggest({ failingSince: instant(-600).toISOString(), stoppedSince: daysAgo(6) })).toBe(6 * day + 60);
    expect(
      validateSpan({ since: writeLocal(suggestSince({ ...well, lastSuccessAt: daysAgo(80) }, now)), until: "" }, now)
        .since,
    ).toBeNull();
    expect(suggest({ lastSuccessAt: daysAgo(80) })).toBe(recoverableDays * day - 60);
    expect(readLocal(writeLocal(now))).toEqual(now);
  });

  test("finds a pause in the subscription's events until it is recovered", () => {
    const eventOf = (what: string, days: number, failingSince: string | null = null) => ({
      eventType: `webhook_subscription.${what}`,
      occurredAt: daysAgo(days),
      payload: { failingSince },
    });
    const paused = [eventOf("enabled", 0), eventOf("tested", 0), eventOf("paused", 1, daysAgo(6))];
    expect(findStop(paused)).toBe(daysAgo(6));
    expect(
      findStop([
        { ...eventOf("paused", 1, daysAgo(6)), payload: { failingSince: daysAgo(6), lastSuccessAt: daysAgo(8) } },
      ]),
    ).toBe(daysAgo(8));
    expect(findStop([eventOf("enabled", 0), eventOf("disabled", 2)])).toBe(daysAgo(2));
    expect(findStop([eventOf("recovered", 0), ...paused])).toBeNull();
    expect(findStop([eventOf("created", 9)])).toBeNull();
  });

  test("is validated field by field", () => {
    const at = (seconds: number) => writeLocal(instant(seconds));
    expect(validateSpan({ since: at(-3600), until: "" }, now)).toEqual({ since: null, until: null });
    expect(validateSpan({ since: "", until: "soon" }, now)).toEqual({
      since: "Enter a start time",
      until: "Enter a valid time",
    });
    expect(validateSpan({ since: at(3600), until: "" }, now).since).toBe("Must not be in the future");
    expect(validateSpan({ since: at(-(recoverableDays + 1) * day), until: "" }, now).since).toBe(
      `Must be within the last ${recoverableDays} days`,
    );
    expect(validateSpan({ since: at(-60), until: at(-3600) }, now).until).toBe("Must be after the start");
  });
});
