import type { IntegrationKeyPrincipal } from "../../rpc/principal.ts";
import { isScope } from "../../contract/scopes.ts";

/** A key's row, which `find_integration_key` returns as JSON. */
interface KeyRow extends Omit<IntegrationKeyPrincipal, "kind" | "scopes" | "keyPrefix"> {
  prefix: string;
  scopes: string[];
}

interface RememberedKey {
  /** The row: what it is compared by. */
  text: string;
  principal: IntegrationKeyPrincipal;
}

/** More keys than a process serves at once; the oldest is forgotten first. */
const maxKeys = 10_000;

/**
 * The last row of each key, by the secret's digest. It only saves time: a request begins with it while the database is
 * queried again, and its result counts only if the row is still the same (`withCaller`).
 */
export class RememberedKeys {
  readonly #keys = new Map<string, RememberedKey>();

  find(digest: Buffer): IntegrationKeyPrincipal | undefined {
    return this.#keys.get(digest.toString("base64"))?.principal;
  }

  /**
   * @returns the principal of the row: the same object as long as the row is the same; null without a row, which is
   *   forgotten
   */
  update(digest: Buffer, text: string | undefined): IntegrationKeyPrincipal | null {
    const name = digest.toString("base64");
    if (text === undefined) {
      this.#keys.delete(name);
      return null;
    }
    const known = this.#keys.get(name);
    if (known?.text === text) return known.principal;
    const { prefix, scopes, expiresAt, ...rest } = JSON.parse(text) as KeyRow;
    const principal: IntegrationKeyPrincipal = {
      kind: "integration_key",
      ...rest,
      keyPrefix: prefix,
      scopes: new Set(scopes.filter(isScope)),
      expiresAt: new Date(expiresAt).toISOString(),
    };
    const [oldest] = this.#keys.keys();
    if (this.#keys.size >= maxKeys && oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.set(name, { text, principal });
    return principal;
  }
}
