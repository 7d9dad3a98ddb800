/** `trpc` context of a polling query: it does not extend the session. */
export const inBackground = { context: { isBackground: true } } as const;

interface Operation {
  context: Readonly<Record<string, unknown>>;
}

/** A batch is a background request only if all its calls are. */
export function writeHeaders(slug: string | null, operations: readonly Operation[]): Record<string, string> {
  const isBackground = operations.every(({ context }) => context["isBackground"] === true);
  return { ...(slug !== null && { "x-organization": slug }), ...(isBackground && { "x-background": "1" }) };
}
