import { describeFault, type PortalError } from "../../client/portal-error.ts";
import { listPermissionTitles } from "../missing-data.ts";
import { joinList } from "../../ui/join-list.ts";
import { runRejection as t } from "./strings.ts";

export interface RunRejection {
  /** `slow`: export it instead; `busy`: retry; `changed`: start again; `lacking`: permissions. */
  kind: "slow" | "busy" | "changed" | "lacking" | "faulty" | "other";
  title: string;
  text: string;
}

export function describeRunRejection({ code, message, faults }: PortalError): RunRejection {
  if (code === "RATE_LIMITED") return { kind: "busy", title: t.tooManyReports, text: t.waitFewSeconds };
  if (code === "FORBIDDEN") return { kind: "lacking", title: t.youDontHavePermission, text: describeLacking(message) };
  if (code === "NOT_FOUND") return { kind: "other", title: t.reportNotFound, text: t.itWasDeleted };
  if (code !== "VALIDATION_FAILED") return { kind: "other", title: t.reportCouldNot, text: message };
  if (message.includes("takes longer")) return { kind: "slow", title: t.reportTimedOut, text: t.runsTimeOutAfter };
  if (/organizations? .*changed|start again/.test(message))
    return { kind: "changed", title: t.reportOrOfficesChanged, text: t.theyChangedSinceLast };
  if (faults.length > 0 && faults.every(({ path }) => path.startsWith("parameters.")))
    return { kind: "faulty", title: t.parameterIsInvalid, text: t.seeMessageAtField };
  return { kind: "other", title: t.reportCouldNot, text: describeFault(message) };
}

function describeLacking(message: string): string {
  const titles = listPermissionTitles(message);
  if (titles.length === 0) return describeFault(message);
  return t.requires(joinList(titles.map((title) => `“${title}”`)));
}

export function placeFaults({ faults }: PortalError): Record<string, string> {
  const placed = faults
    .filter(({ path }) => path.startsWith("parameters."))
    .map(({ path, message }) => [path.split(".")[1] ?? "", message]);
  return Object.fromEntries(placed);
}
