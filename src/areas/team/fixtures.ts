import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import type { TestServer } from "../../testing/harness/server.ts";
import { createPerson, openSession, type PersonOptions, type TestPerson } from "../../testing/harness/identity.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";

/** A member of the tenant who is not signed in. @returns the id */
export async function createMember(tenant: TestTenant, values: Partial<Insertable<Tables["Member"]>> = {}): Promise<string> {
  const { organizationId } = tenant;
  const id = createId("member");
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Member")
      .values({ organizationId, id, firstName: "Nora", lastName: "Quill", email: `${randomUUID()}@firm.example`, role: "paralegal", ...values })
      .execute(),
  );
  return id;
}

export interface SignedInMember {
  memberId: string;
  person: TestPerson;
  cookie: string;
  portal: Portal;
}

export async function signInMember(
  server: TestServer,
  tenant: TestTenant,
  values: Partial<Insertable<Tables["Member"]>> = {},
  options: PersonOptions = {},
): Promise<SignedInMember> {
  const memberId = await createMember(tenant, values);
  const person = await createPerson(server, { ...options, member: { organizationId: tenant.organizationId, memberId } });
  const cookie = await openSession(server, person);
  return { memberId, person, cookie, portal: openPortal(server, cookie, await readSlug(tenant)) };
}

export async function readSlug(tenant: TestTenant): Promise<string> {
  const { organizationId } = tenant;
  const { slug } = await tenant.inside((transaction) =>
    transaction.selectFrom("Organization").select("slug").where("id", "=", organizationId).executeTakeFirstOrThrow(),
  );
  return slug;
}

export async function createManagedTenant(server: TestServer): Promise<{ tenant: TestTenant; manager: SignedInMember }> {
  const tenant = await createTenant(server.services.database);
  const manager = await signInMember(server, tenant, { firstName: "Margaret", lastName: "Okafor", role: "admin" }, { name: "Margaret Okafor" });
  return { tenant, manager };
}

/** Events and audit entries of a record, oldest first. */
export async function readTraces(of: TestTenant, entityId: string) {
  return of.inside(async (transaction) => ({
    events: await transaction.selectFrom("Event").select(["eventType", "diff", "payload", "actor"]).where("entityId", "=", entityId).orderBy("number").execute(),
    audited: await transaction.selectFrom("AuditEntry").select(["action", "actorId", "changes", "address"]).where("entityId", "=", entityId).orderBy("id").execute(),
  }));
}
