import { expect, test } from "vitest";
import { serviceAccount, updatedAccount } from "../../../areas/service-accounts/examples.ts";
import { compareKeys } from "./compare-rows.ts";

test("differences of two keys are listed by area, and what is the same apart", () => {
  const { different, same } = compareKeys(
    [serviceAccount, { ...updatedAccount, scopes: ["cases:read", "cases:write"] }],
    ["1,200", "None"],
  );
  expect(different.map(({ label, values }) => [label, ...values])).toEqual([
    ["Cases", "Read", "Read, Write"],
    ["Documents and folders", "Write", "None"],
    ["Pending scopes", "medical:read", "None"],
    ["Allowed networks", "Any IP address", "203.0.113.0/24"],
    ["Bound vendor", "All vendors", "Lone Star Records Retrieval"],
    ["Requests in the last 30 days", "1,200", "None"],
  ]);
  expect(same).toContainEqual({ label: "Webhook hosts", values: ["hooks.example.com", "hooks.example.com"] });
  expect(compareKeys([serviceAccount, serviceAccount], ["None", "None"]).different).toEqual([]);
});
