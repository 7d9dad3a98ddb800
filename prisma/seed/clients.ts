import { toE164 } from "../../src/platform/phone-number.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildClient } from "./builders/cases.ts";
import { describePerson } from "./client-details.ts";
import type { Firm, FirmCase } from "./firm.ts";
import type { RelatedId } from "./history.ts";
import { createRandom, dayMilliseconds, toDay, toInstant } from "./random.ts";
import { firstNames, lastNames, pickPhone, pickPlace, pickZipCode, writeEmail } from "./words.ts";

/**
 * Creates a plaintiff who came to the firm at `createdAt` (milliseconds). Some have no e-mail, or have not given their
 * birthday.
 */
export function addClient(firm: Firm, createdAt: number, isStory: boolean): Row<"Client"> {
  const { random } = firm;
  const [homeState] = firm.definition.states;
  const place = pickPlace(random, isStory || random.chance(0.7) ? homeState : random.pick(firm.definition.states));
  const isMarisol = isStory && firm.definition.isHeadquarters;
  const firstName = isMarisol ? "Marisol" : random.pick(firstNames);
  const lastName = isMarisol ? "Delgado" : random.pick(lastNames);
  const at = toInstant(createdAt);
  const ageDays = random.integer(19 * 365, 84 * 365);
  const client = buildClient({
    organizationId: firm.organizationId,
    firstName,
    lastName,
    ...describePerson(createRandom(firm.definition.seed * 1_000 + firm.rows.Client.length), {
      place,
      lastName,
      createdAt,
    }),
    email: isStory || random.chance(0.92) ? writeEmail(random, firstName, lastName) : null,
    phone: pickPhone(random, place),
    city: place.city,
    state: place.state,
    zipCode: pickZipCode(random, place),
    dateOfBirth: isStory || random.chance(0.95) ? toDay(firm.now - ageDays * dayMilliseconds) : null,
    ssnFourDigits: isStory || random.chance(0.85) ? random.digits(4) : null,
    externalId: random.chance(0.3) ? `CRM-${firm.rows.Client.length + 10_001}` : null,
    createdAt: at,
  });
  return firm.add({ Client: client }).Client;
}

const phoneColumns = (phone: string) => ({ phone, phoneE164: toE164(phone) });

/**
 * People move, change numbers and correct what they stated: one in five clients since the intake, the story's among
 * them.
 */
export function changeClients(firm: Firm, cases: readonly FirmCase[]): void {
  const { random, now } = firm;
  const changed = new Set<string>();
  for (const firmCase of cases) {
    const { client, row, isStory } = firmCase;
    if (changed.has(client.id) || !(isStory || random.chance(0.22))) continue;
    changed.add(client.id);
    // They stay in their city: its area code and the first three digits of its ZIP code.
    const phone = `${client.phone?.slice(0, -2) ?? ""}${random.digits(2)}`;
    const zipCode = `${client.zipCode?.slice(0, 3) ?? ""}${random.digits(2)}`;
    const email = writeEmail(random, client.firstName, client.lastName);
    const patch = random.pick<Partial<Row<"Client">>>([
      phoneColumns(phone),
      { email },
      { zipCode, ...phoneColumns(phone) },
    ]);
    const earliest = Math.max(Date.parse(client.createdAt), now - 75 * dayMilliseconds);
    const at = random.instant(earliest, now);
    const relatedIds = [{ entity: "client", id: client.id }, ...listShowing(firm, client.id, toInstant(at))];
    firm.history.recordChange("client.updated", client, patch, { at, relatedIds, actor: firm.plainActor });
    // The case detail shows its client, so it changes with it, as the database's trigger sees to.
    if (client.updatedAt > row.updatedAt) row.updatedAt = client.updatedAt;
  }
}

/** The records that showed the client at that time, as a live change names them. */
function listShowing({ rows }: Firm, clientId: string, at: string): RelatedId[] {
  const name = (entity: string, shown: readonly { id: string; createdAt: string }[]) =>
    shown.filter(({ createdAt }) => createdAt <= at).map(({ id }) => ({ entity, id }));
  const cases = rows.Case.filter(({ plaintiffId }) => plaintiffId === clientId);
  const caseIds = new Set(cases.map(({ id }) => id));
  return [
    ...name("case", cases),
    ...name(
      "invoice",
      rows.Invoice.filter((invoice) => invoice.clientId === clientId),
    ),
    ...name(
      "retrieval_request",
      rows.RetrievalRequest.filter((request) => request.clientId === clientId),
    ),
    ...name(
      "hipaa_authorization",
      rows.HipaaAuthorization.filter(({ caseId }) => caseIds.has(caseId)),
    ),
  ];
}
