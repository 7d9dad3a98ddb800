import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { describeColumns, validateDates, lockContactsOfClientForShare, takenByClients } from "./domain.columns.ts";
import { saveSsn } from "./ssn/domain.ts";
import { followNewClient } from "./domain.followers.ts";
import { recordClientEvent, getUnmergedClient } from "./domain.ts";
import type { Client, NewClient } from "./schema.ts";
import { insertClient, replaceTags } from "./store.ts";

// The area of cases takes a new client with a new case; an accepted referral responds with the one that it made.
export { Client, NewClient, oneZipCode } from "./schema.ts";

/**
 * Creates a client and records `client.created`, which the calling operation declares.
 *
 * @throws DUPLICATE_ENTRY when another client has this externalId; NOT_FOUND for a contact; VALIDATION_FAILED
 */
export async function createClient(context: Context, values: NewClient): Promise<Client> {
  await validateDates(context, values);
  await lockContactsOfClientForShare(context, values);
  const id = createId("client");
  const { firstName, lastName, ssn, tags } = values;
  const inserted = rejectDuplicates(
    takenByClients,
    insertClient(context, { ...describeColumns(values), id, firstName, lastName }),
    values,
  );
  if (tags !== undefined || typeof ssn === "string") await inserted;
  if (tags !== undefined) await replaceTags(context, id, tags);
  if (typeof ssn === "string") await saveSsn(context, id, ssn);
  const [, client] = await settleInOrder(inserted, getUnmergedClient(context, id));
  recordClientEvent(context, "client.created", client, {});
  await followNewClient(context, client);
  return client;
}
