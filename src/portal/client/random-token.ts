/**
 * 128 random bits, as 32 hexadecimal digits. `crypto.randomUUID` requires https, which a server without a certificate
 * does not have.
 */
export function createRandomToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
