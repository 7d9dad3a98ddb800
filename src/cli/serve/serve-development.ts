import { once } from "node:events";
import { preparePages } from "../../http/pages/pages.ts";
import { startServer } from "../../http/server.ts";
import { readEnvironment } from "../../platform/environment.ts";

const graceMilliseconds = 1_500;

// The URL holds a password, so it comes through the channel and not through the environment or the command line.
const [message] = (await once(process, "message")) as [{ databaseUrl: string; directUrl: string; hosts: string[] }];
const environment = { ...readEnvironment(process.env), hosts: message.hosts };
const pages = await preparePages("development", environment.baseUrl);
const server = await startServer({
  environment,
  databaseUrl: message.databaseUrl,
  directUrl: message.directUrl,
  pages: pages.listener,
});
process.send?.("ready");

const stop = () => {
  void server
    .close(graceMilliseconds)
    .then(() => pages.close())
    .finally(() => process.exit(0));
};
process.once("SIGTERM", stop);
process.once("disconnect", stop);
