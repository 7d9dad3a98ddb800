import { capitalize } from "./values/capitalize.ts";

/** `of_counsel` is "Of counsel". */
export function nameRole(role: string): string {
  return capitalize(role.replaceAll("_", " "));
}
