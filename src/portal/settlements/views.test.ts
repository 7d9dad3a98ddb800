import { expect, test } from "vitest";
import { findCurrent } from "./views.ts";

const statement = (shareId: string, version: number, status: Parameters<typeof findCurrent>[0][number]["status"]) => ({
  shareId,
  version,
  status,
});

test.each([
  [
    "the approved one, also where a later one is drafted",
    [
      ["approved", 1],
      ["draft", 2],
    ],
    1,
  ],
  [
    "the issued one before a draft",
    [
      ["draft", 3],
      ["issued", 2],
      ["declined", 1],
    ],
    2,
  ],
  [
    "the latest of several drafts",
    [
      ["draft", 1],
      ["draft", 2],
    ],
    2,
  ],
  [
    "a declined one where there is no other",
    [
      ["voided", 2],
      ["declined", 1],
    ],
    1,
  ],
] as const)("a share shows %s", (_name, versions, expected) => {
  const statements = [
    statement("sts_other", 9, "approved"),
    ...versions.map(([status, version]) => statement("sts_1", version, status)),
  ];
  expect(findCurrent(statements, "sts_1")?.version).toBe(expected);
});

test("a share without a statement shows none", () => {
  expect(findCurrent([statement("sts_1", 1, "draft")], "sts_2")).toBeUndefined();
});
