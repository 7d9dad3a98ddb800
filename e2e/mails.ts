import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { dataFolder } from "./database.ts";

/**
 * The latest mail to an address, of those that were sent after an instant, from the demo's outbox.
 *
 * @param after milliseconds since 1970
 */
export async function waitForMail(address: string, after: number): Promise<string> {
  const folder = join(dataFolder, "outbox");
  const find = () => {
    try {
      const texts = readdirSync(folder)
        .toSorted()
        .map((name) => readFileSync(join(folder, name), "utf8"));
      return texts.findLast(
        (text) => text.includes(address) && Date.parse(/^Date: (.*)$/m.exec(text)?.[1] ?? "") >= after - 1_000,
      );
    } catch {
      // There is no folder before the first mail.
      return undefined;
    }
  };
  await expect.poll(find).toBeDefined();
  return (find() ?? "").replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
}

/** The first text to a number, from the demo's outbox. */
export async function waitForText(number: string): Promise<string> {
  const folder = join(dataFolder, "outbox");
  const find = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".txt"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .find((text) => text.includes(`\nTo: ${number}\n`));
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

/** Path and query of the link to set a password in a mail. */
export function findPasswordLink(mail: string): string {
  const link = /https?:\/\/\S+\/reset-password\?token=[\w.-]+(?:&invited=1)?/.exec(mail)?.[0];
  if (link === undefined) throw new Error("the mail holds no link to set a password");
  const { pathname, search } = new URL(link);
  return pathname + search;
}
