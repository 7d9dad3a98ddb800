import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { relateCase } from "../domain.ts";
import { getContact } from "../../contacts/domain.ts";
import { ContactCase } from "./schema.ts";
import { listContactCaseRows } from "./store.list.ts";
import type { SortedPageQuery } from "../../../contract/page.ts";

/**
 * A page of the contact's cases. Cases in which the contact treats the client require `medical:read`, and each gets an
 * audit entry; those of which it is paid a cost require `billing:read`.
 *
 * @throws NOT_FOUND for the contact
 */
export async function listContactCases(context: Context, contactId: string, search: SortedPageQuery) {
  await getContact(context, contactId);
  const { scopes } = context.principal;
  const list = { name: `contact ${contactId} cases`, alias: "k", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, search, (page) =>
    listContactCaseRows(context, contactId, page, { scopes, updatedSince: search.updatedSince }),
  );
  for (const { id, plaintiffId } of rows.filter(({ links }) => links.some((link) => link.as === "facility"))) {
    recordAuditEntry(context, { entity: "contact", id: contactId }, relateCase(id, plaintiffId));
  }
  return { cases: rows.map((row) => ContactCase.parse(row)), nextCursor };
}
