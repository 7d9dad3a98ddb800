/** `of_counsel` is "Of counsel". */
export function nameRole(role: string): string {
  const words = role.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
