import { describePrinted } from "../../src/areas/settlements/rendering/domain.printed.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { createStatementPdf } from "../../src/platform/pdf/pdf.ts";
import { objectKey } from "../../src/platform/storage/storage.ts";
import { buildDocument, describeFile } from "./builders/documents.ts";
import type { SeededFile } from "./documents.ts";
import type { Firm, FirmCase } from "./firm.ts";
import { describeActor, system } from "./history.ts";
import { toInstant } from "./random.ts";

/** An issued statement has its PDF within seconds. */
const renderingMilliseconds = 5_000;

/**
 * Prints the statements that were issued, as the worker does, into documents of their cases.
 *
 * @returns the bytes
 */
export async function printStatements(firm: Firm, cases: readonly FirmCase[]): Promise<SeededFile[]> {
  const files: SeededFile[] = [];
  const caseOf = new Map(cases.map((each) => [each.row.id, each]));
  const linesOf = Map.groupBy(firm.rows.SettlementStatementLine, ({ statementId }) => statementId);
  for (const statement of firm.rows.SettlementStatement) {
    const firmCase = caseOf.get(statement.caseId);
    if (statement.issuedOn === null || firmCase === undefined) continue;
    files.push(await printStatement(firm, firmCase, statement, linesOf.get(statement.id) ?? []));
    await firm.pause();
  }
  return files;
}

async function printStatement(
  { organizationId, rows, add, actor }: Firm,
  { row, client }: FirmCase,
  statement: Row<"SettlementStatement">,
  lines: readonly Row<"SettlementStatementLine">[],
): Promise<SeededFile> {
  const settlement = rows.Settlement.find(({ id }) => id === statement.settlementId);
  if (settlement === undefined) throw new Error("a statement has its settlement");
  const content = describePrinted(
    {
      ...statement,
      case: row,
      settlement,
      lines: lines.map((line) => ({ ...line, lienholder: findLienholder(rows, line) })),
    },
    {
      firm: rows.Organization.find(({ id }) => id === organizationId)?.name ?? "",
      claimant: `${client.firstName} ${client.lastName}`,
    },
  );
  const bytes = Buffer.from(await createStatementPdf(organizationId, content));
  const { Document: document, StoredObject: object } = add(
    buildDocument({
      organizationId,
      caseId: row.id,
      name: content.title,
      ...describeFile(`${content.title}.pdf`, "application/pdf", bytes),
      category: "settlement_statement",
      source: "api",
      containsPhi: true,
      ownerAttorneyId: actor.onBehalfOfAttorneyId,
      uploadedBy: describeActor(system),
      createdAt: toInstant(Date.parse(statement.createdAt) + renderingMilliseconds),
    }),
  );
  statement.documentId = document.id;
  return { key: objectKey(organizationId, object.id), bytes };
}

/** Whom a line of a lien pays. */
function findLienholder(
  rows: Firm["rows"],
  { sourceEntity, sourceId }: Row<"SettlementStatementLine">,
): { name: string } | null {
  const lien = sourceEntity === "lien" ? rows.Lien.find(({ id }) => id === sourceId) : undefined;
  const contact = rows.Contact.find(({ id }) => id === lien?.lienholderContactId);
  return contact === undefined ? null : { name: contact.name };
}
