import { type AppError, invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import type { LockedStatement, StatementLineRow } from "../../settlements/statements/domain.locks.ts";
import type { Payee } from "./schema.ts";
import { readPayees } from "./store.ts";

/** A line, with what a request chooses of it. */
export interface ChosenLine {
  line: StatementLineRow;
  given: { payeeType?: string | undefined; payeeContactId?: string | undefined };
}

export interface PaidTo {
  payeeType: string;
  payee: Payee;
}

/** In whose hands the client's money comes in the client's place. */
const substitutes: ReadonlySet<string> = new Set(["court_registry", "blocked_account", "structured_carrier"]);

/**
 * Whom lines of a statement pay, by the names of now.
 *
 * @returns in the order of the lines
 * @throws VALIDATION_FAILED for a payee that a line does not take, or lacks; INVALID_STATE_TRANSITION for a payee that
 *   is no contact any more
 */
export async function findPayees(
  context: Context,
  { statement }: Pick<LockedStatement, "statement">,
  chosen: readonly ChosenLine[],
): Promise<PaidTo[]> {
  const { caseId, claimantPartyId } = statement;
  const read = await readPayees(context, {
    caseId,
    claimantPartyId,
    contactIds: chosen.flatMap(({ line, given }) => given.payeeContactId ?? line.payeeContactId ?? []),
    lienIds: chosen.flatMap(({ line }) =>
      line.sourceEntity === "lien" && line.sourceId !== null ? [line.sourceId] : [],
    ),
  });
  return chosen.map((each) => findPayee(each, read));
}

function findPayee({ line, given }: ChosenLine, read: Awaited<ReturnType<typeof readPayees>>): PaidTo {
  const payeeType = choosePayeeType(line, given);
  const ofContact = (contactId: string, name: string): PaidTo => ({
    payeeType,
    payee: { name, contactId, clientId: null },
  });
  const contactId = given.payeeContactId ?? line.payeeContactId;
  if (contactId !== null) {
    const contact = read.contacts.find(({ id }) => id === contactId);
    if (contact === undefined) throw gone(line);
    return ofContact(contact.id, contact.name);
  }
  if (payeeType === "client") {
    if (read.claimant === null) throw gone(line);
    return { payeeType, payee: read.claimant };
  }
  if (line.sourceEntity === "lien") {
    const lien = read.liens.find(({ id }) => id === line.sourceId);
    if (lien === undefined) throw gone(line);
    return ofContact(lien.contactId, lien.name);
  }
  const name = payeeType.startsWith("firm_") ? read.organizationName : line.payeeName;
  if (name === null) throw invalidInput({ path: "lines", message: `${line.key} has no payee: send payeeContactId` });
  return { payeeType, payee: { name, contactId: null, clientId: null } };
}

const gone = ({ key }: StatementLineRow): AppError =>
  invalidState(`The payee of ${key} no longer exists; draft a new statement`);

/** @throws VALIDATION_FAILED */
function choosePayeeType(line: StatementLineRow, { payeeType, payeeContactId }: ChosenLine["given"]): string {
  const chosen = payeeType ?? line.payeeType ?? "vendor";
  if (payeeType !== undefined && line.kind !== "net_to_client")
    throw invalidInput({ path: "lines", message: `payeeType is allowed only for net_to_client, not for ${line.key}` });
  const takesContact = substitutes.has(chosen) || (line.kind === "other_deduction" && line.payeeContactId === null);
  if (takesContact !== (payeeContactId !== undefined))
    throw invalidInput({
      path: "lines",
      message: takesContact
        ? `payeeContactId is required for ${line.key}: who is paid`
        : `payeeContactId is not allowed for ${line.key}: the statement says who is paid`,
    });
  return chosen;
}

/** Whether a payee is still who it was when the disbursement was requested. */
export const isSamePayee = (requested: Payee, now: Payee): boolean =>
  requested.name === now.name && requested.contactId === now.contactId && requested.clientId === now.clientId;

/** What a request had chosen of the payee of a line, read from what it stored. */
export function readChosenPayee(
  { payee: { contactId }, payeeType }: { payee: Payee; payeeType: string },
  { kind, payeeType: ofLine, payeeContactId }: StatementLineRow,
): ChosenLine["given"] {
  if (contactId === null) return {};
  if (substitutes.has(payeeType) && payeeType !== ofLine) return { payeeType, payeeContactId: contactId };
  return kind === "other_deduction" && payeeContactId === null ? { payeeContactId: contactId } : {};
}
