import { basePath } from "../../contract/base-path.ts";
import { errorReasonNames, errorReasons } from "../../contract/errors/error-reasons.ts";

const isParameter = (part: string) => part.startsWith("{");
const withoutPrefix = (path: string) => (path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path);

/** Whether a path, such as `/cases/case_01`, is one of a template, such as `/cases/{caseId}`. */
function isOf(path: string, template: string): boolean {
  const [parts, wanted] = [path.split("/"), template.split("/")];
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part === parts[index] || (isParameter(part) && parts[index] !== ""))
  );
}

const countParameters = (template: string) => template.split("/").filter(isParameter).length;

/**
 * The template of a path among those that were requested, the most literal one: `/cases/stats` is no case. A path of
 * none is returned as it is.
 */
export function findTemplate(path: string, templates: readonly string[]): string {
  const plain = withoutPrefix(path.split("?")[0] ?? path);
  if (templates.includes(plain)) return plain;
  const found = templates.filter((template) => isOf(plain, template));
  return found.toSorted((one, other) => countParameters(one) - countParameters(other))[0] ?? plain;
}

/** The templates that a text is a part of, or a path of. */
export function findRoutes(text: string, templates: readonly string[]): string[] {
  const wanted = withoutPrefix(text.trim()).toLowerCase();
  const own = wanted.startsWith("/") ? findTemplate(withoutPrefix(text.trim()), templates) : null;
  return templates.filter((template) => template === own || template.toLowerCase().includes(wanted));
}

/** The reasons whose name or label has a text: `stale_revision`, "Stale revision". */
export function findReasons(text: string): string[] {
  const wanted = text.trim().toLowerCase();
  return errorReasonNames.filter(
    (name) => name.includes(wanted) || errorReasons[name].label.toLowerCase().includes(wanted),
  );
}
