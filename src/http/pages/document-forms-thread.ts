import { writeForm, type FormRequest } from "../../openapi/forms/write-form.ts";
import { serveWork } from "../../platform/bounded-work/serve-work.ts";
import { prepareText, type ServedText } from "./served-text.ts";

/** The module of a thread that writes a form of the document, and compresses it. */

serveWork((request: FormRequest): ServedText => prepareText(writeForm(request), "application/json"));
