import { createId } from "../../platform/database/ids.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { changeRow } from "../../testing/harness/tenant.ts";

const read: Scenario = () => Promise.resolve({});

export const organizationScenarios = {
  "organization.get": read,
  "organization.update": async (tenant) => {
    const { organizationId: id } = tenant;
    const { revision } = await tenant.inside((transaction) =>
      transaction.selectFrom("Organization").select("revision").where("id", "=", id).executeTakeFirstOrThrow(),
    );
    return {
      // Without it, two requests would be the same: the path names no record.
      ownValues: { "https://www.example.com": `https://www.example.com/${createId("organization")}` },
      revision,
      standsAlone: true,
      change: () => changeRow(tenant, "Organization", id, { phone: "+1 512 555 0199" }),
      touched: () => ({ entity: "organization", id, relatedIds: [{ entity: "organization", id }] }),
      recordIn: null,
      diff: ({ workdayStartsAt, workdayEndsAt, website }) => ({
        workdayStartsAt: { from: "09:00", to: workdayStartsAt },
        workdayEndsAt: { from: "17:00", to: workdayEndsAt },
        website: { from: null, to: website },
      }),
    };
  },
  "organization.children.list": read,
} satisfies Record<string, Scenario>;
