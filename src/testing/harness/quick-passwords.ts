import { createHash, randomUUID } from "node:crypto";
import { verifyPassword } from "better-auth/crypto";
import type { PasswordHashing } from "../../platform/identity/identity.ts";

const quick = (password: string, salt: string) =>
  `quick:${salt}:${createHash("sha256")
    .update(salt + password)
    .digest("hex")}`;

/** How often each has been called in this process. */
export const hashings = { hash: 0, verify: 0 };

/**
 * Passwords of servers under test: scrypt takes 50 ms of CPU for each sign-in. What scrypt has hashed, such as the demo
 * people's passwords, is verified by it. Servers in processes of their own, and the browser tests', hash as in
 * production.
 */
export const quickPasswords: PasswordHashing = {
  hash: (password) => {
    hashings.hash += 1;
    return Promise.resolve(quick(password, randomUUID()));
  },
  verify: ({ hash, password }) => {
    hashings.verify += 1;
    return hash.startsWith("quick:")
      ? Promise.resolve(hash === quick(password, hash.split(":")[1] ?? ""))
      : verifyPassword({ hash, password });
  },
};
