import type { Scope } from "../../contract/scopes.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import type { TestServer } from "../../testing/harness/server.ts";
import { createPerson, openSession, type PersonOptions, type TestPerson } from "../../testing/harness/identity.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";
import type { ServiceAccount } from "../service-accounts/schema.ts";

const day = 86_400_000;

export const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

export interface Administrator {
  person: TestPerson;
  cookie: string;
  portal: Portal;
}

export async function signInAdministrator(server: TestServer, options: PersonOptions = {}): Promise<Administrator> {
  const person = await createPerson(server, { name: "Ruth Adler", ...options, isPlatformAdministrator: true });
  const cookie = await openSession(server, person);
  return { person, cookie, portal: openPortal(server, cookie) };
}

export async function createRequestingKey(
  portal: Portal,
  tenant: TestTenant,
  scopes: readonly Scope[] = ["medical:read"],
  values: object = {},
): Promise<{ key: ServiceAccount; secret: string; requestId: string }> {
  const { data } = await portal.mutate<{ serviceAccount: ServiceAccount; secret: string }>("serviceAccounts.create", {
    name: "Records retrieval",
    scopes: ["cases:read", ...scopes],
    validUntil: inDays(300),
    actingAttorneyId: tenant.attorneyId,
    purpose: "Retrieving medical records for our cases",
    ...values,
  });
  const requestId = data.serviceAccount.pendingScopes[0]?.requestId ?? "";
  return { key: data.serviceAccount, secret: data.secret, requestId };
}

/** Makes a request overdue, as if created fifteen days ago. */
export async function letExpire(tenant: TestTenant, requestId: string): Promise<void> {
  // Read first, so that the span is never longer than fourteen days.
  const lapsesAt = inDays(-1);
  await tenant.inside((transaction) =>
    transaction
      .updateTable("ScopeRequest")
      .set({ requestedAt: inDays(-15), lapsesAt })
      .where("organizationId", "=", tenant.organizationId)
      .where("id", "=", requestId)
      .execute(),
  );
}

/** Events of a record, in order. */
export function readEventTypes(tenant: TestTenant, entityId: string): Promise<string[]> {
  return tenant.inside(async (transaction) => {
    const rows = await transaction
      .selectFrom("Event")
      .select("eventType")
      .where("entityId", "=", entityId)
      .orderBy("number")
      .execute();
    return rows.map(({ eventType }) => eventType);
  });
}

export function readNotices(
  tenant: TestTenant,
  keyId: string,
): Promise<{ memberId: string; kind: string; parameters: unknown }[]> {
  return tenant.inside((transaction) =>
    transaction
      .selectFrom("Notification")
      .select(["memberId", "kind", "parameters"])
      .where("keyId", "=", keyId)
      .orderBy("id")
      .execute(),
  );
}
