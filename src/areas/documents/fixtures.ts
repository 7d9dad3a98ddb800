import type { Arrangement } from "../../testing/arranged-request.ts";
import { documentRecordArrangements } from "./fixtures.documents.ts";
import { folderArrangements } from "./fixtures.folders.ts";

export const documentArrangements = { ...documentRecordArrangements, ...folderArrangements } satisfies Record<string, Arrangement>;
