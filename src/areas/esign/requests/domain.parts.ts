import { AppError, invalidInput, notFound, type Fault } from "../../../contract/errors/error-codes.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { isEmailAddress } from "../../../contract/values/values.ts";
import { createId } from "../../../platform/database/ids.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import { assertScopes } from "../../../rpc/authorize.ts";
import type { Context } from "../../../rpc/context.ts";
import { digestPasscode } from "../signing/domain.codes.ts";
import { needsPhone } from "../signing/domain.delivery.ts";
import { completeField, maxFields, type EsignFieldShape, type EsignPurpose } from "./schema.parts.ts";
import type { NewEsignDocument, NewEsignRecipient } from "./schema.ts";
import type { NewParts } from "./store.parts.ts";
import {
  findPersons,
  findSourceAuthorizations,
  findSourceDocuments,
  findSourceTemplates,
  personColumns,
  type Person,
  type PersonColumn,
  type SourceDocument,
  type SourceTemplate,
} from "./store.sources.ts";

/** To what a request belongs: its case with the client, or its lead. */
export interface EsignOwner {
  caseId: string | null;
  clientId: string | null;
  leadId: string | null;
}

export interface GivenParts {
  documents: readonly NewEsignDocument[];
  recipients: readonly NewEsignRecipient[];
}

/** The permission with which a member may what a key needs the scope for. */
const permissionFor = { "documents:read": "documents:view", "medical:write": "medical:view" } as const;

/**
 * Checks what a part of a request requires besides the operation: the scope, of a member the permission.
 *
 * @param what the part, for members; a key receives the scope
 * @throws FORBIDDEN
 */
export function requireBesides(context: Context, scope: Scope & keyof typeof permissionFor, what: string): void {
  const { principal } = context;
  if (principal.kind === "system") return;
  if (principal.kind !== "member") return assertScopes(context, [scope]);
  if (principal.permissions.has(permissionFor[scope])) return;
  throw new AppError("FORBIDDEN", `${what} requires the permission ${permissionFor[scope]}`);
}

/**
 * What a request requires besides `esign:write`.
 *
 * @throws FORBIDDEN for a document without `documents:read`, or an authorization without `medical:write`
 */
export function requireRightsOfDocuments(context: Context, documents: readonly NewEsignDocument[]): void {
  if (documents.some(({ documentId }) => documentId !== undefined))
    requireBesides(context, "documents:read", "documentId");
  if (documents.some(({ hipaa }) => hipaa !== undefined)) requireBesides(context, "medical:write", "hipaa");
}

const namesOfPersons: Readonly<Record<PersonColumn, string>> = {
  clientId: "Client",
  leadId: "Lead",
  contactId: "Contact",
  memberId: "Member",
};

/** The persons of recipients, by the member that names them and its ID. */
async function findPersonsOf(
  context: Context,
  recipients: readonly NewEsignRecipient[],
): Promise<ReadonlyMap<string, Person>> {
  const found = new Map<string, Person>();
  for (const column of personColumns) {
    const ids = [...new Set(recipients.flatMap((recipient) => recipient[column] ?? []))];
    for (const person of await findPersons(context, column, ids)) found.set(`${column} ${person.id}`, person);
  }
  return found;
}

/** Faults of who a recipient is, in its request. */
function listFaultsOfPerson(recipient: NewEsignRecipient, owner: EsignOwner, path: string): Fault[] {
  const { clientId, leadId, signsForClientId } = recipient;
  const faults: Fault[] = [];
  if (clientId !== undefined && clientId !== owner.clientId)
    faults.push({ path: `${path}.clientId`, message: "must be the client of the case; others are contacts" });
  if (leadId !== undefined && leadId !== owner.leadId)
    faults.push({ path: `${path}.leadId`, message: "must be the lead of the request" });
  if (signsForClientId !== undefined && signsForClientId !== owner.clientId)
    faults.push({ path: `${path}.signsForClientId`, message: "must be the client of the case" });
  return faults;
}

type LabelOfKey = ReadonlyMap<string, SourceTemplate["recipients"][number]>;

/**
 * The rows of recipients.
 *
 * @throws NOT_FOUND for a person; VALIDATION_FAILED; FORBIDDEN for another address than that of the record
 */
async function resolveRecipients(
  context: Context,
  owner: EsignOwner,
  recipients: readonly NewEsignRecipient[],
  ofTemplates: LabelOfKey,
): Promise<NewParts["recipients"]> {
  const faults = recipients.flatMap((recipient, index) => listFaultsOfPerson(recipient, owner, `recipients.${index}`));
  if (faults.length > 0) throw invalidInput(...faults);
  const persons = await findPersonsOf(context, recipients);
  return recipients.map((recipient) => {
    const column = personColumns.find((name) => recipient[name] !== undefined) ?? "contactId";
    const person = persons.get(`${column} ${recipient[column]}`);
    if (person === undefined || !person.isLive) throw notFound(namesOfPersons[column]);
    const { key, passcode } = recipient;
    const ofTemplate = ofTemplates.get(key) ?? { label: key, role: "signer", order: 1 };
    const id = createId("esignRecipient");
    return {
      id,
      key,
      label: recipient.label ?? ofTemplate.label,
      role: recipient.role ?? ofTemplate.role,
      order: recipient.order ?? ofTemplate.order,
      [column]: person.id,
      ...readAddresses(context, recipient, person),
      ...readDuties(recipient),
      passcodeDigest: passcode === undefined ? null : digestPasscode(context, id, passcode),
    };
  });
}

/**
 * How a recipient is reached: by default as the record says.
 *
 * @throws FORBIDDEN for another address without `documents:read`, because it sees the documents
 */
function readAddresses(context: Context, recipient: NewEsignRecipient, person: Person) {
  if (recipient.email !== undefined && recipient.email.toLowerCase() !== person.email?.toLowerCase())
    requireBesides(context, "documents:read", "Another address than that of the record");
  const { delivery = "email", authentication = "none" } = recipient;
  const isOtherNumber = recipient.phone !== undefined && !isSameNumber(recipient.phone, person.phone);
  if (isOtherNumber && needsPhone({ delivery, authentication }))
    requireBesides(context, "documents:read", "Another number than that of the record");
  const { email = person.email, name = person.name, phone = person.phone } = recipient;
  return { name, email: email !== null && isEmailAddress(email) ? email : null, phone };
}

/** For whom a recipient signs, and how they come to the page. */
/** Whether two numbers are one, however they are written. */
export const isSameNumber = (one: string, other: string | null): boolean =>
  other !== null && (one === other || (toE164(one) !== null && toE164(one) === toE164(other)));

function readDuties(recipient: NewEsignRecipient) {
  const { capacity = "self", signsForClientId = null, delivery = "email", authentication = "none" } = recipient;
  return { capacity, signsForClientId, delivery, authentication };
}

interface ResolvedDocument {
  row: NewParts["documents"][number];
  fields: readonly EsignFieldShape[];
  containsPhi: boolean;
}

/**
 * The documents with their fields.
 *
 * @throws NOT_FOUND for a template, document or authorization; VALIDATION_FAILED
 */
async function resolveDocuments(
  context: Context,
  owner: EsignOwner,
  given: readonly NewEsignDocument[],
  templates: ReadonlyMap<string, SourceTemplate>,
): Promise<ResolvedDocument[]> {
  const idsOf = (member: "documentId") => given.flatMap((document) => document[member] ?? []);
  const documents = new Map(
    (await findSourceDocuments(context, idsOf("documentId"), "")).map((each) => [each.id, each]),
  );
  const authorizationIds = given.flatMap(({ hipaa }) => hipaa?.authorizationId ?? []);
  const authorizations = new Map(
    (await findSourceAuthorizations(context, authorizationIds)).map((each) => [each.id, each]),
  );
  return given.map((asked, index) => {
    const source =
      asked.esignTemplateId === undefined
        ? describeDocumentSource(owner, documents.get(asked.documentId ?? ""))
        : describeTemplateSource(templates.get(asked.esignTemplateId));
    const { subject = { entity: null, id: null } } = asked;
    const purpose = asked.purpose ?? source.purpose;
    const authorizationId = asked.hipaa?.authorizationId ?? null;
    if (authorizationId !== null)
      assertPending(owner, authorizations.get(authorizationId), { purpose, path: `documents.${index}.hipaa` });
    const fields = asked.fields?.map(completeField) ?? source.fields;
    return {
      row: {
        id: createId("esignDocument"),
        position: index + 1,
        purpose,
        name: asked.name ?? source.name,
        ...source.ids,
        hasSignaturePage: fields.length === 0,
        authorizationId,
        subjectEntity: subject.entity,
        subjectId: subject.id,
      },
      fields,
      containsPhi: purpose === "hipaa_authorization" || source.containsPhi,
    };
  });
}

/** What a document of a request takes from its template or from the document that it sends. */
interface DocumentSource {
  purpose: EsignPurpose;
  name: string;
  fields: readonly EsignFieldShape[];
  containsPhi: boolean;
  ids: Pick<NewParts["documents"][number], "esignTemplateId" | "templateObjectId" | "documentId">;
}

/** @throws NOT_FOUND, also for an archived template */
function describeTemplateSource(template: SourceTemplate | undefined): DocumentSource {
  if (template === undefined || template.archived) throw notFound("Signature template");
  const { id: esignTemplateId, objectId: templateObjectId, purpose, name, fields } = template;
  return { purpose, name, fields, containsPhi: false, ids: { esignTemplateId, templateObjectId, documentId: null } };
}

/** @throws NOT_FOUND, also for a document of another case or lead */
function describeDocumentSource(owner: EsignOwner, document: SourceDocument | undefined): DocumentSource {
  const isOwn = owner.caseId === null ? document?.leadId === owner.leadId : document?.caseId === owner.caseId;
  if (document === undefined || !isOwn) throw notFound("Document");
  const { id: documentId, name, containsPhi } = document;
  const ids = { esignTemplateId: null, templateObjectId: null, documentId };
  return { purpose: "other", name, fields: [], containsPhi, ids };
}

/** @throws NOT_FOUND; VALIDATION_FAILED for a lead, another purpose, or an authorization that is signed or revoked */
function assertPending(
  { caseId }: EsignOwner,
  authorization: Awaited<ReturnType<typeof findSourceAuthorizations>>[number] | undefined,
  { purpose, path }: { purpose: EsignPurpose; path: string },
): void {
  if (caseId === null)
    throw invalidInput({
      path,
      message: "not allowed for a lead: after its conversion, create the authorization with the signed document",
    });
  if (purpose !== "hipaa_authorization")
    throw invalidInput({ path, message: "allowed only with purpose hipaa_authorization" });
  if (authorization === undefined || authorization.caseId !== caseId) throw notFound("HIPAA authorization");
  if (authorization.signedOn !== null || authorization.revokedOn !== null)
    throw invalidInput({ path: `${path}.authorizationId`, message: "the authorization is not pending" });
}

/** Faults of fields and of recipients that a template has and the request lacks. */
function listFaultsOfParts(
  { documents, recipients }: GivenParts,
  rows: NewParts["recipients"],
  resolved: readonly ResolvedDocument[],
  templates: ReadonlyMap<string, SourceTemplate>,
): Fault[] {
  const signers = new Set(rows.filter(({ role }) => role === "signer").map(({ key }) => key));
  const keys = new Set(recipients.map(({ key }) => key));
  const missing = documents.flatMap(({ esignTemplateId, fields }) =>
    fields !== undefined
      ? []
      : (templates.get(esignTemplateId ?? "")?.recipients ?? []).filter(({ key }) => !keys.has(key)),
  );
  const ofFields = resolved.flatMap(({ fields }, document) =>
    fields.flatMap(({ recipientKey }, index) =>
      recipientKey === null || signers.has(recipientKey)
        ? []
        : [
            {
              path: `documents.${document}.fields.${index}.recipientKey`,
              message: `no signer of the request has the key ${recipientKey}`,
            },
          ],
    ),
  );
  const count = resolved.reduce((sum, { fields }) => sum + fields.length, 0);
  return [
    ...[...new Set(missing.map(({ key }) => key))].map((key) => ({
      path: "recipients",
      message: `the template has a recipient with the key ${key}, which is missing`,
    })),
    ...ofFields,
    ...(count > maxFields.ofRequest
      ? [{ path: "documents", message: `must have at most ${maxFields.ofRequest} fields together` }]
      : []),
  ];
}

/**
 * The rows of a request's parts, with what they take from templates and records.
 *
 * @throws FORBIDDEN, NOT_FOUND and VALIDATION_FAILED as its functions
 */
export async function resolveParts(
  context: Context,
  owner: EsignOwner,
  given: GivenParts,
): Promise<{ parts: NewParts; containsPhi: boolean }> {
  const templateIds = given.documents.flatMap(({ esignTemplateId }) => esignTemplateId ?? []);
  const templates = new Map((await findSourceTemplates(context, templateIds)).map((each) => [each.id, each]));
  const resolved = await resolveDocuments(context, owner, given.documents, templates);
  const ofTemplates = new Map(
    [...templates.values()].flatMap(({ recipients }) => recipients.map((each) => [each.key, each])),
  );
  const recipients = await resolveRecipients(context, owner, given.recipients, ofTemplates);
  const faults = listFaultsOfParts(given, recipients, resolved, templates);
  if (faults.length > 0) throw invalidInput(...faults);
  const fields = resolved.flatMap(({ fields: ofDocument }, index) =>
    ofDocument.map((field) => ({ ...field, position: index + 1 })),
  );
  return {
    parts: {
      documents: resolved.map(({ row }) => row),
      recipients,
      fields: fields.map(({ group, ...field }, index) => ({
        id: createId("esignField"),
        ...field,
        group: group === null ? null : JSON.stringify(group),
        number: index + 1,
      })),
    },
    containsPhi: resolved.some((document) => document.containsPhi),
  };
}
