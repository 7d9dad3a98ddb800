import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { introduce } from "./introduce.ts";

test("the start prints the read-only key of the demo data and no other", () => {
  const folder = mkdtempSync(join(tmpdir(), "introduce-"));
  try {
    const keys = { full: "cpk_full", readOnly: "cpk_read", orgManage: "cpk_manage" };
    writeFileSync(join(folder, "demo.json"), JSON.stringify({ keys, ids: { caseId: "case_1" }, portal: { manager: { email: "m@caseport.example" } } }));
    const shown = introduce({ baseUrl: "http://localhost:3000", smtpUrl: null, dataDirectory: folder }, folder);
    expect(shown.match(/cpk_\w+/g)).toEqual(["cpk_read"]);
    expect(shown).toContain("http://localhost:3000/api/v1/cases/case_1");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
