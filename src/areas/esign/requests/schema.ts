import * as z from "zod";
import { Actor, Person } from "../../../contract/actor.ts";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import {
  Email,
  GivenInstant,
  Id,
  Instant,
  isUnique,
  Name,
  text,
  trimmedText,
  versionFields,
} from "../../../contract/values/values.ts";
import { ShortCase, withheldMembers } from "../../../contract/values/withheld.ts";
import { esignEnumerations } from "../enumerations.ts";
import {
  EsignFieldShape,
  EsignPurpose,
  EsignRole,
  NewEsignField,
  RecipientKey,
  RecipientLabel,
  RecipientOrder,
  maxFields,
} from "./schema.parts.ts";

export const EsignRequestStatus = oneOf(esignEnumerations.esignRequestStatus);
export type EsignRequestStatus = z.infer<typeof EsignRequestStatus>;
export const EsignRecipientStatus = oneOf(esignEnumerations.esignRecipientStatus);
export type EsignRecipientStatus = z.infer<typeof EsignRecipientStatus>;
const capacity = oneOf(esignEnumerations.esignCapacity);
const delivery = oneOf(esignEnumerations.esignDelivery);
const authentication = oneOf(esignEnumerations.esignAuthentication);
export const EsignLanguage = oneOf(esignEnumerations.esignLanguage);

export const Reminders = z
  .strictObject({
    firstAfterDays: z.int().min(1).max(30),
    everyDays: z.int().min(1).max(30),
    max: z.int().min(0).max(10),
  })
  .meta({ id: "EsignReminders" });
export type Reminders = z.infer<typeof Reminders>;
export const defaultReminders: Reminders = { firstAfterDays: 3, everyDays: 3, max: 5 };
export const defaultExpiresInDays = 30;

const ExpiresInDays = z
  .int()
  .min(1)
  .max(180)
  .meta({ description: "From sending until the end of that day of the firm." });

const NewEsignDocument = z
  .strictObject({
    esignTemplateId: Id.optional().meta({ description: "A template, whose file, recipients and fields are copied." }),
    documentId: Id.optional().meta({
      description:
        "An available PDF of the same case or lead, in its current version. Requires `documents:read` besides.",
    }),
    purpose: EsignPurpose.optional().meta({ description: "By default that of the template, else `other`." }),
    name: trimmedText(255).optional().meta({ description: "By default that of the document or template." }),
    fields: z.array(NewEsignField).max(maxFields.ofRequest).optional().meta({
      description:
        "By default those of the template. A document without fields gets a page with a box for each signer at its end.",
    }),
    hipaa: z.strictObject({ authorizationId: Id }).optional().meta({
      description:
        "Of `hipaa_authorization`: a pending authorization of the case, which becomes active at completion. Requires `medical:write` besides.",
    }),
    subject: z
      .strictObject({ entity: namedEnum("EsignSubject", ["settlement_statement", "referral"]), id: Id })
      .optional()
      .meta({ description: "The record that the document is about." }),
  })
  .superRefine((document, context) => {
    if ((document.esignTemplateId === undefined) === (document.documentId === undefined))
      context.addIssue({
        code: "custom",
        path: ["documentId"],
        message: "exactly one of esignTemplateId and documentId is required",
      });
    if (document.hipaa !== undefined && document.purpose !== undefined && document.purpose !== "hipaa_authorization")
      context.addIssue({ code: "custom", path: ["hipaa"], message: "allowed only with purpose hipaa_authorization" });
  })
  .meta({ id: "NewEsignDocument" });
export type NewEsignDocument = z.infer<typeof NewEsignDocument>;

const persons = ["clientId", "leadId", "contactId", "memberId"] as const;
const Phone = text(1, 40);
const Passcode = text(6, 64).refine(
  (given) => given.trim().length >= 6,
  "must have 6 characters without spaces around",
);

const NewEsignRecipient = z
  .strictObject({
    key: RecipientKey,
    label: RecipientLabel.optional().meta({ description: "By default that of the template, else the key." }),
    role: EsignRole.optional().meta({ description: "By default `signer`." }),
    order: RecipientOrder.optional(),
    clientId: Id.optional().meta({ description: "The client of the case." }),
    leadId: Id.optional().meta({ description: "The lead of the request." }),
    contactId: Id.optional(),
    memberId: Id.optional().meta({ description: "An active member." }),
    name: Name.optional().meta({ description: "By default that of the record." }),
    email: Email.optional().meta({
      description: "By default that of the record. Another one requires `documents:read` besides.",
    }),
    phone: Phone.optional().meta({
      description:
        "By default that of the record. Another one for delivery `text` or authentication `text_code` requires `documents:read` besides.",
    }),
    capacity: capacity.optional().meta({ description: "By default `self`." }),
    signsForClientId: Id.optional().meta({ description: "Required unless the capacity is `self`." }),
    delivery: delivery.optional().meta({ description: "By default `email`." }),
    authentication: authentication.optional().meta({ description: "By default `none`." }),
    passcode: Passcode.optional().meta({
      description: "Of authentication `passcode`, which requires it. Never returned.",
      writeOnly: true,
    }),
  })
  .superRefine((recipient, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (persons.filter((name) => recipient[name] !== undefined).length !== 1)
      fault("clientId", `exactly one of ${persons.join(", ")} is required`);
    const { capacity: as = "self", signsForClientId, authentication: by = "none", passcode } = recipient;
    if ((as === "self") === (signsForClientId !== undefined))
      fault("signsForClientId", as === "self" ? "not allowed with capacity self" : `required with capacity ${as}`);
    if ((by === "passcode") !== (passcode !== undefined))
      fault(
        "passcode",
        by === "passcode" ? "required with authentication passcode" : "allowed only with authentication passcode",
      );
  })
  .meta({ id: "NewEsignRecipient" });
export type NewEsignRecipient = z.infer<typeof NewEsignRecipient>;

const documents = z.array(NewEsignDocument).min(1).max(10);
const recipients = z
  .array(NewEsignRecipient)
  .min(1)
  .max(20)
  .refine((given) => isUnique(given.map(({ key }) => key)), "keys must be unique")
  .refine((given) => given.some(({ role = "signer" }) => role === "signer"), "must have a signer");
const input = z
  .record(RecipientKey, text(1, 1_000))
  .refine((given) => Object.keys(given).length <= 50, "must have at most 50 members")
  .meta({ description: "Values of the merge fields whose source is `input.` and the key. Not returned." });

const optional = {
  message: text(1, 5_000).nullable().optional().meta({ description: "Shown on the signing page alone." }),
  language: EsignLanguage.optional().meta({ description: "By default that of the firm's settings." }),
  input: input.optional(),
  expiresInDays: ExpiresInDays.optional(),
  reminders: Reminders.optional(),
  moveLead: z.boolean().optional().meta({
    description:
      "Whether a lead goes to `retainer_sent` when its retainer agreement is sent. By default true: a lead that cannot go there is not sent one.",
  }),
  externalId: text(1, 200).nullable().optional(),
};

export const NewEsignRequest = z.strictObject({
  title: trimmedText(200).meta({ description: "Shown on the signing page alone." }),
  documents,
  recipients,
  ...optional,
  send: z.boolean().optional().meta({ description: "Whether to send it at once. By default false." }),
});
export type NewEsignRequest = z.infer<typeof NewEsignRequest>;

export const EsignRequestChanges = z.strictObject({
  title: trimmedText(200).optional(),
  documents: documents
    .optional()
    .meta({ description: "All of them, with `recipients`: they replace those of the draft." }),
  recipients: recipients
    .optional()
    .meta({ description: "All of them, with `documents`: they replace those of the draft." }),
  ...optional,
  expiresAt: GivenInstant.optional().meta({ description: "Of a request that is out; at most 180 days from now." }),
});
export type EsignRequestChanges = z.infer<typeof EsignRequestChanges>;

/** Why a recipient cannot get texts. */
export const TextBlock = namedEnum("EsignTextBlock", [
  "no_consent",
  "opted_out",
  "do_not_contact",
  "deceased",
  "no_address",
  "record_closed",
  "not_configured",
  "other",
]);
export type TextBlock = z.infer<typeof TextBlock>;

/** The correction of a recipient. */
export const EsignRecipientChanges = z.strictObject({
  name: Name.optional(),
  email: Email.optional().meta({ description: "Requires `documents:read` besides." }),
  phone: Phone.nullable()
    .optional()
    .meta({ description: "For delivery `text` or authentication `text_code`, requires `documents:read` besides." }),
  delivery: delivery.optional().meta({ description: "`text` requires `documents:read` besides." }),
  authentication: authentication.optional(),
  passcode: Passcode.optional().meta({ description: "Of authentication `passcode`.", writeOnly: true }),
});
export type EsignRecipientChanges = z.infer<typeof EsignRecipientChanges>;

export const EsignDocument = z
  .object({
    id: Id,
    position: z.int().meta({ description: "From 1, in the order in which they are signed." }),
    purpose: EsignPurpose,
    name: z.string(),
    esignTemplateId: Id.nullable(),
    documentId: Id.nullable().meta({ description: "Of a template's file, since the request was sent." }),
    versionId: Id.nullable().meta({ description: "The version that is signed, since the request was sent." }),
    sha256: z.string().nullable().meta({ description: "Of that version." }),
    pageCount: z.int().nullable(),
    sizeBytes: z.int().nullable(),
    sealedVersionId: Id.nullable().meta({ description: "The signed and sealed version, since completion." }),
    sealedSha256: z.string().nullable(),
    sealedSizeBytes: z.int().nullable(),
    hipaa: z.object({ authorizationId: Id }).nullable().meta({ description: "null without `medical:read`." }),
    subject: z.object({ entity: z.string(), id: Id }).nullable(),
  })
  .meta({ id: "EsignDocument" });
export type EsignDocument = z.infer<typeof EsignDocument>;
withheldMembers.add(EsignDocument, { scope: "medical:read", members: ["hipaa"] });

const Consent = z.object({ consentTextId: Id, version: z.int(), sha256: z.string(), at: Instant });

export const EsignRecipient = z
  .object({
    id: Id,
    key: z.string(),
    label: z.string(),
    role: EsignRole,
    order: z.int(),
    clientId: Id.nullable(),
    leadId: Id.nullable(),
    contactId: Id.nullable(),
    memberId: Id.nullable(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    capacity,
    signsForClientId: Id.nullable(),
    delivery,
    authentication,
    status: EsignRecipientStatus,
    isActive: z.boolean().meta({ description: "Whether it is their turn, and they can sign." }),
    sentAt: Instant.nullable(),
    viewedAt: Instant.nullable(),
    consentedAt: Instant.nullable(),
    signedAt: Instant.nullable(),
    declinedAt: Instant.nullable(),
    consent: Consent.nullable().meta({ description: "The text with which they agreed to sign electronically." }),
  })
  .meta({ id: "EsignRecipient" });
export type EsignRecipient = z.infer<typeof EsignRecipient>;

export const EsignField = EsignFieldShape.extend({
  id: Id,
  position: z.int().meta({ description: "Of its document." }),
  value: z
    .string()
    .nullable()
    .meta({ description: "`[redacted]` without `medical:read` when the request `containsPhi`." }),
}).meta({ id: "EsignField" });
export type EsignField = z.infer<typeof EsignField>;

const Problem = z
  .object({
    position: z.int().meta({ description: "Of the document." }),
    code: namedEnum("EsignProblemCode", [
      ...oneOf(esignEnumerations.esignPdfProblem).options,
      "merge_missing",
      "merge_overflow",
    ]),
    field: z.string().nullable().meta({ description: "The label of the field." }),
  })
  .meta({ id: "EsignProblem" });

const Effect = z
  .object({
    kind: oneOf(esignEnumerations.esignEffect),
    entity: z.string(),
    entityId: Id,
    outcome: namedEnum("EsignEffectOutcome", ["applied", "skipped"]),
    reason: z.string().nullable(),
    at: Instant,
  })
  .meta({ id: "EsignRequestEffect" });
export type EsignEffect = z.infer<typeof Effect>;

/** A request as lists and mutations return it: GET of one has its fields besides. */
export const EsignRequest = z
  .object({
    id: Id,
    organizationId: Id,
    sequenceId: z.string().meta({ example: "ES-2026-00042" }),
    caseId: Id.nullable(),
    leadId: Id.nullable(),
    case: ShortCase.nullable(),
    title: z.string(),
    message: z.string().nullable(),
    status: EsignRequestStatus,
    availableTransitions: z.array(EsignRequestStatus).meta({ description: "Where `send` and `void` can move it." }),
    needsAttention: z.boolean().meta({ description: "Whether a recipient whose turn it is bounced or is locked." }),
    documents: z.array(EsignDocument),
    recipients: z.array(EsignRecipient),
    language: EsignLanguage,
    expiresInDays: z.int(),
    expiresAt: Instant.nullable(),
    reminders: z.object(Reminders.shape).meta({ id: "EsignReminderPlan" }),
    nextReminderAt: Instant.nullable(),
    reminderCount: z.int(),
    moveLead: z.boolean(),
    problems: z.array(Problem).meta({ description: "Of the last preparation, at most 10." }),
    containsPhi: z.boolean(),
    sentAt: Instant.nullable(),
    allSignedAt: Instant.nullable(),
    completedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    endReason: z.string().nullable(),
    certificateDocumentId: Id.nullable(),
    chainHash: z.string().nullable().meta({ description: "The hash of the last entry of its audit trail." }),
    effects: z.array(Effect).meta({ description: "What its sending and completion changed, at most 50." }),
    externalId: z.string().nullable(),
    createdBy: Actor,
    onBehalfOf: Person.nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted request.",
    }),
  })
  .meta({ id: "EsignRequest" });
export type EsignRequest = z.infer<typeof EsignRequest>;

export const EsignRequestDetail = EsignRequest.extend({ fields: z.array(EsignField) }).meta({
  id: "EsignRequestDetail",
});
export type EsignRequestDetail = z.infer<typeof EsignRequestDetail>;

/** Without what recipients are shown, without names and addresses, and without what comes from the case. */
export const EsignRequestInEvent = EsignRequest.omit({ case: true, title: true, message: true, endReason: true })
  .extend({
    documents: z.array(EsignDocument.omit({ hipaa: true, name: true })),
    recipients: z.array(EsignRecipient.omit({ name: true, email: true, phone: true })),
    problems: z.array(Problem.omit({ field: true })),
  })
  .meta({ id: "EsignRequestInEvent" });
export type EsignRequestInEvent = z.infer<typeof EsignRequestInEvent>;

export const EsignRequestQuery = z.strictObject({
  ...sortedPageInput,
  caseId: Id.optional(),
  leadId: Id.optional(),
  clientId: Id.optional().meta({ description: "Requests of the client's cases." }),
  status: EsignRequestStatus.optional(),
  purpose: EsignPurpose.optional().meta({ description: "Requests with such a document." }),
  needsAttention: z.boolean().optional(),
  expiresBefore: GivenInstant.optional(),
  updatedSince: GivenInstant.optional().meta({
    description: "Requests changed at or after this instant. Combine with `sort=updated` to synchronize a copy.",
  }),
});
export type EsignRequestQuery = z.infer<typeof EsignRequestQuery>;

export const EsignTrailEntry = z
  .object({
    number: z.int().meta({ description: "From 1, without a gap." }),
    at: Instant,
    action: oneOf(esignEnumerations.esignTrailAction),
    actor: z.object({ type: z.string(), id: z.string(), label: z.string() }),
    recipientId: Id.nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()).meta({ description: "IDs, hashes, codes and numbers." }),
    previousHash: z.string(),
    hash: z.string().meta({ description: "SHA-256 of the entry and of the hash before it." }),
  })
  .meta({ id: "EsignTrailEntry" });
export type EsignTrailEntry = z.infer<typeof EsignTrailEntry>;

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal")
  .meta({ description: "SHA-256 of the whole file." });

export const EsignVerification = z.object({
  found: z.boolean(),
  kind: oneOf(esignEnumerations.esignFileKind).nullable(),
  esignRequestId: Id.nullable(),
  sealedAt: Instant.nullable(),
  isChainIntact: z
    .boolean()
    .nullable()
    .meta({ description: "Whether the hashes of the request's audit trail follow from its entries." }),
});
export type EsignVerification = z.infer<typeof EsignVerification>;
