import { runOrganizationCommand } from "./organization/command.ts";
import { runOnOwnDatabase } from "./own-database.ts";

await runOnOwnDatabase(null, runOrganizationCommand);
