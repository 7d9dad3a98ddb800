import type { Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { createCase, createTenant, type TestTenant } from "./tenant.ts";

/** An organization of a hierarchy. */
export interface TenantInHierarchy extends TestTenant {
  /** Its name, and the prefix of its cases' names: `east-1`, `east-2`. */
  mark: string;
}

/**
 * Three levels: a headquarters, two regions, an office below the eastern one; and a tenant without a headquarters, with
 * an office of its own. Each has two cases. The headquarters' attorney has the permissions for reports over offices.
 */
export interface Hierarchy {
  headquarters: TenantInHierarchy;
  east: TenantInHierarchy;
  west: TenantInHierarchy;
  office: TenantInHierarchy;
  stranger: TenantInHierarchy;
  strangersOffice: TenantInHierarchy;
}

/** The permissions besides the role that reports over all offices require. */
const headquartersPermissions = ["reports:headquarters"];

export async function createHierarchy(database: Database): Promise<Hierarchy> {
  const headquarters = await createTenantInHierarchy(database, "headquarters", { isHeadquarters: true });
  const east = await createTenantInHierarchy(database, "east", { parentOrganizationId: headquarters.organizationId });
  const west = await createTenantInHierarchy(database, "west", { parentOrganizationId: headquarters.organizationId });
  const office = await createTenantInHierarchy(database, "office", { parentOrganizationId: east.organizationId });
  const stranger = await createTenantInHierarchy(database, "stranger", { isHeadquarters: true });
  const strangersOffice = await createTenantInHierarchy(database, "strangers-office", {
    parentOrganizationId: stranger.organizationId,
  });
  return { headquarters, east, west, office, stranger, strangersOffice };
}

interface Placement {
  isHeadquarters?: boolean;
  parentOrganizationId?: string | null;
  reportsToHeadquarters?: boolean;
}

async function createTenantInHierarchy(
  database: Database,
  mark: string,
  placement: Placement,
): Promise<TenantInHierarchy> {
  const tenant = await createTenant(database);
  await tenant.inside(async (transaction) => {
    await transaction
      .updateTable("Organization")
      .set({ ...placement, name: mark })
      .where("id", "=", tenant.organizationId)
      .execute();
    await transaction
      .updateTable("Member")
      .set({ permissions: headquartersPermissions })
      .where("id", "=", tenant.attorneyId)
      .execute();
  });
  for (const number of [1, 2]) await createCase(tenant, { sequenceId: `${mark}-${number}`, title: mark });
  return { ...tenant, mark };
}

/** Changes an organization's place in the hierarchy. */
export async function placeTenant({ organizationId, inside }: TestTenant, placement: Placement): Promise<void> {
  await inside((transaction) =>
    transaction.updateTable("Organization").set(placement).where("id", "=", organizationId).execute(),
  );
}

/** Changes the attorney for whom the tenant's key acts. */
export async function changeAttorney(
  { attorneyId, inside }: TestTenant,
  values: { status?: string; isAttorney?: boolean; role?: string; permissions?: string[] },
): Promise<void> {
  await inside((transaction) => transaction.updateTable("Member").set(values).where("id", "=", attorneyId).execute());
}

/** Gives the tenant custom fields of its cases, by key and type, and each case the value 1 of each. */
export async function createCaseFields(
  { organizationId, inside }: TestTenant,
  fields: Readonly<Record<string, string>>,
  archived: readonly string[] = [],
): Promise<void> {
  const rows = Object.entries(fields).map(([key, type]) => ({
    organizationId,
    id: createId("customFieldDefinition"),
    entity: "case",
    key,
    label: key,
    type,
    archived: archived.includes(key),
  }));
  const values = JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([key, type]) => [key, type === "number" ? 1 : "1"])),
  );
  await inside(async (transaction) => {
    await transaction.insertInto("CustomFieldDefinition").values(rows).execute();
    await transaction.updateTable("Case").set({ customFields: values }).execute();
  });
}
