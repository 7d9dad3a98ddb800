export type Query = Promise<Record<string, string | string[] | undefined>>;

/** A query value that occurs once; otherwise null. */
export function pickText(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
