import { describe, expect, test } from "vitest";
import { chainEntries, continuesChain, firstHash } from "./domain.chain.ts";

const requestId = "esr_01jtest0000000000000000001";
const sent = {
  at: "2026-03-05T16:00:00.000Z",
  action: "sent",
  actor: { type: "integration_key", id: "key_1" },
  recipientId: null,
  ipAddress: null,
  userAgent: null,
  detail: { documents: ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"] },
};

test("acceptance 13: the vector of the chain", () => {
  expect(firstHash(requestId)).toBe("cae836e63295ac569f72e355218cc92996b9198b6abbd4065a12af33021065da");
  expect(chainEntries(requestId, undefined, [sent])).toEqual([
    {
      ...sent,
      number: 1,
      previousHash: "cae836e63295ac569f72e355218cc92996b9198b6abbd4065a12af33021065da",
      hash: "85a9123459d18b8e6b248d9df117b51a761bb0a7576d1cc66baacfef738386b4",
    },
  ]);
});

describe("a chain", () => {
  const viewed = {
    ...sent,
    at: "2026-03-05T17:00:00.000Z",
    action: "viewed",
    actor: { type: "esign_recipient", id: "esp_1" },
    recipientId: "esp_1",
    ipAddress: "192.0.2.7",
    userAgent: "Mozilla/5.0 “Ünïcode”",
    detail: {},
  };
  const whole = chainEntries(requestId, undefined, [sent, viewed, { ...viewed, action: "signed" }]);
  const [first, second, third] = whole;

  test("is the same, written at once or entry by entry", () => {
    const one = chainEntries(requestId, undefined, [sent]);
    expect([...one, ...chainEntries(requestId, one[0], [viewed, { ...viewed, action: "signed" }])]).toEqual(whole);
    expect(continuesChain(requestId, undefined, whole)).toBe(true);
    expect(continuesChain(requestId, first, whole.slice(1))).toBe(true);
  });

  test("does not depend on the order of members, nor on what an actor is called", () => {
    const { detail, actor, ...rest } = viewed;
    const reordered = { detail, actor: { label: "Client", id: actor.id, type: actor.type }, ...rest };
    expect(chainEntries(requestId, first, [reordered])[0]?.hash).toBe(second?.hash);
  });

  test.each([
    ["another time", { at: "2026-03-05T17:00:00.001Z" }],
    ["another action", { action: "declined" }],
    ["another actor", { actor: { type: "esign_recipient", id: "esp_2" } }],
    ["another recipient", { recipientId: null }],
    ["another address", { ipAddress: "192.0.2.8" }],
    ["another browser", { userAgent: null }],
    ["another detail", { detail: { documents: [] } }],
    ["another number", { number: 3 }],
    ["another hash", { hash: "0".repeat(64) }],
    ["another hash before it", { previousHash: "0".repeat(64) }],
  ])("is broken by %s", (_what, change) => {
    if (first === undefined || second === undefined || third === undefined) throw new Error("three entries");
    expect(continuesChain(requestId, undefined, [first, { ...second, ...change }, third])).toBe(false);
  });

  test("is broken by an entry that is missing, twice, moved, or of another request", () => {
    if (first === undefined || second === undefined || third === undefined) throw new Error("three entries");
    for (const entries of [
      [first, third],
      [second, third],
      [first, first, second, third],
      [second, first, third],
    ])
      expect(continuesChain(requestId, undefined, entries)).toBe(false);
    expect(continuesChain("esr_01jtest0000000000000000002", undefined, whole)).toBe(false);
  });
});
