import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { TestServer } from "../../../testing/harness/server.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { createDocument, declaredFile, type pdfBytes } from "../../documents/fixtures.records.ts";
import { createPartners } from "../network/fixtures.ts";
import { createReferral, engaged } from "../referrals/fixtures.ts";

export interface EngagedPair {
  origin: TestTenant;
  handler: TestTenant;
  /** Of the originating firm, with its case. */
  sent: { referralId: string; caseId: string };
  /** Of the handling firm. */
  received: { referralId: string; caseId: string };
}

/** A referral between two firms whose client signed; each has a case. */
export async function createEngagedPair(origin: TestTenant, handler: TestTenant): Promise<EngagedPair> {
  const { handlingId, originatingId } = await createPartners(origin, handler);
  const shared = { ...engaged, channel: "network", pairId: randomBytes(16).toString("hex") };
  return {
    origin,
    handler,
    sent: await createReferral(origin, { ...shared, partnerFirmId: handlingId }),
    received: await createReferral(handler, { ...shared, direction: "inbound", partnerFirmId: originatingId }),
  };
}

/** A document of a case whose bytes the storage has. @returns its ID */
export async function createStoredDocument(
  server: Pick<TestServer, "services">,
  tenant: TestTenant,
  { caseId, bytes }: { caseId: string; bytes: typeof pdfBytes },
): Promise<string> {
  const { documentId } = await createDocument(tenant, { caseId, name: "ER records", ...declaredFile(bytes) });
  const { objectId } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("DocumentVersion")
      .select("objectId")
      .where("documentId", "=", documentId)
      .executeTakeFirstOrThrow(),
  );
  const { storage } = server.services.files.tools;
  await storage.put(objectKey(tenant.organizationId, objectId), Readable.from([bytes]), bytes.length);
  return documentId;
}
