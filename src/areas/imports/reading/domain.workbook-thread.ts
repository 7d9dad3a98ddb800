import { serveWork } from "../../../platform/bounded-work/serve-work.ts";
import { readWorkbook } from "./domain.workbook.ts";

/** The module of a thread that reads workbooks. */

serveWork(readWorkbook);
