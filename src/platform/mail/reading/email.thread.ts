import { serveWork } from "../../bounded-work/serve-work.ts";
import { parseEmail } from "./parse-email.ts";

/** The module of a thread that reads emails. */

serveWork(parseEmail);
