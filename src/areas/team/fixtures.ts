import { buildMember } from "../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { randomUUID } from "node:crypto";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { changeRow, createTenant, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { changeShown } from "../../testing/harness/tenant-requests.ts";
import type { TestServer } from "../../testing/harness/server.ts";
import { createPerson, openSession, type PersonOptions, type TestPerson } from "../../testing/harness/identity.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";
import { member } from "./examples.ts";

/**
 * A member of the tenant who is not signed in.
 *
 * @returns the id
 */
export async function createMember(tenant: TestTenant, values: Partial<Values<"Member">> = {}): Promise<string> {
  const { organizationId } = tenant;
  return (await insertFor(tenant, { Member: buildMember({ organizationId, ...values }) })).Member.id;
}

/** A member who can sign in, and so gets emails. @returns the id */
export async function createColleague(
  server: TestServer,
  tenant: TestTenant,
  values: Partial<Values<"Member">> = {},
): Promise<string> {
  const memberId = await createMember(tenant, { firstName: "Ina", lastName: "Vogt", ...values });
  await createPerson(server, { member: { organizationId: tenant.organizationId, memberId } });
  return memberId;
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
  values: Partial<Values<"Member">> = {},
  options: PersonOptions = {},
): Promise<SignedInMember> {
  const memberId = await createMember(tenant, values);
  const person = await createPerson(server, {
    ...options,
    member: { organizationId: tenant.organizationId, memberId },
  });
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

export async function createManagedTenant(
  server: TestServer,
): Promise<{ tenant: TestTenant; manager: SignedInMember }> {
  const tenant = await createTenant(server.services.database);
  const manager = await signInMember(
    server,
    tenant,
    { firstName: "Margaret", lastName: "Okafor", role: "admin" },
    { name: "Margaret Okafor" },
  );
  return { tenant, manager };
}

/** Events and audit entries of a record, oldest first. */
export async function readTraces(of: TestTenant, entityId: string) {
  return of.inside(async (transaction) => ({
    events: await transaction
      .selectFrom("Event")
      .select(["eventType", "diff", "payload", "actor"])
      .where("entityId", "=", entityId)
      .orderBy("number")
      .execute(),
    audited: await transaction
      .selectFrom("AuditEntry")
      .select(["action", "actorId", "changes", "address"])
      .where("entityId", "=", entityId)
      .orderBy("id")
      .execute(),
  }));
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const relate = (id: string) => ({ entity: "member", id, relatedIds: [{ entity: "member", id }] });

/** A request about a member who is there. */
const onMember =
  (values: Parameters<typeof createMember>[1], more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const memberId = await createMember(tenant, values);
    return {
      pathValues: { memberId },
      revision: 1,
      change: () => changeRow(tenant, "Member", memberId, { phone: "+1 512 555 0199", revision: 9 }),
      touched: () => relate(memberId),
      // Events have the permissions, which keys do not get.
      recordIn: null,
      standsAlone: true,
      ...more,
    };
  };

const absent = { startOn: inDays(-1), endOn: inDays(6) };

export const memberScenarios = {
  "members.list": () => Promise.resolve({}),
  "members.get": asRead(onMember({}, {})),
  "members.create": async (tenant) => {
    await tenant.inside((transaction) =>
      transaction
        .updateTable("Organization")
        .set({ memberEmailDomains: ["new.example"] })
        .where("id", "=", tenant.organizationId)
        .execute(),
    );
    return {
      ownValues: { [member.email]: `${randomUUID()}@new.example`, [member.externalId]: newName() },
      change: changeShown(tenant, "Member", "member", { phone: "+1 512 555 0199", revision: 9 }),
      touched: (response: ResponseBody) => relate(readId(response, "member")),
      recordIn: null,
      standsAlone: true,
      diff: {},
    };
  },
  "members.update": onMember(
    { title: "Paralegal" },
    { diff: ({ title }) => ({ title: { from: "Paralegal", to: title } }) },
  ),
  "members.resendInvitation": onMember({ status: "invited", acceptedAt: null }, { diff: {} }),
  "members.transition": onMember(
    {},
    {
      diff: { status: { from: "active", to: "deactivated" }, deactivatedAt: { from: null, to: anInstant } },
      alsoEmits: ["member.deactivated"],
    },
  ),
  "members.deactivationPreview.get": onMember({}, {}),
  "members.outOfOffice.set": onMember(
    {},
    { diff: (body) => ({ outOfOffice: { from: null, to: { ...body, delegate: null } } }) },
  ),
  "members.outOfOffice.delete": onMember(
    { outOfOfficeStartOn: absent.startOn, outOfOfficeEndOn: absent.endOn },
    { diff: { outOfOffice: { from: { ...absent, delegate: null, note: null }, to: null } } },
  ),
  "attorneys.list": () => Promise.resolve({}),
  /** Another attorney than the key's own. */
  "attorneys.get": async (tenant) => ({
    pathValues: { attorneyId: await createMember(tenant, { isAttorney: true, role: "attorney" }) },
  }),
} satisfies Record<string, Scenario>;

/** An admission in one jurisdiction for each status. */
export async function createAdmissions(
  tenant: TestTenant,
  memberId: string,
  statuses: readonly string[],
): Promise<void> {
  const { organizationId } = tenant;
  const rows = statuses.map((status, position) => ({
    organizationId,
    memberId,
    position,
    jurisdiction: "PA",
    barNumber: String(position),
    status,
  }));
  await insertFor(tenant, { BarAdmission: rows });
}

export async function createAdmissionRows(tenant: TestTenant): Promise<void> {
  await createAdmissions(tenant, tenant.attorneyId, ["active"]);
}
