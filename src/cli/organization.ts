import { runOrganizationCommand } from "./organization/command.ts";
import { hooks } from "../composition/transaction-hooks.ts";
import { runOnOwnDatabase } from "./own-database.ts";

await runOnOwnDatabase(null, hooks, runOrganizationCommand);
