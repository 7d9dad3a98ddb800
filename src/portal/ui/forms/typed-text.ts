/** What somebody typed, without space around it; null for nothing. */
export const orNone = (typed: string): string | null => (typed.trim() === "" ? null : typed.trim());

/** Whether a text is something at a domain; the server knows better. */
export function isEmail(text: string): boolean {
  const [name = "", domain = "", ...more] = text.split("@");
  return name !== "" && domain.includes(".") && more.length === 0 && !/\s/.test(text);
}
