import { insertCompleted, insertExport } from "../../areas/exports/fixtures.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** An organization may have few that are open: those of the requests before are over. */
async function endOpen({ inside }: TestTenant): Promise<void> {
  await inside((transaction) => transaction.updateTable("Export").set({ status: "cancelled" }).where("status", "=", "queued").execute());
}

const onExport = (method: string, below: string, create: (tenant: TestTenant) => Promise<string>): Arrange => async (tenant) => {
  const id = await create(tenant);
  return { method, path: `/exports/${id}${below}`, body: method === "DELETE" ? undefined : {}, entity: "export", effects: countRevisions("Export", "revision", id) };
};

/** The mutations of the area exports, each with a fresh record to work on. */
export const exportMutations: Record<string, Arrange> = {
  "exports.create": async (tenant) => {
    await endOpen(tenant);
    const attorneyId = newName();
    // Its row, and the job that makes it.
    const effects = {
      text: `SELECT count(*)::integer AS effects FROM "Export" e JOIN pgboss.job j ON j.name = 'exports' AND j.data->>'exportId' = e.id WHERE e.request->>'attorneyId' = $1`,
      values: [attorneyId],
    };
    return { method: "POST", path: "/exports", body: { type: "cases", format: "csv", attorneyId }, entity: "export", effects };
  },
  "exports.cancel": onExport("POST", "/cancel", insertExport),
  "exports.remove": onExport("DELETE", "", insertCompleted),
};
