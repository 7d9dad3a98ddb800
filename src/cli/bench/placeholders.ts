/** Fills the placeholders of a path or body. */
export function fillPlaceholders(text: string, number: number, records = 1): string {
  return text
    .replace("#", String(number))
    .replace("@", () => String(1 + Math.floor(Math.random() * records)).padStart(26, "0"));
}
