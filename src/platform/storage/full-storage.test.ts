import { expect, test } from "vitest";
import { isStorageFull } from "./full-storage.ts";

test.each([
  ["a disk", Object.assign(new Error("no space left on device"), { code: "ENOSPC" }), true],
  ["a quota", Object.assign(new Error("disk quota exceeded"), { code: "EDQUOT" }), true],
  ["PostgreSQL's disk", Object.assign(new Error("could not extend file"), { code: "53100" }), true],
  ["a bucket of MinIO", Object.assign(new Error("no free drive"), { $metadata: { httpStatusCode: 507 } }), true],
  ["one behind another error", new Error("failed", { cause: Object.assign(new Error(""), { code: "ENOSPC" }) }), true],
  ["another error of a disk", Object.assign(new Error("read-only file system"), { code: "EROFS" }), false],
  ["another error of a bucket", Object.assign(new Error("slow down"), { $metadata: { httpStatusCode: 503 } }), false],
  ["what is no error", "ENOSPC", false],
])("%s", (_, error, isFull) => {
  expect(isStorageFull(error)).toBe(isFull);
});
