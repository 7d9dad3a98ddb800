import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { Email } from "../../../contract/values/values.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { visitOrganization } from "../../../rpc/unit-of-work.ts";
import { createCase } from "../../cases/domain.creation.ts";
import { createClient } from "../../clients/domain.creation.ts";
import { createLead, NewLead } from "../../leads/domain.changes.ts";
import type { Accepted, ReceivedMatter } from "../referrals/schema.ts";
import { describeReceived } from "./domain.crossing.ts";
import { findPairedReferral, findPartnerOrganization, readHandedOver } from "./store.ts";
import { selectMatter } from "./store.matter.ts";

/** What an acceptance made. */
export type Made = Omit<Accepted, "referral">;
export const nothingMade: Made = { lead: null, case: null, client: null };

/** The other organization was deleted, or is a sandbox that was reset. */
const nothingToTake = () =>
  invalidState("The originating firm no longer has the referral: there is nothing to take over. Decline it");

/**
 * What the originating firm hands over, as it is now. Its row, and its lead or case, are locked.
 *
 * @throws INVALID_STATE_TRANSITION where the originating firm, or its row, is gone
 */
export async function receiveMatter(context: Context, pairId: string, partnerFirmId: string): Promise<ReceivedMatter> {
  const origin = await findPartnerOrganization(context, partnerFirmId);
  if (origin === undefined) throw nothingToTake();
  return visitOrganization(context, origin, async (there) => {
    const id = await findPairedReferral(there, pairId);
    const matter = id === undefined ? undefined : await selectMatter(there, id);
    if (matter === undefined) throw nothingToTake();
    return describeReceived(await readHandedOver(there, matter));
  });
}

/**
 * Makes a lead, or a client with a case, of what was received.
 *
 * @throws VALIDATION_FAILED where what was received is not enough
 */
export async function makeMatter(
  context: Context,
  received: ReceivedMatter,
  { attach, handlingAttorneyId }: { attach: "new_lead" | "new_case"; handlingAttorneyId: string },
): Promise<Made> {
  const unconditional = withoutIfMatch(context);
  if (attach === "new_lead") return { ...nothingMade, lead: await createLead(unconditional, describeLead(received)) };
  const { matter } = received;
  const { caseType } = matter;
  if (caseType === null)
    throw invalidInput({ path: "attach", message: "must be new_lead: the type of the case is unknown" });
  const client = await createClient(unconditional, describeClient(received));
  const made = await createCase(unconditional, {
    plaintiffId: client.id,
    caseType,
    subCaseType: matter.subCaseType,
    caseState: matter.caseState,
    description: matter.description,
    injuryDescription: matter.injuryDescription,
    dateOfIncident: matter.dateOfIncident,
    statuteOfLimitationsOn: matter.statuteOfLimitationsOn,
    caseSource: "referral_attorney",
    attorneys: [{ attorneyId: handlingAttorneyId, role: "lead" }],
  });
  return { lead: null, case: made, client };
}

/** What is no value of a lead is left out: the referral has it in `received`. */
function describeLead({ client, matter }: ReceivedMatter): NewLead {
  const { address, ...person } = client;
  const { statuteOfLimitationsOn, ...facts } = matter;
  return NewLead.parse({
    ...person,
    address,
    ...facts,
    statuteOfLimitationsEstimateOn: statuteOfLimitationsOn,
    source: "referral_attorney",
  });
}

/** @throws VALIDATION_FAILED without a last name */
function describeClient({ client }: ReceivedMatter): Parameters<typeof createClient>[1] {
  const { firstName, lastName, email, address, preferredContactMethod, ...person } = client;
  if (lastName === null) throw invalidInput({ path: "attach", message: "must be new_lead: the last name is unknown" });
  const methods: Record<string, "call" | "text" | "email"> = { call: "call", text: "text", email: "email" };
  return {
    ...person,
    firstName: firstName ?? "",
    lastName,
    email: Email.safeParse(email).success ? email : null,
    preferredContactMethod: preferredContactMethod === null ? null : (methods[preferredContactMethod] ?? null),
    ...(address !== null && { address }),
  };
}
