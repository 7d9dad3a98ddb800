import { expect } from "vitest";
import type { Reply } from "../harness/requests/send.ts";
import { expectSuccess } from "./subject.ts";

/** Asserts that `again` is the stored response of `first`, byte for byte. */
export function expectReplay(again: Reply, first: Reply): void {
  expect(again.text).toBe(first.text);
  expect(again.status).toBe(first.status);
  for (const name of ["etag", "location", "content-type", "idempotency-expires"])
    expect(again.headers[name]).toBe(first.headers[name]);
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(again.headers["x-original-request-id"]).toBe(first.headers["x-request-id"]);
  expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
}

/** Asserts a success that is no stored response. */
export function expectFresh(reply: Reply): Reply {
  expect(expectSuccess(reply).headers).not.toHaveProperty("idempotent-replayed");
  return reply;
}
