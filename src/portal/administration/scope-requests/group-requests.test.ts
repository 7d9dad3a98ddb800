import { expect, test } from "vitest";
import type { QueuedRequest } from "../views.ts";
import { groupByKey, joinScopes } from "./group-requests.ts";

const request = (id: string, keyId: string, isOwn = false) =>
  ({ id, organizationId: "org_1", keyId, scope: `${id}:read`, isOwn }) as QueuedRequest;

test("requests of a key are one group, in the order of the oldest, and own ones are apart", () => {
  const requests = [request("a", "key_1"), request("b", "key_2"), request("c", "key_1"), request("d", "key_1", true)];
  expect(groupByKey(requests).map((group) => group.map(({ id }) => id).join(""))).toEqual(["ac", "b", "d"]);
});

test("scopes are named as in a sentence", () => {
  expect([1, 2, 3].map((count) => joinScopes(["a", "b", "c"].slice(0, count).map((id) => request(id, "k"))))).toEqual([
    "a:read",
    "a:read and b:read",
    "a:read, b:read and c:read",
  ]);
});
