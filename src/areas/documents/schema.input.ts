import * as z from "zod";
import { documentEnumerations } from "./enumerations.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { PathName } from "./schema.ts";
import { CalendarDate, Id, Instant, TagList, text } from "../../contract/values/values.ts";

/** The largest file of an upload in one call, and of one in steps; parts of the latter. Bytes. */
export const uploadLimits = { oneCall: 26_214_400, inSteps: 5_368_709_120, part: 67_108_864 } as const;
export const uploadHours = 24;
export const downloadMinutes = 5;

export const FileName = PathName.meta({ minLength: 1, maxLength: 255, example: "ER records.pdf" });
const DocumentName = PathName.meta({ minLength: 1, maxLength: 255, description: "The display name." });

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;
/** A media type without parameters. */
export const ContentType = z
  .string()
  .max(127)
  .regex(mediaType, "must be a media type in lower case without parameters, such as application/pdf")
  .meta({ example: "application/pdf" });

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be the SHA-256 in 64 lower case hexadecimal digits")
  .meta({ example: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" });

const { documentCategory, documentSource } = documentEnumerations;

const signedUrl = z.string().meta({ format: "uri", description: "Signed: grants access without a key. Never log it." });

/** How to send the bytes of a pending upload. */
export const Upload = z
  .object({
    id: Id,
    method: z.literal("PUT"),
    url: signedUrl.nullable().meta({ description: "Where to send the whole file; null for a multipart upload." }),
    headers: z.record(z.string(), z.string()).meta({ description: "Headers that the PUT must have." }),
    expiresAt: Instant,
    parts: z
      .array(z.object({ partNumber: z.int(), url: signedUrl, sizeBytes: z.int() }))
      .nullable()
      .meta({
        description:
          "For files of more than 64 MiB: where to send each part, in any order; parts can be sent again. null if the file is sent in one piece.",
      }),
  })
  .meta({ id: "DocumentUpload" });
export type Upload = z.infer<typeof Upload>;

export const Download = z
  .object({
    url: signedUrl,
    expiresAt: Instant,
    fileName: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
  })
  .meta({ id: "DocumentDownload" });
export type Download = z.infer<typeof Download>;

/** Declared by the caller, or filled in by the server for a received file. */
export const fileMembers = {
  fileName: FileName,
  contentType: ContentType,
  sizeBytes: z.int().min(1, "must be at least 1").max(uploadLimits.inSteps),
  sha256: Sha256,
};

const Flag = z.boolean();
const Note = text(0, 4_000);

const writableMembers = {
  folderId: Id.nullable(),
  category: oneOf(documentCategory),
  subCategory: text(1, 100).nullable(),
  description: Note.nullable(),
  tags: TagList,
  documentDate: CalendarDate.nullable(),
  receivedOn: CalendarDate.nullable(),
  isPrivileged: Flag,
  isWorkProduct: Flag,
  isConfidential: Flag,
  containsPhi: Flag,
  legalHold: Flag,
  batesPrefix: text(1, 50).nullable(),
  batesStart: z.int32().min(0).nullable(),
  batesEnd: z.int32().min(0).nullable(),
  externalId: text(1, 200).nullable(),
};

export const newDocumentMembers = {
  ...fileMembers,
  ...z.object(writableMembers).partial().shape,
  name: DocumentName.optional().meta({ description: "The display name; by default the file's name." }),
  source: oneOf(documentSource).default("api"),
};

export const documentChanges = { ...z.object({ name: DocumentName, ...writableMembers }).partial().shape };

const NewDocument = z.object(newDocumentMembers);
export type NewDocument = z.infer<typeof NewDocument>;
const Changes = z.object(documentChanges);
export type DocumentChanges = z.infer<typeof Changes>;
const NewFile = z.object(fileMembers);
export type NewFile = z.infer<typeof NewFile>;
