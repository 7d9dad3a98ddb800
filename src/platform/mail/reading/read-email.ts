import { boundWork, TooCostlyError } from "../../bounded-work/bounded-work.ts";
import type { EmailReading } from "./parse-email.ts";

/** An email of 25 MiB takes a second: the limits are ten times what it needs. */
const limits = { threads: 2, processorMilliseconds: 10_000, waitMilliseconds: 30_000, memoryBytes: 512 * 2 ** 20 };
const work = boundWork<Uint8Array, EmailReading>(new URL("./email.thread.ts", import.meta.url), limits);

/**
 * Reads a stranger's email, in a thread with limits of time and memory that has neither a key nor the network.
 *
 * @returns `not_email` for one that takes too long or too much
 * @throws with a passing 503 while too many are read
 */
export async function readEmail(organizationId: string, bytes: Uint8Array): Promise<EmailReading> {
  try {
    return await work(organizationId, bytes);
  } catch (error) {
    if (!(error instanceof TooCostlyError)) throw error;
    return { problem: "not_email" };
  }
}
