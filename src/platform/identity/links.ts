/**
 * Where a person sets a password with the secret of a link. The portal's page takes it out of the address at once.
 *
 * @param isFirst whether the page welcomes a person who has none yet
 */
export function writePasswordUrl(
  baseUrl: string,
  token: string,
  { isFirst = false }: { isFirst?: boolean } = {},
): string {
  return `${baseUrl}/reset-password?token=${token}${isFirst ? "&invited=1" : ""}`;
}
