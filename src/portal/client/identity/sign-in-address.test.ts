import { describe, expect, test } from "vitest";
import { readNext } from "./sign-in-address.ts";

describe("the path after sign-in", () => {
  test.each([
    "/account",
    "/o/hartwell-pierce/credentials?status=expiring",
    "/o/x/credentials/key_01?tab=usage",
    "/administration/scope-requests",
  ])("accepts %s", (path) => {
    expect(readNext(path)).toBe(path);
  });

  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    "/a<script>",
    "/ /evil.example",
    "account",
    "",
    "/api/v1/openapi.json",
    "/sign-in",
    "/sign-in?next=/sign-in",
  ])("not to %j", (text) => {
    expect(readNext(text)).toBeNull();
  });

  test("every accepted path stays on the same site in a browser", () => {
    for (const path of [
      "/account",
      "/o/a/b?c=//evil.example",
      "/a//evil.example",
      "/%2F%2Fevil.example",
      "/a@evil.example",
      "/a:80",
    ]) {
      const next = readNext(path);
      if (next !== null)
        expect(new URL(next, "https://caseport.example/sign-in").origin).toBe("https://caseport.example");
    }
  });

  test("without a path there is no redirect", () => {
    expect(readNext(null)).toBeNull();
    expect(readNext(undefined)).toBeNull();
  });
});
