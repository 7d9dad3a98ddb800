import { createRequestId } from "../../../platform/database/ids.ts";
import type { QueueWorker } from "../../../platform/jobs/job-queue.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { createStatementPdf } from "../../../platform/pdf/pdf.ts";
import type { StatementContent } from "../../../platform/pdf/types.ts";
import type { Context, ReceivedFile } from "../../../rpc/context.ts";
import { findRow } from "../../../rpc/resource/store.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { describeAction, runSystemAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { createDocument } from "../../documents/domain.records.ts";
import { describeFile, openObjects, toFileName, type WorkFiles } from "../../esign/work/domain.files.ts";
import { lockStatementForUpdate } from "../statements/domain.locks.ts";
import { describePrinted } from "./domain.printed.ts";
import { renderingQueue, type RenderingJob } from "./store.queue.ts";
import { getPrintedNames } from "./store.ts";
import { statementRows, writeDocument } from "../statements/store.ts";

export interface RenderingTools {
  database: UnitOfWork["database"];
  installationKeys: InstallationKeys;
  files: WorkFiles;
}

const rendering = describeAction("settlementStatements.render", { mayEmit: ["document.created"] });

export const createRenderingWorker = (tools: RenderingTools): QueueWorker => ({
  queue: renderingQueue,
  pollSeconds: 1,
  atOnce: 2,
  atOncePerGroup: 1,
  execute: (data) => renderStatement(tools, data as RenderingJob),
});

/**
 * Renders the PDF of a statement that was issued, and adds it to the case's documents. The object is named, then
 * stored, then the document refers to it: after a kill the purge removes what none refers to, and the job runs again.
 *
 * Rejects to have the job retried.
 */
export async function renderStatement(
  tools: RenderingTools,
  { organizationId, statementId }: RenderingJob,
): Promise<void> {
  const printed = await read(tools, organizationId, statementId);
  if (printed === null) return;
  const objects = openObjects(tools.files, organizationId);
  let isUsed = false;
  try {
    const bytes = await createStatementPdf(organizationId, printed.content);
    const file = await objects.store(bytes, toFileName(printed.content.title));
    isUsed = await run(tools, organizationId, (context) => addDocument(context, statementId, file));
  } finally {
    if (!isUsed) await objects.dropAll();
  }
}

const run = <Result>(
  { database, installationKeys }: RenderingTools,
  organizationId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> => {
  const principal = systemPrincipal(organizationId);
  const action = rendering;
  return runSystemAction(
    { database, installationKeys, principal, requestId: createRequestId(), clientIp: null, action },
    work,
  );
};

async function read(
  tools: RenderingTools,
  organizationId: string,
  statementId: string,
): Promise<{ content: StatementContent } | null> {
  let content: StatementContent | null = null;
  await run(tools, organizationId, async (context) => {
    const row = await findRow(context, statementRows, { id: statementId });
    if (row !== undefined && row.documentId === null)
      content = describePrinted(row, await getPrintedNames(context, row.caseId, row.claimantPartyId));
    // It reads only.
    return false;
  });
  return content === null ? null : { content };
}

/** @returns whether the file is used: another attempt may have been first */
async function addDocument(context: Context, statementId: string, file: ReceivedFile): Promise<boolean> {
  const { statement } = await lockStatementForUpdate(context, statementId);
  if (statement.documentId !== null) return false;
  const { document } = await createDocument(
    { ...context, file },
    { caseId: statement.caseId },
    {
      ...describeFile(file),
      name: file.fileName.replace(/\.pdf$/, ""),
      category: "settlement_statement",
      source: "api",
      containsPhi: true,
    },
  );
  await writeDocument(context, statementId, document.id);
  return true;
}
