import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { document } from "../../documents/examples.ts";
import { ofReferral } from "../referrals/examples.ts";
import type { ReferralDocument } from "./schema.ts";

const { name, sizeBytes, sha256, category } = document;

export const referralDocument = {
  id: "rdo_01kjp8z6g8j0m2p4r6t8w0y2a4",
  organizationId: ids.organizationId,
  ...ofReferral,
  direction: "sent",
  documentId: document.id,
  name,
  sizeBytes,
  sha256,
  category,
  state: "delivered",
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
} satisfies ReferralDocument;

export const referralDocumentExamples = {
  "referrals.documents.list": {
    parameters: ofReferral,
    response: { documents: [referralDocument], nextCursor: null },
  },
  "referrals.documents.create": {
    parameters: ofReferral,
    body: { documentIds: [document.id] },
    response: { documents: [referralDocument] },
  },
} satisfies Record<string, OperationExample>;
