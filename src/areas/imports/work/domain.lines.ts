import { AppError } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { getContact } from "../../contacts/domain.ts";
import type { RecordCall } from "../mapping/domain.record.ts";

/** A phone, an email address or an address of a contact. */
type Line = Readonly<Record<string, unknown>>;

const lists = ["phones", "emails", "addresses"] as const;

/**
 * Completes the update of a contact: an operation takes its phones, emails and addresses as whole lists, and a row has
 * some of them. A line of the row changes the one of the same label, or is added; the others stay.
 *
 * @param call an update, by which a deleted contact is then rejected
 */
export async function keepOtherLines(context: Context, contactId: string, call: RecordCall): Promise<RecordCall> {
  const given = lists.filter((list) => call.body[list] !== undefined);
  if (given.length === 0) return call;
  const contact = await getContact(context, contactId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  });
  if (contact === null) return call;
  const phones = contact.phones.map(({ e164: _derived, ...phone }) => phone);
  const before: Readonly<Record<(typeof lists)[number], readonly Line[]>> = { ...contact, phones };
  const merged = given.map((list) => [list, mergeLines(before[list], call.body[list] as Line[])] as const);
  return { ...call, body: { ...call.body, ...Object.fromEntries(merged) } };
}

function mergeLines(before: readonly Line[], given: readonly Line[]): Line[] {
  const left = [...given];
  const changed = before.map((line) => {
    const place = left.findIndex(({ label }) => label === line["label"]);
    const [same] = place === -1 ? [] : left.splice(place, 1);
    return same === undefined ? line : { ...line, ...same, isPrimary: line["isPrimary"] };
  });
  return [...changed, ...left.map((line, place) => ({ ...line, isPrimary: before.length === 0 && place === 0 }))];
}
