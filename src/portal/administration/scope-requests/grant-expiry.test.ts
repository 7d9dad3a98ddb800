import { expect, test } from "vitest";
import { foreseeExpiry } from "./grant-expiry.ts";

test("a grant shortens the key's expiry to the latest one, and never lengthens it", () => {
  const latest = "2027-02-19T10:00:00.000Z";
  expect(foreseeExpiry("2028-01-01T00:00:00.000Z", latest)).toEqual({ expiresAt: latest, isShortened: true });
  expect(foreseeExpiry("2027-01-01T00:00:00.000Z", latest)).toEqual({
    expiresAt: "2027-01-01T00:00:00.000Z",
    isShortened: false,
  });
  expect(foreseeExpiry(latest, latest).isShortened).toBe(false);
});
