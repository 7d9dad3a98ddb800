import type { PortalError } from "../../client/portal-error.ts";
import { joinWords, listPermissionTitles } from "../report-labels.ts";

/** Why a run was refused, and what helps. */
export interface RunRejection {
  /** `slow`: a file can be made of it; `busy`: it can be tried again at once; `changed`: it must begin anew; `lacking`: permissions. */
  kind: "slow" | "busy" | "changed" | "lacking" | "faulty" | "other";
  title: string;
  text: string;
}

/** A refusal of a run in words. */
export function describeRunRejection({ code, message, faults }: PortalError): RunRejection {
  if (code === "RATE_LIMITED") return { kind: "busy", title: "Too much runs at this moment", text: "The firm’s other reports must end first; that is a matter of seconds." };
  if (code === "FORBIDDEN") return { kind: "lacking", title: "You may not run it like this", text: describeLacking(message) };
  if (code === "NOT_FOUND") return { kind: "other", title: "The report is not there any more", text: "Somebody has deleted it, or shares it no longer." };
  if (code !== "VALIDATION_FAILED") return { kind: "other", title: "The report could not be run", text: message };
  if (message.includes("takes longer")) return { kind: "slow", title: "This takes too long to show", text: "A run is stopped after five seconds. Narrow what is counted, or make a file of it: that may take its time." };
  if (/organizations? .*changed|begin again/.test(message)) return { kind: "changed", title: "Something has changed in the meantime", text: "The offices, or the report itself, are not what they were when it ran. Run it again." };
  if (faults.length > 0 && faults.every(({ path }) => path.startsWith("parameters."))) return { kind: "faulty", title: "Something in the parameters does not fit", text: "It stands at its field." };
  return { kind: "other", title: "The report could not be run", text: sentence(message) };
}

function describeLacking(message: string): string {
  const titles = listPermissionTitles(message);
  if (titles.length === 0) return sentence(message);
  return `It needs ${joinWords(titles.map((title) => `“${title}”`))}, which you do not have. An owner or administrator can give it to you.`;
}

/** What is wrong at which parameter. */
export function placeFaults({ faults }: PortalError): Record<string, string> {
  const placed = faults.filter(({ path }) => path.startsWith("parameters.")).map(({ path, message }) => [path.split(".")[1] ?? "", message]);
  return Object.fromEntries(placed);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
