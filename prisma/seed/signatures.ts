import type { EventType } from "../../src/contract/events/event-types.ts";
import { endOfSystemLocks } from "../../src/areas/documents/domain.description.ts";
import { computeExpiresAt, formatDayOf } from "../../src/areas/esign/domain.days.ts";
import { shippedTexts } from "../../src/areas/esign/consent-texts/domain.shipped.ts";
import type { Submission } from "../../src/areas/esign/submissions/domain.ts";
import { chainEntries } from "../../src/areas/esign/trail/domain.chain.ts";
import { objectKey } from "../../src/platform/storage/storage.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildAuthorization } from "./builders/medical.ts";
import { buildDocument, describeFile } from "./builders/documents.ts";
import {
  buildEsignDocument,
  buildEsignField,
  buildEsignRecipient,
  buildEsignRequest,
  buildEsignTemplate,
} from "./builders/esign.ts";
import { newId } from "./builders/records.ts";
import type { SeededFile } from "./documents.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, system, type Actor, type RelatedId } from "./history.ts";
import { letter } from "./pdf.ts";
import { createRandom, dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";
import { forms, hipaa, retainer, type Form } from "./signature-forms.ts";

type Request = Row<"EsignRequest">;
type Recipient = Row<"EsignRecipient">;

/** Where a request stands. `preparing` and `sealing` last for seconds: no request of the demo is in them. */
type Standing = "draft" | "sent" | "viewed" | "bounced" | "locked" | "completed" | "declined" | "voided" | "expired";

/** How many of each the headquarters has, besides those of the story's case and of leads; another firm has three. */
const standings: Readonly<Record<Standing, number>> = {
  sent: 4,
  viewed: 2,
  bounced: 1,
  locked: 1,
  draft: 3,
  completed: 5,
  declined: 2,
  voided: 2,
  expired: 2,
};
const ofOffice: readonly Standing[] = ["draft", "sent", "voided"];

/** How many leads in `retainer_sent` have their retainer out. */
const ofLeads = 2;

/** A file whose bytes are made last: its size and hash are written into its rows then. */
export interface UnsealedFile {
  document: Row<"Document">;
  version: Row<"DocumentVersion">;
}

/** A completed request whose files are sealed before they are stored. */
export interface UnsealedRequest {
  request: Request;
  document: Row<"EsignDocument">;
  /** The document as the event of the completion shows it: with its seal, too. */
  shownDocument: Row<"EsignDocument"> | undefined;
  recipients: readonly Recipient[];
  fields: readonly Row<"EsignField">[];
  /** By the key of their recipient. */
  submissions: ReadonlyMap<string, Submission>;
  trail: readonly TrailEntry[];
  /** What was sent. */
  bytes: Buffer;
  sealed: UnsealedFile;
  certificate: UnsealedFile;
}

export interface TrailEntry {
  at: string;
  action: string;
  actor: { type: string; id: string; label: string };
  recipientId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  detail: Record<string, unknown>;
}

/** What events show of a request's documents and recipients at an instant. */
interface Shown {
  documents: Row<"EsignDocument">[];
  recipients: Recipient[];
}

/** Whose retainer or authorization it is. */
interface Owner {
  firmCase: FirmCase | null;
  lead: Row<"Lead"> | null;
}

/**
 * Makes the templates and the signature requests of a firm. Their choices are not those of the firm: what follows stays
 * as it was.
 *
 * @returns the bytes of documents and templates, and the requests whose files are to be sealed
 */
export function buildSignatures(
  firm: Firm,
  cases: readonly FirmCase[],
): { files: SeededFile[]; unsealed: UnsealedRequest[] } {
  const builder = createBuilder(firm);
  const story = cases.find(({ isStory }) => isStory);
  const live = cases.filter(
    (firmCase) =>
      !firmCase.isStory &&
      endOf(firm, firmCase) >= firm.now &&
      (firmCase.row.openedOn ?? "9999") < toDay(firm.now - 60 * dayMilliseconds) &&
      // What changes later of a client names what shows it.
      Date.parse(firmCase.client.updatedAt) < firm.now - 45 * dayMilliseconds,
  );
  const { isHeadquarters } = firm.definition;
  const wanted = isHeadquarters
    ? Object.entries(standings).flatMap(([standing, count]) =>
        Array.from({ length: count }, () => standing as Standing),
      )
    : ofOffice;
  for (const [place, standing] of wanted.entries()) {
    const firmCase = live[place % live.length];
    const form = place % 3 === 2 && standing !== "completed" ? hipaa : retainer;
    if (firmCase !== undefined) builder.add(form, { firmCase, lead: null }, standing);
  }
  if (!isHeadquarters) return builder.built;
  const leads = firm.rows.Lead.filter(({ status }) => status === "retainer_sent");
  for (const lead of leads.slice(0, ofLeads)) builder.add(retainer, { firmCase: null, lead }, "sent");
  if (story !== undefined) {
    builder.add(retainer, { firmCase: story, lead: null }, "completed");
    builder.add(hipaa, { firmCase: story, lead: null }, "sent");
  }
  return builder.built;
}

/** How many days ago a request was made. */
const agesInDays: Readonly<Record<Standing, readonly [youngest: number, oldest: number]>> = {
  draft: [1, 3],
  sent: [1, 8],
  viewed: [2, 8],
  bounced: [2, 8],
  locked: [2, 8],
  completed: [2, 25],
  declined: [4, 40],
  voided: [4, 40],
  expired: [16, 40],
};
const expiresInDays = 14;
const minute = 60_000;

function createBuilder(firm: Firm) {
  const random = createRandom(firm.definition.seed + 194);
  const files: SeededFile[] = [];
  const unsealed: UnsealedRequest[] = [];
  const templates = new Map(forms.map((form) => [form, addTemplate(firm, form, files)]));
  return {
    built: { files, unsealed },
    add(form: Form, owner: Owner, standing: Standing): void {
      const wanted = firm.now - random.integer(...agesInDays[standing]) * dayMilliseconds;
      const createdAt = Math.max(
        wanted,
        Date.parse(owner.lead?.createdAt ?? owner.firmCase?.client.updatedAt ?? "") + 2 * hourMilliseconds,
      );
      const life = startLife(firm, { form, owner, template: templates.get(form), createdAt });
      if (standing !== "draft") files.push(...send(firm, life));
      follow(life, standing, { wait: random.integer(2, 20) * hourMilliseconds, voider: firm.actor });
      if (standing === "completed") unsealed.push(complete(firm, life));
      else addTrail(firm, life.request, life.trail);
    },
  };
}

/** Templates are as old as the firm: their creation is no longer in the feed. */
function addTemplate(firm: Firm, form: Form, files: SeededFile[]): Row<"EsignTemplate"> {
  const { organizationId, add, plainActor, rows } = firm;
  const createdAt = rows.Organization[0]?.createdAt ?? "";
  const bytes = form.write("______________________________", firm.definition.name);
  const { fileName, sizeBytes, sha256 } = describeFile(form.fileName, "application/pdf", bytes);
  const objectId = newId("storedObject", createdAt);
  const { EsignTemplate: template } = add({
    StoredObject: { organizationId, id: objectId, createdAt },
    EsignTemplate: buildEsignTemplate({
      organizationId,
      objectId,
      name: form.name,
      description: form.description,
      purpose: form.purpose,
      recipients: form.recipients,
      fields: form.fields,
      fileName,
      sizeBytes,
      sha256,
      pageCount: form.pageCount,
      pages: Array.from({ length: form.pageCount }, (_, index) => ({ number: index + 1, ...letter })),
      createdBy: describeActor(plainActor),
      createdAt,
    }),
  });
  files.push({ key: objectKey(organizationId, objectId), bytes });
  return template;
}

/** A request with what hangs on it, and how it changes. */
interface Life {
  form: Form;
  timezone: string;
  owner: Owner;
  request: Request;
  document: Row<"EsignDocument">;
  recipients: Recipient[];
  fields: Row<"EsignField">[];
  /** Of who has signed, by their key. */
  submissions: Map<string, Submission>;
  trail: TrailEntry[];
  bytes: Buffer;
  /** What is signed, since it was sent. */
  pinned: Row<"Document"> | null;
  /** Changes the request at an instant, with its event. */
  change: (
    eventType: `esign_request.${string}` & EventType,
    at: number,
    by: { actor: Actor; patch?: Partial<Request>; recipients?: (recipient: Recipient) => Partial<Recipient> },
  ) => void;
  note: (at: number, action: string, entry?: Partial<TrailEntry>) => void;
  /** What its last event shows. */
  readShown: () => Shown;
}

interface Start {
  form: Form;
  owner: Owner;
  template: Row<"EsignTemplate"> | undefined;
  createdAt: number;
}

function startLife(firm: Firm, { form, owner, template, createdAt }: Start): Life {
  const { organizationId, actor, add, history, rows } = firm;
  const { firmCase, lead } = owner;
  const at = toInstant(createdAt);
  const authorization = form === hipaa && firmCase !== null ? addAuthorization(firm, firmCase, createdAt) : null;
  const ids = { requestId: newId("esignRequest", at), organizationId };
  const added = add({
    EsignRequest: buildEsignRequest({
      organizationId,
      id: ids.requestId,
      sequenceId: `ES-${at.slice(0, 4)}-${String(rows.EsignRequest.length + 1).padStart(5, "0")}`,
      caseId: firmCase?.row.id ?? null,
      leadId: lead?.id ?? null,
      title: form.name,
      expiresInDays,
      // The demo sends nothing by itself.
      reminders: { firstAfterDays: 3, everyDays: 3, max: 0 },
      containsPhi: form === hipaa,
      createdBy: describeActor(actor),
      onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId,
      createdAt: at,
    }),
    EsignDocument: buildEsignDocument({
      ...ids,
      id: newId("esignDocument", at),
      purpose: form.purpose,
      name: form.name,
      esignTemplateId: template?.id ?? null,
      templateObjectId: template?.objectId ?? null,
      authorizationId: authorization?.id ?? null,
    }),
    EsignRecipient: form.recipients.map(({ key, label, role, order }) =>
      buildEsignRecipient({
        ...ids,
        id: newId("esignRecipient", at),
        key,
        label,
        role,
        order,
        ...(key === "client" ? describeClient(owner) : describeAttorney(firm)),
      }),
    ),
    EsignField: form.fields.map((field, index) =>
      buildEsignField({ ...ids, id: newId("esignField", at), number: index + 1, ...field }),
    ),
  });
  const { EsignRequest: request, EsignDocument: document, EsignRecipient: recipients, EsignField: fields } = added;
  const trail: TrailEntry[] = [];
  let shown: Shown = showNow();
  function showNow(): Shown {
    return structuredClone({ documents: [document], recipients });
  }
  const relate = (): RelatedId[] => [
    ...(firmCase === null ? [] : relateToCase(firmCase)),
    ...(lead === null ? [] : [{ entity: "lead", id: lead.id }]),
    ...(document.documentId === null ? [] : [{ entity: "document", id: document.documentId }]),
    ...(authorization === null ? [] : [{ entity: "hipaa_authorization", id: authorization.id }]),
    ...recipients.map(({ id }) => ({ entity: "esign_recipient", id })),
  ];
  const note: Life["note"] = (instant, action, entry = {}) =>
    trail.push({
      at: toInstant(instant),
      action,
      actor: describeTrailActor(system),
      recipientId: null,
      ipAddress: null,
      userAgent: null,
      detail: {},
      ...entry,
    });
  note(createdAt, "created", { actor: describeTrailActor(actor) });
  request.chainHash = hashChain(request, trail);
  history.recordCreation("esign_request.created", request, relate(), { ...actor, shown });
  return {
    form,
    timezone: firm.definition.timezone,
    owner,
    request,
    document,
    recipients,
    fields,
    submissions: new Map(),
    trail,
    bytes: form.write(nameOwner(owner), firm.definition.name),
    pinned: null,
    note,
    change(eventType, instant, { actor: by, patch = {}, recipients: changeRecipient = () => ({}) }) {
      const before = shown;
      for (const recipient of recipients) Object.assign(recipient, changeRecipient(recipient));
      shown = showNow();
      const change = { at: instant, relatedIds: relate(), actor: by, shown: { before, after: shown } };
      history.recordChange(eventType, request, { ...patch, chainHash: hashChain(request, trail) }, change);
    },
    readShown: () => shown,
  };
}

const nameOwner = ({ firmCase, lead }: Owner): string => {
  const { firstName, lastName } = firmCase?.client ?? lead ?? { firstName: null, lastName: null };
  return [firstName, lastName].filter((name) => name !== null).join(" ");
};

function describeClient(owner: Owner): Partial<Recipient> {
  const { firmCase, lead } = owner;
  const email = firmCase?.client.email ?? lead?.email ?? "client@mail.example";
  return { clientId: firmCase?.client.id ?? null, leadId: lead?.id ?? null, name: nameOwner(owner), email };
}

function describeAttorney({ actingAttorney: { id, firstName, lastName, email } }: Firm): Partial<Recipient> {
  return { memberId: id, name: `${firstName} ${lastName}`, email };
}

function addAuthorization(firm: Firm, firmCase: FirmCase, createdAt: number): Row<"HipaaAuthorization"> {
  const { HipaaAuthorization: authorization } = firm.add({
    HipaaAuthorization: buildAuthorization({
      organizationId: firm.organizationId,
      caseId: firmCase.row.id,
      signedOn: null,
      expirationEvent: "The end of the case",
      includesMentalHealth: true,
      createdAt: toInstant(createdAt - hourMilliseconds),
    }),
  });
  firm.history.recordCreation("hipaa_authorization.created", authorization, relateToCase(firmCase), firm.actor);
  return authorization;
}

/** Prepares and sends the request: its document is there, with the lock of Caseport. */
function send(firm: Firm, life: Life): SeededFile[] {
  const { organizationId, actor, add, definition, history } = firm;
  const { form, owner, request, document, bytes } = life;
  const sentAt = Date.parse(request.createdAt) + 2 * minute;
  const at = toInstant(sentAt);
  const file = describeFile(form.fileName, "application/pdf", bytes);
  const { Document: pinned, DocumentVersion: versions } = add(
    buildDocument({
      organizationId,
      caseId: owner.firmCase?.row.id ?? null,
      leadId: owner.lead?.id ?? null,
      name: `${form.name} ${request.sequenceId}`,
      ...file,
      category: form.purpose,
      source: "esign",
      containsPhi: form === hipaa,
      ownerAttorneyId: actor.onBehalfOfAttorneyId,
      uploadedBy: describeActor(system),
      createdAt: at,
    }),
  );
  const [version] = versions;
  if (version === undefined) throw new Error("an available document has a version");
  life.change("esign_request.updated", sentAt - minute, { actor, patch: { status: "preparing" } });
  Object.assign(document, {
    documentId: pinned.id,
    versionId: version.id,
    sha256: file.sha256,
    pageCount: form.pageCount,
    sizeBytes: file.sizeBytes,
  });
  Object.assign(pinned, lockedBySystem);
  life.pinned = pinned;
  life.note(sentAt, "prepared", { detail: { documents: [file.sha256] } });
  life.note(sentAt, "sent", { detail: { documents: [file.sha256] } });
  life.change("esign_request.sent", sentAt, {
    actor: system,
    patch: { status: "sent", sentAt: at, expiresAt: computeExpiresAt(at, expiresInDays, definition.timezone) },
    recipients: ({ order }) => (order === 1 ? { status: "sent", sentAt: at, lastNotifiedAt: at } : {}),
  });
  const [first] = life.recipients;
  life.note(sentAt, "notified", { recipientId: first?.id ?? null });
  if (document.authorizationId !== null) {
    const authorization = firm.rows.HipaaAuthorization.find(({ id }) => id === document.authorizationId);
    if (authorization !== undefined && owner.firmCase !== null)
      history.recordChange(
        "hipaa_authorization.updated",
        authorization,
        { esignRequestId: request.id },
        { at: sentAt, relatedIds: relateToCase(owner.firmCase), actor: system, action: "esignRequests.prepare" },
      );
  }
  return [{ key: objectKey(organizationId, version.objectId), bytes }];
}

function describeTrailActor(actor: Actor): TrailEntry["actor"] {
  const { type, id, name: label } = describeActor(actor);
  return { type, id, label };
}

const hashChain = ({ id }: Request, trail: readonly TrailEntry[]): string | null =>
  chainEntries(id, undefined, trail).at(-1)?.hash ?? null;

const lockedBySystem = { lockedBy: describeActor(system), lockExpiresAt: endOfSystemLocks };

const browser = {
  ipAddress: "198.51.100.17",
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15",
};

/** What the recipient does on the signing page. */
function actAs({ id, label }: Recipient): { actor: Actor; entry: Partial<TrailEntry> } {
  const actor: Actor = { keyId: id, name: label, onBehalfOfAttorneyId: null, type: "esign_recipient" };
  return { actor, entry: { actor: describeTrailActor(actor), recipientId: id, ...browser } };
}

/**
 * How a request that is out goes on.
 *
 * @param how.wait until the recipient opens the page, in milliseconds
 */
function follow(life: Life, standing: Standing, { wait, voider }: { wait: number; voider: Actor }): void {
  if (standing === "draft" || standing === "sent") return;
  const { request } = life;
  const openedAt = Date.parse(request.sentAt ?? "") + wait;
  const [client, attorney] = life.recipients;
  if (client === undefined) return;
  const isClient = ({ id }: Recipient) => id === client.id;
  switch (standing) {
    case "bounced":
      life.note(openedAt, "bounced", { recipientId: client.id });
      life.change("esign_request.delivery_failed", openedAt, {
        actor: system,
        patch: { needsAttention: true },
        recipients: (recipient) => (isClient(recipient) ? { status: "bounced" } : {}),
      });
      return;
    case "locked": {
      const { actor, entry } = actAs(client);
      for (let attempt = 0; attempt < 5; attempt += 1)
        life.note(openedAt + attempt * 20_000, "authentication_failed", entry);
      life.note(openedAt + 100_000, "locked", entry);
      client.authentication = "email_code";
      life.change("esign_request.recipient_locked", openedAt + 100_000, {
        actor,
        patch: { needsAttention: true },
        recipients: (recipient) => (isClient(recipient) ? { status: "locked", failedCodes: 5 } : {}),
      });
      return;
    }
    case "voided":
      end(life, "voided", openedAt, { reason: "Sent with the wrong fee", actor: voider });
      return;
    case "expired":
      end(life, "expired", Date.parse(request.expiresAt ?? "") + minute, { actor: system });
      return;
    case "viewed":
      view(life, client, openedAt);
      return;
    case "declined":
      view(life, client, openedAt);
      end(life, "declined", openedAt + 30 * minute, {
        reason: "I want to talk to my family first",
        actor: actAs(client).actor,
        entry: actAs(client).entry,
      });
      return;
    case "completed":
      sign(life, client, openedAt, attorney);
      if (attorney !== undefined) sign(life, attorney, openedAt + 3 * hourMilliseconds, undefined);
      return;
    default:
      standing satisfies never;
  }
}

function view(life: Life, recipient: Recipient, at: number): void {
  const { actor, entry } = actAs(recipient);
  life.note(at, "viewed", entry);
  life.change("esign_request.viewed", at, {
    actor,
    recipients: ({ id }) => (id === recipient.id ? { status: "viewed", viewedAt: toInstant(at) } : {}),
  });
}

/** Views, agrees and signs; then it is the turn of who comes next, or the files are sealed. */
function sign(life: Life, recipient: Recipient, openedAt: number, next: Recipient | undefined): void {
  view(life, recipient, openedAt);
  const { actor, entry } = actAs(recipient);
  const [agreedAt, signedAt] = [openedAt + 2 * minute, openedAt + 10 * minute];
  const at = toInstant(signedAt);
  life.note(agreedAt, "consented", entry);
  life.note(signedAt, "signed", entry);
  life.submissions.set(recipient.key, fillIn(life, recipient, at));
  life.change("esign_request.signed", signedAt, {
    actor,
    patch: next === undefined ? { status: "sealing", allSignedAt: at } : {},
    recipients: ({ id }) => {
      if (id === next?.id) return { status: "sent", sentAt: at, lastNotifiedAt: at };
      return id === recipient.id ? { status: "signed", ...agree(agreedAt), signedAt: at } : {};
    },
  });
  if (next !== undefined) life.note(signedAt, "notified", { recipientId: next.id });
}

/** Agrees to the text that Caseport ships in English. */
function agree(agreedAt: number): Partial<Recipient> {
  const at = toInstant(agreedAt);
  const text = shippedTexts.find(({ language }) => language === "en");
  if (text === undefined) throw new Error("no consent text is shipped in English");
  const { id: consentTextId, version, sha256 } = text;
  return { consentedAt: at, consent: { consentTextId, version, sha256, at } };
}

/** What the recipient gives: the name as a signature, the day of signing, initials. */
function fillIn({ fields, timezone }: Life, { key, name }: Recipient, signedAt: string): Submission {
  const values = fields
    .filter(({ recipientKey }) => recipientKey === key)
    .flatMap(({ id, kind }): [string, string][] => {
      if (kind === "date_signed") return [[id, formatDayOf(signedAt, timezone)]];
      return kind === "initials" ? [[id, name.replaceAll(/(\S)\S*\s*/g, "$1")]] : [];
    });
  return { signature: { mode: "typed", text: name }, values: Object.fromEntries(values) };
}

/** Ends the request without signatures; its document is no longer locked. */
function end(
  life: Life,
  status: "declined" | "voided" | "expired",
  at: number,
  { reason = null, actor, entry = {} }: { reason?: string | null; actor: Actor; entry?: Partial<TrailEntry> },
): void {
  const instant = toInstant(at);
  life.note(at, status, { ...entry, actor: describeTrailActor(actor) });
  if (life.pinned !== null) Object.assign(life.pinned, { lockedBy: null, lockExpiresAt: null });
  life.change(`esign_request.${status}`, at, {
    actor,
    patch: { status, endedAt: instant, endReason: reason },
    recipients: ({ id }) =>
      id === entry.recipientId ? { status: "declined", declinedAt: instant } : { status: "cancelled" },
  });
}

/** Files that are not sealed yet have no bytes. */
const unsealed = { fileName: "", contentType: "application/pdf", sizeBytes: 0, sha256: "0".repeat(64) };

/** Completes the request: the sealed version and the certificate are there, but for their bytes. */
function complete(firm: Firm, life: Life): UnsealedRequest {
  const { organizationId, add } = firm;
  const { form, owner, request, document, recipients, fields, submissions, trail, bytes, pinned } = life;
  if (pinned === null) throw new Error("a request that is completed was sent");
  const completedAt = Date.parse(request.allSignedAt ?? "") + 5_000;
  const at = toInstant(completedAt);
  const made = { organizationId, uploadedBy: describeActor(system), createdAt: at };
  const objectId = newId("storedObject", at);
  const versionId = newId("documentVersion", at);
  const added = add({
    StoredObject: { organizationId, id: objectId, createdAt: at },
    DocumentVersion: {
      ...unsealed,
      ...made,
      id: versionId,
      documentId: pinned.id,
      number: 2,
      objectId,
      fileName: form.fileName,
      note: "Signed and sealed",
    },
  });
  const certificate = add(
    buildDocument({
      ...unsealed,
      ...made,
      caseId: request.caseId,
      leadId: request.leadId,
      name: `Certificate of completion ${request.sequenceId}`,
      fileName: `${request.sequenceId} certificate.pdf`,
      category: "signature_certificate",
      source: "esign",
      containsPhi: request.containsPhi,
    }),
  );
  const [certificateVersion] = certificate.DocumentVersion;
  if (certificateVersion === undefined) throw new Error("an available document has a version");
  Object.assign(pinned, { version: 2, lockedBy: null, lockExpiresAt: null, revision: 3, updatedAt: at });
  Object.assign(document, { sealedVersionId: versionId, sealedSha256: unsealed.sha256, sealedSizeBytes: 0 });
  const isEngaged = owner.firmCase?.row.engagedOn !== null;
  life.change("esign_request.completed", completedAt, {
    actor: system,
    patch: {
      status: "completed",
      completedAt: at,
      endedAt: at,
      certificateDocumentId: certificate.Document.id,
      effects: [
        {
          kind: "case_engaged",
          entity: "case",
          entityId: request.caseId,
          outcome: "skipped",
          reason: isEngaged ? "The retainer agreement of the case is signed" : "The case is archived",
          at,
        },
      ],
    },
  });
  return {
    request,
    document,
    shownDocument: life.readShown().documents[0],
    recipients,
    fields,
    submissions,
    trail,
    bytes,
    sealed: { document: pinned, version: added.DocumentVersion },
    certificate: { document: certificate.Document, version: certificateVersion },
  };
}

/**
 * Writes the chain of a request's trail, and what the request shows of it.
 *
 * @returns the entries with their numbers and hashes
 */
export function addTrail(
  firm: Firm,
  request: Request,
  trail: readonly TrailEntry[],
): (TrailEntry & { number: number; previousHash: string; hash: string })[] {
  const { organizationId, add } = firm;
  const entries = chainEntries(request.id, undefined, trail);
  add({
    EsignTrailEntry: entries.map(({ actor, ...entry }) => ({
      organizationId,
      requestId: request.id,
      ...entry,
      actorType: actor.type,
      actorId: actor.id,
      actorLabel: actor.label,
    })),
  });
  request.chainHash = entries.at(-1)?.hash ?? null;
  return entries;
}
