import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeSecretFile } from "../crypto/secret-file.ts";
import { outboxFolder } from "../mail/mail-transport.ts";
import type { OutgoingText } from "./text-provider.ts";

/** Writes a text in place of sending it. The same text again is the same file. */
export type WriteText = (id: string, text: Omit<OutgoingText, "statusUrl">) => void;

/** The outbox of an installation: a file for each text, beside those of emails. */
export function openTextOutbox(dataDirectory: string): WriteText {
  const folder = outboxFolder(dataDirectory);
  return (id, { from, to, body }) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeSecretFile(join(folder, `${id}.txt`), `From: ${from}\nTo: ${to}\n\n${body}\n`);
  };
}
