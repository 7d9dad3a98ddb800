import { readMarkdown } from "../../src/areas/notes/domain.markdown.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildNote, buildNoteComment, buildNoteRevision } from "./builders/notes.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, type RelatedId } from "./history.ts";
import { dayMilliseconds, hourMilliseconds, toInstant } from "./random.ts";

type Wording = Pick<Row<"Note">, "type" | "subject" | "body"> & Partial<Pick<Row<"Note">, "visibility">>;

/** The key that writes notes was made 120 days ago. */
const notedDays = 118;

/** In turn: the first of each case is the newest, and every twelfth note is privileged. */
const wordings: readonly Wording[] = [
  {
    type: "phone_call",
    subject: "Call with the adjuster",
    body: "Adjuster confirmed coverage and asked for the **wage loss letter**.\n\nCall back on Friday.",
  },
  {
    type: "medical_update",
    subject: "Therapy continues",
    body: "Client attends therapy twice a week.\n\n- Pain went from 7 to 4\n- Next visit with the surgeon in two weeks",
  },
  { type: "client_update", subject: null, body: "Client is back at work half days and keeps a diary of the pain." },
  {
    type: "insurance_update",
    subject: "Policy limits",
    body: "Carrier disclosed limits of 100/300. Umbrella still **unconfirmed**.",
  },
  {
    type: "negotiation",
    subject: "Offer received",
    body: "First offer is well below the specials. Client was informed and does not accept it.",
  },
  {
    type: "investigation",
    subject: "Witness found",
    body: "The owner of the corner shop saw the light turn red and will give a statement.",
  },
  {
    type: "status_update",
    subject: "Where the matter stands",
    body: "Records are nearly complete; two providers have not sent itemized bills.",
    visibility: "client_visible",
  },
  {
    type: "strategy",
    subject: "Theory of the case",
    body: "Lead with the phone records and hold the reconstruction back until the deposition. Comparative fault is the weak point.",
    visibility: "privileged",
  },
  {
    type: "general",
    subject: null,
    body: "Parking garage keeps its recordings for 30 days; letter of preservation went out.",
  },
  {
    type: "litigation",
    subject: "Discovery",
    body: "Answers to interrogatories are due. Draft is with the client for review.",
  },
  {
    type: "intake",
    subject: "First interview",
    body: "Client was rear-ended at a light, was taken to the hospital by ambulance and has missed work since.",
  },
  {
    type: "attorney_note",
    subject: null,
    body: "Ask the treating doctor for a narrative report before the demand goes out.",
  },
];

/**
 * Notes of the last months: up to three a case, one on each open lead, some on clients and contacts. Made by place, not
 * by chance.
 */
export async function buildNotes(firm: Firm, cases: readonly FirmCase[]): Promise<void> {
  const { rows, now } = firm;
  const earliest = now - notedDays * dayMilliseconds;
  const documents = new Map(
    rows.Document.filter(({ caseId }) => caseId !== null).map((document) => [document.caseId, document.id]),
  );
  for (const [place, firmCase] of cases.entries()) {
    noteCase(firm, firmCase, { place, earliest, documentId: documents.get(firmCase.row.id) ?? null });
    await firm.pause();
  }
  const leads = rows.Lead.filter(
    (lead) =>
      lead.convertedCaseId === null &&
      Date.parse(lead.createdAt) > earliest &&
      Date.parse(lead.createdAt) < now - 4 * hourMilliseconds,
  );
  for (const [place, lead] of leads.entries())
    writeNote(firm, Date.parse(lead.createdAt) + 2 * hourMilliseconds, place * 12 + 10, {
      leadId: lead.id,
      relatedIds: [{ entity: "lead", id: lead.id }],
    });
  for (const [place, { id }] of rows.Client.slice(0, 6).entries())
    writeNote(firm, now - (place + 5) * dayMilliseconds, 2, { clientId: id, relatedIds: [{ entity: "client", id }] });
  for (const [place, { id }] of rows.Contact.slice(0, 4).entries())
    writeNote(firm, now - (place + 9) * dayMilliseconds, 0, { contactId: id, relatedIds: [{ entity: "contact", id }] });
}

/** The notes of a case, from its creation until shortly before its end. */
function noteCase(
  firm: Firm,
  firmCase: FirmCase,
  { place, earliest, documentId }: { place: number; earliest: number; documentId: string | null },
): void {
  const { isStory, row } = firmCase;
  const first = Math.max(Date.parse(row.createdAt) + hourMilliseconds, earliest);
  // Of every fourth case nothing was noted for more than a month.
  const last =
    Math.min(endOf(firm, firmCase), firm.now - (place % 4 === 0 && !isStory ? 40 * dayMilliseconds : 0)) -
    3 * dayMilliseconds;
  const count = isStory ? 4 : 1 + (place % 3);
  if (last <= first) return;
  for (let index = 0; index < count; index += 1) {
    const at = last - Math.floor(((last - first) * index) / count) - ((place * 37) % 60) * 60_000;
    const isAttached = index === 0 && (isStory || place % 5 === 0);
    writeNote(firm, Math.max(at, first), isStory && index === 1 ? 7 : place * 5 + index, {
      caseId: row.id,
      relatedIds: relateToCase(firmCase),
      documentId: isAttached ? documentId : null,
    });
  }
}

interface Owner extends Partial<Pick<Row<"Note">, "caseId" | "leadId" | "clientId" | "contactId">> {
  relatedIds: RelatedId[];
  documentId?: string | null;
}

function writeNote(
  firm: Firm,
  moment: number,
  place: number,
  { relatedIds, documentId = null, ...owner }: Owner,
): void {
  const { organizationId, rows, add, history, actor } = firm;
  const wording = wordings[place % wordings.length];
  if (wording === undefined) throw new Error("there are no wordings");
  const at = toInstant(moment);
  const author = describeActor(actor);
  const tags = place % 3 === 0 ? ["follow up"] : [];
  const mentioned =
    place % 20 === 0
      ? rows.Member.filter(({ role, status }) => role === "paralegal" && status === "active").slice(0, 1)
      : [];
  const by = { author, onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId };
  const { Note: note } = add(buildNote({ organizationId, ...owner, ...wording, ...by, createdAt: at }, tags));
  add({ NoteMention: mentioned.map(({ id: memberId }) => ({ organizationId, noteId: note.id, memberId })) });
  if (documentId !== null) add({ NoteDocument: { organizationId, noteId: note.id, documentId } });
  const related: RelatedId[] = [
    { entity: "note", id: note.id },
    ...relatedIds,
    ...mentioned.map(({ id }) => ({ entity: "member", id })),
  ];
  history.recordCreation("note.created", note, related, actor);
  if (place % 20 === 5) {
    const body = `${note.body}\n\nUpdated after a second call.`;
    const changedAt = moment + 5 * hourMilliseconds;
    const editedAt = toInstant(changedAt);
    history.recordChange(
      "note.updated",
      note,
      { body, bodyText: readMarkdown(body), revisionCount: 2, editedAt },
      { at: changedAt, relatedIds: related, actor },
    );
    const reason = "More came up in the second call.";
    add({ NoteRevision: buildNoteRevision(note, 2, tags, { editedAt, reason }) });
  }
  const later = moment + dayMilliseconds;
  if (place % 20 === 10)
    history.recordChange(
      "note.pinned",
      note,
      { isPinned: true, pinnedAt: toInstant(later), pinnedBy: author },
      { at: later, relatedIds: related, actor },
    );
  // Only where no event of the note is remembered: a comment raises the note's count without an event of the note.
  if (place % 6 === 2 && later < firm.now - 85 * dayMilliseconds) addComment(firm, note, later);
}

function addComment({ add, organizationId }: Firm, note: Row<"Note">, at: number): void {
  const { id: noteId, author, onBehalfOfAttorneyId } = note;
  const body = "Done; the letter went out this morning.";
  const written = { body, author, onBehalfOfAttorneyId, createdAt: toInstant(at) };
  note.commentCount += 1;
  add({ NoteComment: buildNoteComment({ organizationId, noteId, ...written }) });
}
