import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** Functions that enter another organization within a transaction. */
const entering = /\b(?:runInOrganization|runInOrganizationAsSystem|visitOrganization)\(\s*context,\s*([\w.]+),/g;

test("the other organization of a transaction is one that a row names, never a request", () => {
  const found = sources.flatMap(({ path, text }) =>
    path.endsWith(".test.ts") ? [] : [...text.matchAll(entering)].map(([, name = ""]) => `${path} ${name}`),
  );
  // The parent's row; the partner firm's row alone (findPartnerOrganization); the new ID of a sandbox, and the firm of one.
  expect([...new Set(found)].toSorted()).toEqual([
    "src/areas/administration/domain.hierarchy.ts parent.id",
    "src/areas/referrals/documents/domain.copying.ts origin",
    "src/areas/referrals/network/domain.taking.ts origin",
    "src/areas/referrals/referrals/domain.record.ts other",
    "src/areas/referrals/referrals/domain.sending.ts partnerOrganizationId",
    "src/areas/referrals/referrals/domain.ts origin",
    "src/areas/sandbox/domain.ts liveOrganizationId",
    "src/areas/sandbox/domain.ts sandboxId",
  ]);
});
