/** The messages of an error: a rejected connection to several addresses has its reasons inside. */
export function listErrorMessages(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(listErrorMessages);
  return [error instanceof Error ? error.message || error.name : String(error)];
}
