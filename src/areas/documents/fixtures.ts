import type { Arrangement } from "../../testing/harness/example-request.ts";
import { documentRecordArrangements } from "./fixtures.records.ts";
import { folderArrangements } from "./folders/fixtures.ts";

export const documentArrangements = { ...documentRecordArrangements, ...folderArrangements } satisfies Record<string, Arrangement>;
