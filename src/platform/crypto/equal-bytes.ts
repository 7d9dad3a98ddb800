import { timingSafeEqual } from "node:crypto";

/** Whether both are the same bytes. The time that it takes does not tell where they differ. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
