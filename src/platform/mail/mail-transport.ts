import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createTransport } from "nodemailer";
import type { Environment } from "../environment.ts";
import { writeSecretFile } from "../crypto/secret-file.ts";

/** A mail to one person: plain text, never PHI. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The page of the portal that it leads to: `/o/<slug>/credentials`. Its address is put below the text. */
  path?: string;
}

export interface MailTransport {
  /**
   * @param id the same when the same mail is tried again: it becomes the Message-ID
   * @throws when the mail was rejected
   */
  deliver(mail: Mail, id: string): Promise<void>;
  close(): void;
}

type MailSettings = Pick<Environment, "smtpUrl" | "mailFrom" | "dataDirectory" | "baseUrl">;

const senderName = "Caseport";

/** No mail of ours fetches a file or an address, whatever stands in it. */
const nothingFetched = { disableFileAccess: true, disableUrlAccess: true } as const;

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;

/** Mails go to the SMTP server when one is configured, else into files of the folder `outbox` in the data directory. */
export function openMailTransport(settings: MailSettings): MailTransport {
  return settings.smtpUrl === null ? openOutbox(settings) : openSmtp(settings, settings.smtpUrl);
}

/** Where mails lie that nobody sends. */
export function outboxFolder(dataDirectory: string): string {
  return join(resolve(dataDirectory), "outbox");
}

function openSmtp(settings: MailSettings, url: string): MailTransport {
  const transport = createTransport({ ...readSmtpUrl(url), ...patience, pool: true, maxConnections: 2 });
  return {
    deliver: async (mail, id) => void (await transport.sendMail(compose(settings, mail, id))),
    close: () => transport.close(),
  };
}

/** `smtp://host` is STARTTLS where the server offers it, `smtps://host` TLS from the first byte. */
function readSmtpUrl(text: string) {
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user !== "" && { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}

function openOutbox(settings: MailSettings): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const folder = outboxFolder(settings.dataDirectory);
  return {
    deliver: async (mail, id) => {
      const { message } = await transport.sendMail(compose(settings, mail, id));
      if (!Buffer.isBuffer(message)) throw new Error("nodemailer gave a stream");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[-:]/g, "").replace(/\..*/, "Z");
      writeSecretFile(join(folder, `${time}-${id}.eml`), message.toString());
    },
    close: () => transport.close(),
  };
}

function compose({ mailFrom, baseUrl }: MailSettings, { to, subject, text, path }: Mail, id: string) {
  const { hostname } = new URL(baseUrl);
  return {
    ...nothingFetched,
    from: { name: senderName, address: mailFrom ?? "no-reply@caseport.example" },
    // As an object: in a text a comma or a bracket would make several recipients.
    to: { name: "", address: to },
    subject,
    text: path === undefined ? text : `${text}\n\n${baseUrl}${path}`,
    messageId: `<${id}@${hostname.includes(".") ? hostname : "caseport.example"}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
