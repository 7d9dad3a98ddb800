import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSummary } from "./demo-file.ts";
import { introduce } from "./introduce.ts";

test("the start prints the read-only key of the demo data and no other", () => {
  const folder = mkdtempSync(join(tmpdir(), "introduce-"));
  try {
    const keys = { full: "cpk_full", readOnly: "cpk_read", orgManage: "cpk_manage" };
    writeFileSync(
      join(folder, "demo.json"),
      JSON.stringify({
        keys,
        ids: { caseId: "case_1" },
        portal: {
          manager: { email: "m@caseport.example" },
          calendarFeedUrl: "http://old.example/api/calendar/cpc_x.ics",
        },
      }),
    );
    const shown = introduce({ baseUrl: "http://localhost:3000", smtpUrl: null, dataDirectory: folder }, folder);
    expect(shown.match(/cpk_\w+/g)).toEqual(["cpk_read"]);
    expect(shown).toContain("http://localhost:3000/api/v1/cases/case_1");
    // The file's URLs are those of the server.
    expect([readSummary(folder)?.portal.calendarFeedUrl, shown.includes("cpc_x")]).toEqual([
      "http://localhost:3000/api/calendar/cpc_x.ics",
      false,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
