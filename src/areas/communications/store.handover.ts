import { sql, type RawBuilder } from "kysely";
import { isOneOf } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** Whom a conversation, a message or a call is with. */
export type PersonColumn = "clientId" | "contactId";

const callColumns = { clientId: "partyClientId", contactId: "partyContactId" } as const;

/** Where people of conversations and of messages stand, and the column that names the record. */
const people = {
  Conversation: { table: "ConversationCounterpart", owner: "conversationId" },
  Message: { table: "MessageParty", owner: "messageId" },
} as const;

/** Locks the conversations or messages that a person takes part in, in the order of their IDs. */
export async function lockRecordsOfPersonForUpdate(
  { organizationId, transaction }: Context,
  record: keyof typeof people,
  { person, personId }: { person: PersonColumn; personId: string },
  limit: number,
): Promise<string[]> {
  const { table, owner } = people[record];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(record)} WHERE "organizationId" = ${organizationId} AND id IN (
      SELECT ${sql.ref(owner)} FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND ${sql.ref(person)} = ${personId})
    ORDER BY id LIMIT ${limit}::integer FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Locks the calls with a person, in the order of their IDs. */
export async function lockCallsOfPersonForUpdate(
  { organizationId, transaction }: Context,
  person: PersonColumn,
  personId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Call" WHERE "organizationId" = ${organizationId} AND ${sql.ref(callColumns[person])} = ${personId}
    ORDER BY id LIMIT ${limit}::integer FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Locks the conversations, messages or calls of a lead that have no case yet, in the order of their IDs. */
export async function lockRowsOfLeadForUpdate(
  { organizationId, transaction }: Context,
  table: "Conversation" | "Message" | "Call",
  leadId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND "leadId" = ${leadId} AND "caseId" IS NULL
    ORDER BY id LIMIT ${limit}::integer FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Gives these conversations, messages and calls of a lead its case, too, and the client where they name the lead. */
export async function assignToCase(
  { organizationId, transaction }: Context,
  { conversationIds, messageIds, callIds }: LockedCommunications,
  { leadId, caseId, clientId }: { leadId: string; caseId: string; clientId: string },
): Promise<void> {
  const own = sql`"organizationId" = ${organizationId}`;
  const placed = sql`"caseId" = ${caseId}, revision = revision + 1`;
  const identify = (table: string, owner: string, ids: readonly string[]) => sql`
    UPDATE ${sql.table(table)} SET "leadId" = NULL, "clientId" = ${clientId}
    WHERE ${own} AND ${isOneOf(owner, ids)} AND "leadId" = ${leadId}`;
  await identify("ConversationCounterpart", "conversationId", conversationIds).execute(transaction);
  await sql`UPDATE "Conversation" SET ${placed} WHERE ${own} AND ${isOneOf("id", conversationIds)}`.execute(
    transaction,
  );
  await identify("MessageParty", "messageId", messageIds).execute(transaction);
  await sql`UPDATE "Message" SET ${placed} WHERE ${own} AND ${isOneOf("id", messageIds)}`.execute(transaction);
  await sql`UPDATE "Call" SET ${placed},
      "partyClientId" = CASE WHEN "partyLeadId" = ${leadId} THEN ${clientId} ELSE "partyClientId" END,
      "partyLeadId" = CASE WHEN "partyLeadId" = ${leadId} THEN NULL ELSE "partyLeadId" END
    WHERE ${own} AND ${isOneOf("id", callIds)}`.execute(transaction);
}

export interface LockedCommunications {
  conversationIds: readonly string[];
  messageIds: readonly string[];
  callIds: readonly string[];
}

/** Puts a person in the place of another in these conversations, messages and calls, which get new revisions. */
export async function replacePerson(
  { organizationId, transaction }: Context,
  { conversationIds, messageIds, callIds }: LockedCommunications,
  person: PersonColumn,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const column = sql.ref(person);
  const ofCall = sql.ref(callColumns[person]);
  const raise = (table: RawBuilder<unknown>, ids: readonly string[]) => sql`
    UPDATE ${table} SET revision = revision + 1 WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", ids)}`;
  await sql`UPDATE "ConversationCounterpart" SET ${column} = ${to}
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("conversationId", conversationIds)} AND ${column} = ${from}`.execute(
    transaction,
  );
  await raise(sql.table("Conversation"), conversationIds).execute(transaction);
  await sql`UPDATE "MessageParty" SET ${column} = ${to}
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("messageId", messageIds)} AND ${column} = ${from}`.execute(
    transaction,
  );
  await raise(sql.table("Message"), messageIds).execute(transaction);
  await sql`UPDATE "Call" SET ${ofCall} = ${to}, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", callIds)} AND ${ofCall} = ${from}`.execute(
    transaction,
  );
}
