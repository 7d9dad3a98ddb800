import { defineEvents } from "../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../contract/examples/example-story.ts";
import { deletedDocument, document, lockedDocument, promisedDocument } from "./examples.ts";
import { Document } from "./schema.ts";
import { versionedDocument } from "./versions/examples.ts";

export const documentEvents = defineEvents({
  entity: "document",
  area: "documents",
  scope: "documents:read",
  payload: Document,
  exampleRelatedIds: relateToCase,
  types: {
    "document.created": { description: "A document was added.", example: { payload: document } },
    "document.updated": {
      description: "A document was changed.",
      example: {
        payload: { ...document, revision: 2 },
        before: { name: "Scan 0017.pdf", path: "Medical Records/Mercy General/Scan 0017.pdf" },
      },
    },
    "document.deleted": {
      description: "A document was deleted.",
      example: { payload: deletedDocument, before: { deletedAt: null } },
    },
    "document.restored": {
      description: "A deleted document was restored.",
      example: { payload: { ...document, revision: 3 }, before: { deletedAt: times.now } },
    },
    "document.upload_started": {
      description: "The upload of a document or a new version was started.",
      example: { payload: promisedDocument },
    },
    "document.upload_failed": {
      description: "An upload expired, or the file does not match its declaration.",
      example: {
        payload: { ...promisedDocument, status: "expired", statusReason: "not_uploaded", revision: 2 },
        before: { status: "pending_upload", statusReason: null },
      },
    },
    "document.version_added": {
      description: "A version was added to a document.",
      example: { payload: versionedDocument, before: { version: 1, currentVersionId: document.currentVersionId } },
    },
    "document.locked": {
      description: "A document was locked.",
      example: { payload: lockedDocument, before: { isLocked: false, lockedBy: null, lockExpiresAt: null } },
    },
    "document.unlocked": {
      description: "A document was unlocked.",
      example: {
        payload: { ...document, revision: 3 },
        before: { isLocked: true, lockedBy: lockedDocument.lockedBy, lockExpiresAt: lockedDocument.lockExpiresAt },
      },
    },
  },
});
