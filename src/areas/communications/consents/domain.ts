import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { diffInEvents, recordAuditEntry, recordEvent, withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { changeTextConsent } from "../../clients/domain.changes.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockLeadForShare } from "../../leads/domain.ts";
import { endSuppressionsOf } from "../suppressions/domain.ts";
import {
  Consent,
  ConsentInEvent,
  type ConsentChannel,
  type ConsentQuery,
  type GivenConsent,
  type Proof,
} from "./schema.ts";
import {
  findConsent,
  hasDocument,
  insertConsentChange,
  listConsentsOf,
  lockConsentForUpdate,
  selectConsentPage,
  writeConsent,
  type ConsentPerson,
  type ConsentRow,
} from "./store.ts";

export type { ConsentPerson } from "./store.ts";
export { Consent };

const pick = createOutputPicker(Consent);
const pickInEvent = createOutputPicker(ConsentInEvent);

type Found = NonNullable<Awaited<ReturnType<typeof findConsent>>>;

function describe({ isHeld, ...row }: Found): Consent {
  const isAllowed = row.channel === "text" ? row.status === "opted_in" : row.status !== "opted_out";
  return pick({ ...row, maySend: isAllowed && row.suppression === null && !isHeld });
}

/** @throws NOT_FOUND */
async function getConsent(context: Context, id: string): Promise<Consent> {
  const found = await findConsent(context, id);
  if (found === undefined) throw notFound("Consent");
  return describe(found);
}

/** A page of consents. */
export async function listConsents(
  context: Context,
  { clientId, leadId, contactId, channel, status, updatedSince, ...page }: ConsentQuery,
): Promise<{ consents: Consent[]; nextCursor: string | null }> {
  const filters = { clientId, leadId, contactId, channel, status, updatedSince };
  const list = { name: "consents", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords<string, Found>(context, list, page, (each) =>
    selectConsentPage(context, filters, each),
  );
  return { consents: rows.map(describe), nextCursor };
}

/** What becomes of a consent, and by what. */
export interface ConsentState {
  channel: ConsentChannel;
  status: Consent["status"];
  source: Consent["source"];
  at: string | null;
  proof?: Proof | null;
  /** Whether it may undo an opt-out by text: START does, and proof that the caller has checked. */
  undoesOptOut?: boolean;
  /** Whether an opt-in that is older than an opt-out is passed over instead of rejected. */
  yieldsToOptOut?: boolean;
  isOverride?: boolean;
  /** Of the STOP or START that says so. */
  suppressionId?: string;
}

const isOptedOutByText = ({ status, source }: Pick<ConsentRow, "status" | "source">) =>
  status === "opted_out" && source === "text_reply";

/** Whether an opt-in is older than the opt-out that there is: it comes late, or is sent again. */
const isBeforeOptOut = (at: string | null, present: Pick<ConsentRow, "status" | "at">): boolean =>
  present.status === "opted_out" && at !== null && present.at !== null && Date.parse(at) < Date.parse(present.at);

/**
 * What an opt-out that there is does to a new state.
 *
 * @throws INVALID_STATE_TRANSITION where it stands against it
 */
function findOptOut(present: ConsentRow, { status, at, undoesOptOut, yieldsToOptOut }: ConsentState) {
  if (undoesOptOut === true) return null;
  if (isOptedOutByText(present)) {
    throw invalidState(
      "The person opted out by text. Only START from that number opts them in again, or PUT /consents with a proof document and overrideOptOut",
      { detail: "opted_out" },
    );
  }
  if (status !== "opted_in" || !isBeforeOptOut(at, present)) return null;
  if (yieldsToOptOut === true) return "passed_over";
  throw invalidState("The person opted out after this opt-in was given. If they opted in again, at is when they did", {
    detail: "opted_out",
  });
}

/**
 * Writes a consent with its history and event. The person is locked, and a client's `textConsent` is the caller's.
 *
 * @returns the consent; what is as it was has neither history nor event
 * @throws INVALID_STATE_TRANSITION where the person opted out by text, or after the opt-in was given; STALE_REVISION
 */
export async function saveConsent(context: Context, person: ConsentPerson, state: ConsentState): Promise<Consent> {
  const { channel, status, source, at, proof = null, isOverride = false, suppressionId } = state;
  const locked = await lockConsentForUpdate(context, person, { id: createId("consent"), channel });
  requireExpected(context.expectedRevisions, "consent", locked.revision);
  const before = await getConsent(context, locked.id);
  const isSame = before.status === status && before.source === source && before.at === at && proof === null;
  if (isSame && before.history.length > 0) return before;
  if (findOptOut(locked, state) === "passed_over") return before;
  const json = proof === null ? null : JSON.stringify(proof);
  await writeConsent(context, locked.id, { status, source, at, proof: json });
  await insertConsentChange(context, {
    consentId: locked.id,
    status,
    source,
    at,
    proof: json,
    isOverride,
    suppressionId: suppressionId ?? null,
    actor: JSON.stringify(describeActor(context.principal)),
  });
  const after = await getConsent(context, locked.id);
  recordEvent(context, {
    eventType: "consent.updated",
    entityId: after.id,
    payload: pickInEvent(after),
    diff: diffInEvents(before, after, pickInEvent),
    relatedIds: [
      { entity: "consent", id: after.id },
      { entity: person.entity, id: person.id },
    ],
  });
  return after;
}

/**
 * Locks a person and writes their consent; of a client's consent to texts, `textConsent`, too.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION where they opted out by text, or the client was merged; STALE_REVISION
 */
export async function changeConsent(context: Context, person: ConsentPerson, state: ConsentState): Promise<Consent> {
  if (person.entity === "contact") await lockContactsForShare(context, [person.id]);
  if (person.entity === "lead") await lockLeadForShare(context, person.id);
  const { channel, status, at, source } = state;
  if (person.entity === "client")
    await changeTextConsent(context, person.id, channel === "text" ? { status, at, source } : undefined);
  return saveConsent(context, person, state);
}

/** The person that a request names. */
function readPerson({ clientId, leadId, contactId }: Pick<GivenConsent, "clientId" | "leadId" | "contactId">) {
  if (clientId !== undefined) return { entity: "client", id: clientId } as const;
  if (leadId !== undefined) return { entity: "lead", id: leadId } as const;
  return { entity: "contact", id: contactId ?? "" } as const;
}

/**
 * Records whether a person agreed to be contacted by a channel.
 *
 * @throws NOT_FOUND for the person or the document; INVALID_STATE_TRANSITION where they opted out by text, or after an
 *   opt-in that is recorded now, and nothing overrides it; STALE_REVISION
 */
export async function putConsent(context: Context, { overrideOptOut, ...given }: GivenConsent): Promise<Consent> {
  const person = readPerson(given);
  const { channel, status, source, proof } = given;
  const documentId = proof?.documentId ?? null;
  if (documentId !== null && !(await hasDocument(context, documentId))) throw notFound("Document");
  const at = given.at ?? (status === "unknown" ? null : new Date().toISOString());
  const isOverride = overrideOptOut && documentId !== null && status === "opted_in";
  const state = { channel, status, source, at, proof, undoesOptOut: isOverride, isOverride };
  const consent = await changeConsent(context, person, state);
  if (isOverride && channel === "text") {
    const ended = await endSuppressionsOf(context, person);
    for (const id of ended) recordAuditEntry(context, { entity: "address_suppression", id }, []);
  }
  return isOverride ? getConsent(context, consent.id) : consent;
}

/**
 * Gives the survivor of a merge the consents of the duplicate where it has none, and each opt-out of it. Both are
 * locked, and the `textConsent` of clients is merged already.
 */
export async function mergeConsents(
  context: Context,
  entity: "client" | "contact",
  { from, to }: { from: string; to: string },
): Promise<void> {
  const within = withoutIfMatch(context);
  await copyConsents(within, { entity, id: from }, { entity, id: to });
}

/**
 * Copies consents that say something to another record of the same person: opted_out of either wins.
 *
 * @returns the consent to texts that the other record then has; undefined where nothing changed
 */
async function copyConsents(
  context: Context,
  from: ConsentPerson,
  to: ConsentPerson,
): Promise<ConsentState | undefined> {
  const [theirs, own] = [await listConsentsOf(context, from), await listConsentsOf(context, to)];
  let ofTexts: ConsentState | undefined;
  for (const { channel, status, source, at, proof } of theirs) {
    const present = own.find((each) => each.channel === channel)?.status ?? "unknown";
    const wins = status === "opted_out" ? present !== "opted_out" : present === "unknown" && status !== "unknown";
    if (!wins) continue;
    const state = Consent.pick({ channel: true, status: true, source: true, at: true, proof: true }).parse({
      channel,
      status,
      source,
      at,
      proof,
    });
    await saveConsent(context, to, state);
    if (channel === "text") ofTexts = state;
  }
  return ofTexts;
}

/** Gives the client of a converted lead the lead's consents; the client's opt-out wins. Both are locked. */
export async function handOverConsents(context: Context, leadId: string, clientId: string): Promise<void> {
  const within = withoutIfMatch(context);
  await changeTextConsent(within, clientId, undefined);
  const ofTexts = await copyConsents(within, { entity: "lead", id: leadId }, { entity: "client", id: clientId });
  if (ofTexts === undefined) return;
  const { status, at, source } = ofTexts;
  await changeTextConsent(within, clientId, { status, at, source });
}
