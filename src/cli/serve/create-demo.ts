// Runs in a process of its own, because what it loads and builds would stay in the server's memory (decision 0186). It
// gets its message through the channel: the URL holds a password.
import { once } from "node:events";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { readIdentitySecret } from "../../platform/identity/secret.ts";
import { createDemoData } from "./demo-data.ts";

export interface DemoMessage {
  dataDirectory: string;
  /** The application role's URL. */
  databaseUrl: string;
}

// Without its parent nobody waits for the demo; then all of it is committed, or nothing.
process.once("disconnect", () => process.exit(1));
const [{ dataDirectory, databaseUrl }] = (await once(process, "message")) as [DemoMessage];
const environment = readEnvironment(process.env);
const storage = await openStorage(environment);
const secret = readIdentitySecret(environment);
await createDemoData(dataDirectory, databaseUrl, { baseUrl: environment.baseUrl, secret, storage });
process.exit(0);
