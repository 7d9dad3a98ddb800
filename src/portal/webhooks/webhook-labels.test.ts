import { describe, expect, test } from "vitest";
import {
  attemptOutcomes,
  cancelReasons,
  deliveryStatuses,
  deliveryTriggers,
  deliveryBlockers,
  statusReasons,
  subscriptionStatuses,
} from "../../contract/webhooks/webhooks.ts";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { explainSubscription, showStatus } from "./subscription-status.ts";
import { cancelLabels, describeOutcome, blockerLabels, triggerLabels } from "./webhook-labels.ts";

const well = {
  status: "active",
  statusReason: null,
  obstacle: null,
  failingSince: null,
  consecutiveFailures: 0,
} as const;

describe("webhook labels", () => {
  test("every value has a label", () => {
    for (const outcome of attemptOutcomes) {
      const { title, sentence, cure } = describeOutcome({ outcome, statusCode: null });
      expect(
        [title, sentence].every((text) => text.length > 3),
        outcome,
      ).toBe(true);
      expect(cure === null, outcome).toBe(outcome === "succeeded");
    }
    expect(Object.keys(blockerLabels).toSorted()).toEqual(deliveryBlockers.toSorted());
    expect(Object.keys(cancelLabels).toSorted()).toEqual(cancelReasons.toSorted());
    expect(Object.keys(triggerLabels).toSorted()).toEqual(deliveryTriggers.toSorted());
    for (const status of [...subscriptionStatuses, ...deliveryStatuses]) expect(nameStatus(status)).toMatch(/^[A-Z]/);
  });

  test("no two outcomes have the same label", () => {
    const titles = attemptOutcomes.map((outcome) => describeOutcome({ outcome, statusCode: null }).title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("a response is described by its status", () => {
    const labelsOf = (statusCode: number) => describeOutcome({ outcome: "answered", statusCode });
    expect(labelsOf(500)).toMatchObject({
      title: "HTTP 500",
      sentence: "The endpoint failed while processing the request.",
    });
    expect(labelsOf(404).cure).toContain("URL");
    expect(labelsOf(418)).toMatchObject({
      title: "HTTP 418",
      sentence: "The response status was not between 200 and 299.",
    });
    expect(describeOutcome({ outcome: "succeeded", statusCode: 204 }).title).toBe("Delivered (204)");
    expect(describeOutcome({ outcome: "redirected", statusCode: 302 }).title).toBe("Redirected (302)");
  });
});

describe("a subscription's state", () => {
  test("is the most important of several that apply", () => {
    const failing = { ...well, failingSince: "2026-03-01T00:00:00.000Z", consecutiveFailures: 3 };
    expect(showStatus(well)).toBe("active");
    expect(showStatus(failing)).toBe("failing");
    expect(showStatus({ ...failing, obstacle: "key_paused" })).toBe("stopped");
    expect(showStatus({ ...failing, obstacle: "key_paused", status: "paused", statusReason: "failures" })).toBe(
      "halted",
    );
    expect(showStatus({ ...failing, status: "disabled", statusReason: "by_hand" })).toBe("disabled");
  });

  test("is explained if the reader should know or do something", () => {
    expect(explainSubscription(well)).toBeNull();
    expect(
      explainSubscription({ ...well, failingSince: "2026-03-01T00:00:00.000Z", consecutiveFailures: 3 })?.title,
    ).toBe("The last 3 attempts failed");
    for (const obstacle of deliveryBlockers)
      expect(explainSubscription({ ...well, obstacle })).toMatchObject({ tone: "danger", act: "key" });
    for (const statusReason of statusReasons) {
      const status = statusReason === "failures" ? "paused" : "disabled";
      // What somebody wished is no alarm.
      expect(explainSubscription({ ...well, status, statusReason })).toMatchObject({
        act: null,
        tone: statusReason === "by_hand" ? "info" : "danger",
      });
    }
  });
});
