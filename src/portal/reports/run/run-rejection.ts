import type { PortalError } from "../../client/portal-error.ts";
import { listPermissionTitles } from "../report-labels.ts";
import { joinList } from "../../ui/join-list.ts";

export interface RunRejection {
  /** `slow`: export it instead; `busy`: retry; `changed`: start again; `lacking`: permissions. */
  kind: "slow" | "busy" | "changed" | "lacking" | "faulty" | "other";
  title: string;
  text: string;
}

export function describeRunRejection({ code, message, faults }: PortalError): RunRejection {
  if (code === "RATE_LIMITED") return { kind: "busy", title: "Too many reports are running", text: "Wait a few seconds for the firm’s other reports to finish." };
  if (code === "FORBIDDEN") return { kind: "lacking", title: "You don’t have permission to run this report this way", text: describeLacking(message) };
  if (code === "NOT_FOUND") return { kind: "other", title: "Report not found", text: "It was deleted or is no longer shared with you." };
  if (code !== "VALIDATION_FAILED") return { kind: "other", title: "The report could not be run", text: message };
  if (message.includes("takes longer")) return { kind: "slow", title: "The report timed out", text: "Runs time out after five seconds. Narrow the parameters, or export the report instead." };
  if (/organizations? .*changed|start again/.test(message)) return { kind: "changed", title: "The report or offices changed", text: "They changed since the last run. Run the report again." };
  if (faults.length > 0 && faults.every(({ path }) => path.startsWith("parameters."))) return { kind: "faulty", title: "A parameter is invalid", text: "See the message at the field." };
  return { kind: "other", title: "The report could not be run", text: sentence(message) };
}

function describeLacking(message: string): string {
  const titles = listPermissionTitles(message);
  if (titles.length === 0) return sentence(message);
  return `Requires ${joinList(titles.map((title) => `“${title}”`))}. An owner or administrator can grant it.`;
}

export function placeFaults({ faults }: PortalError): Record<string, string> {
  const placed = faults.filter(({ path }) => path.startsWith("parameters.")).map(({ path, message }) => [path.split(".")[1] ?? "", message]);
  return Object.fromEntries(placed);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
