/** For `trpc` of a query that is asked again and again by itself: it does not count as somebody being there. */
export const inBackground = { context: { isBackground: true } } as const;

interface Operation {
  context: Readonly<Record<string, unknown>>;
}

/** The headers of a batch. It is background only when everything in it is. */
export function writeHeaders(slug: string | null, operations: readonly Operation[]): Record<string, string> {
  const isBackground = operations.every(({ context }) => context["isBackground"] === true);
  return { ...(slug !== null && { "x-organization": slug }), ...(isBackground && { "x-background": "1" }) };
}
