import { buildDamage } from "../../../../prisma/seed/builders/cases.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { createCase, deleteRow, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";

export interface CreatedDamage {
  caseId: string;
  clientId: string;
  damageId: string;
}

/** Lost wages of $9,800.00 of the client of a new case. */
export async function createDamage(tenant: TestTenant, values: Partial<Values<"Damage">> = {}): Promise<CreatedDamage> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const damage = buildDamage({
    organizationId,
    caseId,
    createdBy: { type: "integration_key", id: "key_fixture", name: "Fixture" },
    ...values,
  });
  await insertFor(tenant, { Damage: damage });
  return { caseId: damage.caseId, clientId, damageId: damage.id };
}

const touch = (ofCase: { caseId: string; clientId: string }, id: string) => ({
  entity: "damage",
  id,
  relatedIds: relateCase(ofCase),
});

/** A request about a damage that there is. */
const onDamage =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createDamage(tenant);
    const { caseId, damageId } = created;
    return {
      ...aboutRow(tenant, "Damage", { caseId, damageId }, { notes: "Changed" }),
      touched: () => touch(created, damageId),
      ...more,
    };
  };

export const damageScenarios = {
  "cases.damages.list": async (tenant) => {
    const { caseId } = await createDamage(tenant);
    return { pathValues: { caseId }, query: { sort: "oldest" } };
  },
  "cases.damages.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    return {
      pathValues: { caseId: ofCase.caseId },
      change: changeShown(tenant, "Damage", "damage", { notes: "Changed" }),
      touched: (response: ResponseBody) => touch(ofCase, readId(response, "damage")),
      diff: {},
    };
  },
  "cases.damages.update": onDamage({
    diff: ({ amountCents, basis }) => ({
      amountCents: { from: 980_000, to: amountCents },
      basis: { from: null, to: basis },
    }),
  }),
  "cases.damages.delete": onDamage({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "cases.damagesSummary.get": async (tenant) => {
    const { caseId } = await createDamage(tenant);
    return { pathValues: { caseId }, remove: () => deleteRow(tenant, "Case", caseId) };
  },
} satisfies Record<string, Scenario>;
