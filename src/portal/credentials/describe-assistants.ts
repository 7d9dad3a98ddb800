/** What the switch `mcpSensitiveRecords` of a key means. */
export function describeAssistants(canUseSensitive: boolean): string {
  return canUseSensitive ? "Also medical, intake and document records" : "No medical, intake or document records";
}
