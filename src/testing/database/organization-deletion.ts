import { join } from "node:path";
import { expect } from "vitest";
import { withConnection } from "../../cli/backup/tables.ts";
import { deleteOrganization } from "../../cli/organization/deletion/delete.ts";
import { requestAction } from "../../cli/organization/deletion/request.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Environment } from "../../platform/environment.ts";
import type { TestTenant } from "../harness/tenant.ts";

export interface InterruptedDeletion {
  slug: string;
  /** Completes it in a database. */
  complete: (url: string) => Promise<unknown>;
}

/** As the command records a request, some days ago. */
export async function recordRequest(
  { organizationId, inside }: TestTenant,
  action: string,
  days: number,
): Promise<void> {
  const occurredAt = new Date(Date.now() - days * 86_400_000).toISOString();
  await inside((transaction) =>
    transaction
      .insertInto("AuditEntry")
      .values({
        organizationId,
        id: createId("auditEntry"),
        occurredAt,
        action,
        actorType: "system",
        actorId: "system",
        actorName: "Caseport",
        entity: "organization",
        entityId: organizationId,
        requestId: "req",
      })
      .execute(),
  );
}

/** Deletes an organization as far as a kill can leave it: its members are gone, and what refers to them is not. */
export async function interruptDeletion(
  ownerUrl: string,
  tenant: TestTenant,
  environment: Environment,
): Promise<InterruptedDeletion> {
  const { organizationId, inside } = tenant;
  const { slug } = await inside((transaction) =>
    transaction.selectFrom("Organization").select("slug").where("id", "=", organizationId).executeTakeFirstOrThrow(),
  );
  await recordRequest(tenant, requestAction, 8);
  const given = {
    environment,
    organizationId,
    slug,
    file: join(environment.dataDirectory, `${slug}.json`),
    settleMilliseconds: 0,
  };
  const onStep = (step: string) => {
    if (step === "accounts") throw new Error("interrupted");
  };
  await expect(deleteOrganization({ ...given, url: ownerUrl, onStep })).rejects.toThrow("interrupted");
  await withConnection(ownerUrl, (client) =>
    client.query(
      `SET session_replication_role = replica; DELETE FROM "Member" WHERE "organizationId" = '${organizationId}'`,
    ),
  );
  return { slug, complete: (url) => deleteOrganization({ ...given, url }) };
}

/** The foreign keys that rows break, of those that were added without looking at the rows. */
export function listBrokenForeignKeys(ownerUrl: string): Promise<string[]> {
  return withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; validate: string }>(
      "SELECT conname AS name, format('ALTER TABLE %s VALIDATE CONSTRAINT %I', conrelid::regclass, conname) AS validate FROM pg_constraint WHERE contype = 'f' AND NOT convalidated AND conparentid = 0",
    );
    const broken: string[] = [];
    for (const { name, validate } of rows) await client.query(validate).catch(() => broken.push(name));
    return broken;
  });
}
