import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import type { Context } from "../../../rpc/context.ts";
import { findConversion } from "../../leads/domain.ts";
import type { ConversationRow } from "../conversations/store.ts";
import { canBeTexted, normalizeAddress } from "../messages/domain.addresses.ts";
import type { Recipient as GivenRecipient } from "../messages/schema.ts";
import type { NewParty } from "../messages/store.ts";
import { findRecipient, type RecipientColumn, type RecipientRow } from "./store.ts";

export type SendingChannel = "text" | "email";

/** Whom a message goes to, with what decides whether it may. */
export interface Recipient {
  /** As the message names them. */
  party: NewParty;
  /** E.164, or an email address in lower case; null where the record has none. */
  address: string | null;
  /** Undefined where nobody knows who has the address. */
  person: { column: RecipientColumn; row: RecipientRow } | undefined;
}

const columns = ["clientId", "leadId", "contactId", "memberId"] as const satisfies readonly RecipientColumn[];
const nouns: Readonly<Record<RecipientColumn, string>> = {
  clientId: "Client",
  leadId: "Lead",
  contactId: "Contact",
  memberId: "Member",
};

type Named = Partial<Readonly<Record<RecipientColumn, string | null | undefined>>>;

/** The record that is named; of a lead that was converted its client: what they say of contact counts since. */
async function findNamed(context: Context, named: Named): Promise<{ column: RecipientColumn; id: string } | undefined> {
  for (const column of columns) {
    const id = named[column];
    if (typeof id !== "string") continue;
    const clientId = column === "leadId" ? (await findConversion(context, id))?.clientId : null;
    return typeof clientId === "string" ? { column: "clientId", id: clientId } : { column, id };
  }
  return undefined;
}

const partyOf = (
  address: string | null,
  named: Awaited<ReturnType<typeof findNamed>>,
  name: string | null,
): NewParty => ({
  name,
  address: address ?? "",
  ...(named !== undefined && { [named.column]: named.id }),
});

/**
 * A person at a number that somebody else keeps for them, such as that of a signer: it need not be one of the record's.
 *
 * @param number as it is kept; null for none
 */
export async function findRecipientAt(
  context: Context,
  named: Named & { name: string },
  number: string | null,
): Promise<Recipient> {
  const found = await findNamed(context, named);
  const row = found && (await findRecipient(context, found.column, found.id, "text"));
  const address = number === null ? null : toE164(number);
  const person = found !== undefined && row !== undefined ? { column: found.column, row } : undefined;
  return { party: partyOf(address, found, named.name), address, person };
}

/** The addresses of a record; a member's number is as they typed it. */
function listAddresses({ column, row }: NonNullable<Recipient["person"]>, channel: SendingChannel): string[] {
  if (column !== "memberId" || channel === "email") return row.addresses;
  return row.addresses.flatMap((number) => toE164(number) ?? []);
}

/**
 * The recipients that a request names: records of the firm, at one of their addresses. Nothing goes to an address that
 * was mistyped.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for an address that is not the record's
 */
export async function findRecipients(
  context: Context,
  channel: SendingChannel,
  to: readonly GivenRecipient[],
): Promise<Recipient[]> {
  const found: Recipient[] = [];
  for (const [index, given] of to.entries()) {
    const named = await findNamed(context, given);
    const row = named && (await findRecipient(context, named.column, named.id, channel));
    if (named === undefined || row === undefined) throw notFound(named === undefined ? "Client" : nouns[named.column]);
    const person = { column: named.column, row };
    const addresses = listAddresses(person, channel);
    const path = `to.${index}.address`;
    const wanted = given.address === undefined ? addresses[0] : normalizeAddress(channel, given.address, path);
    if (wanted !== undefined && !addresses.includes(wanted))
      throw invalidInput({ path, message: "must be an address of the record" });
    const address = wanted ?? null;
    found.push({ party: partyOf(address, named, row.name), address, person });
  }
  return found;
}

/**
 * The people of a conversation as recipients of a reply. Somebody whom no record names has written to the firm first;
 * whose record was deleted gets none.
 */
export async function findCounterparts(
  context: Context,
  channel: SendingChannel,
  { counterparts, lastInboundAt }: Pick<ConversationRow, "counterparts" | "lastInboundAt">,
): Promise<Recipient[]> {
  const found: Recipient[] = [];
  for (const counterpart of counterparts) {
    const { address, name } = counterpart;
    const named = await findNamed(context, counterpart);
    const row = named && (await findRecipient(context, named.column, named.id, channel));
    const person = named !== undefined && row !== undefined ? { column: named.column, row } : undefined;
    const isOfNobody = named === undefined && lastInboundAt !== null && (channel === "email" || canBeTexted(address));
    const isKnown = person === undefined ? isOfNobody : listAddresses(person, channel).includes(address);
    found.push({ party: partyOf(address, named, name), address: isKnown ? address : null, person });
  }
  return found;
}
