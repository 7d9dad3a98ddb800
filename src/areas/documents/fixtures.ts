import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { documentRecordScenarios } from "./fixtures.records.ts";
import { folderScenarios } from "./folders/fixtures.ts";

export const documentScenarios = { ...documentRecordScenarios, ...folderScenarios } satisfies Record<string, Scenario>;
