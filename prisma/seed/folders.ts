import type { Row } from "../../src/platform/database/tables.ts";
import { buildFolder } from "./builders/documents.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

/** A folder's name and the folders in it. */
type FolderPlan = readonly [name: string, children?: readonly FolderPlan[]];

const everyCase: readonly FolderPlan[] = [
  ["Intake", [["Photographs"]]],
  ["Medical Records", [["Bills"], ["Imaging"]]],
  ["Correspondence", [["Insurance Carriers"], ["Client"]]],
];
const inLitigation: readonly FolderPlan[] = [
  ["Pleadings", [["Complaint"], ["Motions"]]],
  ["Discovery", [["Interrogatories"], ["Depositions", [["Transcripts"]]]]],
];
const settled: readonly FolderPlan[] = [["Settlement", [["Release"], ["Liens"]]]];

const litigationStages: ReadonlySet<string> = new Set([
  "litigation_filed",
  "service",
  "discovery",
  "depositions",
  "expert_disclosure",
  "mediation",
  "arbitration",
  "trial_preparation",
  "trial",
  "appeal",
]);

/** Makes each case's tree of folders: the usual ones on the first day, the others when the case got there. */
export function buildFolders(firm: Firm, cases: readonly FirmCase[]): void {
  for (const firmCase of cases) {
    const { row } = firmCase;
    const openedAt = Date.parse(row.createdAt);
    const stageAt = Date.parse(row.stageEnteredAt ?? row.createdAt);
    // A case that nobody took has no file of its own.
    const isTaken = row.openedOn !== null || row.matterStatus === "pending";
    if (!isTaken) continue;
    growFolders(firm, firmCase, row.openedOn === null ? everyCase.slice(0, 1) : everyCase, { at: openedAt });
    if (litigationStages.has(row.matterStage)) growFolders(firm, firmCase, inLitigation, { at: stageAt });
    if (row.settlementDate !== null) growFolders(firm, firmCase, settled, { at: Date.parse(row.settlementDate) });
    renameFolder(firm, firmCase);
  }
}

function growFolders(
  firm: Firm,
  firmCase: FirmCase,
  plans: readonly FolderPlan[],
  { at, parent = null }: { at: number; parent?: Row<"Folder"> | null },
): void {
  const { add, organizationId, actor } = firm;
  for (const [name, children] of plans) {
    // Folders follow one another as a program makes them, a parent before its children.
    const createdAt = Math.min(at + 300 * (firm.rows.Folder.length % 50) + (parent === null ? 0 : 20_000), firm.now);
    const { Folder: folder } = add({
      Folder: buildFolder({
        organizationId,
        caseId: firmCase.row.id,
        parentFolderId: parent?.id ?? null,
        name,
        depth: (parent?.depth ?? 0) + 1,
        ownerAttorneyId: actor.onBehalfOfAttorneyId,
        createdAt: toInstant(createdAt),
      }),
    });
    firm.history.recordCreation("folder.created", folder, relateFolder(firmCase, folder), firm.actor);
    if (children !== undefined) growFolders(firm, firmCase, children, { at: createdAt, parent: folder });
  }
}

function relateFolder(firmCase: FirmCase, folder: Row<"Folder">) {
  const related = relateToCase(firmCase);
  return folder.parentFolderId === null ? related : [...related, { entity: "folder", id: folder.parentFolderId }];
}

/** Every tenth case keeps its photographs together with its video. */
function renameFolder(firm: Firm, firmCase: FirmCase): void {
  const folder = firm.rows.Folder.find(({ caseId, name }) => caseId === firmCase.row.id && name === "Photographs");
  if (folder === undefined || endOf(firm, firmCase) < firm.now || !firm.random.chance(0.15)) return;
  const earliest = Math.max(Date.parse(folder.createdAt), firm.now - 70 * dayMilliseconds);
  const name = "Photographs and Video";
  firm.history.recordChange(
    "folder.updated",
    folder,
    { name },
    { at: firm.random.instant(earliest, firm.now), relatedIds: relateFolder(firmCase, folder), actor: firm.actor },
  );
}
