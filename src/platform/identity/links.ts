/** Where a person sets a password with the secret of a link. The portal's page takes it out of the address at once. */
export function writePasswordUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/reset-password?token=${token}`;
}
