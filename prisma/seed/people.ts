import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { patientConnectMilliseconds } from "../../src/platform/database/connections/connection-pool.ts";
import { openDatabase, type Transaction } from "../../src/platform/database/database.ts";
import { createPerson, findPersonId } from "../../src/platform/identity/people.ts";
import { createId } from "../../src/platform/database/ids.ts";
import {
  createTotpSecret,
  decodeTotpSecret,
  encodeTotpSecret,
} from "../../src/platform/identity/second-factor/totp.ts";
import { headquartersId } from "./firms.ts";
import { hooks } from "../../src/composition/transaction-hooks.ts";

/** How somebody of the demo signs in, as demo.json shows it. */
export interface DemoPerson {
  email: string;
  password: string;
  /** Base32, for an authenticator program; those without have no second factor. */
  totpSecret?: string;
}

/** Who can sign in to the demo's portal. */
export const demoPeople = ["attorney", "manager", "member", "platformAdmin", "otherManager", "approver"] as const;
type Part = (typeof demoPeople)[number];
export type DemoPeople = Record<Part, DemoPerson>;

const withSecondFactor: ReadonlySet<Part> = new Set(["manager", "platformAdmin", "otherManager", "approver"]);

/** The manager's second firm, so that there is something to choose after signing in. */
const secondFirm = { slug: "hartwell-pierce-texas", email: "margaret.okafor@texas.hartwellpierce.example" } as const;
const otherManagerEmail = "claudia.renner@brandtosei.example";
/** An owner who is not behind what the firm's keys ask for: may approve disbursements that they request. */
const approverEmail = "julian.pierce@hartwellpierce.example";
const administratorName = "Rowan Ellery";

/** A password of 144 random bits: 24 characters without any that a shell or a form would mind. */
export function givePassword(email: string): DemoPerson {
  return { email, password: randomBytes(18).toString("base64url") };
}

/** Adds what a demo.json of an earlier version lacks; the same object when nothing does. */
export function completePeople(
  people: Partial<DemoPeople> & Omit<DemoPeople, "otherManager" | "approver">,
): DemoPeople {
  const all: DemoPeople = {
    ...people,
    otherManager: people.otherManager ?? givePassword(otherManagerEmail),
    approver: people.approver ?? givePassword(approverEmail),
  };
  const complete = (part: Part): DemoPerson =>
    withSecondFactor.has(part) && all[part].totpSecret === undefined
      ? { ...all[part], totpSecret: encodeTotpSecret(createTotpSecret()) }
      : all[part];
  return {
    attorney: complete("attorney"),
    manager: complete("manager"),
    member: complete("member"),
    platformAdmin: complete("platformAdmin"),
    otherManager: complete("otherManager"),
    approver: complete("approver"),
  };
}

export interface PeopleOptions {
  /** The application role's URL. */
  databaseUrl: string;
  /** Encrypts second factors: the server's own. */
  secret: string;
  people: DemoPeople;
  otherOrganizationId: string;
}

/**
 * Creates the accounts that are not there yet, and ties them to their members: one transaction, which does nothing the
 * second time. Accounts that are there are left as they are, also with another password.
 */
export async function createPeople({ databaseUrl, secret, people, otherOrganizationId }: PeopleOptions): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 1, hooks, connectWithin: patientConnectMilliseconds });
  try {
    await database.withTenantTransaction(headquartersId, async (transaction) => {
      // Passwords are hashed between the statements.
      await sql`SELECT set_config('idle_in_transaction_session_timeout', '5min', true)`.execute(transaction);
      for (const part of ["attorney", "manager", "member", "approver"] as const)
        await tieMember(transaction, secret, people[part]);
      const administrator = await ensurePerson(transaction, secret, people.platformAdmin, administratorName);
      await enter(transaction, otherOrganizationId);
      await tieMember(transaction, secret, people.otherManager);
      await joinSecondFirm(transaction, administrator, people.manager);
    });
  } finally {
    await database.close();
  }
}

async function enter(transaction: Transaction, organizationId: string): Promise<void> {
  await sql`SELECT set_config('caseport.organization', ${organizationId}, true)`.execute(transaction);
}

async function ensurePerson(
  transaction: Transaction,
  secret: string,
  person: DemoPerson,
  name: string,
): Promise<string> {
  const { email, password, totpSecret } = person;
  const found = await findPersonId(transaction, email);
  return (
    found ??
    createPerson(transaction, {
      name,
      email,
      password,
      ...(totpSecret !== undefined && { secondFactor: { secret: decodeTotpSecret(totpSecret), key: secret } }),
      isPlatformAdministrator: name === administratorName,
    })
  );
}

/** Lets the person sign in as the member who has this address in the present organization. */
async function tieMember(transaction: Transaction, secret: string, person: DemoPerson): Promise<void> {
  const member = await transaction
    .selectFrom("Member")
    .select(["id", "firstName", "lastName", "userId"])
    .where("email", "=", person.email)
    .executeTakeFirst();
  // Somebody may have changed the address in the meantime.
  if (member === undefined || member.userId !== null) return;
  const userId = await ensurePerson(transaction, secret, person, `${member.firstName} ${member.lastName}`);
  await transaction.updateTable("Member").set({ userId }).where("id", "=", member.id).execute();
  // What was requested before there was an account: without the person behind it, it could not be granted.
  await sql`
    UPDATE "ScopeRequest" SET "requestedByUserId" = ${userId}
    WHERE "requestedByUserId" IS NULL AND "requestedBy" ->> 'id' = ${member.id}`.execute(transaction);
}

async function joinSecondFirm(transaction: Transaction, administratorId: string, manager: DemoPerson): Promise<void> {
  // The one question that finds an organization by its slug is the administrators'.
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM list_organizations(${administratorId}, NULL, 1000) WHERE slug = ${secondFirm.slug}`.execute(
    transaction,
  );
  const userId = await findPersonId(transaction, manager.email);
  const [organization] = rows;
  if (organization === undefined || userId === null) return;
  await enter(transaction, organization.id);
  await transaction
    .insertInto("Member")
    .values({
      organizationId: organization.id,
      id: createId("member"),
      userId,
      firstName: "Margaret",
      lastName: "Okafor",
      email: secondFirm.email,
      role: "admin",
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
