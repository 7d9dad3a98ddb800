import { serveWork } from "../../../platform/bounded-work/serve-work.ts";
import { parseEmail } from "./domain.parsing.ts";

/** The module of a thread that reads emails. */

serveWork(parseEmail);
