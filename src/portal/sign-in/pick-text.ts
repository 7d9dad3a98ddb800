export type Query = Promise<Record<string, string | string[] | undefined>>;

export function pickText(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
